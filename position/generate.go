package position

import (
	"github.com/dylhunn/dragontoothmg"
)

// libraryMoves returns all legal moves but castling and en passant, in the library's form.
func (p *Position) libraryMoves() []dragontoothmg.Move {
	g := &p.generator
	w, b := &p.pieces[White], &p.pieces[Black]
	g.Wtomove = p.side == White
	g.White.Pawns, g.White.Knights, g.White.Bishops = w[Pawn], w[Knight], w[Bishop]
	g.White.Rooks, g.White.Queens, g.White.Kings = w[Rook], w[Queen], w[King]
	g.White.All = w[allTypes]
	g.Black.Pawns, g.Black.Knights, g.Black.Bishops = b[Pawn], b[Knight], b[Bishop]
	g.Black.Rooks, g.Black.Queens, g.Black.Kings = b[Rook], b[Queen], b[King]
	g.Black.All = b[allTypes]
	return g.GenerateLegalMoves()
}

// The library has the destination in bits 0-5, the origin in 6-11 and the type of the
// promoted piece in 12-14.
const (
	librarySquareMask     = 63
	libraryFromShift      = 6
	libraryPromotionShift = 12
	libraryPromotionMask  = 7
)

// libraryFlags has the flag bits of a move by the promoted type.
var libraryFlags = [libraryPromotionMask + 1]Move{
	Knight: FlagPromotion << moveFlagShift,
	Bishop: (FlagPromotion + 1) << moveFlagShift,
	Rook:   (FlagPromotion + 2) << moveFlagShift,
	Queen:  (FlagPromotion + 3) << moveFlagShift,
}

// fromLibrary translates a move of the library.
func fromLibrary(m dragontoothmg.Move) Move {
	return Move(m>>libraryFromShift&librarySquareMask) |
		Move(m&librarySquareMask)<<moveToShift |
		libraryFlags[m>>libraryPromotionShift&libraryPromotionMask]
}

// GenerateLegal fills the list with all legal moves.
func (p *Position) GenerateLegal(l *MoveList) {
	l.N = 0
	theirKing := Square(p.KingSquare(p.side ^ 1))
	for _, m := range p.libraryMoves() {
		if Square(m&librarySquareMask) != theirKing {
			l.add(fromLibrary(m))
		}
	}
	p.addEnPassant(l)
	p.addCastling(l)
}

// GenerateQuiet fills the list with the legal moves that are not noisy, castling included.
func (p *Position) GenerateQuiet(l *MoveList) {
	n := 0
	occ := p.Occupied()
	for _, m := range p.libraryMoves() {
		to := Square(m & librarySquareMask)
		if m>>libraryPromotionShift == 0 && occ>>to&1 == 0 {
			l.Moves[n&(maxMoves-1)] = Move(m>>libraryFromShift) | Move(to)<<moveToShift
			n++
		}
	}
	l.N = n
	p.addCastling(l)
}

// HasLegalMove tells whether the side to move has a legal move.
func (p *Position) HasLegalMove() bool {
	us := p.side & 1
	ksq := p.KingSquare(us)
	occ := p.Occupied() ^ ksq.bit()
	for rest := kingTable[ksq&63] &^ p.pieces[us][allTypes]; rest != 0; rest &= rest - 1 {
		if p.attackersFrom(us^1, lowest(rest), occ) == 0 {
			return true
		}
	}
	// In Chess960 castling can be the only legal move, which the count has: the king stays
	// or changes places with a rook that is shut in.
	return p.st.enPassant != NoSquare || p.countLegal() > 0
}

// addEnPassant appends the legal en passant captures.
func (p *Position) addEnPassant(l *MoveList) {
	sq := p.st.enPassant
	if sq == NoSquare {
		return
	}
	us := p.side & 1
	for rest := pawnTable[us^1][sq&63] & p.pieces[us][Pawn]; rest != 0; rest &= rest - 1 {
		if from := lowest(rest); p.enPassantLegal(us, from, sq) {
			l.add(NewMoveFlag(from, sq, FlagEnPassant))
		}
	}
}

// addCastling appends the legal castling moves.
func (p *Position) addCastling(l *MoveList) {
	if !p.CanCastle(p.side) || p.st.checkers != 0 {
		return
	}
	ksq := p.KingSquare(p.side)
	for side := KingSide; side <= QueenSide; side++ {
		if kind := castlingKind(p.side, side); p.castlingLegal(kind) {
			l.add(NewMoveFlag(ksq, p.castlingRook[kind], FlagCastling))
		}
	}
}

// countCastling returns the number of legal castling moves.
func (p *Position) countCastling() int {
	if !p.CanCastle(p.side) || p.st.checkers != 0 {
		return 0
	}
	count := 0
	for side := KingSide; side <= QueenSide; side++ {
		if p.castlingLegal(castlingKind(p.side, side)) {
			count++
		}
	}
	return count
}

// countEnPassant returns the number of legal en passant captures.
func (p *Position) countEnPassant() int {
	sq := p.st.enPassant
	if sq == NoSquare {
		return 0
	}
	us := p.side & 1
	count := 0
	for rest := pawnTable[us^1][sq&63] & p.pieces[us][Pawn]; rest != 0; rest &= rest - 1 {
		if p.enPassantLegal(us, lowest(rest), sq) {
			count++
		}
	}
	return count
}

// castlingLegal tells whether a castling of the side to move, which is not in check,
// is legal: the right is there, the squares that king and rook cross are empty, and the
// king neither crosses nor reaches an attacked square. In Chess960 the rook may have
// been what hid the king's last square from a slider, so that one is looked at as the
// board will be.
func (p *Position) castlingLegal(kind int) bool {
	kind &= castlingKinds - 1
	occ := p.Occupied()
	if p.st.rights>>kind&1 == 0 || occ&p.castlingEmpty[kind] != 0 {
		return false
	}
	them := p.side&1 ^ 1
	for rest := p.castlingSafe[kind]; rest != 0; rest &= rest - 1 {
		if p.attackersFrom(them, lowest(rest), occ) != 0 {
			return false
		}
	}
	ksq, rook := p.KingSquare(p.side), p.castlingRook[kind]
	kingTo, rookTo := castlingTargets(ksq, rook)
	occ = occ&^(ksq.bit()|rook.bit()) | kingTo.bit() | rookTo.bit()
	return p.attackersFrom(them, kingTo, occ) == 0
}

// GenerateNoisy fills the list with the legal captures and promotions. It does not allocate.
func (p *Position) GenerateNoisy(l *MoveList) {
	us := p.side & 1
	own, theirs := &p.pieces[us], &p.pieces[us^1]
	occ := own[allTypes] | theirs[allTypes]
	ksq := p.KingSquare(us) & 63
	n := 0

	for rest := kingTable[ksq] & theirs[allTypes]; rest != 0; rest &= rest - 1 {
		to := lowest(rest)
		if p.attackersFrom(us^1, to, occ^ksq.bit()) == 0 {
			l.Moves[n&(maxMoves-1)] = NewMove(ksq, to)
			n++
		}
	}

	// Where other pieces may capture, and where pawns may promote by a push.
	targets, pushes := theirs[allTypes]&^theirs[King], ^occ
	if checkers := p.st.checkers; checkers != 0 {
		if checkers&(checkers-1) != 0 {
			l.N = n
			return
		}
		targets, pushes = checkers, betweenTable[ksq][lowest(checkers)]
	}
	pinned := p.Pinned()

	n = p.noisyPawnMoves(l, n, targets, pushes&(rank1|rank8), pinned)

	for rest := own[Knight] &^ pinned; rest != 0; rest &= rest - 1 {
		from := lowest(rest)
		for to := knightTable[from] & targets; to != 0; to &= to - 1 {
			l.Moves[n&(maxMoves-1)] = NewMove(from, lowest(to))
			n++
		}
	}
	for rest := own[Bishop] | own[Queen]; rest != 0; rest &= rest - 1 {
		from := lowest(rest)
		attacks := bishopRays[from] & targets
		if attacks == 0 {
			continue
		}
		attacks &= BishopAttacks(from, occ)
		if pinned&from.bit() != 0 {
			attacks &= lineTable[ksq][from]
		}
		for ; attacks != 0; attacks &= attacks - 1 {
			l.Moves[n&(maxMoves-1)] = NewMove(from, lowest(attacks))
			n++
		}
	}
	for rest := own[Rook] | own[Queen]; rest != 0; rest &= rest - 1 {
		from := lowest(rest)
		attacks := rookRays[from] & targets
		if attacks == 0 {
			continue
		}
		attacks &= RookAttacks(from, occ)
		if pinned&from.bit() != 0 {
			attacks &= lineTable[ksq][from]
		}
		for ; attacks != 0; attacks &= attacks - 1 {
			l.Moves[n&(maxMoves-1)] = NewMove(from, lowest(attacks))
			n++
		}
	}
	l.N = n
	if p.st.enPassant != NoSquare {
		p.addEnPassant(l)
	}
}

// noisyPawnMoves appends captures on targets and promotions by a push to one of pushes
// (squares of the last rank) to a list of n moves, and returns the new length.
func (p *Position) noisyPawnMoves(l *MoveList, n int, targets, pushes, pinned uint64) int {
	us := p.side & 1
	pawns := p.pieces[us][Pawn]

	for rest := pawns & pinned; rest != 0; rest &= rest - 1 {
		from := lowest(rest)
		line := lineTable[p.KingSquare(us)&63][from]
		for to := pawnTable[us][from] & targets & line; to != 0; to &= to - 1 {
			n = addPawnMove(l, n, from, lowest(to))
		}
		for to := pawnPush(us, from.bit()) & pushes & line; to != 0; to &= to - 1 {
			n = addPawnMove(l, n, from, lowest(to))
		}
	}

	pawns &^= pinned
	const straight, west, east = 8, 7, 9 // steps of a white pawn
	if us == White {
		for to := (pawns &^ fileA) << west & targets; to != 0; to &= to - 1 {
			n = addPawnMove(l, n, lowest(to)-west, lowest(to))
		}
		for to := (pawns &^ fileH) << east & targets; to != 0; to &= to - 1 {
			n = addPawnMove(l, n, lowest(to)-east, lowest(to))
		}
		for to := pawns << straight & pushes; to != 0; to &= to - 1 {
			n = addPawnMove(l, n, lowest(to)-straight, lowest(to))
		}
		return n
	}
	for to := (pawns &^ fileH) >> west & targets; to != 0; to &= to - 1 {
		n = addPawnMove(l, n, lowest(to)+west, lowest(to))
	}
	for to := (pawns &^ fileA) >> east & targets; to != 0; to &= to - 1 {
		n = addPawnMove(l, n, lowest(to)+east, lowest(to))
	}
	for to := pawns >> straight & pushes; to != 0; to &= to - 1 {
		n = addPawnMove(l, n, lowest(to)+straight, lowest(to))
	}
	return n
}

// pawnPush returns the squares in front of the pawns of colour c.
func pawnPush(c Color, pawns uint64) uint64 {
	if c == White {
		return pawns << 8
	}
	return pawns >> 8
}

// addPawnMove appends a pawn move, as four promotions when it reaches the last rank.
func addPawnMove(l *MoveList, n int, from, to Square) int {
	if to.bit()&(rank1|rank8) == 0 {
		l.Moves[n&(maxMoves-1)] = NewMove(from, to)
		return n + 1
	}
	for pt := Queen; pt >= Knight; pt-- {
		l.Moves[n&(maxMoves-1)] = NewMoveFlag(from, to, promotionFlag(pt))
		n++
	}
	return n
}

// IsLegal tells whether m, which may be any value, is a legal move here.
func (p *Position) IsLegal(m Move) bool {
	us := p.side & 1
	from, to := m.From(), m.To()
	pc := p.board[from]
	if pc == NoPiece || pc.Color() != us {
		return false
	}
	switch flag := m.Flag(); {
	case flag == FlagNormal:
	case m.IsPromotion():
		if pc.Type() != Pawn {
			return false
		}
	case flag == FlagCastling:
		return p.isLegalCastling(pc, from, to)
	case flag == FlagEnPassant:
		return to == p.st.enPassant && pc.Type() == Pawn &&
			pawnTable[us][from]&to.bit() != 0 && p.enPassantLegal(us, from, to)
	default:
		return false
	}

	occ := p.Occupied()
	target := to.bit()
	if (p.pieces[us][allTypes]|p.pieces[us^1][King])&target != 0 {
		return false
	}
	switch pc.Type() {
	case Pawn:
		if m.IsPromotion() != (target&(rank1|rank8) != 0) || !p.pawnReaches(from, target, occ) {
			return false
		}
	case Knight:
		if knightTable[from]&target == 0 {
			return false
		}
	case Bishop:
		if bishopRays[from]&target == 0 || betweenTable[from][to]&occ != 0 {
			return false
		}
	case Rook:
		if rookRays[from]&target == 0 || betweenTable[from][to]&occ != 0 {
			return false
		}
	case Queen:
		if (bishopRays[from]|rookRays[from])&target == 0 || betweenTable[from][to]&occ != 0 {
			return false
		}
	case King:
		return kingTable[from]&target != 0 && p.attackersFrom(us^1, to, occ^from.bit()) == 0
	}

	ksq := p.KingSquare(us) & 63
	if checkers := p.st.checkers; checkers != 0 {
		if checkers&(checkers-1) != 0 || (checkers|betweenTable[ksq][lowest(checkers)])&target == 0 {
			return false
		}
	}
	return p.Pinned()&from.bit() == 0 || lineTable[ksq][from]&target != 0
}

// pawnReaches tells whether the pawn of the side to move on from can capture on the
// target square or push there, en passant aside.
func (p *Position) pawnReaches(from Square, target, occ uint64) bool {
	us := p.side & 1
	if occ&target != 0 {
		return pawnTable[us][from&63]&target != 0
	}
	one := pawnPush(us, from.bit()) &^ occ
	third := rank3
	if us == Black {
		third = rank6
	}
	two := pawnPush(us, one&third) &^ occ
	return (one|two)&target != 0
}

// isLegalCastling tells whether the piece pc of the side to move may castle from a
// square with what stands on to.
func (p *Position) isLegalCastling(pc Piece, from, to Square) bool {
	if pc.Type() != King || p.st.checkers != 0 {
		return false
	}
	side := QueenSide
	if to > from {
		side = KingSide
	}
	kind := castlingKind(pc.Color(), side)
	return p.castlingRook[kind&(castlingKinds-1)] == to && p.castlingLegal(kind)
}
