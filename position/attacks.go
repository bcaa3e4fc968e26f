package position

import (
	"math/bits"

	"github.com/dylhunn/dragontoothmg"
)

const (
	fileA uint64 = 0x0101010101010101
	fileH        = fileA << 7
	rank1 uint64 = 0xFF
	rank3        = rank1 << 16
	rank6        = rank1 << 40
	rank8        = rank1 << 56
)

var (
	knightTable [squareCount]uint64
	kingTable   [squareCount]uint64
	pawnTable   [2][squareCount]uint64

	// betweenTable has the squares strictly between two squares of one line,
	// lineTable the whole line through them from edge to edge; both empty otherwise.
	betweenTable [squareCount][squareCount]uint64
	lineTable    [squareCount][squareCount]uint64

	// What a slider sees from a square on an empty board.
	bishopRays [squareCount]uint64
	rookRays   [squareCount]uint64
)

func init() {
	initAttacks()
	initKeys()
	initCuckoo()
}

func initAttacks() {
	for sq := Square(0); sq < NoSquare; sq++ {
		b := sq.bit()
		sides := (b&^fileA)>>1 | (b&^fileH)<<1
		column := b | sides
		kingTable[sq] = sides | column<<8 | column>>8
		wide := (b&^(fileA|fileA<<1))>>2 | (b&^(fileH|fileH>>1))<<2
		knightTable[sq] = sides<<16 | sides>>16 | wide<<8 | wide>>8
		pawnTable[White][sq] = pawnsAttack(White, b)
		pawnTable[Black][sq] = pawnsAttack(Black, b)
		bishopRays[sq] = BishopAttacks(sq, 0)
		rookRays[sq] = RookAttacks(sq, 0)
	}
	for a := Square(0); a < NoSquare; a++ {
		for rest := bishopRays[a]; rest != 0; rest &= rest - 1 {
			b := lowest(rest)
			lineTable[a][b] = bishopRays[a]&bishopRays[b] | a.bit() | b.bit()
			betweenTable[a][b] = BishopAttacks(a, b.bit()) & BishopAttacks(b, a.bit())
		}
		for rest := rookRays[a]; rest != 0; rest &= rest - 1 {
			b := lowest(rest)
			lineTable[a][b] = rookRays[a]&rookRays[b] | a.bit() | b.bit()
			betweenTable[a][b] = RookAttacks(a, b.bit()) & RookAttacks(b, a.bit())
		}
	}
}

// lowest returns the square of the lowest bit; the bitboard must not be empty.
func lowest(b uint64) Square { return Square(bits.TrailingZeros64(b)) & 63 }

// pawnsAttack returns the squares attacked by the pawns of colour c.
func pawnsAttack(c Color, pawns uint64) uint64 {
	sides := (pawns&^fileA)>>1 | (pawns&^fileH)<<1
	if c == White {
		return sides << 8
	}
	return sides >> 8
}

// KnightAttacks returns the squares a knight on sq attacks.
func KnightAttacks(sq Square) uint64 { return knightTable[sq&63] }

// KingAttacks returns the squares a king on sq attacks.
func KingAttacks(sq Square) uint64 { return kingTable[sq&63] }

// PawnAttacks returns the squares a pawn of colour c on sq attacks.
func PawnAttacks(c Color, sq Square) uint64 { return pawnTable[c&1][sq&63] }

// BishopAttacks returns the squares a bishop on sq attacks when occ is occupied,
// the first occupied square of each ray included.
func BishopAttacks(sq Square, occ uint64) uint64 {
	return dragontoothmg.CalculateBishopMoveBitboard(uint8(sq), occ)
}

// RookAttacks returns the squares a rook on sq attacks when occ is occupied,
// the first occupied square of each ray included.
func RookAttacks(sq Square, occ uint64) uint64 {
	return dragontoothmg.CalculateRookMoveBitboard(uint8(sq), occ)
}

// QueenAttacks returns the squares a queen on sq attacks when occ is occupied.
func QueenAttacks(sq Square, occ uint64) uint64 {
	return BishopAttacks(sq, occ) | RookAttacks(sq, occ)
}

// PieceAttacks returns the squares a piece of type pt and colour c on sq attacks when
// occ is occupied; nothing for NoPieceType.
func PieceAttacks(pt PieceType, c Color, sq Square, occ uint64) uint64 {
	switch pt {
	case Pawn:
		return PawnAttacks(c, sq)
	case Knight:
		return KnightAttacks(sq)
	case Bishop:
		return BishopAttacks(sq, occ)
	case Rook:
		return RookAttacks(sq, occ)
	case Queen:
		return QueenAttacks(sq, occ)
	case King:
		return KingAttacks(sq)
	}
	return 0
}

// Between returns the squares strictly between a and b when they share a rank, file or
// diagonal, and nothing otherwise.
func Between(a, b Square) uint64 { return betweenTable[a&63][b&63] }

// AttackersTo returns the pieces of both colours that attack sq when occ is occupied.
func (p *Position) AttackersTo(sq Square, occ uint64) uint64 {
	w, b := &p.pieces[White], &p.pieces[Black]
	return pawnTable[Black][sq&63]&w[Pawn] |
		pawnTable[White][sq&63]&b[Pawn] |
		knightTable[sq&63]&(w[Knight]|b[Knight]) |
		kingTable[sq&63]&(w[King]|b[King]) |
		BishopAttacks(sq, occ)&(w[Bishop]|b[Bishop]|w[Queen]|b[Queen]) |
		RookAttacks(sq, occ)&(w[Rook]|b[Rook]|w[Queen]|b[Queen])
}

// attackersFrom returns the pieces of colour c that attack sq when occ is occupied.
// Sliders are looked up only when one stands on a line with sq.
func (p *Position) attackersFrom(c Color, sq Square, occ uint64) uint64 {
	t := &p.pieces[c&1]
	sq &= 63
	found := pawnTable[(c^1)&1][sq]&t[Pawn] | knightTable[sq]&t[Knight] | kingTable[sq]&t[King]
	if diagonal := t[Bishop] | t[Queen]; bishopRays[sq]&diagonal != 0 {
		found |= BishopAttacks(sq, occ) & diagonal
	}
	if straight := t[Rook] | t[Queen]; rookRays[sq]&straight != 0 {
		found |= RookAttacks(sq, occ) & straight
	}
	return found
}

// PawnAttacksBy returns the squares attacked by the pawns of colour c.
func (p *Position) PawnAttacksBy(c Color) uint64 { return pawnsAttack(c, p.pieces[c&1][Pawn]) }

// Threats are the squares that one side attacks.
type Threats struct {
	ByPawn  uint64 // by its pawns
	ByMinor uint64 // by its pawns, knights and bishops
	ByRook  uint64 // by all these and its rooks
	All     uint64 // by any piece
}

// ThreatsBy returns the squares attacked by colour c.
func (p *Position) ThreatsBy(c Color) (t Threats) {
	pieces, occ := &p.pieces[c&1], p.Occupied()
	t.ByPawn = pawnsAttack(c, pieces[Pawn])
	t.ByMinor = t.ByPawn
	for rest := pieces[Knight]; rest != 0; rest &= rest - 1 {
		t.ByMinor |= knightTable[lowest(rest)]
	}
	for rest := pieces[Bishop]; rest != 0; rest &= rest - 1 {
		t.ByMinor |= BishopAttacks(lowest(rest), occ)
	}
	t.ByRook = t.ByMinor
	for rest := pieces[Rook]; rest != 0; rest &= rest - 1 {
		t.ByRook |= RookAttacks(lowest(rest), occ)
	}
	t.All = t.ByRook | kingTable[p.KingSquare(c)&63]
	for rest := pieces[Queen]; rest != 0; rest &= rest - 1 {
		t.All |= QueenAttacks(lowest(rest), occ)
	}
	return t
}

// Threats returns the squares attacked by the side that is not to move.
func (p *Position) Threats() Threats { return p.ThreatsBy(p.side ^ 1) }

// shields returns the pieces, of any colour, that alone stand between the king square
// ksq and a slider of the given colour.
func (p *Position) shields(ksq Square, sliders Color) uint64 {
	t := &p.pieces[sliders&1]
	ksq &= 63
	snipers := bishopRays[ksq]&(t[Bishop]|t[Queen]) | rookRays[ksq]&(t[Rook]|t[Queen])
	if snipers == 0 {
		return 0
	}
	occ := p.Occupied()
	var found uint64
	for ; snipers != 0; snipers &= snipers - 1 {
		between := betweenTable[ksq][lowest(snipers)] & occ
		if between&(between-1) == 0 {
			found |= between
		}
	}
	return found
}

// findPinned computes what Pinned returns, once a position.
func (p *Position) findPinned() {
	us := p.side & 1
	p.st.pinned = p.shields(p.KingSquare(us), us^1) & p.pieces[us][allTypes]
	p.st.known |= knownPinned
}

// findCheckSquares computes what GivesCheck needs of the opposing king, once a position.
func (p *Position) findCheckSquares() {
	st := p.st
	us := p.side & 1
	ksq := p.KingSquare(us^1) & 63
	occ := p.Occupied()
	st.discoverers = p.shields(ksq, us) & p.pieces[us][allTypes]
	diagonal, straight := BishopAttacks(ksq, occ), RookAttacks(ksq, occ)
	st.checkSquares = [typeSlots]uint64{
		Pawn:   pawnTable[us^1][ksq],
		Knight: knightTable[ksq],
		Bishop: diagonal,
		Rook:   straight,
		Queen:  diagonal | straight,
	}
	st.known |= knownChecks
}

// CheckSquares returns the squares from which a piece of type pt of the side to move
// attacks the opposing king.
func (p *Position) CheckSquares(pt PieceType) uint64 {
	if p.st.known&knownChecks == 0 {
		p.findCheckSquares()
	}
	return p.st.checkSquares[pt&(typeSlots-1)]
}

// Discoverers returns the pieces of the side to move that alone stand between one of its
// sliders and the opposing king.
func (p *Position) Discoverers() uint64 {
	if p.st.known&knownChecks == 0 {
		p.findCheckSquares()
	}
	return p.st.discoverers
}

// GivesCheck tells whether the legal move m attacks the opposing king.
func (p *Position) GivesCheck(m Move) bool {
	st := p.st
	if st.known&knownChecks == 0 {
		p.findCheckSquares()
	}
	ksq := p.KingSquare(p.side ^ 1)
	if m.Flag() != FlagNormal {
		return p.specialGivesCheck(m, ksq)
	}
	from, to := m.From(), m.To()
	if st.checkSquares[p.board[from]&(typeSlots-1)]&to.bit() != 0 {
		return true
	}
	return st.discoverers&from.bit() != 0 && lineTable[from][ksq&63]&to.bit() == 0
}

// specialGivesCheck is GivesCheck for castling, en passant and promotion: it looks at
// the lines to the king after the move.
func (p *Position) specialGivesCheck(m Move, ksq Square) bool {
	us := p.side & 1
	t := &p.pieces[us]
	from, to := m.From(), m.To()
	occ := p.Occupied() ^ from.bit()
	diagonal, straight := t[Bishop]|t[Queen], t[Rook]|t[Queen]
	switch {
	case m.IsCastling():
		kingTo, rookTo := castlingTargets(from, to)
		occ = occ&^to.bit() | kingTo.bit() | rookTo.bit()
		straight = straight&^to.bit() | rookTo.bit()
	case m.IsEnPassant():
		occ = occ&^(to^enPassantStep).bit() | to.bit()
		if pawnTable[us^1][ksq&63]&to.bit() != 0 {
			return true
		}
	default:
		occ |= to.bit()
		switch m.Promotion() {
		case Knight:
			if knightTable[ksq&63]&to.bit() != 0 {
				return true
			}
		case Bishop:
			diagonal |= to.bit()
		case Rook:
			straight |= to.bit()
		default:
			diagonal |= to.bit()
			straight |= to.bit()
		}
	}
	return BishopAttacks(ksq, occ)&diagonal != 0 || RookAttacks(ksq, occ)&straight != 0
}
