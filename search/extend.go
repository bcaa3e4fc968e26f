package search

import (
	"tura/position"
	"tura/tt"
)

// singular is step 11. Singular extension: when every other move fails low
// against a bound a little under the table move's score, that move is the only
// good one and is searched deeper, the more the clearer. When the others do
// well instead, the node is cut (multicut) or the table move reduced.
// (Anantharaman, Campbell and Hsu, "Singular extensions: adding selectivity to
// brute-force searching", 1988; the form with the table move is Stockfish's)
func (w *worker) singular(n *node) (score int, ok bool) {
	f := n.f
	minDepth := singularMinDepth
	if f.ttPV {
		minDepth++
	}
	if n.ply == 0 || n.ttMove == position.NoMove || n.excluded != position.NoMove ||
		n.depth < minDepth || n.tt.Depth < n.depth-singularTTDepthSlip ||
		n.tt.Bound&tt.LowerBound == 0 || isDecisive(n.ttScore) ||
		n.ply >= singularPlyFactor*w.rootDepth {
		return 0, false
	}
	margin := singularMarginPercent
	if f.ttPV && !n.pvNode {
		margin += singularPVPercent
	}
	bound := n.ttScore - margin*n.depth/100
	f.excluded = n.ttMove
	score = w.search(bound-1, bound, (n.depth-1)/2, n.ply, n.cutNode)
	f.excluded = position.NoMove
	if w.aborted() {
		return drawScore, true
	}
	switch {
	case score < bound:
		n.singular = 1
		double := doubleBase
		if n.pvNode {
			double += doublePVBase
		}
		if score < bound-double {
			n.singular = 2
			if !n.pvNode && score < bound-tripleBase && !n.ttNoisy {
				n.singular = 3
			}
		}
	case score >= n.beta && !isDecisive(score):
		return score, true
	case n.ttScore >= n.beta:
		n.singular = -highNegativeExtension
	case n.cutNode:
		n.singular = -cutNegativeExtension
	case n.ttScore <= n.alpha:
		n.singular = -lowNegativeExtension
	}
	return 0, false
}
