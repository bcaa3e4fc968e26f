package eval

import (
	"math/bits"

	"tura/position"
)

const (
	darkSquares = 0xAA55AA55AA55AA55

	loneKingWin   = 1000 // a sure win, before the terms below and the material
	edgeWeight    = 20   // per square of the lone king's way from the centre to the edge
	closeWeight   = 10   // per square that the kings are closer than the length of the board
	boardDistance = 7    // greatest distance of two squares in king moves
	centre        = 3    // file and rank before the middle of the board

	// The same with bishop and knight, where the way to the right corner is
	// longer than the search can see.
	cornerWeight      = 100 // per diagonal that the lone king is beyond the long one of the other colour
	cornerEdgeWeight  = 10
	cornerCloseWeight = 40
	knightCloseWeight = 20 // per square that a knight is closer to the lone king than the length of the board
)

// loneKing values positions without pawns where one side has only its king and
// the other can force mate: the lone king is driven to the edge, with bishop
// and knight to a corner of the bishop's colour, and the men come close. ok
// is false in any other position. The value is from the side to move's view.
func loneKing(pos *position.Position) (value int, ok bool) {
	if pos.ByType(position.Pawn) != 0 {
		return 0, false
	}
	var strong position.Color
	switch {
	case pos.ByColor(position.Black) == pos.Pieces(position.Black, position.King):
		strong = position.White
	case pos.ByColor(position.White) == pos.Pieces(position.White, position.King):
		strong = position.Black
	default:
		return 0, false
	}
	if !canMate(pos, strong) {
		return 0, false
	}
	lone, king := pos.KingSquare(strong.Other()), pos.KingSquare(strong)
	edge := max(centre-lone.File(), lone.File()-centre-1) + max(centre-lone.Rank(), lone.Rank()-centre-1)
	near := boardDistance - distance(lone, king)
	value = loneKingWin
	for pt := position.Knight; pt <= position.Queen; pt++ {
		value += bits.OnesCount64(pos.Pieces(strong, pt)) * Value(pt)
	}
	knights := pos.Pieces(strong, position.Knight)
	if knights == 0 || pos.Pieces(strong, position.Rook)|pos.Pieces(strong, position.Queen) != 0 {
		value += edge*edgeWeight + near*closeWeight
	} else {
		value += edge*cornerEdgeWeight + near*cornerCloseWeight
		value += cornerNearness(lone, pos.Pieces(strong, position.Bishop)&darkSquares != 0) * cornerWeight
		for ; knights != 0; knights &= knights - 1 {
			value += (boardDistance - distance(lone, position.Square(bits.TrailingZeros64(knights)))) * knightCloseWeight
		}
	}
	if pos.SideToMove() != strong {
		value = -value
	}
	return value, true
}

// canMate tells whether a side without pawns can force mate against a lone
// king: a rook or queen, a bishop with a knight, or bishops of both colours.
func canMate(pos *position.Position, us position.Color) bool {
	if pos.Pieces(us, position.Rook)|pos.Pieces(us, position.Queen) != 0 {
		return true
	}
	bishops := pos.Pieces(us, position.Bishop)
	return bishops != 0 && (pos.Pieces(us, position.Knight) != 0 || bishops&darkSquares != 0 && bishops&^darkSquares != 0)
}

// distance is the number of king moves between two squares.
func distance(a, b position.Square) int {
	return max(difference(a.File(), b.File()), difference(a.Rank(), b.Rank()))
}

func difference(a, b int) int { return max(a-b, b-a) }

// cornerNearness is the number of diagonals between sq and the long diagonal
// that has no corner of the colour: 7 in these corners. a1 and h8 are dark, a8
// and h1 light. Unlike the distance to the nearer corner it rises all the way
// from a wrong corner, along the edge and across the board.
func cornerNearness(sq position.Square, dark bool) int {
	if dark {
		return difference(sq.File()+sq.Rank(), boardDistance)
	}
	return difference(sq.File(), sq.Rank())
}
