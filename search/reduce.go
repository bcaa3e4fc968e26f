package search

import (
	"math"

	"tura/position"
)

const (
	reductionDepths = 64
	reductionMoves  = 64
)

// reductionTable holds the late move reductions by kind of move (1 = noisy),
// depth and move count in 1/1024 ply: base + ln(depth)*ln(count)/divisor.
// (https://www.chessprogramming.org/Late_Move_Reductions)
var reductionTable = newReductionTable()

func newReductionTable() (t [2][reductionDepths][reductionMoves]int) {
	for d := 1; d < reductionDepths; d++ {
		for c := 1; c < reductionMoves; c++ {
			product := math.Log(float64(d)) * math.Log(float64(c))
			t[0][d][c] = int(milliPly * (percent(lmrQuietBasePercent) + product/percent(lmrQuietDivisorPercent)))
			t[1][d][c] = int(milliPly * (percent(lmrNoisyBasePercent) + product/percent(lmrNoisyDivisorPercent)))
		}
	}
	return t
}

func percent(n int) float64 { return float64(n) / 100 }

func baseReduction(depth, count int, noisy bool) int {
	kind := 0
	if noisy {
		kind = 1
	}
	return reductionTable[kind][min(depth, reductionDepths-1)][min(count, reductionMoves-1)]
}

// reduction is how many plies shallower a late move is searched at first; it
// can be negative. It is asked after the move was made.
func (w *worker) reduction(n *node, lm *lateMove) int {
	f := n.f
	r := lm.reduction
	if n.cutNode { // some move will fail high, most likely an earlier one
		r += lmrCutNodeMilli
		if n.ttMove == position.NoMove { // and the table knows no move that did it before
			r += lmrNoTTMoveMilli
		}
	}
	if !n.improving { // things get worse: less to hope for
		r += lmrNotImprovingMilli
	}
	if f.ttPV { // near a principal variation care is needed
		r -= lmrTTPVMilli
		if n.ttScore != noScore && n.tt.Depth >= n.depth {
			r -= lmrTTDepthMilli
		}
	}
	if n.pvNode {
		r -= lmrPVMilli
	}
	if lm.givesCheck { // checks force matters
		r -= lmrCheckMilli
	}
	if lm.move == f.killer { // refuted a sibling
		r -= lmrKillerMilli
	}
	if n.ttNoisy { // a quiet move is seldom better than a good capture
		r += lmrTTNoisyMilli
	}
	if w.at(n.ply+1).cutoffs >= lmrCutoffsMin { // the replies keep failing high
		r += lmrCutoffsMilli
	}
	if abs(n.correction) >= lmrUncertainMin { // the eval cannot be trusted here
		r -= lmrUncertainMilli
	}
	if lm.noisy {
		r -= lm.history / lmrNoisyHistoryDivisor
	} else {
		r -= lm.history / lmrHistoryDivisor
	}
	return r >> milliPlyBits // rounded down
}

// learnFromResearch teaches the continuation histories the result of a
// re-search: moved is the piece-square of the move, made at ply.
func (w *worker) learnFromResearch(moved, score, alpha, beta, depth, ply int) {
	switch {
	case score >= beta:
		w.updateContinuations(moved, ply, historyBonus(depth))
	case score <= alpha:
		w.updateContinuations(moved, ply, -historyMalus(depth))
	}
}
