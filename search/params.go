//go:build !tune

package search

//go:generate go run ./_generate

// The numbers of the search that can be tuned. Suffixes: MaxDepth applies up
// to this depth, MinDepth from this depth, Base is a flat term, Margin is
// multiplied by the depth, Divisor divides, Weight multiplies what it names.
// Scores are centipawns, depths plies; quantities named Milli are 1/1024 of a
// ply, Percent hundredths.
//
// With the build tag tune they are variables and options of the engine:
// params_tune.go, which go generate writes from this file. A pair of numbers
// in brackets at the end of a comment is the range of the option; without one
// it follows from the value.
const (
	// Aspiration window.
	aspirationMinDepth     = 4
	aspirationBase         = 12
	aspirationScoreDivisor = 14000 // wider for large scores: + average² / divisor
	aspirationGrowPercent  = 50
	aspirationMaxShallower = 3

	// Static eval.
	rule50ScaleDivisor   = 220 // eval * (divisor - rule50) / divisor [110, 440]
	hindsightReduction   = 3
	hindsightBase        = 147
	hindsightMinDepth    = 4
	flattenBase          = 600 // evals beyond count a divisor less [200, 2000]
	flattenDivisor       = 8
	materialBase         = 796 // eval * (base + pieceMaterial * slope / slopeDivisor) / 1024: the fewer pieces, the nearer to a draw
	materialSlope        = 25
	materialSlopeDivisor = 8

	// Razoring.
	razorMaxDepth = 4
	razorBase     = 150
	razorMargin   = 230

	// Reverse futility pruning.
	rfpMaxDepth      = 9
	rfpMargin        = 72
	rfpImprovingBase = 62

	// Null move pruning.
	nullMinDepth       = 3
	nullEvalMargin     = 20
	nullEvalBase       = 142
	nullReductionBase  = 4
	nullDepthDivisor   = 3
	nullEvalDivisor    = 200
	nullMaxEvalTerm    = 3
	nullVerifyMinDepth = 14
	nullBlockPercent   = 75 // of the verification depth: so far no null moves for the side

	// Internal iterative reduction.
	iirMinDepth    = 4
	iirTTDepthSlip = 4

	// ProbCut.
	probCutMinDepth      = 5
	probCutBase          = 193
	probCutImprovingBase = 50
	probCutReduction     = 4
	smallProbCutBase     = 420

	// Late move pruning: moves > (base + depth²) / (2 - improving).
	lmpBase = 4

	// Futility pruning of quiets.
	futilityMaxDepth       = 9
	futilityBase           = 93
	futilityMargin         = 79
	futilityHistoryDivisor = 151
	futilityImprovingBase  = 60

	// History pruning.
	historyPruningMaxDepth = 5
	historyPruningMargin   = 3379

	// SEE pruning in the main search.
	seeQuietMargin           = 24 // * depth²
	seeNoisyMargin           = 88 // * depth
	seeNoisyHistoryDivisor   = 64
	badNoisyFutilityMaxDepth = 7
	badNoisyFutilityBase     = 180
	badNoisyFutilityMargin   = 120

	// Singular extension.
	singularMinDepth      = 6
	singularTTDepthSlip   = 3
	singularMarginPercent = 91 // * depth / 100
	doubleBase            = 10
	tripleBase            = 80
	singularPVPercent     = 60 // more, where a principal variation passed
	doublePVBase          = 60 // more for a double extension on the principal variation
	singularPlyFactor     = 2
	highNegativeExtension = 3 // the table's score is above beta
	cutNegativeExtension  = 2 // elsewhere in cut nodes
	lowNegativeExtension  = 1 // elsewhere, when it is not above alpha

	// Late move reductions.
	lmrMinDepth            = 2
	lmrQuietBasePercent    = 96 // of a ply
	lmrQuietDivisorPercent = 233
	lmrNoisyBasePercent    = 20 // [-60, 120]
	lmrNoisyDivisorPercent = 320
	lmrCutNodeMilli        = 1624
	lmrNoTTMoveMilli       = 900
	lmrNotImprovingMilli   = 544
	lmrTTPVMilli           = 791
	lmrPVMilli             = 600
	lmrCheckMilli          = 900
	lmrKillerMilli         = 900
	lmrTTNoisyMilli        = 800
	lmrCutoffsMilli        = 842
	lmrTTDepthMilli        = 500
	lmrUncertainMilli      = 600
	lmrCutoffsMin          = 3
	lmrUncertainMin        = 60
	lmrHistoryDivisor      = 8 // history per 1/1024 ply
	lmrNoisyHistoryDivisor = 6
	deeperBase             = 47
	deeperMargin           = 2
	muchDeeperBase         = 120
	shallowerBase          = 8

	// After alpha was raised in the middle depths the rest is searched shallower.
	raisedMinDepth = 4
	raisedMaxDepth = 11

	// Histories.
	bonusMargin        = 222
	bonusBase          = 60
	bonusMax           = 1700
	malusMargin        = 237
	malusBase          = 80
	malusMax           = 1200
	historyDeeperScore = 60
	continuationStart  = 553 // minus the first value of a continuation
	evalDiffFactor     = 8
	evalDiffMin        = -120
	evalDiffMax        = 160
	ttCutBonusMargin   = 130
	ttCutBonusMax      = 1200

	// Correction history.
	correctionDepthDivisor       = 8
	correctionDivisor            = 512
	pawnCorrectionWeight         = 29
	nonPawnCorrectionWeight      = 34
	minorCorrectionWeight        = 20
	continuationCorrectionWeight = 30

	// Move ordering.
	captureVictimWeight = 16
	goodNoisyDivisor    = 32
	queenPromotionBonus = 12000
	checkBonus          = 9000
	escapeQueenBonus    = 16000
	escapeRookBonus     = 11000
	escapeMinorBonus    = 7000

	// Quiescence.
	qsFutilityBase = 204
	qsSEEThreshold = -40
	qsMaxMoves     = 3
)
