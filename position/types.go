package position

// Square is a square of the board: 0 = a1, 1 = b1 … 63 = h8; NoSquare = 64.
type Square uint8

// NoSquare stands for "no square", for example when there is no en passant square.
const NoSquare Square = 64

const (
	fileCount   = 8
	rankCount   = 8
	squareCount = 64
)

// MakeSquare returns the square on the given file (0 = a … 7 = h) and rank (0 = first … 7 = eighth).
func MakeSquare(file, rank int) Square { return Square(rank<<3 | file) }

// ParseSquare reads a square in lower-case algebraic form ("e4"); ok is false when s is not one.
func ParseSquare(s string) (sq Square, ok bool) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return NoSquare, false
	}
	return MakeSquare(int(s[0]-'a'), int(s[1]-'1')), true
}

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank to 7 for the eighth, seen from White.
func (s Square) Rank() int { return int(s >> 3) }

// String returns the algebraic name, "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// bit returns the bitboard with only this square.
func (s Square) bit() uint64 { return 1 << (s & 63) }

// Color is the colour of a player or piece.
type Color uint8

// The two colours.
const (
	White Color = 0
	Black Color = 1
)

// Other returns the opposite colour.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// PieceType is a kind of piece without its colour.
type PieceType uint8

// The piece types, with the numbers of dragontoothmg.
const (
	NoPieceType PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// allTypes is the index, in the bitboards of one colour, of the union of all its pieces.
const allTypes = NoPieceType

// pieceLetters are the FEN letters by piece type, in lower case.
const pieceLetters = "?pnbrqk"

// String returns the lower-case FEN letter, "?" for no piece type.
func (pt PieceType) String() string {
	if pt > King {
		return "?"
	}
	return pieceLetters[pt : pt+1]
}

// Piece is a coloured piece, colour<<3 | type: 1..6 white pawn to king, 9..14 black.
type Piece uint8

// NoPiece is the content of an empty square.
const NoPiece Piece = 0

// pieceCodes is the size of tables indexed by Piece, a power of two.
const pieceCodes = 16

// MakePiece returns the piece of colour c and type pt.
func MakePiece(c Color, pt PieceType) Piece { return Piece(c)<<3 | Piece(pt) }

// Type returns the piece type, NoPieceType for NoPiece.
func (pc Piece) Type() PieceType { return PieceType(pc & 7) }

// Color returns the colour; NoPiece has none and answers White.
func (pc Piece) Color() Color { return Color(pc >> 3 & 1) }

// String returns the FEN letter: upper case for White, lower for Black, "." for no piece.
func (pc Piece) String() string {
	if pc.Type() == NoPieceType || pc.Type() > King {
		return "."
	}
	return string([]byte{pc.letter()})
}

// letter returns the FEN letter of a real piece.
func (pc Piece) letter() byte {
	const upperCase = 'a' - 'A'
	b := pieceLetters[pc.Type()]
	if pc.Color() == White {
		b -= upperCase
	}
	return b
}

// PieceSquare is a piece on a square.
type PieceSquare struct {
	Piece  Piece
	Square Square
}

// Dirty lists what the last move changed on the board: the pieces that left a square
// and those that came to one. The moving piece is first in both.
//
//	quiet move   one leaves, one comes
//	capture      two leave (mover, captured), one comes
//	promotion    the pawn leaves, the new piece comes (a captured piece leaves second)
//	castling     king and rook leave, king and rook come
//	null move    nothing
type Dirty struct {
	Sub, Add   [2]PieceSquare
	NSub, NAdd int
}

// The two sides of the board to castle to, as in CastlingRook.
const (
	KingSide  = 0
	QueenSide = 1
)
