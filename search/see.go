package search

import (
	"math/bits"

	"tura/eval"
	"tura/position"
)

// seeValue is the worth of a piece in the static exchange evaluation, by type.
// The king is priceless, and it only captures when nothing can take it back.
var seeValue = [8]int{
	position.Pawn:   eval.Value(position.Pawn),
	position.Knight: eval.Value(position.Knight),
	position.Bishop: eval.Value(position.Bishop),
	position.Rook:   eval.Value(position.Rook),
	position.Queen:  eval.Value(position.Queen),
}

// see is the static exchange evaluation: does the series of captures that m
// starts on its target square win at least threshold centipawns, both sides
// capturing with their least valuable piece and stopping when they like?
// (https://www.chessprogramming.org/Static_Exchange_Evaluation)
func see(pos *position.Position, m position.Move, threshold int) bool {
	if m.IsCastling() {
		return threshold <= 0
	}
	from, to := m.From(), m.To()
	gain := seeValue[pos.Captured(m)]
	next := seeValue[pos.PieceAt(from).Type()]
	if m.IsPromotion() {
		next = seeValue[m.Promotion()]
		gain += next - seeValue[position.Pawn]
	}
	balance := gain - threshold
	if balance < 0 {
		return false // not even when nobody takes back
	}
	balance -= next
	if balance >= 0 {
		return true // even when the piece is lost for nothing
	}

	occ := pos.Occupied()&^(1<<from) | 1<<to
	if m.IsEnPassant() {
		occ &^= 1 << (to ^ 8) // the captured pawn stands beside the origin
	}
	diagonal := pos.ByType(position.Bishop) | pos.ByType(position.Queen)
	straight := pos.ByType(position.Rook) | pos.ByType(position.Queen)
	attackers := pos.AttackersTo(to, occ) & occ
	us := pos.SideToMove()
	side := us.Other()
	for {
		own := attackers & pos.ByColor(side)
		if own == 0 {
			break
		}
		piece := position.Pawn
		for piece < position.King && own&pos.Pieces(side, piece) == 0 {
			piece++
		}
		side = side.Other()
		if piece == position.King {
			// The king may not capture into an attack.
			if attackers&pos.ByColor(side) != 0 {
				side = side.Other()
			}
			break
		}
		// balance is from the view of the side that just captured, less its
		// piece: the exchange is settled when it stays ahead all the same.
		balance = -balance - 1 - seeValue[piece]
		if balance >= 0 {
			break
		}
		attacker := own & pos.Pieces(side.Other(), piece)
		occ &^= 1 << bits.TrailingZeros64(attacker)
		switch piece {
		case position.Pawn, position.Bishop:
			attackers |= position.BishopAttacks(to, occ) & diagonal
		case position.Rook:
			attackers |= position.RookAttacks(to, occ) & straight
		case position.Queen:
			attackers |= position.BishopAttacks(to, occ)&diagonal | position.RookAttacks(to, occ)&straight
		}
		attackers &= occ
	}
	// The side to move now has run out of captures, or has no good one.
	return side != us
}
