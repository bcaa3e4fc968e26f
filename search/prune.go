package search

import (
	"tura/position"
	"tura/tt"
)

// razor is step 6. Razoring: at low depth an eval far below alpha can only be
// saved by a capture, and quiescence finds out.
// (https://www.chessprogramming.org/Razoring, Tord Romstad's form)
func (w *worker) razor(n *node) (score int, ok bool) {
	if n.depth > razorMaxDepth || n.eval >= n.alpha-razorBase-razorMargin*n.depth || isDecisive(n.alpha) {
		return 0, false
	}
	score = w.quiescence(n.alpha, n.alpha+1, n.ply)
	return score, score <= n.alpha
}

// reverseFutility is step 7. Reverse futility pruning: at low depth an eval
// far above beta will not drop below it.
// (https://www.chessprogramming.org/Reverse_Futility_Pruning)
func (w *worker) reverseFutility(n *node) (score int, ok bool) {
	margin := rfpMargin * n.depth
	if n.improving {
		margin -= rfpImprovingBase
	}
	if n.depth > rfpMaxDepth || n.f.ttPV || n.eval-margin < n.beta ||
		isLoss(n.beta) || isWin(n.eval) ||
		n.ttMove != position.NoMove && !n.ttNoisy {
		return 0, false
	}
	return (n.eval + n.beta) / 2, true
}

// nullMove is step 8. Null move pruning: when passing the turn still fails
// high, a real move will. Near zugzwang (no piece, or none that may leave its
// king) it is not tried, and at high depth a search without null moves has to
// agree.
// (Chrilly Donninger, "Null move and deep search", ICCA Journal 1993)
func (w *worker) nullMove(n *node) (score int, ok bool) {
	us := w.pos.SideToMove()
	if n.depth < nullMinDepth || n.eval < n.beta || isLoss(n.beta) ||
		n.f.staticEval < n.beta-nullEvalMargin*n.depth+nullEvalBase ||
		w.at(n.ply-1).moved == 0 || n.ply < w.nullBlock && us == w.nullSide ||
		n.ttScore != noScore && n.tt.Bound == tt.UpperBound && n.ttScore < n.beta ||
		!w.pos.HasFreePiece() {
		return 0, false
	}
	depth := n.depth - nullReductionBase - n.depth/nullDepthDivisor -
		min((n.eval-n.beta)/nullEvalDivisor, nullMaxEvalTerm)

	w.makeNull(n.ply)
	score = -w.search(-n.beta, -n.beta+1, depth, n.ply+1, !n.cutNode)
	w.pos.UnmakeNull()
	if w.aborted() {
		return drawScore, true
	}
	if score < n.beta {
		return 0, false
	}
	if isWin(score) {
		score = n.beta // a win found by passing is not proven
	}
	if w.nullBlock > 0 || n.depth < nullVerifyMinDepth {
		return score, true
	}
	w.nullBlock, w.nullSide = n.ply+depth*nullBlockPercent/100, us
	verified := w.search(n.beta-1, n.beta, depth, n.ply, false)
	w.nullBlock = 0
	return score, verified >= n.beta || w.aborted()
}

// probCut is step 10. ProbCut: a capture that beats beta by a margin in a
// shallow search would beat beta in the full one. The table can say so too.
// (Michael Buro, "ProbCut: an effective selective extension of the alpha-beta
// algorithm", ICCA Journal 1995)
func (w *worker) probCut(n *node) (score int, ok bool) {
	if isDecisive(n.beta) {
		return 0, false
	}
	if n.ttScore != noScore && n.tt.Bound&tt.LowerBound != 0 && n.tt.Depth >= n.depth-probCutReduction &&
		n.ttScore >= n.beta+smallProbCutBase && !isDecisive(n.ttScore) {
		return n.beta + smallProbCutBase, true
	}
	limit := n.beta + probCutBase
	if n.improving {
		limit -= probCutImprovingBase
	}
	if n.depth < probCutMinDepth ||
		n.ttScore != noScore && n.tt.Depth >= n.depth-probCutReduction+1 && n.ttScore < limit {
		return 0, false
	}
	margin := limit - n.f.staticEval
	ttMove := n.ttMove
	if ttMove != position.NoMove && !(n.ttNoisy && see(w.pos, ttMove, margin)) {
		ttMove = position.NoMove
	}
	n.f.picker.initNoisy(ttMove, margin)
	for {
		m := w.pick(&n.f.picker, n.ply)
		if m == position.NoMove {
			return 0, false
		}
		w.prefetch(m)
		w.makeMove(m, n.ply)
		score = -w.quiescence(-limit, -limit+1, n.ply+1)
		if score >= limit && n.depth > probCutReduction {
			score = -w.search(-limit, -limit+1, n.depth-probCutReduction, n.ply+1, !n.cutNode)
		}
		w.unmakeMove()
		if w.aborted() {
			return drawScore, true
		}
		if score >= limit {
			w.tt.Store(w.pos.Key(), tt.Entry{
				Move: m, Score: scoreToTT(score, n.ply), Eval: n.rawEval,
				Depth: n.depth - probCutReduction + 1, Bound: tt.LowerBound, PV: n.f.ttPV,
			})
			if isDecisive(score) {
				return score, true
			}
			return score - (limit - n.beta), true
		}
	}
}

// lateMove is what the loop knows of a move before it is searched.
type lateMove struct {
	move       position.Move
	count      int // 1 for the first move of the node
	noisy      bool
	givesCheck bool
	history    int
	reduction  int // by depth and count alone, in 1/1024 ply
}

// lateMove fills in what pruning and reduction ask for. The first move of a node
// is neither pruned nor reduced (judged is false): of it only noisy is wanted.
func (w *worker) lateMove(n *node, m position.Move, count int, judged bool) lateMove {
	lm := lateMove{move: m, count: count, noisy: w.pos.IsNoisy(m)}
	if !lm.noisy {
		w.knowThreats(n.f)
	}
	if !judged {
		return lm
	}
	lm.givesCheck = w.pos.GivesCheck(m)
	if lm.noisy {
		lm.history = int(*w.captureEntry(m))
	} else {
		lm.history = w.quietHistory(m, n.ply)
	}
	lm.reduction = baseReduction(n.depth, count, lm.noisy)
	return lm
}

// skipMove is step 12, pruning of a single move at shallow depth. It can raise
// best to the score that futility assumes, and end the quiet moves.
func (w *worker) skipMove(n *node, lm *lateMove, alpha int, best *int) bool {
	f := n.f
	if lm.noisy {
		return w.skipNoisy(n, lm, alpha)
	}
	depth := max(0, n.depth-1-lm.reduction/milliPly)

	// Late move pruning: after many moves a quiet one will not help. Evasions are
	// few, and in check nothing is known of improving.
	// (https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning)
	limit := lmpBase + n.depth*n.depth
	if !n.improving {
		limit /= 2
	}
	if lm.count > limit && !f.inCheck {
		f.picker.skipQuiets = true
		return true
	}
	// History pruning: a move with a bad record.
	if depth <= historyPruningMaxDepth && lm.history < -historyPruningMargin*n.depth {
		return true
	}
	// Futility pruning: a quiet move does not bring the eval back to alpha.
	// (https://www.chessprogramming.org/Futility_Pruning)
	if !f.inCheck && !lm.givesCheck && depth <= futilityMaxDepth {
		futile := f.staticEval + futilityBase + futilityMargin*depth + lm.history/futilityHistoryDivisor
		if n.improving {
			futile += futilityImprovingBase
		}
		if futile <= alpha {
			if *best < futile && !isDecisive(*best) {
				*best = futile
			}
			if lm.move != f.killer { // those behind it have better histories than the rest
				f.picker.skipQuiets = true
			}
			return true
		}
	}
	// SEE pruning: a quiet move to a square where it is lost.
	return !see(w.pos, lm.move, -seeQuietMargin*depth*depth)
}

// skipNoisy is skipMove for captures and promotions; only those that the
// picker found to lose material, and evasions, can be skipped.
func (w *worker) skipNoisy(n *node, lm *lateMove, alpha int) bool {
	f := n.f
	if f.picker.stage == stageGoodNoisy {
		return false
	}
	if !f.inCheck && n.depth <= badNoisyFutilityMaxDepth {
		futile := f.staticEval + badNoisyFutilityBase + badNoisyFutilityMargin*n.depth + seeValue[w.pos.Captured(lm.move)]
		if futile <= alpha {
			return true
		}
	}
	return !see(w.pos, lm.move, -seeNoisyMargin*n.depth-lm.history/seeNoisyHistoryDivisor)
}
