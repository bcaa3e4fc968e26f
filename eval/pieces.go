package eval

import (
	"math/bits"

	"tura/position"
)

// pieces judges the activity of one side's knights, bishops, rooks and queens
// and counts their attacks on the opponent's king ring.
func (b *board) pieces(us position.Color) pair {
	pos, own, theirs := b.pos, &b.side[us], &b.side[us^1]
	heavy := pos.Pieces(us^1, position.Rook) | pos.Pieces(us^1, position.Queen)
	var score pair

	for set := pos.Pieces(us, position.Knight); set != 0; set &= set - 1 {
		attacks := position.KnightAttacks(first(set))
		score += b.activity(us, position.Knight, attacks)
		score += attackedRook * pair(bits.OnesCount64(attacks&heavy))
	}
	bishops := pos.Pieces(us, position.Bishop)
	if bishops&(bishops-1) != 0 {
		score += bishopPair
	}
	// Sliders see through their own side's queens and rooks on the same line.
	seeThrough := b.occupied &^ pos.Pieces(us, position.Queen)
	for set := bishops; set != 0; set &= set - 1 {
		attacks := position.BishopAttacks(first(set), seeThrough)
		score += b.activity(us, position.Bishop, attacks)
		score += attackedRook * pair(bits.OnesCount64(attacks&heavy))
	}
	rooks := pos.Pieces(us, position.Rook)
	seeThrough &^= rooks
	for set := rooks; set != 0; set &= set - 1 {
		sq := first(set)
		score += b.activity(us, position.Rook, position.RookAttacks(sq, seeThrough))
		if file := uint64(fileA) << sq.File(); file&own.pawns == 0 {
			if file&theirs.pawns == 0 {
				score += rookOpenFile
			} else {
				score += rookHalfOpen
			}
		}
	}
	for set := pos.Pieces(us, position.Queen); set != 0; set &= set - 1 {
		score += b.activity(us, position.Queen, position.QueenAttacks(first(set), b.occupied))
	}

	targets := pos.ByColor(us^1) &^ (theirs.pawns | pos.Pieces(us^1, position.King))
	return score + attackedByPawn*pair(bits.OnesCount64(own.pawnAttacks&targets))
}

// activity values the mobility of one piece and notes its attacks on the
// opponent's king ring.
func (b *board) activity(us position.Color, pt position.PieceType, attacks uint64) pair {
	s := &b.side[us]
	if ring := attacks & b.side[us^1].ring; ring != 0 {
		s.attackers++
		s.danger += ringAttack[pt-1] + ringSquare*bits.OnesCount64(ring)
	}
	return mobility[pt-1] * pair(bits.OnesCount64(attacks&s.mobile)-mobilityBase[pt-1])
}

// king judges the safety of one side's king: its pawn shelter and the attackers
// on its ring.
func (b *board) king(us position.Color) pair {
	pos := b.pos
	king := pos.KingSquare(us)
	own, theirs := &b.side[us], &b.side[us^1]

	kingFiles := uint64(1) << king
	kingFiles |= beside(kingFiles)
	front := ahead(us, kingFiles)
	near, far := kingFiles<<8, kingFiles<<16
	if us == position.Black {
		near, far = kingFiles>>8, kingFiles>>16
	}
	score := shelterPawn*pair(bits.OnesCount64(own.pawns&near)) + shelterFar*pair(bits.OnesCount64(own.pawns&far))
	score += kingOpenFile * pair(bits.OnesCount64(kingFiles&^fill(own.pawns&(front|kingFiles))))

	if theirs.attackers >= minAttackers {
		danger := min(theirs.danger*theirs.danger/dangerDivisor, maxDanger)
		if pos.Pieces(us^1, position.Queen) == 0 {
			danger /= noQueenShare
		}
		score -= both(danger, 0)
	}
	return score
}

// first returns the lowest square of a set that is not empty.
func first(set uint64) position.Square { return position.Square(bits.TrailingZeros64(set)) }
