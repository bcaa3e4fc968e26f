package position

// GenerateEvasions fills the list with all legal moves of a position in check, in the
// order of GenerateLegal. It does not allocate.
func (p *Position) GenerateEvasions(l *MoveList) {
	us := p.side & 1
	own := &p.pieces[us]
	occ := p.Occupied()
	ksq := p.KingSquare(us) & 63
	n := 0
	// The other pieces take a single checker or stand in its way. A pinned one can do
	// neither: the lines of pin and check meet only at the king.
	if checkers := p.st.checkers; checkers&(checkers-1) == 0 {
		targets := checkers | betweenTable[ksq][lowest(checkers)]
		free := ^p.Pinned()
		n = p.pawnEvasions(l, n, own[Pawn]&free, targets)
		for rest := own[Knight] & free; rest != 0; rest &= rest - 1 {
			from := lowest(rest)
			n = addMoves(l, n, from, knightTable[from]&targets)
		}
		for rest := own[Rook] & free; rest != 0; rest &= rest - 1 {
			n = addRookEvasions(l, n, lowest(rest), targets, occ)
		}
		for rest := own[Bishop] & free; rest != 0; rest &= rest - 1 {
			n = addBishopEvasions(l, n, lowest(rest), targets, occ)
		}
		for rest := own[Queen] & free; rest != 0; rest &= rest - 1 {
			from := lowest(rest)
			n = addBishopEvasions(l, n, from, targets, occ)
			n = addRookEvasions(l, n, from, targets, occ)
		}
	}
	for rest := kingTable[ksq] &^ own[allTypes]; rest != 0; rest &= rest - 1 {
		to := lowest(rest)
		if p.attackersFrom(us^1, to, occ^ksq.bit()) == 0 {
			l.Moves[n&(maxMoves-1)] = NewMove(ksq, to)
			n++
		}
	}
	l.N = n
	if p.st.enPassant != NoSquare {
		p.addEnPassant(l)
	}
}

// pawnEvasions appends the moves of the pawns, none pinned, to targets, en passant aside,
// to a list of n moves, and returns the new length.
func (p *Position) pawnEvasions(l *MoveList, n int, pawns, targets uint64) int {
	const straight, near, far = 8, 7, 9 // steps of a white pawn
	occ, enemies := p.Occupied(), p.pieces[p.side&1^1][allTypes]
	if p.side == White {
		single := pawns << straight &^ occ
		double := (single & rank3) << straight &^ occ
		n = addPawnEvasions(l, n, single&targets, straight)
		n = addPawnEvasions(l, n, double&targets, 2*straight)
		n = addPawnEvasions(l, n, (pawns&^fileH)<<far&enemies&targets, far)
		return addPawnEvasions(l, n, (pawns&^fileA)<<near&enemies&targets, near)
	}
	single := pawns >> straight &^ occ
	double := (single & rank6) >> straight &^ occ
	n = addPawnEvasions(l, n, single&targets, -straight)
	n = addPawnEvasions(l, n, double&targets, -2*straight)
	n = addPawnEvasions(l, n, (pawns&^fileA)>>far&enemies&targets, -far)
	return addPawnEvasions(l, n, (pawns&^fileH)>>near&enemies&targets, -near)
}

// addPawnEvasions appends the pawn moves of one step to the squares in targets.
func addPawnEvasions(l *MoveList, n int, targets uint64, step int) int {
	for ; targets != 0; targets &= targets - 1 {
		to := lowest(targets)
		from := Square(int(to)-step) & 63
		if to.bit()&(rank1|rank8) == 0 {
			l.Moves[n&(maxMoves-1)] = NewMove(from, to)
			n++
			continue
		}
		for pt := Knight; pt <= Queen; pt++ {
			l.Moves[n&(maxMoves-1)] = NewMoveFlag(from, to, promotionFlag(pt))
			n++
		}
	}
	return n
}

// addBishopEvasions appends the moves of a bishop or queen along diagonals to targets;
// the sliders are looked up only when a target is on a line.
func addBishopEvasions(l *MoveList, n int, from Square, targets, occ uint64) int {
	if targets &= bishopRays[from&63]; targets == 0 {
		return n
	}
	return addMoves(l, n, from, targets&BishopAttacks(from, occ))
}

// addRookEvasions does the same along ranks and files.
func addRookEvasions(l *MoveList, n int, from Square, targets, occ uint64) int {
	if targets &= rookRays[from&63]; targets == 0 {
		return n
	}
	return addMoves(l, n, from, targets&RookAttacks(from, occ))
}

// addMoves appends the moves from a square to the squares in targets to a list of n
// moves, and returns the new length.
func addMoves(l *MoveList, n int, from Square, targets uint64) int {
	for ; targets != 0; targets &= targets - 1 {
		l.Moves[n&(maxMoves-1)] = NewMove(from, lowest(targets))
		n++
	}
	return n
}
