package position

import "math/bits"

// countLegal returns the number of legal moves. It lists none of them: the moves of a
// piece, or of all pawns that are not pinned, are as many as their squares of
// destination.
func (p *Position) countLegal() int {
	us := p.side & 1
	own, theirs := &p.pieces[us], &p.pieces[us^1]
	occ := own[allTypes] | theirs[allTypes]
	ksq := p.KingSquare(us) & 63

	count := 0
	for rest := kingTable[ksq] &^ own[allTypes]; rest != 0; rest &= rest - 1 {
		if p.attackersFrom(us^1, lowest(rest), occ^ksq.bit()) == 0 {
			count++
		}
	}
	targets := ^(own[allTypes] | theirs[King])
	if checkers := p.st.checkers; checkers != 0 {
		if checkers&(checkers-1) != 0 {
			return count
		}
		targets &= checkers | betweenTable[ksq][lowest(checkers)]
	}
	pinned := p.Pinned()

	count += p.countPawnMoves(own[Pawn]&^pinned, targets)
	for rest := own[Pawn] & pinned; rest != 0; rest &= rest - 1 {
		from := lowest(rest)
		count += p.countPawnMoves(from.bit(), targets&lineTable[ksq][from])
	}
	for rest := own[Knight] &^ pinned; rest != 0; rest &= rest - 1 {
		count += bits.OnesCount64(knightTable[lowest(rest)] & targets)
	}
	for rest := own[Bishop] | own[Queen]; rest != 0; rest &= rest - 1 {
		from := lowest(rest)
		count += bits.OnesCount64(BishopAttacks(from, occ) & targets & freedom(ksq, from, pinned))
	}
	for rest := own[Rook] | own[Queen]; rest != 0; rest &= rest - 1 {
		from := lowest(rest)
		count += bits.OnesCount64(RookAttacks(from, occ) & targets & freedom(ksq, from, pinned))
	}
	return count + p.countEnPassant() + p.countCastling()
}

// freedom returns where the piece on from may go without uncovering its king on ksq:
// everywhere, or along the line of its pin.
func freedom(ksq, from Square, pinned uint64) uint64 {
	if pinned&from.bit() == 0 {
		return ^uint64(0)
	}
	return lineTable[ksq&63][from&63]
}

// countPawnMoves returns the number of moves of pawns of the side to move to targets,
// en passant aside, a promotion once for each piece.
func (p *Position) countPawnMoves(pawns, targets uint64) int {
	const straight, near, far = 8, 7, 9 // steps of a white pawn
	empty, enemies := ^p.Occupied(), p.pieces[p.side&1^1][allTypes]
	var single, double, east, west uint64
	if p.side == White {
		single = pawns << straight & empty
		double = (single & rank3) << straight & empty
		east, west = (pawns&^fileH)<<far, (pawns&^fileA)<<near
	} else {
		single = pawns >> straight & empty
		double = (single & rank6) >> straight & empty
		east, west = (pawns&^fileH)>>near, (pawns&^fileA)>>far
	}
	pushes := (single | double) & targets
	east &= enemies & targets
	west &= enemies & targets
	count := bits.OnesCount64(pushes) + bits.OnesCount64(east) + bits.OnesCount64(west)
	if promoting := (pushes | east | west) & (rank1 | rank8); promoting != 0 {
		const more = int(Queen - Knight) // a promotion has so many moves beyond the first
		last := rank1 | rank8
		count += more * (bits.OnesCount64(pushes&last) + bits.OnesCount64(east&last) + bits.OnesCount64(west&last))
	}
	return count
}
