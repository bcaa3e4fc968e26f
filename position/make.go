package position

// toggleBit adds a piece to, or takes it from, the bitboards on the squares b.
func (p *Position) toggleBit(pc Piece, b uint64) {
	t := &p.pieces[pc>>3&1]
	t[pc&(typeSlots-1)] ^= b
	t[allTypes] ^= b
}

// Make plays the legal move m.
func (p *Position) Make(m Move) {
	if p.n+1 >= len(p.states) {
		p.grow()
	}
	prev := p.st
	p.n++
	st := &p.states[p.n]
	p.st = st

	from, to := m.From(), m.To()
	pc := p.board[from]

	st.pawnKey, st.minorKey = prev.pawnKey, prev.minorKey
	st.nonPawnKey = prev.nonPawnKey
	st.pliesFromNull = prev.pliesFromNull + 1
	st.rule50 = prev.rule50 + 1
	st.move = m
	st.captured = NoPiece
	st.enPassant = NoSquare
	st.known = 0
	lost := prev.rights & (p.rightsLost[from] | p.rightsLost[to])
	st.rights = prev.rights ^ lost
	st.key = prev.key ^ zobristSide ^ zobristEnPassant[prev.enPassant] ^
		zobristCastling[lost&(castlingSets-1)]

	d := &p.dirty
	d.Sub[0] = PieceSquare{pc, from}
	d.NSub, d.NAdd = 1, 1

	if m.IsCastling() {
		p.makeCastling(st, pc, from, to)
	} else {
		captured, capturedOn := p.board[to], to
		if m.IsEnPassant() {
			capturedOn ^= enPassantStep
			captured = p.board[capturedOn]
			p.board[capturedOn] = NoPiece
		}
		if captured != NoPiece {
			p.toggleBit(captured, capturedOn.bit())
			k := zobristPiece[captured&(pieceCodes-1)][capturedOn]
			st.key ^= k
			st.toggle(captured, k)
			st.captured = captured
			st.rule50 = 0
			d.Sub[1] = PieceSquare{captured, capturedOn}
			d.NSub = 2
		}
		p.board[from] = NoPiece
		if m.IsPromotion() {
			p.makePromotion(st, pc, m)
		} else {
			p.board[to] = pc
			p.toggleBit(pc, from.bit()|to.bit())
			k := zobristPiece[pc&(pieceCodes-1)][from] ^ zobristPiece[pc&(pieceCodes-1)][to]
			st.key ^= k
			st.toggle(pc, k)
			d.Add[0] = PieceSquare{pc, to}
			if pc.Type() == Pawn {
				st.rule50 = 0
				if from^to == doublePush {
					p.setEnPassant(pc.Color()^1, (from+to)/2)
				}
			}
		}
	}

	// Where the check squares are known and nothing is uncovered, only the piece that moved
	// can give check.
	if prev.known&knownChecks != 0 && m.Flag() == FlagNormal && prev.discoverers&from.bit() == 0 {
		st.checkers = prev.checkSquares[pc&(typeSlots-1)] & to.bit()
	} else {
		st.checkers = p.attackersFrom(p.side, p.KingSquare(p.side^1), p.Occupied())
	}
	p.side ^= 1
	p.gamePly++
}

// castlingTargets returns where king and rook go when the king on from castles with the
// rook on to: g- and f-file on the king side, c- and d-file on the queen side.
func castlingTargets(from, to Square) (kingTo, rookTo Square) {
	const fileC, fileD, fileF, fileG, lastFile = 2, 3, 5, 6, 7
	rank := from &^ lastFile
	if to > from {
		return rank | fileG, rank | fileF
	}
	return rank | fileC, rank | fileD
}

// makeCastling moves king and rook, which may change places or stay.
func (p *Position) makeCastling(st *state, king Piece, from, to Square) {
	rook := p.board[to]
	kingTo, rookTo := castlingTargets(from, to)
	p.board[from], p.board[to] = NoPiece, NoPiece
	p.board[kingTo], p.board[rookTo] = king, rook
	p.toggleBit(king, from.bit()^kingTo.bit())
	p.toggleBit(rook, to.bit()^rookTo.bit())

	kingKey := zobristPiece[king&(pieceCodes-1)][from] ^ zobristPiece[king&(pieceCodes-1)][kingTo]
	rookKey := zobristPiece[rook&(pieceCodes-1)][to] ^ zobristPiece[rook&(pieceCodes-1)][rookTo]
	st.key ^= kingKey ^ rookKey
	st.toggle(king, kingKey)
	st.toggle(rook, rookKey)

	d := &p.dirty
	d.Sub[1] = PieceSquare{rook, to}
	d.Add[0] = PieceSquare{king, kingTo}
	d.Add[1] = PieceSquare{rook, rookTo}
	d.NSub, d.NAdd = 2, 2
}

// makePromotion replaces the pawn by the new piece; a capture is already done.
func (p *Position) makePromotion(st *state, pawn Piece, m Move) {
	from, to := m.From(), m.To()
	pc := MakePiece(pawn.Color(), m.Promotion())
	p.board[to] = pc
	p.toggleBit(pawn, from.bit())
	p.toggleBit(pc, to.bit())

	pawnKey := zobristPiece[pawn&(pieceCodes-1)][from]
	pieceKey := zobristPiece[pc&(pieceCodes-1)][to]
	st.key ^= pawnKey ^ pieceKey
	st.toggle(pawn, pawnKey)
	st.toggle(pc, pieceKey)
	st.rule50 = 0
	p.dirty.Add[0] = PieceSquare{pc, to}
}

// setEnPassant sets the en passant square sq when colour capturer, to move, has a legal
// capture there. The board is the one after the double push.
func (p *Position) setEnPassant(capturer Color, sq Square) {
	for rest := pawnTable[(capturer^1)&1][sq&63] & p.pieces[capturer&1][Pawn]; rest != 0; rest &= rest - 1 {
		if p.enPassantLegal(capturer, lowest(rest), sq) {
			p.st.enPassant = sq
			p.st.key ^= zobristEnPassant[sq]
			return
		}
	}
}

// enPassantLegal tells whether capturing from a square to the en passant square sq
// leaves the king of the capturer unattacked.
func (p *Position) enPassantLegal(capturer Color, from, sq Square) bool {
	victim := (sq ^ enPassantStep).bit()
	occ := p.Occupied() ^ from.bit() ^ victim | sq.bit()
	return p.attackersFrom(capturer^1, p.KingSquare(capturer), occ)&^victim == 0
}

// Unmake takes back the last move, which must have been played with Make.
func (p *Position) Unmake() {
	st := p.st
	m := st.move
	from, to := m.From(), m.To()
	p.n--
	p.st = &p.states[p.n]
	p.side ^= 1
	p.gamePly--

	if m.IsCastling() {
		p.unmakeCastling(from, to)
		return
	}
	pc := p.board[to]
	p.board[to] = st.captured
	if m.Flag() == FlagNormal {
		p.board[from] = pc
		p.toggleBit(pc, from.bit()|to.bit())
	} else {
		pawn := MakePiece(p.side, Pawn)
		p.board[from] = pawn
		p.toggleBit(pc, to.bit())
		p.toggleBit(pawn, from.bit())
		if m.IsEnPassant() {
			p.board[to] = NoPiece
			to ^= enPassantStep
			p.board[to] = st.captured
		}
	}
	if st.captured != NoPiece {
		p.toggleBit(st.captured, to.bit())
	}
}

func (p *Position) unmakeCastling(from, to Square) {
	kingTo, rookTo := castlingTargets(from, to)
	king, rook := MakePiece(p.side, King), MakePiece(p.side, Rook)
	p.board[kingTo], p.board[rookTo] = NoPiece, NoPiece
	p.board[from], p.board[to] = king, rook
	p.toggleBit(king, from.bit()^kingTo.bit())
	p.toggleBit(rook, to.bit()^rookTo.bit())
}

// MakeNull passes the move to the opponent. The side to move must not be in check.
func (p *Position) MakeNull() {
	if p.n+1 >= len(p.states) {
		p.grow()
	}
	prev := p.st
	p.n++
	st := &p.states[p.n]
	p.st = st
	*st = *prev
	st.key ^= zobristSide ^ zobristEnPassant[prev.enPassant]
	st.enPassant = NoSquare
	st.move = NoMove
	st.captured = NoPiece
	st.known = 0
	st.rule50++
	st.pliesFromNull = 0
	p.side ^= 1
	p.gamePly++
	p.dirty.NSub, p.dirty.NAdd = 0, 0
}

// UnmakeNull takes back the last MakeNull.
func (p *Position) UnmakeNull() {
	p.n--
	p.st = &p.states[p.n]
	p.side ^= 1
	p.gamePly--
}
