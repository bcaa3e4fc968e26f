package eval

import (
	"math/bits"

	"tura/position"
)

const darkSquares = 0xAA55AA55AA55AA55

// loneKing helps to win against a king alone: it is driven to the edge, and the
// kings come close. The value is from the view of us, who has the pieces.
func (b *board) loneKing(us position.Color) int {
	pos := b.pos
	if pos.ByColor(us^1)&^pos.Pieces(us^1, position.King) != 0 || !b.canWin(us) {
		return 0
	}
	theirs := pos.KingSquare(us ^ 1)
	edge := max(3-theirs.File(), theirs.File()-4) + max(3-theirs.Rank(), theirs.Rank()-4)
	return edge*edgeWeight + (7-distance(theirs, pos.KingSquare(us)))*closeWeight
}

// canWin tells whether a side has the material to mate: a pawn, a rook or queen,
// a bishop with a knight, or bishops on squares of both colours.
func (b *board) canWin(us position.Color) bool {
	pos := b.pos
	if b.side[us].pawns|pos.Pieces(us, position.Rook)|pos.Pieces(us, position.Queen) != 0 {
		return true
	}
	bishops := pos.Pieces(us, position.Bishop)
	return bishops != 0 && (pos.Pieces(us, position.Knight) != 0 || bishops&darkSquares != 0 && bishops&^darkSquares != 0)
}

// scale reduces a value, given from White's view, when the material is drawish
// for the side that is ahead.
func (b *board) scale(value int) int {
	strong := position.White
	if value < 0 {
		strong = position.Black
	}
	factor := scaleFull
	switch mine, yours := b.nonPawns(strong), b.nonPawns(strong^1); {
	case b.side[strong].pawns == 0 && mine-yours <= bishopValue && mine < 2*rookValue:
		factor = scaleNoPawns
	case mine <= 2*bishopValue && !b.canWin(strong):
		factor = scaleNoPawns
	case b.oppositeBishops():
		factor = scaleOppositePieces
		if mine == bishopValue && yours == bishopValue {
			factor = scaleOppositeOnly
		}
	}
	return value * factor / scaleFull
}

// nonPawns returns the value of a side's pieces without pawns and king.
func (b *board) nonPawns(us position.Color) int {
	return bits.OnesCount64(b.pos.Pieces(us, position.Knight))*knightValue +
		bits.OnesCount64(b.pos.Pieces(us, position.Bishop))*bishopValue +
		bits.OnesCount64(b.pos.Pieces(us, position.Rook))*rookValue +
		bits.OnesCount64(b.pos.Pieces(us, position.Queen))*queenValue
}

// oppositeBishops tells whether each side has one bishop, on squares of
// different colours.
func (b *board) oppositeBishops() bool {
	white, black := b.pos.Pieces(position.White, position.Bishop), b.pos.Pieces(position.Black, position.Bishop)
	return bits.OnesCount64(white) == 1 && bits.OnesCount64(black) == 1 && (white&darkSquares == 0) != (black&darkSquares == 0)
}

// fade lowers a value while the fifty-move count runs, so that the side that is
// ahead prefers a move that makes progress.
func fade(value, rule50 int) int {
	return value - value*min(rule50, 100)/fadeDivisor
}
