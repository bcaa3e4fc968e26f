package eval

import (
	"math/bits"

	"tura/position"
)

// Limit is the largest absolute value that Evaluate returns, in centipawns.
const Limit = 20000

// An Evaluator evaluates the positions of one search thread.
type Evaluator struct{}

// New returns an Evaluator.
func New() *Evaluator { return &Evaluator{} }

// Reset prepares for a new root position.
func (e *Evaluator) Reset(pos *position.Position) {}

// Push follows a move: it is called right after pos.Make, not for null moves.
func (e *Evaluator) Push(pos *position.Position) {}

// Pop takes the last Push back.
func (e *Evaluator) Pop() {}

// Evaluate returns the value of the position in centipawns from the side to
// move's view, at least -Limit and at most Limit. The side to move should not be
// in check.
func (e *Evaluator) Evaluate(pos *position.Position) int {
	var b board
	b.init(pos)

	score := placement(pos)
	score += b.pawns(position.White) - b.pawns(position.Black)
	score += b.pieces(position.White) - b.pieces(position.Black)
	// King safety reads the attackers that pieces has counted.
	score += b.king(position.White) - b.king(position.Black)

	value := score.blend(phase(pos))
	value += b.loneKing(position.White) - b.loneKing(position.Black)
	value = b.scale(value)
	if pos.SideToMove() == position.Black {
		value = -value
	}
	value = fade(value+tempo, pos.Rule50())
	return max(-Limit, min(Limit, value))
}

// A board holds what several terms need to know about a position.
type board struct {
	pos      *position.Position
	occupied uint64
	side     [2]side
}

// A side is the part of a board that belongs to one colour.
type side struct {
	pawns       uint64
	pawnAttacks uint64
	mobile      uint64 // squares that count for mobility
	ring        uint64 // squares round the king
	attackers   int    // pieces that attack the opponent's ring
	danger      int    // weight of their attacks
}

func (b *board) init(pos *position.Position) {
	b.pos = pos
	b.occupied = pos.Occupied()
	for c := range b.side {
		us := position.Color(c)
		s := &b.side[c]
		s.pawns = pos.Pieces(us, position.Pawn)
		s.pawnAttacks = pos.PawnAttacksBy(us)
		king := pos.KingSquare(us)
		s.ring = position.KingAttacks(king) | 1<<king
	}
	for c := range b.side {
		us := position.Color(c)
		own := b.side[c].pawns | pos.Pieces(us, position.King)
		b.side[c].mobile = ^(own | b.side[c^1].pawnAttacks)
	}
}

// placement sums material and piece-square values.
func placement(pos *position.Position) pair {
	var score pair
	for occupied := pos.Occupied(); occupied != 0; occupied &= occupied - 1 {
		sq := position.Square(bits.TrailingZeros64(occupied))
		score += placed[pos.PieceAt(sq)&15][sq&63]
	}
	return score
}

// phase returns maxPhase with all pieces on the board and 0 with none.
func phase(pos *position.Position) int {
	n := bits.OnesCount64(pos.ByType(position.Knight))*phaseMinor +
		bits.OnesCount64(pos.ByType(position.Bishop))*phaseMinor +
		bits.OnesCount64(pos.ByType(position.Rook))*phaseRook +
		bits.OnesCount64(pos.ByType(position.Queen))*phaseQueen
	return min(n, maxPhase)
}
