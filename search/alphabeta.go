package search

import (
	"tura/position"
	"tura/tt"
)

// node is the state of one search node that its steps share.
type node struct {
	alpha, beta, depth, ply int
	pvNode, cutNode         bool
	improving               bool
	worsening               bool // the opponent's eval fell
	excluded                position.Move
	tt                      tt.Entry
	ttHit                   bool
	ttMove                  position.Move
	ttNoisy                 bool // ttMove is noisy
	ttScore                 int  // from this node's view, noScore when unknown
	rawEval                 int
	eval                    int // static eval, replaced by the table's score where its bound allows
	correction              int
	floor, ceiling          int // what the tablebases say of the score
	singular                int // extension of the table move
	f                       *frame
}

// search returns the score of the current position at ply, searched to depth
// with the window (alpha, beta). It is fail-soft: a score outside the window
// is a bound. cutNode says that a fail high is expected.
func (w *worker) search(alpha, beta, depth, ply int, cutNode bool) int {
	// Step 1. Quiescence. At the horizon only forcing moves are searched.
	if depth <= 0 {
		return w.quiescence(alpha, beta, ply)
	}
	pos, f := w.pos, w.at(ply)
	n := node{
		depth: min(depth, MaxPly-1), ply: ply, cutNode: cutNode,
		pvNode: beta-alpha > 1, excluded: f.excluded, floor: -Infinity, ceiling: Infinity, f: f,
	}
	f.inCheck = pos.InCheck()
	if n.pvNode {
		f.pv.n = 0
		w.selDepth = max(w.selDepth, ply+1)
	}

	if ply > 0 {
		// Step 2. End of the search, draws, and the end of the stack.
		if w.aborted() {
			return drawScore
		}
		if score, over := w.terminal(ply); over {
			return score
		}
		// A move that repeats a position is at hand: at least a draw.
		// (M. N. J. van Kervinck, "The design and implementation of the Rookie 2.0", 2002)
		if alpha < drawScore && pos.HasUpcomingRepetition(ply) {
			alpha = w.draw()
			if alpha >= beta {
				return alpha
			}
		}
		// Step 3. Mate distance pruning. Nothing here beats a shorter mate found already.
		alpha, beta = max(alpha, matedIn(ply)), min(beta, mateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	n.alpha, n.beta = alpha, beta

	// Step 4. Transposition table. A deep enough bound on the right side of
	// the window ends the search of a node that is not on the PV.
	w.probe(&n)
	if score, ok := w.ttCutoff(&n); ok {
		return score
	}

	// Endgame tables know the result, when there are tables for the position.
	if n.excluded == position.NoMove {
		if score, ok := w.probeTablebase(&n); ok {
			return score
		}
	}

	// Step 5. Static eval, improving and what hindsight says of the depth.
	w.at(ply + 1).killer = position.NoMove
	w.at(ply + 2).cutoffs = 0
	w.staticEval(&n)

	// Steps 6 to 10 prune the whole node.
	if !f.inCheck && n.excluded == position.NoMove {
		if !n.pvNode {
			if score, ok := w.razor(&n); ok {
				return score
			}
			if score, ok := w.reverseFutility(&n); ok {
				return score
			}
			if score, ok := w.nullMove(&n); ok {
				return score
			}
		}
		// Step 9. Internal iterative reduction. Without a good table move the
		// ordering is poor, and a shallower search will find one.
		// (Ed Schröder, http://talkchess.com/forum3/viewtopic.php?f=7&t=74769)
		if (n.pvNode || cutNode) && n.depth >= iirMinDepth &&
			(n.ttMove == position.NoMove || n.tt.Depth+iirTTDepthSlip < n.depth) {
			n.depth--
		}
		if !n.pvNode {
			if score, ok := w.probCut(&n); ok {
				return score
			}
		}
		if w.s.stop.Load() && w.aborted() {
			return drawScore
		}
	}

	// Step 11. Singular extension of the table move, which can also end the node.
	if score, ok := w.singular(&n); ok {
		return score
	}
	return w.moveLoop(&n)
}

// terminal tells whether the position at ply is drawn or the stack ends here.
func (w *worker) terminal(ply int) (score int, over bool) {
	pos := w.pos
	if pos.IsRepetition(ply) || pos.IsFiftyMoveDraw() || pos.IsInsufficientMaterial() {
		return w.draw(), true
	}
	if ply >= MaxPly-1 {
		if pos.InCheck() {
			return w.draw(), true
		}
		return w.corrected(w.evaluate(), 0), true
	}
	return 0, false
}

// probe fills in what the transposition table knows.
func (w *worker) probe(n *node) {
	n.ttScore = noScore
	n.tt, n.ttHit = w.tt.Probe(w.pos.Key())
	if n.ttHit {
		if n.tt.Bound != tt.BoundNone {
			n.ttScore = scoreFromTT(n.tt.Score, n.ply, w.pos.Rule50())
		}
		if n.tt.Move != position.NoMove && w.pos.IsLegal(n.tt.Move) {
			n.ttMove = n.tt.Move
		}
	}
	if n.ply == 0 {
		n.ttMove = w.rootMoves[w.pvIndex].move
	}
	n.ttNoisy = n.ttMove != position.NoMove && w.pos.IsNoisy(n.ttMove)
	if n.excluded == position.NoMove {
		n.f.ttPV = n.pvNode || n.ttHit && n.tt.PV
	}
}

// ttCutoff returns the table's score when it answers the window. Near the
// fifty-move draw, where the table cannot know the counter, it does not.
func (w *worker) ttCutoff(n *node) (score int, ok bool) {
	const agreeMaxDepth = 5 // up to this depth the expected kind of node must agree
	if n.pvNode || n.excluded != position.NoMove || n.ttScore == noScore ||
		w.pos.Rule50() >= noCutoffRule50 || !boundAllows(n.tt.Bound, n.ttScore, n.beta) {
		return 0, false
	}
	failsHigh := n.ttScore >= n.beta
	need := n.depth
	if n.ttScore > n.beta {
		need++ // a bound beyond the window has to come from deeper
	}
	if n.tt.Depth < need {
		return 0, false
	}
	if n.cutNode != failsHigh && n.depth <= agreeMaxDepth {
		return 0, false
	}
	if failsHigh && n.ttMove != position.NoMove && !n.ttNoisy {
		n.f.threats = w.pos.Threats()
		w.updateQuiet(n.ttMove, n.ply, min(ttCutBonusMargin*n.depth, ttCutBonusMax))
	}
	// The opponent's quiet move stands refuted, though it was thought one of the best.
	if prev := w.at(n.ply - 1); failsHigh && prev.moved != 0 && !prev.noisy && prev.count <= earlyMoves {
		w.updateContinuations(prev.moved, n.ply-1, -historyMalus(n.depth))
	}
	return n.ttScore, true
}

// staticEval evaluates the position, or takes the eval from the table, and
// judges the last moves by it.
func (w *worker) staticEval(n *node) {
	f, prev := n.f, w.at(n.ply-1)
	if f.inCheck {
		f.staticEval, n.eval, n.rawEval = noScore, noScore, tt.NoEval
		return
	}
	n.correction = w.correctionOf(n.ply)
	if n.excluded == position.NoMove {
		n.rawEval = n.tt.Eval
		if !n.ttHit || n.rawEval == tt.NoEval {
			n.rawEval = w.evaluate()
			if !n.ttHit {
				w.tt.Store(w.pos.Key(), tt.Entry{Eval: n.rawEval, PV: f.ttPV})
			}
		}
		f.staticEval = w.corrected(n.rawEval, n.correction)
	}
	n.eval = f.staticEval
	if n.ttScore != noScore && !isDecisive(n.ttScore) && boundAllows(n.tt.Bound, n.ttScore, n.eval) {
		n.eval = n.ttScore
	}

	// improving: our eval is better than at our last turn.
	if before := w.at(n.ply - 2).staticEval; before != noScore {
		n.improving = f.staticEval > before
	} else if before := w.at(n.ply - 4).staticEval; before != noScore {
		n.improving = f.staticEval > before
	}
	if n.ply == 0 || prev.staticEval == noScore || n.excluded != position.NoMove {
		return
	}
	n.worsening = f.staticEval > -prev.staticEval

	// The opponent's quiet move earns what the eval says it did.
	if prev.moved != 0 && !prev.noisy {
		bonus := max(evalDiffMin, min(evalDiffMax, -evalDiffFactor*(f.staticEval+prev.staticEval)))
		gravity(w.butterflyEntry(w.pos.SideToMove().Other(), prev.move, prev.threats.All), bonus, historyLimit)
	}
	// Hindsight: a late move that did not hurt us was reduced too much, one
	// that left us well off is not worth the full depth.
	if prev.reduction >= hindsightReduction && !n.worsening {
		n.depth++
	} else if prev.reduction >= hindsightReduction-1 && n.depth >= hindsightMinDepth &&
		f.staticEval+prev.staticEval > hindsightBase {
		n.depth--
	}
}

// moveLoop searches the moves of a node, best first, and writes what it learnt
// to the histories and the table.
func (w *worker) moveLoop(n *node) int {
	f, ply := n.f, n.ply
	root := ply == 0
	alpha, beta := n.alpha, n.beta
	best, bestMove := n.floor, position.NoMove
	moveCount := 0
	f.quietCount, f.noisyCount = 0, 0
	f.threatsKnown = false
	f.picker.initMain(n.ttMove, f.killer, f.inCheck)

	for {
		m := w.pick(&f.picker, ply)
		if m == position.NoMove {
			break
		}
		if m == n.excluded || root && !w.isRootMove(m) {
			continue
		}
		w.prefetch(m)
		moveCount++
		if root {
			w.reportCurrentMove(m, moveCount)
		}
		mayPrune := !root && !isLoss(best)
		lm := w.lateMove(n, m, moveCount, mayPrune || moveCount > 1)

		// Step 12. Pruning at shallow depth: late moves that are unlikely to
		// matter are not searched at all.
		if mayPrune && w.skipMove(n, &lm, alpha, &best) {
			continue
		}
		extension := 0
		if m == n.ttMove {
			extension = n.singular
		}

		// Step 13. Make the move.
		nodesBefore := w.nodes
		f.count = moveCount
		w.makeMove(m, ply)
		newDepth := n.depth - 1 + extension
		score := 0

		switch {
		// Step 14. Late move reduction: later moves are first searched
		// shallower with a zero window, and again when that fails high.
		case n.depth >= lmrMinDepth && moveCount > 1:
			reduced := max(1, min(newDepth-w.reduction(n, &lm), newDepth+1))
			f.reduction = newDepth - reduced
			score = -w.search(-alpha-1, -alpha, reduced, ply+1, true)
			f.reduction = 0
			if score > alpha && reduced < newDepth {
				// The result says how far the move deserves a look.
				if score > best+deeperBase+deeperMargin*newDepth {
					newDepth++
					if score > best+muchDeeperBase {
						newDepth++
					}
				} else if score < best+shallowerBase {
					newDepth--
				}
				if reduced < newDepth {
					score = -w.search(-alpha-1, -alpha, newDepth, ply+1, !n.cutNode)
				}
				if !lm.noisy && !w.aborted() {
					w.learnFromResearch(f.moved, score, alpha, beta, newDepth, ply)
				}
			}
		// Step 15. Zero-window search at full depth.
		case !n.pvNode || moveCount > 1:
			score = -w.search(-alpha-1, -alpha, newDepth, ply+1, !n.cutNode)
		}
		// Step 16. Full-window search of the first move of a PV node, and of
		// later ones that beat it.
		if n.pvNode && (moveCount == 1 || score > alpha) {
			score = -w.search(-beta, -alpha, newDepth, ply+1, false)
		}
		w.unmakeMove()

		// Step 17. Nothing of an aborted search may be kept.
		if w.aborted() {
			return drawScore
		}
		if root {
			w.updateRootMove(m, score, alpha, beta, moveCount, w.nodes-nodesBefore)
		}

		// Step 18. New best move, principal variation, cutoff.
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if n.pvNode {
					f.pv.set(m, &w.at(ply+1).pv)
				}
				if score >= beta {
					f.cutoffs++
					break
				}
				alpha = score
				// The rest has a higher bar to pass: search it shallower.
				if n.depth >= raisedMinDepth && n.depth <= raisedMaxDepth && !isDecisive(score) {
					n.depth--
				}
			}
		}
		if m != bestMove {
			f.tried(m, lm.noisy)
		}
	}

	// Step 19. Mate and stalemate.
	if moveCount == 0 {
		switch {
		case n.excluded != position.NoMove:
			return alpha
		case f.inCheck:
			return matedIn(ply)
		}
		return drawScore
	}
	if best > n.ceiling {
		best = n.ceiling
		f.pv.n = 0 // the line ends where the tablebases decide
	}
	return w.finish(n, best, bestMove)
}

// tried notes a move that was searched without becoming the best.
func (f *frame) tried(m position.Move, noisy bool) {
	if noisy {
		if f.noisyCount < maxNoisiesTried {
			f.noisies[f.noisyCount] = m
			f.noisyCount++
		}
	} else if f.quietCount < maxQuietsTried {
		f.quiets[f.quietCount] = m
		f.quietCount++
	}
}

// finish is the end of a node: histories, corrections and the table learn from
// its result.
func (w *worker) finish(n *node, best int, bestMove position.Move) int {
	f := n.f
	prev := w.at(n.ply - 1)

	// Step 20. Histories: reward the move that failed high, or the opponent's
	// quiet move that made every move fail low.
	if bestMove != position.NoMove {
		depth := n.depth
		if best > n.beta+historyDeeperScore {
			depth++
		}
		w.updateHistories(bestMove, depth, n.ply)
	} else if n.ply > 0 && prev.moved != 0 && !prev.noisy {
		bonus := historyBonus(n.depth) / 2
		if prev.count > lateMoves { // nobody expected it
			bonus += bonus / 2
		}
		w.rewardPrevious(prev, n.ply, bonus)
	}
	// A fail high far above beta is pulled towards it: the exact amount is noise.
	if best >= n.beta && !isDecisive(best) && !isDecisive(n.beta) {
		best = (best*n.depth + n.beta) / (n.depth + 1)
	}
	if n.excluded != position.NoMove {
		return best
	}
	bound := tt.UpperBound
	switch {
	case best >= n.beta:
		bound = tt.LowerBound
	case n.pvNode && bestMove != position.NoMove:
		bound = tt.Exact
	}
	if bound == tt.UpperBound && n.ply > 0 && prev.ttPV {
		f.ttPV = true
	}

	// Step 21. Correction histories learn the difference to the static eval
	// where the result is quiet and its bound proves it.
	if !f.inCheck && (bestMove == position.NoMove || !w.pos.IsNoisy(bestMove)) &&
		!isDecisive(best) && boundAllows(bound, best, f.staticEval) {
		w.updateCorrection(best-f.staticEval, n.depth, n.ply)
	}

	// Step 22. Transposition table.
	if n.ply > 0 || w.pvIndex == 0 {
		w.tt.Store(w.pos.Key(), tt.Entry{
			Move: bestMove, Score: scoreToTT(best, n.ply), Eval: n.rawEval,
			Depth: n.depth, Bound: bound, PV: f.ttPV,
		})
	}
	return best
}

// rewardPrevious gives the opponent's last quiet move a bonus: nothing worked
// against it.
func (w *worker) rewardPrevious(prev *frame, ply, bonus int) {
	gravity(w.butterflyEntry(w.pos.SideToMove().Other(), prev.move, prev.threats.All), bonus, historyLimit)
	w.updateContinuations(prev.moved, ply-1, bonus)
}
