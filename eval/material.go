package eval

import "tura/position"

// Piece values in centipawns for comparing exchanges.
const (
	pawnValue   = 100
	knightValue = 320
	bishopValue = 330
	rookValue   = 500
	queenValue  = 900
)

var values = [8]int{
	position.Pawn: pawnValue, position.Knight: knightValue, position.Bishop: bishopValue,
	position.Rook: rookValue, position.Queen: queenValue, position.King: 0,
}

// Value returns the exchange value of a piece type in centipawns; it is shared
// with the static exchange evaluation. A king and no piece are worth 0.
func Value(pt position.PieceType) int { return values[pt&7] }
