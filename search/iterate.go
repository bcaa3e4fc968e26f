package search

import (
	"time"

	"tura/position"
	"tura/tt"
)

const (
	currMoveDelay   = 3 * time.Second // before root moves and open bounds are reported
	mateStopPlies   = 2               // iterations beyond the mate distance that confirm it
	lineDelay       = time.Second     // before reported lines are continued by the tablebases
	scoreAverageDiv = 2
)

// initRoot lists the root moves: the legal ones, or those of them that the
// limits name.
func (w *worker) initRoot(moves []position.Move) {
	w.rootMoves = w.rootMoves[:0]
	for _, m := range moves {
		rm := rootMove{move: m, score: -Infinity, prevScore: -Infinity, avgScore: -Infinity, tbScore: noScore}
		rm.pv.set(m, &pvLine{})
		w.rootMoves = append(w.rootMoves, rm)
	}
	w.pvIndex, w.rootDepth, w.completed, w.selDepth = 0, 0, 0, 0
	w.nodes, w.tbHits, w.pollAt, w.nullBlock = 0, 0, 0, 0
	w.published.Store(0)
	w.pubTBHits.Store(0)
	for i := range w.stack {
		f := &w.stack[i]
		f.moved, f.move, f.noisy, f.staticEval = 0, position.NoMove, false, noScore
		f.killer, f.excluded, f.ttPV, f.cutoffs, f.reduction = position.NoMove, position.NoMove, false, 0, 0
	}
	w.eval.Reset(w.pos)
}

// iterate is iterative deepening: search to depth 1, 2, 3 … until a limit is
// reached. Each iteration fills the table and the histories for the next.
// (https://www.chessprogramming.org/Iterative_Deepening)
func (w *worker) iterate() {
	s := w.s
	maxDepth := MaxPly - 1
	if s.limits.Depth > 0 {
		maxDepth = min(maxDepth, s.limits.Depth)
	}
	lines := w.lines()
	stability, previousBest := 0, position.NoMove

	for depth := 1; depth <= maxDepth; depth++ {
		w.begin(depth)
		for w.pvIndex = 0; w.pvIndex < lines; w.pvIndex++ {
			w.selDepth = 0
			w.aspirate(depth)
			w.sortRoot(0, w.pvIndex+1)
			if w.aborted() {
				break
			}
		}
		w.pvIndex = 0
		if w.aborted() {
			w.dropIteration(lines)
			break
		}
		w.completed = depth
		if lines > 1 {
			w.finished = append(w.finished[:0], w.rootMoves...)
		}
		w.publish()
		if w.id != 0 {
			continue
		}
		w.reportLines(lines, depth)

		best := &w.rootMoves[0]
		if best.move == previousBest {
			stability++
		} else {
			stability, previousBest = 0, best.move
		}
		if w.enough(best, depth, stability) {
			break
		}
	}
}

// begin starts an iteration. The scores so far count as those of the one before:
// when the search is stopped, a move that this one has not come to must not stand
// above the best of those that it has.
func (w *worker) begin(depth int) {
	w.rootDepth = depth
	for i := range w.rootMoves {
		rm := &w.rootMoves[i]
		rm.prevScore, rm.prevBound, rm.score = rm.score, rm.bound, -Infinity
	}
}

// dropIteration forgets an iteration that was stopped when several lines are shown:
// they all have to be of one depth, and in order.
func (w *worker) dropIteration(lines int) {
	if lines > 1 && w.completed > 0 {
		copy(w.rootMoves, w.finished)
		w.rootDepth = w.completed
	}
}

// enough decides after an iteration whether to stop.
func (w *worker) enough(best *rootMove, depth, stability int) bool {
	s := w.s
	moves, mate := Score(best.score).MateIn()
	if s.limits.Mate > 0 && mate && abs(moves) <= s.limits.Mate {
		return true
	}
	if s.limits.SoftNodes > 0 && s.totalNodes() >= s.limits.SoftNodes {
		return true
	}
	return s.clock.SoftExpired(Factors{
		Stability: stability,
		ScoreDrop: best.avgScore - best.score,
		NodeShare: float64(best.nodes) / float64(max(w.nodes, 1)),
		OnlyMove:  len(w.rootMoves) == 1,
		Mate:      mate && depth >= 2*abs(moves)+mateStopPlies,
	})
}

// aspirate searches the root with a window round the last score, and widens
// it on the side where the search fails.
// (https://www.chessprogramming.org/Aspiration_Windows)
func (w *worker) aspirate(depth int) {
	alpha, beta := -Infinity, Infinity
	delta, shallower := 0, 0
	first := &w.rootMoves[w.pvIndex]
	if avg := first.avgScore; depth >= aspirationMinDepth && avg != -Infinity {
		delta = aspirationBase + avg*avg/aspirationScoreDivisor
		alpha, beta = max(avg-delta, -Infinity), min(avg+delta, Infinity)
	}
	for {
		score := w.search(alpha, beta, max(1, depth-shallower), 0, false)
		w.sortRoot(w.pvIndex, len(w.rootMoves))
		if w.aborted() {
			return
		}
		switch {
		case score <= alpha:
			w.reportBound(score, tt.UpperBound)
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -Infinity)
			shallower = 0
		case score >= beta:
			w.reportBound(score, tt.LowerBound)
			beta = min(score+delta, Infinity)
			if !isDecisive(score) {
				shallower = min(shallower+1, aspirationMaxShallower)
			}
		default:
			rm := &w.rootMoves[w.pvIndex]
			if rm.avgScore == -Infinity {
				rm.avgScore = score
			} else {
				rm.avgScore = (rm.avgScore + score) / scoreAverageDiv
			}
			return
		}
		delta += delta*aspirationGrowPercent/100 + 1
		if isDecisive(score) {
			alpha, beta = -Infinity, Infinity
		}
	}
}

// sortRoot sorts the root moves from..to by their tablebase rank and then by
// their score in this iteration; those without one keep their order behind.
// The list is in order but for a move or two, so they are inserted one by one.
func (w *worker) sortRoot(from, to int) {
	moves := w.rootMoves[from:to]
	for i := 1; i < len(moves); i++ {
		for j := i; j > 0 && moves[j].before(&moves[j-1]); j-- {
			moves[j], moves[j-1] = moves[j-1], moves[j]
		}
	}
}

// before tells whether rm belongs before other in the list of root moves.
func (rm *rootMove) before(other *rootMove) bool {
	if rm.rank != other.rank {
		return rm.rank > other.rank
	}
	if rm.score != other.score {
		return rm.score > other.score
	}
	return rm.prevScore > other.prevScore
}

// isRootMove tells whether m is to be searched for the current MultiPV line:
// it is not the move of an earlier line, and no better one by the tablebases
// is left.
func (w *worker) isRootMove(m position.Move) bool {
	rank := w.rootMoves[w.pvIndex].rank
	for i := w.pvIndex; i < len(w.rootMoves) && w.rootMoves[i].rank == rank; i++ {
		if w.rootMoves[i].move == m {
			return true
		}
	}
	return false
}

// updateRootMove notes the result of a root move: a score for the first one
// and for those that raised alpha, none for the others. A failed window has
// shown no line, so the one of the finished iteration stays then.
func (w *worker) updateRootMove(m position.Move, score, alpha, beta, moveCount int, nodes uint64) {
	for i := w.pvIndex; i < len(w.rootMoves); i++ {
		rm := &w.rootMoves[i]
		if rm.move != m {
			continue
		}
		rm.nodes += nodes
		if moveCount == 1 || score > alpha {
			rm.score, rm.bound, rm.selDepth = score, tt.Exact, w.selDepth
			switch {
			case score <= alpha:
				rm.bound = tt.UpperBound
			case score >= beta:
				rm.bound = tt.LowerBound
			}
			if rm.bound == tt.Exact || !rm.known() {
				rm.pv.set(m, &w.at(1).pv)
			}
		} else {
			rm.score = -Infinity
		}
		return
	}
}

// lines is the number of best lines that are searched.
func (w *worker) lines() int { return min(max(w.s.multiPV, 1), len(w.rootMoves)) }

// reportLines reports the best lines as they are known in the iteration of
// rootDepth, which is finished or was stopped.
func (w *worker) reportLines(lines, rootDepth int) {
	for i := range w.rootMoves[:lines] {
		rm := &w.rootMoves[i]
		if w.s.clock.Elapsed() >= lineDelay {
			w.s.tb.continueLine(w.pos, rm, w.s.clock)
		}
		if i == 0 {
			w.reported = [...]position.Move{rm.move, rm.pv.reply()}
		}
		w.report(i, rm.shown(rootDepth), false)
	}
}

// report sends the line at index i with its result to the receiver of the
// search. Open says that the line is still being searched.
func (w *worker) report(i int, r rootResult, open bool) {
	s := w.s
	if s.report == nil || w.id != 0 {
		return
	}
	rm := &w.rootMoves[i]
	s.report(Info{
		Depth: r.depth, SelDepth: max(rm.selDepth, 1), MultiPV: i + 1,
		Score: s.shownScore(r), Bound: r.bound, Open: open,
		Nodes: s.totalNodes(), TBHits: s.totalTBHits(), Time: s.clock.Elapsed(),
		HashFull: s.table.HashFull(), PV: rm.pv.moves[:rm.pv.n],
	})
}

// shownScore is the score of a result for the client.
func (s *Searcher) shownScore(r rootResult) Score {
	if r.final {
		return Score(r.score)
	}
	return Score(s.natural(r.score))
}

// natural is a score of the search on the scale of the network's evals.
func (s *Searcher) natural(score int) int {
	if s.plainEval {
		return score
	}
	return unflatten(score)
}

// rootResult is what is known of a root move.
type rootResult struct {
	score int
	bound tt.Bound
	depth int  // of the iteration that it comes from
	final bool // the tablebases have said it
}

// known tells whether the finished iteration has an exact score of the move.
func (rm *rootMove) known() bool { return rm.prevScore != -Infinity && rm.prevBound == tt.Exact }

// shown is the result of a root move for the client, in or after the iteration
// of rootDepth: that of the iteration before where this one has none, or only a
// bound because it was stopped before the search with a wider window.
func (rm *rootMove) shown(rootDepth int) rootResult {
	r := rootResult{score: rm.score, bound: rm.bound, depth: rootDepth}
	if r.score == -Infinity || r.bound != tt.Exact && rm.known() {
		r = rootResult{score: rm.prevScore, bound: rm.prevBound, depth: max(rootDepth-1, 1)}
	}
	return rm.overruled(r)
}

// overruled is a result after the tablebases, which have the last word unless
// the search found a mate for the same side.
func (rm *rootMove) overruled(r rootResult) rootResult {
	mate := Score(r.score).IsMate() && (r.score > 0) == (rm.tbScore > 0) && rm.tbScore != drawScore
	if rm.tbScore != noScore && !mate {
		r.score, r.bound, r.final = rm.tbScore, tt.Exact, true
	}
	return r
}

// reportBound reports that the window failed, once the search has gone on for
// a while.
func (w *worker) reportBound(score int, bound tt.Bound) {
	if w.id != 0 || w.s.report == nil || w.s.multiPV > 1 || w.s.clock.Elapsed() < currMoveDelay {
		return
	}
	r := rootResult{score: score, bound: bound, depth: w.rootDepth}
	w.report(w.pvIndex, w.rootMoves[w.pvIndex].overruled(r), true)
}

// reportCurrentMove reports the root move about to be searched, once the
// search has gone on for a while.
func (w *worker) reportCurrentMove(m position.Move, number int) {
	if w.id != 0 || w.s.report == nil || w.s.clock.Elapsed() < currMoveDelay {
		return
	}
	w.s.report(Info{Depth: w.rootDepth, CurrMove: m, CurrMoveNumber: w.pvIndex + number, Time: w.s.clock.Elapsed()})
}
