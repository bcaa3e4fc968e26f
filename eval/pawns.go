package eval

import (
	"math/bits"

	"tura/position"
)

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
)

// pawns judges the pawn structure of one side.
func (b *board) pawns(us position.Color) pair {
	own, theirs := b.side[us].pawns, b.side[us^1].pawns
	behind := ahead(us^1, own)
	score := doubledPawn * pair(bits.OnesCount64(own&behind))
	score += connectedPawn * pair(bits.OnesCount64(own&b.side[us].pawnAttacks))

	files := fill(own)
	score += isolatedPawn * pair(bits.OnesCount64(own&^beside(files)))

	stops := ahead(us^1, theirs)
	passed := own &^ (stops | beside(stops)) &^ behind
	for ; passed != 0; passed &= passed - 1 {
		score += b.passed(us, position.Square(bits.TrailingZeros64(passed)))
	}
	return score
}

// passed judges one passed pawn.
func (b *board) passed(us position.Color, sq position.Square) pair {
	rank, stop := sq.Rank(), sq+8
	if us == position.Black {
		rank, stop = 7-rank, sq-8
	}
	score := passedPawn[rank]
	if rank < passedKingMinRank {
		return score
	}
	kings := passedTheirKing*distance(b.pos.KingSquare(us^1), stop) - passedOwnKing*distance(b.pos.KingSquare(us), stop)
	score += both(0, kings*(rank-passedKingMinRank+1))
	if b.occupied>>stop&1 != 0 {
		score -= both(0, passedPawn[rank].end()/passedBlockedShare)
	}
	return score
}

// ahead returns the squares that the pieces of a side see in front of them on
// their files.
func ahead(us position.Color, set uint64) uint64 {
	if us == position.White {
		set <<= 8
		set |= set << 8
		set |= set << 16
		return set | set<<32
	}
	set >>= 8
	set |= set >> 8
	set |= set >> 16
	return set | set>>32
}

// fill returns the whole files of the squares.
func fill(set uint64) uint64 {
	set |= set>>8 | set<<8
	set |= set>>16 | set<<16
	return set | set>>32 | set<<32
}

// beside returns the squares to the left and right.
func beside(set uint64) uint64 {
	return set&^fileA>>1 | set&^fileH<<1
}

// distance is the number of king moves between two squares.
func distance(a, b position.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}
