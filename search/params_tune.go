// Code generated from params.go by go generate; DO NOT EDIT.

//go:build tune

package search

var (
	aspirationMinDepth           = 4
	aspirationBase               = 12
	aspirationScoreDivisor       = 14000
	aspirationGrowPercent        = 50
	aspirationMaxShallower       = 3
	rule50ScaleDivisor           = 220
	hindsightReduction           = 3
	hindsightBase                = 147
	hindsightMinDepth            = 4
	flattenBase                  = 600
	flattenDivisor               = 8
	materialBase                 = 796
	materialSlope                = 25
	materialSlopeDivisor         = 8
	razorMaxDepth                = 4
	razorBase                    = 150
	razorMargin                  = 230
	rfpMaxDepth                  = 9
	rfpMargin                    = 72
	rfpImprovingBase             = 62
	nullMinDepth                 = 3
	nullEvalMargin               = 20
	nullEvalBase                 = 142
	nullReductionBase            = 4
	nullDepthDivisor             = 3
	nullEvalDivisor              = 200
	nullMaxEvalTerm              = 3
	nullVerifyMinDepth           = 14
	nullBlockPercent             = 75
	iirMinDepth                  = 4
	iirTTDepthSlip               = 4
	probCutMinDepth              = 5
	probCutBase                  = 193
	probCutImprovingBase         = 50
	probCutReduction             = 4
	smallProbCutBase             = 420
	lmpBase                      = 4
	futilityMaxDepth             = 9
	futilityBase                 = 93
	futilityMargin               = 79
	futilityHistoryDivisor       = 151
	futilityImprovingBase        = 60
	historyPruningMaxDepth       = 5
	historyPruningMargin         = 3379
	seeQuietMargin               = 24
	seeNoisyMargin               = 88
	seeNoisyHistoryDivisor       = 64
	badNoisyFutilityMaxDepth     = 7
	badNoisyFutilityBase         = 180
	badNoisyFutilityMargin       = 120
	singularMinDepth             = 6
	singularTTDepthSlip          = 3
	singularMarginPercent        = 91
	doubleBase                   = 10
	tripleBase                   = 80
	singularPVPercent            = 60
	doublePVBase                 = 60
	singularPlyFactor            = 2
	highNegativeExtension        = 3
	cutNegativeExtension         = 2
	lowNegativeExtension         = 1
	lmrMinDepth                  = 2
	lmrQuietBasePercent          = 96
	lmrQuietDivisorPercent       = 233
	lmrNoisyBasePercent          = 20
	lmrNoisyDivisorPercent       = 320
	lmrCutNodeMilli              = 1624
	lmrNoTTMoveMilli             = 900
	lmrNotImprovingMilli         = 544
	lmrTTPVMilli                 = 791
	lmrPVMilli                   = 600
	lmrCheckMilli                = 900
	lmrKillerMilli               = 900
	lmrTTNoisyMilli              = 800
	lmrCutoffsMilli              = 842
	lmrTTDepthMilli              = 500
	lmrUncertainMilli            = 600
	lmrCutoffsMin                = 3
	lmrUncertainMin              = 60
	lmrHistoryDivisor            = 8
	lmrNoisyHistoryDivisor       = 6
	deeperBase                   = 47
	deeperMargin                 = 2
	muchDeeperBase               = 120
	shallowerBase                = 8
	raisedMinDepth               = 4
	raisedMaxDepth               = 11
	bonusMargin                  = 222
	bonusBase                    = 60
	bonusMax                     = 1700
	malusMargin                  = 237
	malusBase                    = 80
	malusMax                     = 1200
	historyDeeperScore           = 60
	continuationStart            = 553
	evalDiffFactor               = 8
	evalDiffMin                  = -120
	evalDiffMax                  = 160
	ttCutBonusMargin             = 130
	ttCutBonusMax                = 1200
	correctionDepthDivisor       = 8
	correctionDivisor            = 512
	pawnCorrectionWeight         = 29
	nonPawnCorrectionWeight      = 34
	minorCorrectionWeight        = 20
	continuationCorrectionWeight = 30
	captureVictimWeight          = 16
	goodNoisyDivisor             = 32
	queenPromotionBonus          = 12000
	checkBonus                   = 9000
	escapeQueenBonus             = 16000
	escapeRookBonus              = 11000
	escapeMinorBonus             = 7000
	qsFutilityBase               = 204
	qsSEEThreshold               = -40
	qsMaxMoves                   = 3
)

// tunables lists the variables with the ranges of their options.
var tunables = []Tunable{
	newTunable("aspirationMinDepth", &aspirationMinDepth, 1, 7),
	newTunable("aspirationBase", &aspirationBase, 4, 26),
	newTunable("aspirationScoreDivisor", &aspirationScoreDivisor, 4666, 28002),
	newTunable("aspirationGrowPercent", &aspirationGrowPercent, 16, 102),
	newTunable("aspirationMaxShallower", &aspirationMaxShallower, 1, 8),
	newTunable("rule50ScaleDivisor", &rule50ScaleDivisor, 110, 440),
	newTunable("hindsightReduction", &hindsightReduction, 1, 8),
	newTunable("hindsightBase", &hindsightBase, 49, 296),
	newTunable("hindsightMinDepth", &hindsightMinDepth, 1, 7),
	newTunable("flattenBase", &flattenBase, 200, 2000),
	newTunable("flattenDivisor", &flattenDivisor, 2, 18),
	newTunable("materialBase", &materialBase, 265, 1594),
	newTunable("materialSlope", &materialSlope, 8, 52),
	newTunable("materialSlopeDivisor", &materialSlopeDivisor, 2, 18),
	newTunable("razorMaxDepth", &razorMaxDepth, 1, 7),
	newTunable("razorBase", &razorBase, 50, 302),
	newTunable("razorMargin", &razorMargin, 76, 462),
	newTunable("rfpMaxDepth", &rfpMaxDepth, 6, 12),
	newTunable("rfpMargin", &rfpMargin, 24, 146),
	newTunable("rfpImprovingBase", &rfpImprovingBase, 20, 126),
	newTunable("nullMinDepth", &nullMinDepth, 1, 6),
	newTunable("nullEvalMargin", &nullEvalMargin, 6, 42),
	newTunable("nullEvalBase", &nullEvalBase, 47, 286),
	newTunable("nullReductionBase", &nullReductionBase, 1, 10),
	newTunable("nullDepthDivisor", &nullDepthDivisor, 1, 8),
	newTunable("nullEvalDivisor", &nullEvalDivisor, 66, 402),
	newTunable("nullMaxEvalTerm", &nullMaxEvalTerm, 1, 8),
	newTunable("nullVerifyMinDepth", &nullVerifyMinDepth, 11, 17),
	newTunable("nullBlockPercent", &nullBlockPercent, 25, 152),
	newTunable("iirMinDepth", &iirMinDepth, 1, 7),
	newTunable("iirTTDepthSlip", &iirTTDepthSlip, 1, 10),
	newTunable("probCutMinDepth", &probCutMinDepth, 2, 8),
	newTunable("probCutBase", &probCutBase, 64, 388),
	newTunable("probCutImprovingBase", &probCutImprovingBase, 16, 102),
	newTunable("probCutReduction", &probCutReduction, 1, 10),
	newTunable("smallProbCutBase", &smallProbCutBase, 140, 842),
	newTunable("lmpBase", &lmpBase, 1, 10),
	newTunable("futilityMaxDepth", &futilityMaxDepth, 6, 12),
	newTunable("futilityBase", &futilityBase, 31, 188),
	newTunable("futilityMargin", &futilityMargin, 26, 160),
	newTunable("futilityHistoryDivisor", &futilityHistoryDivisor, 50, 304),
	newTunable("futilityImprovingBase", &futilityImprovingBase, 20, 122),
	newTunable("historyPruningMaxDepth", &historyPruningMaxDepth, 2, 8),
	newTunable("historyPruningMargin", &historyPruningMargin, 1126, 6760),
	newTunable("seeQuietMargin", &seeQuietMargin, 8, 50),
	newTunable("seeNoisyMargin", &seeNoisyMargin, 29, 178),
	newTunable("seeNoisyHistoryDivisor", &seeNoisyHistoryDivisor, 21, 130),
	newTunable("badNoisyFutilityMaxDepth", &badNoisyFutilityMaxDepth, 4, 10),
	newTunable("badNoisyFutilityBase", &badNoisyFutilityBase, 60, 362),
	newTunable("badNoisyFutilityMargin", &badNoisyFutilityMargin, 40, 242),
	newTunable("singularMinDepth", &singularMinDepth, 3, 9),
	newTunable("singularTTDepthSlip", &singularTTDepthSlip, 1, 8),
	newTunable("singularMarginPercent", &singularMarginPercent, 30, 184),
	newTunable("doubleBase", &doubleBase, 3, 22),
	newTunable("tripleBase", &tripleBase, 26, 162),
	newTunable("singularPVPercent", &singularPVPercent, 20, 122),
	newTunable("doublePVBase", &doublePVBase, 20, 122),
	newTunable("singularPlyFactor", &singularPlyFactor, 1, 6),
	newTunable("highNegativeExtension", &highNegativeExtension, 1, 8),
	newTunable("cutNegativeExtension", &cutNegativeExtension, 1, 6),
	newTunable("lowNegativeExtension", &lowNegativeExtension, 1, 4),
	newTunable("lmrMinDepth", &lmrMinDepth, 1, 5),
	newTunable("lmrQuietBasePercent", &lmrQuietBasePercent, 32, 194),
	newTunable("lmrQuietDivisorPercent", &lmrQuietDivisorPercent, 77, 468),
	newTunable("lmrNoisyBasePercent", &lmrNoisyBasePercent, -60, 120),
	newTunable("lmrNoisyDivisorPercent", &lmrNoisyDivisorPercent, 106, 642),
	newTunable("lmrCutNodeMilli", &lmrCutNodeMilli, 541, 3250),
	newTunable("lmrNoTTMoveMilli", &lmrNoTTMoveMilli, 300, 1802),
	newTunable("lmrNotImprovingMilli", &lmrNotImprovingMilli, 181, 1090),
	newTunable("lmrTTPVMilli", &lmrTTPVMilli, 263, 1584),
	newTunable("lmrPVMilli", &lmrPVMilli, 200, 1202),
	newTunable("lmrCheckMilli", &lmrCheckMilli, 300, 1802),
	newTunable("lmrKillerMilli", &lmrKillerMilli, 300, 1802),
	newTunable("lmrTTNoisyMilli", &lmrTTNoisyMilli, 266, 1602),
	newTunable("lmrCutoffsMilli", &lmrCutoffsMilli, 280, 1686),
	newTunable("lmrTTDepthMilli", &lmrTTDepthMilli, 166, 1002),
	newTunable("lmrUncertainMilli", &lmrUncertainMilli, 200, 1202),
	newTunable("lmrCutoffsMin", &lmrCutoffsMin, 1, 8),
	newTunable("lmrUncertainMin", &lmrUncertainMin, 20, 122),
	newTunable("lmrHistoryDivisor", &lmrHistoryDivisor, 2, 18),
	newTunable("lmrNoisyHistoryDivisor", &lmrNoisyHistoryDivisor, 2, 14),
	newTunable("deeperBase", &deeperBase, 15, 96),
	newTunable("deeperMargin", &deeperMargin, 1, 6),
	newTunable("muchDeeperBase", &muchDeeperBase, 40, 242),
	newTunable("shallowerBase", &shallowerBase, 2, 18),
	newTunable("raisedMinDepth", &raisedMinDepth, 1, 7),
	newTunable("raisedMaxDepth", &raisedMaxDepth, 8, 14),
	newTunable("bonusMargin", &bonusMargin, 74, 446),
	newTunable("bonusBase", &bonusBase, 20, 122),
	newTunable("bonusMax", &bonusMax, 566, 3402),
	newTunable("malusMargin", &malusMargin, 79, 476),
	newTunable("malusBase", &malusBase, 26, 162),
	newTunable("malusMax", &malusMax, 400, 2402),
	newTunable("historyDeeperScore", &historyDeeperScore, 20, 122),
	newTunable("continuationStart", &continuationStart, 184, 1108),
	newTunable("evalDiffFactor", &evalDiffFactor, 2, 18),
	newTunable("evalDiffMin", &evalDiffMin, -242, -40),
	newTunable("evalDiffMax", &evalDiffMax, 53, 322),
	newTunable("ttCutBonusMargin", &ttCutBonusMargin, 43, 262),
	newTunable("ttCutBonusMax", &ttCutBonusMax, 400, 2402),
	newTunable("correctionDepthDivisor", &correctionDepthDivisor, 2, 18),
	newTunable("correctionDivisor", &correctionDivisor, 170, 1026),
	newTunable("pawnCorrectionWeight", &pawnCorrectionWeight, 9, 60),
	newTunable("nonPawnCorrectionWeight", &nonPawnCorrectionWeight, 11, 70),
	newTunable("minorCorrectionWeight", &minorCorrectionWeight, 6, 42),
	newTunable("continuationCorrectionWeight", &continuationCorrectionWeight, 10, 62),
	newTunable("captureVictimWeight", &captureVictimWeight, 5, 34),
	newTunable("goodNoisyDivisor", &goodNoisyDivisor, 10, 66),
	newTunable("queenPromotionBonus", &queenPromotionBonus, 4000, 24002),
	newTunable("checkBonus", &checkBonus, 3000, 18002),
	newTunable("escapeQueenBonus", &escapeQueenBonus, 5333, 32002),
	newTunable("escapeRookBonus", &escapeRookBonus, 3666, 22002),
	newTunable("escapeMinorBonus", &escapeMinorBonus, 2333, 14002),
	newTunable("qsFutilityBase", &qsFutilityBase, 68, 410),
	newTunable("qsSEEThreshold", &qsSEEThreshold, -82, -13),
	newTunable("qsMaxMoves", &qsMaxMoves, 1, 8),
}
