package position

import (
	"math/bits"
	"strings"

	"github.com/dylhunn/dragontoothmg"
)

// StartFEN is the start position of standard chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

const (
	castlingKinds = 4 // colour*2 + side
	castlingSets  = 1 << castlingKinds
	typeSlots     = 8

	// initialStates is the room for states made at once: a long game and a deep search.
	initialStates = 1024

	// enPassantStep, exclusive-or'ed with the en passant square, gives the square of
	// the pawn that is captured; doublePush is the same between both ends of its move.
	enPassantStep = 8
	doublePush    = 16
)

// state is what a move cannot take back from the board alone, with what is known
// about the position that it led to. It holds no pointers. What every move writes
// comes first, within a cache line.
type state struct {
	key        Key
	pawnKey    Key
	minorKey   Key
	nonPawnKey [2]Key

	checkers uint64 // pieces that attack the king of the side to move

	rule50        int32 // plies since the last capture or pawn move
	pliesFromNull int32 // plies since the last null move or the first position
	move          Move  // the move that led here
	captured      Piece // what it captured
	rights        uint8 // castling rights, a bit for each of castlingKinds
	enPassant     Square
	known         uint8

	pinned uint64 // valid with knownPinned

	// For GivesCheck, valid with knownChecks: own pieces that uncover a check when they
	// leave the line, and by type the squares from which a piece attacks the king.
	discoverers  uint64
	checkSquares [typeSlots]uint64
}

// The parts of a state that are computed when first asked for.
const (
	knownPinned = 1 << iota
	knownChecks
)

// Position is a chess position with the history that led to it.
// Make it with New, FromFEN or Clone; the zero value is not usable.
type Position struct {
	pieces [2][typeSlots]uint64 // by colour and type; allTypes is the union
	board  [squareCount]Piece

	st      *state // &states[n]
	n       int
	states  []state
	side    Color
	is960   bool
	gamePly int

	// Castling geometry, fixed by the first position: by castlingKinds the square of the
	// rook, what must be empty and what must not be attacked; and by square the rights
	// that are lost when a move leaves or enters it.
	castlingRook  [castlingKinds]Square
	castlingEmpty [castlingKinds]uint64
	castlingSafe  [castlingKinds]uint64
	rightsLost    [squareCount]uint8

	dirty Dirty

	// generator is filled from pieces before each use. Its castling rights and en
	// passant square stay zero.
	generator dragontoothmg.Board
}

// New returns the start position of standard chess.
func New() *Position {
	p, err := FromFEN(StartFEN)
	if err != nil {
		panic("position: the start position is not readable: " + err.Error())
	}
	return p
}

// Clone returns an independent copy with the whole history.
func (p *Position) Clone() *Position {
	c := new(Position)
	c.CopyFrom(p)
	return c
}

// CopyFrom makes p an independent copy of q with the whole history, reusing p's memory.
func (p *Position) CopyFrom(q *Position) {
	if p == q {
		return
	}
	states := p.states
	if len(states) <= q.n {
		states = make([]state, len(q.states))
	}
	copy(states, q.states[:q.n+1])
	*p = *q
	p.states = states
	p.st = &states[p.n]
}

// grow doubles the room for states.
func (p *Position) grow() {
	states := make([]state, 2*len(p.states))
	copy(states, p.states)
	p.states = states
	p.st = &states[p.n]
}

// Chess960 tells whether castling is printed as king takes rook.
func (p *Position) Chess960() bool { return p.is960 }

// SetChess960 sets how castling is printed: king takes rook, or the two-square move of
// the king. FromFEN has already set it when the position cannot do without.
func (p *Position) SetChess960(on bool) { p.is960 = on }

// SideToMove returns the colour to move.
func (p *Position) SideToMove() Color { return p.side }

// PieceAt returns the piece on a square, NoPiece when it is empty.
func (p *Position) PieceAt(sq Square) Piece { return p.board[sq&63] }

// Board returns the pieces by square. It is the position's own and must not be changed.
func (p *Position) Board() *[squareCount]Piece { return &p.board }

// Pieces returns the squares of the pieces of a colour and type.
func (p *Position) Pieces(c Color, pt PieceType) uint64 {
	return p.pieces[c&1][pt&(typeSlots-1)]
}

// ByType returns the squares of the pieces of a type of both colours.
func (p *Position) ByType(pt PieceType) uint64 {
	return p.pieces[White][pt&(typeSlots-1)] | p.pieces[Black][pt&(typeSlots-1)]
}

// ByColor returns the squares of all pieces of a colour.
func (p *Position) ByColor(c Color) uint64 { return p.pieces[c&1][allTypes] }

// Occupied returns the squares of all pieces.
func (p *Position) Occupied() uint64 {
	return p.pieces[White][allTypes] | p.pieces[Black][allTypes]
}

// KingSquare returns the square of the king of a colour.
func (p *Position) KingSquare(c Color) Square {
	return Square(bits.TrailingZeros64(p.pieces[c&1][King]))
}

// Key returns the Zobrist key of the position.
func (p *Position) Key() Key { return p.st.key }

// PawnKey returns the key of the pawns alone.
func (p *Position) PawnKey() Key { return p.st.pawnKey }

// MinorKey returns the key of knights, bishops and kings.
func (p *Position) MinorKey() Key { return p.st.minorKey }

// NonPawnKey returns the key of the pieces of a colour other than pawns, king included.
func (p *Position) NonPawnKey(c Color) Key { return p.st.nonPawnKey[c&1] }

// Rule50 returns the plies since the last capture or pawn move.
func (p *Position) Rule50() int { return int(p.st.rule50) }

// PliesFromNull returns the plies since the last null move, or since the position that
// was set up when there was none.
func (p *Position) PliesFromNull() int { return int(p.st.pliesFromNull) }

// FullMove returns the number of the move as a game score counts: 1 at the start, one
// more after each move of Black.
func (p *Position) FullMove() int { return p.gamePly/2 + 1 }

// GamePly returns the plies since the start of the game by the FEN's move number.
func (p *Position) GamePly() int { return p.gamePly }

// EnPassant returns the square a pawn can capture on en passant by a legal move,
// NoSquare when there is no such move.
func (p *Position) EnPassant() Square { return p.st.enPassant }

// castlingKind returns the index of a colour's castling to a side.
func castlingKind(c Color, side int) int { return int(c)<<1 | side }

// castlingBoth is the set of both castling rights of White.
const castlingBoth = 1<<KingSide | 1<<QueenSide

// CanCastle tells whether colour c has a castling right left.
func (p *Position) CanCastle(c Color) bool {
	return p.st.rights>>(c&1<<1)&castlingBoth != 0
}

// CastlingRook returns the square of the rook that c may still castle with on a side
// (KingSide or QueenSide), NoSquare when that right is lost.
func (p *Position) CastlingRook(c Color, side int) Square {
	kind := castlingKind(c, side) & (castlingKinds - 1)
	if p.st.rights>>kind&1 == 0 {
		return NoSquare
	}
	return p.castlingRook[kind]
}

// InCheck tells whether the king of the side to move is attacked.
func (p *Position) InCheck() bool { return p.st.checkers != 0 }

// Checkers returns the pieces that attack the king of the side to move.
func (p *Position) Checkers() uint64 { return p.st.checkers }

// Pinned returns the pieces of the side to move that alone shield their king from a slider.
func (p *Position) Pinned() uint64 {
	if p.st.known&knownPinned == 0 {
		p.findPinned()
	}
	return p.st.pinned
}

// HasFreePiece tells whether the side to move has a piece besides king and pawns that is
// not pinned. A side without one is near zugzwang.
func (p *Position) HasFreePiece() bool {
	t := &p.pieces[p.side]
	return t[allTypes]&^(t[Pawn]|t[King]|p.Pinned()) != 0
}

// Dirty returns what the last Make changed on the board. It is valid until the next
// Make, Unmake or MakeNull.
func (p *Position) Dirty() *Dirty { return &p.dirty }

// MovedPiece returns the piece that m moves (a pawn for promotions).
func (p *Position) MovedPiece(m Move) Piece { return p.board[m.From()] }

// IsCapture tells whether the legal move m captures, en passant included.
func (p *Position) IsCapture(m Move) bool {
	switch m.Flag() {
	case FlagCastling:
		return false
	case FlagEnPassant:
		return true
	}
	return p.board[m.To()] != NoPiece
}

// IsNoisy tells whether the legal move m is a capture or a promotion.
func (p *Position) IsNoisy(m Move) bool {
	if m.Flag() == FlagNormal {
		return p.board[m.To()] != NoPiece
	}
	return !m.IsCastling()
}

// Captured returns the piece type that the legal move m captures: Pawn for en passant,
// NoPieceType for castling and everything else that captures nothing.
func (p *Position) Captured(m Move) PieceType {
	switch m.Flag() {
	case FlagCastling:
		return NoPieceType
	case FlagEnPassant:
		return Pawn
	}
	return p.board[m.To()].Type()
}

// String returns a drawing of the board with FEN and key.
func (p *Position) String() string {
	const rule = " +---+---+---+---+---+---+---+---+\n"
	var b strings.Builder
	b.WriteString(rule)
	for rank := rankCount - 1; rank >= 0; rank-- {
		for file := range fileCount {
			letter := p.PieceAt(MakeSquare(file, rank)).String()
			if letter == NoPiece.String() {
				letter = " "
			}
			b.WriteString(" | " + letter)
		}
		b.WriteString(" | " + string(rune('1'+rank)) + "\n" + rule)
	}
	b.WriteString("   a   b   c   d   e   f   g   h\n\n")
	b.WriteString("Fen: " + p.FEN() + "\n")
	b.WriteString("Key: " + p.Key().String() + "\n")
	b.WriteString("Checkers:")
	for rest := p.Checkers(); rest != 0; rest &= rest - 1 {
		b.WriteString(" " + lowest(rest).String())
	}
	b.WriteString("\n")
	return b.String()
}
