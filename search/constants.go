package search

// The numbers that are not for tuning: rules of the game, sizes, units, and
// the bounds of the history tables.
const (
	fiftyMovePlies      = 100
	milliPlyBits        = 10
	milliPly            = 1 << milliPlyBits // one ply in the fine unit of the reductions
	noCutoffRule50      = 90                // no table cutoffs so close to the fifty-move draw
	tablebaseDepthBonus = 6                 // a tablebase result is worth this many plies more
	materialDivisor     = 1024              // unit of the scale by material
	earlyMoves          = 3                 // moves of a node up to here were expected to be good
	lateMoves           = 5                 // moves after so many others were not
	maxQuietsTried      = 48
	maxNoisiesTried     = 32

	historyLimit        = 16384
	correctionLimit     = 1024
	correctionUpdateMax = correctionLimit / 4

	underPromotionMalus = -30000 // behind every other noisy move
)
