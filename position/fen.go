package position

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// The fields of a FEN, as FENError names them.
const (
	FieldCount     = "number of fields"
	FieldPieces    = "piece placement"
	FieldSide      = "side to move"
	FieldCastling  = "castling rights"
	FieldEnPassant = "en passant square"
	FieldRule50    = "halfmove clock"
	FieldFullMove  = "move number"
)

// FENError says what is wrong with a FEN.
type FENError struct {
	Field  string // one of the Field constants
	Reason string // what is wrong with that field, or with the position it makes
	FEN    string // the whole text
}

// Error returns "FEN …: field: reason".
func (e *FENError) Error() string {
	return fmt.Sprintf("FEN %q: %s: %s", e.FEN, e.Field, e.Reason)
}

const (
	minFENFields = 4
	maxFENFields = 6

	maxPieces = 16 // of one colour
	maxPawns  = 8
	// maxCheckers is how many pieces can attack a king after a legal move.
	maxCheckers = 2
	// maxCounter bounds both counters of a FEN; the longest possible game is shorter.
	maxCounter = 32000

	// FEN writes castling sides as letters from the outermost rook's point of view.
	letterKingSide  = 'k'
	letterQueenSide = 'q'
)

// initialCount is how many pieces of a type a player starts with.
var initialCount = [King + 1]int{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, Queen: 1, King: 1}

// FromFEN reads a position. The text has six fields, or four when the counters are
// missing (then 0 and 1), or five. Castling rights may be written KQkq, meaning the
// outermost rook of that side (X-FEN), or as the file of the rook (Shredder-FEN).
//
// A position that cannot come up in a game is refused with a *FENError: not one king
// each, the side not to move in check, more than two checkers, pawns on the first or
// last rank, or more pieces than promotions can make. Three things that clients are
// known to send are put right without a word: a castling right without its king or rook
// at home is dropped, an en passant square where no legal capture exists is dropped,
// and move number 0 is taken as 1.
func FromFEN(fen string) (*Position, error) { return fromFEN(fen, false) }

// FromFENOutOfTurn is FromFEN for analysis boards: it also takes positions whose side
// not to move is in check, from a piece other than the king. No legal move ever captures
// a king.
func FromFENOutOfTurn(fen string) (*Position, error) { return fromFEN(fen, true) }

func fromFEN(fen string, outOfTurn bool) (*Position, error) {
	p := &Position{states: make([]state, initialStates)}
	p.st = &p.states[0]
	p.st.enPassant = NoSquare
	for i := range p.castlingRook {
		p.castlingRook[i] = NoSquare
	}
	if err := p.parseFEN(strings.Fields(fen), outOfTurn); err != nil {
		err.FEN = fen
		return nil, err
	}
	if outOfTurn {
		p.expectChecks()
	}
	return p, nil
}

// expectChecks is for positions in which the side to move could take the king: there any
// move may leave a check behind, and not only those that give one in a legal position.
func (p *Position) expectChecks() {
	us := p.side & 1
	if p.attackersFrom(us, p.KingSquare(us^1), p.Occupied()) == 0 {
		return
	}
	const everywhere = ^uint64(0)
	p.st.discoverers = p.pieces[us][allTypes]
	for pt := range p.st.checkSquares {
		p.st.checkSquares[pt] = everywhere
	}
	p.st.known |= knownChecks
}

// parseFEN fills the empty position from the fields.
func (p *Position) parseFEN(fields []string, outOfTurn bool) *FENError {
	if len(fields) < minFENFields || len(fields) > maxFENFields {
		return fenError(FieldCount, "there are %d, want %d to %d", len(fields), minFENFields, maxFENFields)
	}
	if err := p.parsePieces(fields[0]); err != nil {
		return err
	}
	switch fields[1] {
	case "w":
		p.side = White
	case "b":
		p.side = Black
	default:
		return fenError(FieldSide, "%q is neither w nor b", fields[1])
	}
	if err := p.checkPieces(outOfTurn); err != nil {
		return err
	}
	if err := p.parseCastling(fields[2]); err != nil {
		return err
	}
	// Keys come before the en passant square, which adds itself.
	p.computeKeys()
	if err := p.parseEnPassant(fields[3]); err != nil {
		return err
	}
	rule50, fullMove := 0, 1
	var err *FENError
	if len(fields) > minFENFields {
		if rule50, err = parseCounter(FieldRule50, fields[minFENFields]); err != nil {
			return err
		}
	}
	if len(fields) == maxFENFields {
		if fullMove, err = parseCounter(FieldFullMove, fields[maxFENFields-1]); err != nil {
			return err
		}
	}
	p.st.rule50 = int32(rule50)
	p.gamePly = (max(fullMove, 1)-1)*2 + int(p.side)
	return nil
}

func fenError(field, format string, args ...any) *FENError {
	return &FENError{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// parsePieces reads the piece placement.
func (p *Position) parsePieces(field string) *FENError {
	ranks := strings.Split(field, "/")
	if len(ranks) != rankCount {
		return fenError(FieldPieces, "%d ranks, want %d", len(ranks), rankCount)
	}
	for i, text := range ranks {
		rank, file := rankCount-1-i, 0
		afterDigit := false
		for _, r := range text {
			if r >= '1' && r <= '8' {
				if afterDigit {
					return fenError(FieldPieces, "rank %d has two digits in a row", rank+1)
				}
				file += int(r - '0')
				afterDigit = true
				continue
			}
			afterDigit = false
			pc := pieceFromLetter(r)
			if pc == NoPiece {
				return fenError(FieldPieces, "%q on rank %d is not a piece", r, rank+1)
			}
			if file < fileCount {
				sq := MakeSquare(file, rank)
				p.board[sq] = pc
				p.toggleBit(pc, sq.bit())
			}
			file++
		}
		if file != fileCount {
			return fenError(FieldPieces, "rank %d has %d squares, want %d", rank+1, file, fileCount)
		}
	}
	return nil
}

// pieceFromLetter returns the piece of a FEN letter, NoPiece when it is none.
func pieceFromLetter(r rune) Piece {
	for c := White; c <= Black; c++ {
		for pt := Pawn; pt <= King; pt++ {
			if pc := MakePiece(c, pt); r == rune(pc.letter()) {
				return pc
			}
		}
	}
	return NoPiece
}

// checkPieces refuses what no game can lead to, and finds the checkers.
func (p *Position) checkPieces(outOfTurn bool) *FENError {
	for c := White; c <= Black; c++ {
		t := &p.pieces[c]
		if n := bits.OnesCount64(t[King]); n != 1 {
			return fenError(FieldPieces, "%s has %d kings, want 1", c, n)
		}
		if n := bits.OnesCount64(t[allTypes]); n > maxPieces {
			return fenError(FieldPieces, "%s has %d pieces, at most %d are possible", c, n, maxPieces)
		}
		if t[Pawn]&(rank1|rank8) != 0 {
			return fenError(FieldPieces, "%s has a pawn on the first or last rank", c)
		}
		pawns := bits.OnesCount64(t[Pawn])
		if pawns > maxPawns {
			return fenError(FieldPieces, "%s has %d pawns, at most %d are possible", c, pawns, maxPawns)
		}
		promoted := 0
		for pt := Knight; pt <= Queen; pt++ {
			promoted += max(0, bits.OnesCount64(t[pt])-initialCount[pt])
		}
		if promoted > maxPawns-pawns {
			return fenError(FieldPieces, "%s has %d promoted pieces but only %d pawns are gone", c, promoted, maxPawns-pawns)
		}
	}
	us, them := p.side, p.side.Other()
	occ := p.Occupied()
	if a := p.attackersFrom(us, p.KingSquare(them), occ); a != 0 && (!outOfTurn || a&p.pieces[us][King] != 0) {
		return fenError(FieldSide, "%s is in check but %s is to move", them, us)
	}
	p.st.checkers = p.attackersFrom(them, p.KingSquare(us), occ)
	if n := bits.OnesCount64(p.st.checkers); n > maxCheckers {
		return fenError(FieldPieces, "%d pieces give check, at most %d can", n, maxCheckers)
	}
	return nil
}

// parseCastling reads the castling rights.
func (p *Position) parseCastling(field string) *FENError {
	if field == "-" {
		return nil
	}
	seen := ""
	for _, r := range field {
		if strings.ContainsRune(seen, r) {
			return fenError(FieldCastling, "%q is given twice", r)
		}
		seen += string(r)
		c := White
		lower := r
		if r >= 'a' && r <= 'z' {
			c = Black
		} else if r >= 'A' && r <= 'Z' {
			lower = r - 'A' + 'a'
		}
		var rook Square
		switch {
		case lower == letterKingSide || lower == letterQueenSide:
			rook = p.outermostRook(c, lower == letterKingSide)
		case lower >= 'a' && lower <= 'h':
			rook = MakeSquare(int(lower-'a'), homeRank(c))
		default:
			return fenError(FieldCastling, "%q is neither -, one of KQkq, nor the file of a rook", r)
		}
		if !p.addCastlingRight(c, rook) {
			return fenError(FieldCastling, "%q is a second right of %s to the same side", r, c)
		}
	}
	return nil
}

// homeRank returns the rank, 0 to 7, that the king of colour c starts on.
func homeRank(c Color) int {
	if c == White {
		return 0
	}
	return rankCount - 1
}

// outermostRook returns the rook of c that is nearest to the edge of the home rank on
// the king's or queen's side of the king, NoSquare when there is none or the king is
// not at home.
func (p *Position) outermostRook(c Color, kingSide bool) Square {
	home := rank1 << (8 * homeRank(c))
	ksq := p.KingSquare(c)
	if ksq.Rank() != homeRank(c) {
		return NoSquare
	}
	rooks := p.pieces[c][Rook] & home
	below := ksq.bit() - 1
	if kingSide {
		if rooks &^= below; rooks != 0 {
			return Square(bits.Len64(rooks) - 1)
		}
	} else if rooks &= below; rooks != 0 {
		return lowest(rooks)
	}
	return NoSquare
}

// addCastlingRight gives c the right to castle with a rook. It does nothing when king
// and rook are not at home, and returns false when c has another right to that side.
func (p *Position) addCastlingRight(c Color, rook Square) bool {
	ksq := p.KingSquare(c)
	if rook == NoSquare || p.board[rook] != MakePiece(c, Rook) || ksq.Rank() != homeRank(c) {
		return true
	}
	side := QueenSide
	if rook > ksq {
		side = KingSide
	}
	kind := castlingKind(c, side)
	if p.castlingRook[kind] != NoSquare {
		return p.castlingRook[kind] == rook
	}
	kingTo, rookTo := castlingTargets(ksq, rook)
	own := ksq.bit() | rook.bit()
	p.castlingRook[kind] = rook
	p.castlingEmpty[kind] = (Between(ksq, kingTo) | kingTo.bit() | Between(rook, rookTo) | rookTo.bit()) &^ own
	p.castlingSafe[kind] = Between(ksq, kingTo)
	p.rightsLost[ksq] |= 1 << kind
	p.rightsLost[rook] |= 1 << kind
	p.st.rights |= 1 << kind

	const fileA, fileE, fileH = 0, 4, 7
	if ksq.File() != fileE || rook.File() != fileA && rook.File() != fileH {
		p.is960 = true
	}
	return true
}

// parseEnPassant reads the en passant square and keeps it when there is a legal capture.
func (p *Position) parseEnPassant(field string) *FENError {
	if field == "-" {
		return nil
	}
	sq, ok := ParseSquare(field)
	if !ok {
		return fenError(FieldEnPassant, "%q is neither - nor a square", field)
	}
	us, them := p.side, p.side.Other()
	// The pawn passed over sq, from the rank behind it to the rank before it.
	rank, passed := rank6, sq.bit()|sq.bit()<<8
	if us == Black {
		rank, passed = rank3, sq.bit()|sq.bit()>>8
	}
	if sq.bit()&rank != 0 && p.Occupied()&passed == 0 &&
		p.board[sq^enPassantStep] == MakePiece(them, Pawn) {
		p.setEnPassant(us, sq)
	}
	return nil
}

func parseCounter(field, text string) (int, *FENError) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxCounter {
		return 0, fenError(field, "%q is not a number from 0 to %d", text, maxCounter)
	}
	return n, nil
}

// FEN returns the position as FEN: castling rights as KQkq when the rook is the
// outermost of its side and as its file otherwise (X-FEN), the en passant square only
// when a legal capture exists.
func (p *Position) FEN() string {
	return p.writeFEN(func(c Color, side int, rook Square) rune {
		if rook == p.outermostRook(c, side == KingSide) {
			return [...]rune{KingSide: letterKingSide, QueenSide: letterQueenSide}[side]
		}
		return rune('a' + rook.File())
	})
}

// ShredderFEN returns the position as FEN with the castling rights as files of the rooks.
func (p *Position) ShredderFEN() string {
	return p.writeFEN(func(_ Color, _ int, rook Square) rune { return rune('a' + rook.File()) })
}

// writeFEN returns the FEN with castling rights written by letter, in lower case.
func (p *Position) writeFEN(letter func(c Color, side int, rook Square) rune) string {
	var b strings.Builder
	for rank := rankCount - 1; rank >= 0; rank-- {
		empty := 0
		for file := range fileCount {
			pc := p.PieceAt(MakeSquare(file, rank))
			if pc == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			b.WriteByte(pc.letter())
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	b.WriteString(" " + p.side.String()[:1] + " ")
	if p.st.rights == 0 {
		b.WriteByte('-')
	}
	for c := White; c <= Black; c++ {
		for side := KingSide; side <= QueenSide; side++ {
			if rook := p.CastlingRook(c, side); rook != NoSquare {
				r := letter(c, side, rook)
				if c == White {
					r += 'A' - 'a'
				}
				b.WriteRune(r)
			}
		}
	}
	fmt.Fprintf(&b, " %s %d %d", p.st.enPassant, p.st.rule50, p.FullMove())
	return b.String()
}
