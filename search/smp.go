package search

// Lazy SMP: every worker runs the same iterative deepening on its own copy of
// the position and its own histories; they help each other only through the
// transposition table.
// (https://www.chessprogramming.org/Lazy_SMP)

// voteBase is the weight that the worst result still has.
const voteBase = 10

// vote chooses the worker whose move is played: each gives its best move a
// weight by score and depth, and the heaviest move wins; a mate found counts
// above all.
func (s *Searcher) vote() *worker {
	best := s.workers[0]
	if len(s.workers) == 1 || s.multiPV > 1 {
		return best
	}
	scoreOf := func(w *worker) int { return w.rootMoves[0].shown(w.rootDepth).score }
	lowest := Infinity
	for _, w := range s.workers {
		if w.completed > 0 {
			lowest = min(lowest, scoreOf(w))
		}
	}
	weight := func(w *worker) int {
		m, sum := w.rootMoves[0].move, 0
		for _, v := range s.workers {
			if v.completed > 0 && v.rootMoves[0].move == m {
				sum += (scoreOf(v) - lowest + voteBase) * v.completed
			}
		}
		return sum
	}
	for _, w := range s.workers[1:] {
		if w.completed == 0 {
			continue
		}
		score, bestScore := scoreOf(w), scoreOf(best)
		switch {
		case isDecisive(bestScore):
			if score > bestScore {
				best = w
			}
		case isWin(score):
			best = w
		case !isLoss(score) && weight(w) > weight(best):
			best = w
		}
	}
	return best
}
