package syzygy

import (
	"encoding/binary"
	"math/bits"

	"tura/position"
)

// WDL is the result of a position under perfect play, from the point of view of
// the side to move and with a fifty-move counter of zero.
type WDL int8

// The results. A cursed win and a blessed loss are draws by the fifty-move rule.
const (
	Loss        WDL = -2
	BlessedLoss WDL = -1
	Draw        WDL = 0
	CursedWin   WDL = 1
	Win         WDL = 2
)

const (
	noWDL   = Loss - 1 // worse than all
	wdlBias = 2        // added to a WDL when it is stored

	// cursedDTZ is added to the DTZ of cursed wins and blessed losses.
	cursedDTZ = 100
)

// String returns the result in words.
func (w WDL) String() string {
	switch w {
	case Loss:
		return "loss"
	case BlessedLoss:
		return "blessed loss"
	case Draw:
		return "draw"
	case CursedWin:
		return "cursed win"
	case Win:
		return "win"
	}
	return "unknown"
}

// ProbeWDL returns the result of a position, as if its fifty-move counter were
// zero. ok is false when that is not known: too many men, castling still
// allowed, or a table is not there or damaged.
//
// The probe makes and unmakes captures on pos, which is as before when ProbeWDL
// returns. It does not allocate (except when it opens a file).
func (t *Tables) ProbeWDL(pos *position.Position) (wdl WDL, ok bool) {
	if !t.covers(pos) {
		return Draw, false
	}
	wdl, _, ok = t.resolve(pos, Loss, Win)
	return wdl, ok
}

// ProbeDTZ returns the distance to zeroing: with perfect play, the number of
// plies to the next capture or pawn move, or to mate, positive when the side to
// move wins. The winner hurries, the loser drags it out, both without giving
// away the result. Cursed wins and blessed losses have 100 plies more, draws
// have 0. Because many tables count moves, not plies, the distance may be one
// ply too short, but never so that a fifty-move counter of zero would matter.
//
// ok and pos are as in ProbeWDL.
func (t *Tables) ProbeDTZ(pos *position.Position) (dtz int, ok bool) {
	if !t.covers(pos) {
		return 0, false
	}
	return t.dtz(pos)
}

// covers tells whether the tables could know the position.
func (t *Tables) covers(pos *position.Position) bool {
	return t != nil && bits.OnesCount64(pos.Occupied()) <= t.maxPieces &&
		!pos.CanCastle(position.White) && !pos.CanCastle(position.Black)
}

// resolve returns the result of a position. It is exact between alpha and beta;
// outside it is a bound. capture tells that a capture reaches the result.
//
// A table may store less than the truth where a capture reaches it, and it
// ignores en passant. So the result is the best of all captures and the stored
// value; only when en passant is forced the stored value does not count.
func (t *Tables) resolve(pos *position.Position, alpha, beta WDL) (result WDL, capture, ok bool) {
	best := noWDL
	var list position.MoveList
	pos.GenerateNoisy(&list)
	for _, m := range list.Moves[:list.N] {
		if !pos.IsCapture(m) {
			continue
		}
		pos.Make(m)
		reply, _, ok := t.resolve(pos, -beta, -max(alpha, best))
		pos.Unmake()
		if !ok {
			return Draw, false, false
		}
		if best = max(best, -reply); best >= beta {
			return best, true, true
		}
	}
	stored, ok := t.storedWDL(pos)
	if !ok {
		return Draw, false, false
	}
	if best >= stored || pos.EnPassant() != position.NoSquare && !hasQuietMove(pos) {
		return best, true, true
	}
	return stored, false, true
}

// hasQuietMove tells whether the side to move has a legal move that is not a
// capture. Castling is not looked at. It does not allocate.
func hasQuietMove(pos *position.Position) bool {
	us := pos.SideToMove()
	empty := ^pos.Occupied()
	for own := pos.ByColor(us); own != 0; own &= own - 1 {
		from := position.Square(bits.TrailingZeros64(own))
		kind := pos.PieceAt(from).Type()
		var targets uint64
		if kind == position.Pawn {
			targets = pawnPushes(us, from)
		} else {
			targets = position.PieceAttacks(kind, us, from, ^empty)
		}
		for targets &= empty; targets != 0; targets &= targets - 1 {
			to := position.Square(bits.TrailingZeros64(targets))
			m := position.NewMove(from, to)
			if rank := to.Rank(); kind == position.Pawn && (rank == 0 || rank == files-1) {
				m = position.NewMoveFlag(from, to, position.FlagPromotion)
			}
			if pos.IsLegal(m) {
				return true
			}
		}
	}
	return false
}

// pawnPushes returns the squares one and two steps ahead of a pawn; the two-step
// push is there from any rank.
func pawnPushes(us position.Color, from position.Square) uint64 {
	pawn := uint64(1) << from
	if us == position.White {
		return pawn<<files | pawn<<(2*files)
	}
	return pawn>>files | pawn>>(2*files)
}

// locate finds the table of a position and the place of the position in it.
// found is false when there is none. Only a DTZ table can have the side to move
// missing: then section is nil.
func (t *Tables) locate(pos *position.Position, k kind) (f *tableFile, s *section, index uint64, found bool) {
	slot := t.find(materialOf(pos))
	if slot == nil {
		return nil, nil, 0, false
	}
	f = &slot.files[k]
	tb := t.use(f)
	if tb == nil {
		return f, nil, 0, false
	}
	v := view{pos, slot.swap}
	side := pos.SideToMove()
	if tb.symmetric {
		v.swap = side == position.Black
	}
	if v.swap {
		side = side.Other()
	}
	part := uint8(0)
	var sym symmetry
	var leader uint8
	if tb.leadPawn != position.NoPiece {
		sym, leader = leadPawn(v, tb.leadPawn)
		part = leader % files
	}
	s = &tb.sections[part][0]
	if tb.sides == 2 {
		s = &tb.sections[part][side]
	} else if !tb.symmetric && position.Color(s.flags&flagBlackToMove) != side {
		return f, nil, 0, true
	}
	if leader != 0 {
		index = s.pawnIndex(v, sym, leader)
	} else {
		index = s.index(v)
	}
	return f, s, index, true
}

// storedWDL returns what the WDL table says about a position.
func (t *Tables) storedWDL(pos *position.Position) (WDL, bool) {
	if bits.OnesCount64(pos.Occupied()) < minMen {
		return Draw, true // bare kings
	}
	f, s, index, found := t.locate(pos, kindWDL)
	if !found {
		return Draw, false
	}
	value, ok := s.at(index)
	if !ok || value > uint16(Win+wdlBias) {
		t.discard(f)
		return Draw, false
	}
	return WDL(value) - wdlBias, true
}

// storedDTZ returns what the DTZ table says about a position with that result,
// which is no draw. found is false when the table has the other side to move only.
func (t *Tables) storedDTZ(pos *position.Position, wdl WDL) (dtz int, found, ok bool) {
	f, s, index, ok := t.locate(pos, kindDTZ)
	if !ok || s == nil {
		return 0, false, ok
	}
	value, ok := s.at(index)
	if ok {
		dtz, ok = s.distance(value, wdl)
	}
	if !ok {
		t.discard(f)
		return 0, false, false
	}
	return dtz, true, true
}

// mapOf gives the number of the rank map for each WDL, wdlBias added. Draws have
// none and are never asked for.
var mapOf = [2*wdlBias + 1]int{1, 3, 0, 2, 0}

// distance turns the value stored in a DTZ section into a DTZ. ok is false when
// there is no such value.
func (s *section) distance(value uint16, wdl WDL) (dtz int, ok bool) {
	dtz = int(value)
	if s.flags&flagMapped != 0 {
		ranks := s.maps[mapOf[wdl+wdlBias]]
		width := 1
		if s.flags&flagWide != 0 {
			width = 2
		}
		at := dtz * width
		if at+width > len(ranks) {
			return 0, false
		}
		if width == 1 {
			dtz = int(ranks[at])
		} else {
			dtz = int(binary.LittleEndian.Uint16(ranks[at:]))
		}
	}
	// Unless the section counts this result in plies, it counts moves.
	if !(wdl == Win && s.flags&flagWinPlies != 0) && !(wdl == Loss && s.flags&flagLossPlies != 0) {
		dtz *= 2
	}
	dtz++ // the zeroing move itself
	if wdl == CursedWin || wdl == BlessedLoss {
		dtz += cursedDTZ
	}
	if wdl < Draw {
		dtz = -dtz
	}
	return dtz, true
}

// zeroingDTZ is the DTZ of a position in which a zeroing move that reaches the
// result is played at once.
func zeroingDTZ(wdl WDL) int {
	switch wdl {
	case Loss:
		return -1
	case BlessedLoss:
		return -1 - cursedDTZ
	case CursedWin:
		return 1 + cursedDTZ
	case Win:
		return 1
	}
	return 0
}

// isZeroing tells whether a move sets the fifty-move counter to zero.
func isZeroing(pos *position.Position, m position.Move) bool {
	return pos.MovedPiece(m).Type() == position.Pawn || pos.IsCapture(m)
}

// dtz is ProbeDTZ for a position with few enough men. Where a zeroing move is
// best the table stores anything, so those are looked at first.
func (t *Tables) dtz(pos *position.Position) (int, bool) {
	wdl, capture, ok := t.resolve(pos, Loss, Win)
	if !ok || wdl == Draw {
		return 0, ok
	}
	if capture && wdl > Draw {
		return zeroingDTZ(wdl), true
	}
	var list position.MoveList
	pos.GenerateLegal(&list)
	moves := list.Moves[:list.N]
	zeroing, ok := t.zeroingBest(pos, moves, wdl)
	if !ok {
		return 0, false
	}
	if zeroing {
		return zeroingDTZ(wdl), true
	}
	dtz, found, ok := t.storedDTZ(pos, wdl)
	if !ok || found {
		return dtz, ok
	}
	return t.dtzByMoves(pos, moves, wdl)
}

// zeroingBest tells whether a winner has a pawn move that keeps the result (his
// captures do not), or a loser has nothing but zeroing moves.
func (t *Tables) zeroingBest(pos *position.Position, moves []position.Move, wdl WDL) (zeroing, ok bool) {
	if wdl < Draw {
		for _, m := range moves {
			if !isZeroing(pos, m) {
				return false, true
			}
		}
		return len(moves) > 0, true
	}
	for _, m := range moves {
		if pos.MovedPiece(m).Type() != position.Pawn || pos.IsCapture(m) {
			continue
		}
		pos.Make(m)
		reply, _, ok := t.resolve(pos, Loss, Win)
		pos.Unmake()
		if !ok {
			return false, false
		}
		if -reply >= wdl {
			return true, true
		}
	}
	return false, true
}

// dtzByMoves finds the DTZ of a position whose side to move the table does not
// have: one more than the shortest (winner) or longest (loser) after its moves.
func (t *Tables) dtzByMoves(pos *position.Position, moves []position.Move, wdl WDL) (int, bool) {
	best, any := -1, false // mated
	for _, m := range moves {
		d, ok := t.dtzAfter(pos, m)
		if !ok {
			return 0, false
		}
		if sign(d) == sign(int(wdl)) && (!any || d < best) {
			best, any = d, true
		}
	}
	return best, true
}

// dtzAfter returns the DTZ of a position if the move m is played in it.
func (t *Tables) dtzAfter(pos *position.Position, m position.Move) (dtz int, ok bool) {
	zeroing := isZeroing(pos, m)
	pos.Make(m)
	defer pos.Unmake()
	if zeroing {
		wdl, _, ok := t.resolve(pos, Loss, Win)
		return zeroingDTZ(-wdl), ok
	}
	dtz, ok = t.dtz(pos)
	dtz = -dtz
	if dtz == 1 && pos.InCheck() && !pos.HasLegalMove() {
		return dtz, ok // mate: the move itself is the last
	}
	return dtz + sign(dtz), ok
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
