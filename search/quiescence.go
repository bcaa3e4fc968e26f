package search

import (
	"tura/position"
	"tura/tt"
)

// quiescence searches captures and promotions, and all evasions of a check,
// until the position is quiet enough for the static eval.
// (https://www.chessprogramming.org/Quiescence_Search)
func (w *worker) quiescence(alpha, beta, ply int) int {
	pos, f := w.pos, w.at(ply)
	n := node{ply: ply, pvNode: beta-alpha > 1, f: f}
	f.inCheck = pos.InCheck()
	if n.pvNode {
		f.pv.n = 0
		w.selDepth = max(w.selDepth, ply+1)
	}

	// Step 1. End of the search, draws, and the end of the stack.
	if w.aborted() {
		return drawScore
	}
	if score, over := w.terminal(ply); over {
		return score
	}
	if alpha < drawScore && pos.HasUpcomingRepetition(ply) {
		alpha = w.draw()
		if alpha >= beta {
			return alpha
		}
	}
	n.alpha, n.beta = alpha, beta

	// Step 2. Transposition table.
	w.probe(&n)
	if !n.pvNode && n.ttScore != noScore && boundAllows(n.tt.Bound, n.ttScore, beta) && pos.Rule50() < noCutoffRule50 {
		return n.ttScore
	}

	// Step 3. Stand pat: the side to move need not capture, so the static eval
	// is a lower bound.
	best, futility := -Infinity, -Infinity
	if f.inCheck {
		f.staticEval, n.rawEval = noScore, tt.NoEval
	} else {
		best = w.standPat(&n)
		if best >= beta {
			if !n.ttHit {
				w.tt.Store(pos.Key(), tt.Entry{Score: scoreToTT(best, ply), Eval: n.rawEval, Bound: tt.LowerBound, PV: f.ttPV})
			}
			if !isDecisive(best) {
				best = (best + beta) / 2
			}
			return best
		}
		alpha = max(alpha, best)
		futility = f.staticEval + qsFutilityBase
	}

	best, bestMove := w.quiescenceLoop(&n, alpha, best, futility)
	if bestMove == abortMove {
		return drawScore
	}
	// Step 6. Mate: in check all moves were generated.
	if f.inCheck && best == -Infinity {
		return matedIn(ply)
	}
	if best >= beta && !isDecisive(best) {
		best = (best + beta) / 2
	}

	// Step 7. Transposition table.
	bound := tt.UpperBound
	if best >= beta {
		bound = tt.LowerBound
	}
	w.tt.Store(pos.Key(), tt.Entry{
		Move: bestMove, Score: scoreToTT(best, ply), Eval: n.rawEval, Bound: bound, PV: f.ttPV,
	})
	return best
}

// standPat is the static eval, refined by the table where its bound allows.
func (w *worker) standPat(n *node) int {
	n.rawEval = n.tt.Eval
	if !n.ttHit || n.rawEval == tt.NoEval {
		n.rawEval = w.evaluate()
	}
	n.f.staticEval = w.corrected(n.rawEval, w.correctionOf(n.ply))
	if n.ttScore != noScore && !isDecisive(n.ttScore) && boundAllows(n.tt.Bound, n.ttScore, n.f.staticEval) {
		return n.ttScore
	}
	return n.f.staticEval
}

// abortMove is what quiescenceLoop returns when the search was stopped.
const abortMove = ^position.NoMove

// quiescenceLoop searches the moves of a quiescence node.
func (w *worker) quiescenceLoop(n *node, alpha, best, futility int) (int, position.Move) {
	pos, f, ply := w.pos, n.f, n.ply
	bestMove := position.NoMove
	if f.inCheck {
		f.threatsKnown = false
		f.picker.initMain(n.ttMove, position.NoMove, true)
	} else {
		ttMove := n.ttMove
		if !n.ttNoisy {
			ttMove = position.NoMove
		}
		f.picker.initNoisy(ttMove, qsSEEThreshold)
	}
	prev := w.at(ply - 1)
	moveCount := 0
	for {
		m := w.pick(&f.picker, ply)
		if m == position.NoMove {
			break
		}
		w.prefetch(m)
		moveCount++
		// Step 4. Pruning. Few captures matter; a capture that does not bring
		// the eval near alpha and wins nothing is futile; one quiet evasion is
		// enough.
		if !isLoss(best) {
			if f.inCheck {
				f.picker.skipQuiets = true
				if !pos.IsNoisy(m) && moveCount > 1 {
					continue
				}
			} else if (moveCount > qsMaxMoves || futility <= alpha) && !pos.GivesCheck(m) {
				if moveCount > qsMaxMoves && (prev.moved == 0 || m.To() != prev.move.To()) {
					continue
				}
				if futile := futility + seeValue[pos.Captured(m)]; futile <= alpha && !m.IsPromotion() {
					best = max(best, futile)
					continue
				} else if futility <= alpha && !see(pos, m, 1) {
					best = max(best, futility)
					continue
				}
			}
		}
		// Step 5. Search the move.
		w.makeMove(m, ply)
		score := -w.quiescence(-n.beta, -alpha, ply+1)
		w.unmakeMove()
		if w.aborted() {
			return drawScore, abortMove
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if n.pvNode {
					f.pv.set(m, &w.at(ply+1).pv)
				}
				if score >= n.beta {
					break
				}
				alpha = score
			}
		}
	}
	return best, bestMove
}
