package search

import (
	"tura/eval"
	"tura/tt"
)

// Score is the result of a search in centipawns from the side to move's view.
// Scores near ±MateScore are mates in plies from the root, scores between
// them and the evaluations are tablebase wins and losses.
type Score int

// Bounds of the score ranges. An evaluation is never beyond ±eval.Limit.
const (
	MaxPly    = 240   // deepest ply of the tree, and the greatest depth
	MateScore = 32000 // mate at ply 0
	Infinity  = 32001 // outside of every score

	tbWinScore    = 31000 // tablebase win at ply 0
	mateInMaxPly  = MateScore - MaxPly
	tbWinInMaxPly = tbWinScore - MaxPly
	drawScore     = 0
	noScore       = -Infinity - 1
)

// The ranges do not overlap: these do not compile when they do.
const (
	_ = uint(mateInMaxPly - tbWinScore - 1)
	_ = uint(tbWinInMaxPly - eval.Limit - 1)
)

func mateIn(ply int) int  { return MateScore - ply }
func matedIn(ply int) int { return ply - MateScore }

// IsMate tells whether s is a forced mate for either side.
func (s Score) IsMate() bool { return s >= mateInMaxPly || s <= -mateInMaxPly }

// IsTablebase tells whether s is a win or loss known from tablebases.
func (s Score) IsTablebase() bool {
	return !s.IsMate() && (s >= tbWinInMaxPly || s <= -tbWinInMaxPly)
}

// MateIn is the distance to mate in full moves, negative when the side to move
// is being mated; ok is false when s is no mate score.
func (s Score) MateIn() (moves int, ok bool) {
	switch {
	case s >= mateInMaxPly:
		return (MateScore - int(s) + 1) / 2, true
	case s <= -mateInMaxPly:
		return -(MateScore + int(s)) / 2, true
	}
	return 0, false
}

// isDecisive tells whether score is a mate or tablebase result for either side.
func isDecisive(score int) bool { return score >= tbWinInMaxPly || score <= -tbWinInMaxPly }
func isWin(score int) bool      { return score >= tbWinInMaxPly }
func isLoss(score int) bool     { return score <= -tbWinInMaxPly }

// flatten brings evals of decided positions closer together. The network tells
// them apart badly, and differences of many pawns that mean nothing make the
// margins of the pruning steps, the correction histories and the windows useless:
// mates are not found behind ever larger evals.
func flatten(e int) int {
	switch {
	case e > flattenBase:
		return flattenBase + (e-flattenBase)/flattenDivisor
	case e < -flattenBase:
		return -flattenBase + (e+flattenBase)/flattenDivisor
	}
	return e
}

// unflatten is the inverse of flatten, for a score that is shown: pawns and
// pieces count there what they count elsewhere.
func unflatten(score int) int {
	switch {
	case isDecisive(score):
		return score
	case score > flattenBase:
		return min(flattenBase+(score-flattenBase)*flattenDivisor, tbWinInMaxPly-1)
	case score < -flattenBase:
		return max(-flattenBase+(score+flattenBase)*flattenDivisor, 1-tbWinInMaxPly)
	}
	return score
}

// scoreToTT makes a score of the node at ply relative to that node, as the
// table keeps it: the same position can be reached at another ply.
func scoreToTT(score, ply int) int {
	switch {
	case isWin(score):
		return score + ply
	case isLoss(score):
		return score - ply
	}
	return score
}

// scoreFromTT is the inverse of scoreToTT. A mate or tablebase win that lies
// beyond the fifty-move horizon may be no win at all, so it is lowered to the
// largest plain score.
func scoreFromTT(score, ply, rule50 int) int {
	switch {
	case isWin(score):
		if score >= mateInMaxPly && MateScore-score > fiftyMovePlies-rule50 ||
			score < mateInMaxPly && tbWinScore-score > fiftyMovePlies-rule50 {
			return tbWinInMaxPly - 1
		}
		return score - ply
	case isLoss(score):
		if score <= -mateInMaxPly && MateScore+score > fiftyMovePlies-rule50 ||
			score > -mateInMaxPly && tbWinScore+score > fiftyMovePlies-rule50 {
			return -tbWinInMaxPly + 1
		}
		return score + ply
	}
	return score
}

// boundAllows tells whether a score with this bound proves that the true score
// lies on score's side of limit.
func boundAllows(b tt.Bound, score, limit int) bool {
	if score >= limit {
		return b&tt.LowerBound != 0
	}
	return b&tt.UpperBound != 0
}
