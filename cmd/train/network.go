package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"tura/cmd/train/kernel"
	"tura/eval/nnue"
)

const (
	inputs    = nnue.Inputs                  // features of one perspective
	biasRow   = inputs                       // row of the feature transformer that is its bias
	sharedRow = biasRow + 1                  // first of the rows that all king buckets share
	allRows   = sharedRow + nnue.PieceInputs // rows among the parameters
	maxMen    = 32                           // pieces on a board
	maxRows   = maxMen + 1                   // active rows of one perspective, bias included
	scale     = 400.0                        // centipawns per unit of the network's output
)

// The feature transformer of the network is the sum of two sets of parameters: a row
// for each feature, and a row for each piece on each square that all king buckets
// share, so that rare ones learn from the others what is the same everywhere. (The
// idea is the virtual feature, or factoriser, of nodchip's and Stockfish's trainers.)

// A shape gives the sizes of a network: (inputs -> hidden) x 2 -> 1, with one
// output layer for each bucket of piece counts.
type shape struct {
	hidden  int // accumulator width of one perspective
	buckets int // output layers: 1, 2, 4 or 8
}

// The parameters of a network lie in one slice, so that the optimizer passes over
// them in one go: the rows of the king buckets, the bias row, the shared rows, the output
// layers, the output biases (padded to a kernel block).

// outStart is the place of the first output layer.
func (s shape) outStart() int { return allRows * s.hidden }

// biasStart is the place of the first output bias.
func (s shape) biasStart() int { return s.outStart() + s.buckets*2*s.hidden }

// size is the number of parameters with the padding.
func (s shape) size() int { return s.biasStart() + kernel.Block }

// own returns the rows that are not shared, bias included, of parameters or of a gradient.
func (s shape) own(p []float32) []float32 { return p[:sharedRow*s.hidden] }

// shared returns the rows that all king buckets share.
func (s shape) shared(p []float32) []float32 { return p[sharedRow*s.hidden : s.outStart()] }

// table returns the feature transformer that the parameters make up, bias row included.
func (s shape) table(p []float32) []float32 {
	t := slices.Clone(s.own(p))
	s.addShared(t, p, 0, len(s.shared(p)))
	return t
}

// addShared adds the shared rows' numbers in [from, to) to those of every king bucket
// in the table.
func (s shape) addShared(table, p []float32, from, to int) {
	shared := s.shared(p)
	for bucket := range nnue.KingBuckets {
		kernel.Scatter(table[bucket*len(shared)+from:], shared[from:to], wholeRow)
	}
}

// wholeRow are the offsets that make kernel.Scatter add one slice to another.
var wholeRow = []uint32{0}

// out returns the output layer of a bucket: weights of the side to move's
// accumulator, then of the opponent's.
func (s shape) out(p []float32, bucket int) []float32 {
	at := s.outStart() + bucket*2*s.hidden
	return p[at : at+2*s.hidden]
}

// bias returns the place of the output bias of a bucket.
func (s shape) bias(bucket int) int { return s.biasStart() + bucket }

// bucketOf returns the output bucket for a number of pieces, 2 to 32.
func (s shape) bucketOf(pieces int) int {
	const fewest = 2 // pieces of the barest board
	per := (maxMen-1)/s.buckets + 1
	return (pieces - fewest) / per
}

// Spread and place of the first parameters. Few boards have many of the features, and
// what chance gave the row of a rare one stays in it as noise: so the rows start
// small. Biases within the slope of the activation make up for it, since the sum of
// small rows alone would lie at its flat foot.
const (
	rowSpread = 0.0128 // standard deviation of the rows
	firstBias = 0.15   // bias of every neuron
	outGain   = 2.0    // variance of the output weights times their number
)

// initialise returns parameters drawn with the given seed: normal numbers for the
// shared rows and the output layers, zero for the rows of the king buckets, the same
// bias for every neuron, output biases of zero. The output layers begin alike, so that
// they do not pull the rows in different ways.
func (s shape) initialise(seed uint64) []float32 {
	rng := rand.New(rand.NewPCG(seed, streamInit))
	p := make([]float32, s.size())
	for i := range s.shared(p) {
		s.shared(p)[i] = float32(rng.NormFloat64() * rowSpread)
	}
	for i := biasRow * s.hidden; i < sharedRow*s.hidden; i++ {
		p[i] = firstBias
	}
	spread := math.Sqrt(outGain / float64(2*s.hidden))
	first := s.out(p, 0)
	for i := range first {
		first[i] = float32(rng.NormFloat64() * spread)
	}
	for b := 1; b < s.buckets; b++ {
		copy(s.out(p, b), first)
	}
	return p
}

// Second words of the seeds of the random streams, one for each use.
const (
	streamInit = iota + 1
	streamOrder
	streamSample

	streamBits = 8 // bits of a stream number
)
