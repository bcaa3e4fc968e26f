package syzygy

import (
	"math/bits"
	"strings"

	"tura/position"
)

// MaxMen is the largest number of men, kings included, that a table can hold.
const MaxMen = 7

const (
	countBits  = 4 // width of one counter in a material
	kindCount  = 5 // pawn, knight, bishop, rook, queen
	colourBits = countBits * kindCount
	colourMask = 1<<colourBits - 1
	pieceCodes = 16 // values a position.Piece can have
)

// material counts the men of a position, kings left out: four bits for each
// kind, white pawns to queens lowest, black above.
type material uint64

// materialUnit is what one man adds to a material; nothing for kings.
var materialUnit = func() (unit [pieceCodes]material) {
	for kind := position.Pawn; kind <= position.Queen; kind++ {
		shift := countBits * uint(kind-position.Pawn)
		unit[position.MakePiece(position.White, kind)] = 1 << shift
		unit[position.MakePiece(position.Black, kind)] = 1 << (shift + colourBits)
	}
	return unit
}()

// materialOf counts the men of pos. There must be no more than MaxMen of them,
// or a counter could overflow.
func materialOf(pos *position.Position) material {
	var m material
	for occ := pos.Occupied(); occ != 0; occ &= occ - 1 {
		m += materialUnit[pos.PieceAt(position.Square(bits.TrailingZeros64(occ)))&(pieceCodes-1)]
	}
	return m
}

// swapped returns the material with colours exchanged.
func (m material) swapped() material {
	return m>>colourBits | m&colourMask<<colourBits
}

// count returns how many men of piece there are; one for a king.
func (m material) count(piece position.Piece) int {
	kind := piece.Type()
	if kind == position.King {
		return 1
	}
	shift := countBits * uint(kind-position.Pawn)
	if piece.Color() == position.Black {
		shift += colourBits
	}
	return int(m >> shift & (1<<countBits - 1))
}

// men returns the number of men, both kings included.
func (m material) men() int {
	total := 2
	for ; m != 0; m >>= countBits {
		total += int(m & (1<<countBits - 1))
	}
	return total
}

// pieceLetters gives each kind its letter in a table's name, weakest first.
const pieceLetters = "PNBRQ"

// parseName turns a table's name without its extension, such as KRPvKR, into
// its material. ok is false when the name is not one of a table.
func parseName(name string) (m material, ok bool) {
	white, black, found := strings.Cut(name, "v")
	if !found {
		return 0, false
	}
	w, okWhite := parseSide(white, position.White)
	b, okBlack := parseSide(black, position.Black)
	if !okWhite || !okBlack || len(white)+len(black) > MaxMen || len(white)+len(black) < minMen {
		return 0, false
	}
	return w + b, true
}

// minMen is the smallest number of men a table has: bare kings have no file.
const minMen = 3

// parseSide turns one half of a table's name (K, then the other men) into the
// material of that colour.
func parseSide(s string, colour position.Color) (m material, ok bool) {
	if !strings.HasPrefix(s, "K") || len(s) > MaxMen-1 {
		return 0, false
	}
	for _, letter := range s[1:] {
		i := strings.IndexRune(pieceLetters, letter)
		if i < 0 {
			return 0, false
		}
		m += materialUnit[position.MakePiece(colour, position.Pawn+position.PieceType(i))]
	}
	return m, true
}
