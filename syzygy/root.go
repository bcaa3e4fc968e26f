package syzygy

import (
	"slices"

	"tura/position"
)

// A RootMove is a legal move with what the tables know about it, from the point
// of view of the side that plays it.
type RootMove struct {
	Move position.Move

	// WDL is the result after the move. RankRoot takes the game into account:
	// a win that comes too late for the fifty-move counter is a cursed win, a
	// loss that comes too late is a blessed loss, and a repetition is a draw.
	WDL WDL

	// DTZ is the number of plies to the next zeroing move, this move
	// included; see ProbeDTZ. 0 for draws, and when only WDL is known.
	DTZ int

	// Rank orders moves: higher is better, equal ranks are equally good.
	Rank int
}

const (
	// rankStep separates the ranks of different results. It is more than twice
	// any DTZ.
	rankStep = 1 << 13

	fiftyMovePlies = 100
	threefold      = 2 // earlier occurrences that make a position a draw
)

// RankRoot ranks all legal moves, best first: by result, then wins by the
// shortest DTZ and losses by the longest. Always playing a move of the highest
// rank wins a won game.
//
// With rule50 the game's fifty-move counter decides which wins and losses are
// real; without it cursed wins are wins and blessed losses are losses. In
// either case a move that makes a position occur for the third time, or lets
// the opponent do so when we are winning, is a draw.
//
// ok is false when a table is missing; try RankRootWDL then. pos is as in
// ProbeWDL.
func (t *Tables) RankRoot(pos *position.Position, rule50 bool) (moves []RootMove, ok bool) {
	return t.rank(pos, rule50, func(m position.Move) (RootMove, bool) {
		dtz, ok := t.dtzAfter(pos, m)
		return rootMove(pos, m, dtz, rule50), ok
	})
}

// RankRootWDL ranks all legal moves, best first, by WDL alone. Moves that win
// are alike then, so something else has to find out which ones make progress.
// rule50, ok and pos are as in RankRoot; the fifty-move counter plays no role.
func (t *Tables) RankRootWDL(pos *position.Position, rule50 bool) (moves []RootMove, ok bool) {
	return t.rank(pos, rule50, func(m position.Move) (RootMove, bool) {
		pos.Make(m)
		reply, _, ok := t.resolve(pos, Loss, Win)
		pos.Unmake()
		r := RootMove{Move: m, WDL: -reply}
		if !rule50 {
			r.WDL = r.WDL.plain()
		}
		return r, ok
	})
}

// plain returns the result when there is no fifty-move rule.
func (w WDL) plain() WDL {
	switch w {
	case CursedWin:
		return Win
	case BlessedLoss:
		return Loss
	}
	return w
}

// rank evaluates all legal moves and sorts them.
func (t *Tables) rank(pos *position.Position, rule50 bool, evaluate func(position.Move) (RootMove, bool)) ([]RootMove, bool) {
	if !t.covers(pos) {
		return nil, false
	}
	var list position.MoveList
	pos.GenerateLegal(&list)
	moves := make([]RootMove, 0, list.N)
	for _, m := range list.Moves[:list.N] {
		r, ok := evaluate(m)
		if !ok {
			return nil, false
		}
		if drawn(pos, m, r.WDL, rule50) {
			r.WDL, r.DTZ = Draw, 0
		}
		r.Rank = int(r.WDL)*rankStep - r.DTZ
		moves = append(moves, r)
	}
	slices.SortStableFunc(moves, func(a, b RootMove) int { return b.Rank - a.Rank })
	return moves, true
}

// rootMove finds the result of a move with that DTZ.
//
// A DTZ of n means that the n-th ply from here zeroes the counter, and that is
// in time when the counter and n are not above 100. But n may be one too short,
// except when it is 1 and except for 100 with a counter of zero.
func rootMove(pos *position.Position, m position.Move, dtz int, rule50 bool) RootMove {
	r := RootMove{Move: m, DTZ: dtz, WDL: WDL(wdlBias * sign(dtz))}
	if !rule50 {
		return r
	}
	counter := pos.Rule50()
	switch {
	case dtz > 1 && counter+dtz >= fiftyMovePlies && !(counter == 0 && dtz == fiftyMovePlies):
		r.WDL = CursedWin
	case dtz < -1 && counter-dtz > fiftyMovePlies:
		r.WDL = BlessedLoss
	}
	return r
}

// drawn tells whether a move, which the tables give that result, draws at once:
// by repetition or, with rule50, by the fifty-move rule. A win is also drawn when
// the opponent has a reply that repeats a position for the third time.
func drawn(pos *position.Position, m position.Move, wdl WDL, rule50 bool) bool {
	if isZeroing(pos, m) {
		return false
	}
	pos.Make(m)
	defer pos.Unmake()
	if pos.RepetitionCount() >= threefold || rule50 && pos.IsFiftyMoveDraw() {
		return true
	}
	if wdl <= Draw {
		return false
	}
	var list position.MoveList
	pos.GenerateLegal(&list)
	for _, reply := range list.Moves[:list.N] {
		if isZeroing(pos, reply) {
			continue
		}
		pos.Make(reply)
		repeats := pos.RepetitionCount() >= threefold
		pos.Unmake()
		if repeats {
			return true
		}
	}
	return false
}
