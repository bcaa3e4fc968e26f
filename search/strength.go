package search

import (
	"math"

	"tura/position"
)

// Range of SetElo.
const (
	MinElo = 800
	MaxElo = 3000
)

// strengthLevel is one calibrated level of limited strength.
type strengthLevel struct {
	elo   int
	nodes int // nodes a move
	noise int // standard deviation of the error added to the eval, in centipawns
}

// strengthLevels are the points between which SetElo interpolates. A weak
// level sees little and judges roughly; it does not throw in random blunders.
var strengthLevels = []strengthLevel{
	{800, 395, 105},
	{1000, 584, 91},
	{1200, 824, 80},
	{1400, 1186, 70},
	{1600, 1716, 61},
	{1800, 2483, 52},
	{2000, 3927, 40},
	{2200, 6300, 32},
	{2400, 11800, 24},
	{2600, 24813, 15},
	{2800, 51131, 7},
	{3000, 120000, 0},
}

// SetElo limits the playing strength to about elo, MinElo to MaxElo; 0 lifts
// the limit. Levels are calibrated against each other: 200 points apart, the
// stronger scores 70 to 80 %. A limited engine searches with one thread, and
// what another strength has learnt is forgotten.
func (s *Searcher) SetElo(elo int) {
	h := handicapOf(elo)
	if h != (handicap{nodes: s.handicap.nodes, noise: s.handicap.noise}) {
		s.clearWanted = true
	}
	h.game = s.handicap.game
	s.handicap = h
}

// handicapOf is the handicap for a strength, 0 for full strength.
func handicapOf(elo int) handicap {
	if elo == 0 {
		return handicap{}
	}
	elo = max(MinElo, min(MaxElo, elo))
	i := 1
	for strengthLevels[i].elo < elo {
		i++
	}
	lo, hi := strengthLevels[i-1], strengthLevels[i]
	part := float64(elo-lo.elo) / float64(hi.elo-lo.elo)
	return handicap{
		nodes: uint64(math.Round(float64(lo.nodes) * math.Pow(float64(hi.nodes)/float64(lo.nodes), part))),
		noise: lo.noise + int(math.Round(part*float64(hi.noise-lo.noise))),
	}
}

// handicap is how a limited engine is held back; the zero value not at all.
type handicap struct {
	nodes uint64
	noise int
	game  uint64 // changes the errors from game to game
}

const (
	// Multipliers of a 64-bit mixing function (splitmix64, Steele et al. 2014).
	mixFirst  = 0xBF58476D1CE4E5B9
	mixSecond = 0x94D049BB133111EB

	noiseBits  = 12 // bits of each uniform number that errors are made of
	noiseTerms = 4  // uniform numbers whose sum is nearly normal
)

// errorOf is the error of a limited engine about the position with this key:
// always the same in one game, nearly normally distributed over positions.
func (h *handicap) errorOf(key position.Key) int {
	x := uint64(key) ^ h.game
	x = (x ^ x>>30) * mixFirst
	x = (x ^ x>>27) * mixSecond
	x ^= x >> 31
	sum := -noiseTerms * (1<<noiseBits - 1) / 2
	for range noiseTerms {
		sum += int(x & (1<<noiseBits - 1))
		x >>= noiseBits
	}
	// The sum of n uniform numbers below m has the deviation m*sqrt(n/12).
	deviation := float64(int(1)<<noiseBits) * math.Sqrt(noiseTerms/12.0)
	return int(float64(h.noise) * float64(sum) / deviation)
}
