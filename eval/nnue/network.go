package nnue

import (
	"fmt"
	"math"
)

// The shape of the network. Hidden (a multiple of 128), KingBuckets (with the table
// kingBuckets) and Buckets may be changed, the first two followed by go generate;
// networks of another shape are then refused.
const (
	PieceInputs = 768 // features of one king bucket: 2 colours, 6 types, 64 squares
	KingBuckets = 4   // sets of features, chosen by the square of the perspective's own king
	Hidden      = 512 // neurons of one perspective
	Buckets     = 1   // output layers, chosen by the number of pieces

	Inputs = PieceInputs * KingBuckets // features of one perspective
)

// Quantisation and what follows from it; see the package comment.
const (
	QA           = 255                          // 1.0 in the first layer and its activation
	Scale        = 400                          // centipawns per 1.0 of output
	MaxQB        = math.MaxInt16                // largest allowed QB
	MaxPieces    = 32                           // pieces in a legal position
	MaxOutWeight = math.MaxInt16 / QA           // largest |output weight|
	MaxOutSum    = math.MaxInt32 / (QA * QA)    // largest Σ|output weight| of a bucket
	accLimit     = math.MaxInt16                // largest |accumulator|
	piecesPerBkt = (MaxPieces-1)/Buckets + 1    // pieces that share an output bucket
	minPieces    = 2                            // pieces in the barest position
	blockLanes   = 128                          // Hidden must be a multiple: one loop turn of the kernels
	_            = uint(-(Hidden % blockLanes)) // does not compile otherwise
)

// Network holds the parameters of one network in the form the kernels want. It
// does not change after it was made, so any number of stacks may share it.
type Network struct {
	ft      [Inputs]vector
	bias    vector
	out     [Buckets][2 * Hidden]int16
	outBias [Buckets]int32

	qb       int
	checksum uint32
}

// Parameters are the numbers of a network as they stand in a file, quantised as
// the package comment tells.
type Parameters struct {
	FT      []int16 // first layer, Hidden weights for each of the Inputs features
	Bias    []int16 // first layer, Hidden biases
	Out     []int16 // output layer, 2·Hidden weights per bucket, side to move's first
	OutBias []int32 // output layer, one bias per bucket
	QB      int     // quantisation of the output weights, 1 to MaxQB
}

// NewNetwork makes a network from its parameters, which it copies. The error
// says which number has the wrong length or is beyond the limits of the package
// comment.
func NewNetwork(p *Parameters) (*Network, error) {
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	return newNetwork(p, checksum(encode(p))), nil
}

// newNetwork builds a network from checked parameters.
func newNetwork(p *Parameters, checksum uint32) *Network {
	n := &Network{qb: p.QB, checksum: checksum}
	for f := range n.ft {
		pack(&n.ft[f], p.FT[f*Hidden:])
	}
	pack(&n.bias, p.Bias)
	for b := range n.out {
		copy(n.out[b][:], p.Out[b*2*Hidden:])
	}
	copy(n.outBias[:], p.OutBias)
	return n
}

// Parameters returns a copy of the network's numbers.
func (n *Network) Parameters() *Parameters {
	p := &Parameters{
		FT:      make([]int16, Inputs*Hidden),
		Bias:    make([]int16, Hidden),
		Out:     make([]int16, 0, Buckets*2*Hidden),
		OutBias: append([]int32(nil), n.outBias[:]...),
		QB:      n.qb,
	}
	for f := range n.ft {
		unpack(p.FT[f*Hidden:], &n.ft[f])
	}
	unpack(p.Bias, &n.bias)
	for b := range n.out {
		p.Out = append(p.Out, n.out[b][:]...)
	}
	return p
}

// QB returns the quantisation of the output weights.
func (n *Network) QB() int { return n.qb }

// Checksum returns the CRC-32 of the network's file, which serves as its name.
func (n *Network) Checksum() uint32 { return n.checksum }

// EvaluateFeatures returns the value in centipawns from the side to move's view
// of a position given by its active features: those seen by the side to move
// and those seen by the other side, one of each per piece, every one below
// Inputs. It computes everything anew; it serves the trainer and tests.
func (n *Network) EvaluateFeatures(us, them []uint16) int {
	var acc accumulator
	accumulate(&acc[0], &n.bias, &n.ft, us, nil)
	accumulate(&acc[1], &n.bias, &n.ft, them, nil)
	return n.value(&acc[0], &acc[1], bucket(len(us)))
}

// check tells whether p has the right lengths and keeps the limits of the
// package comment.
func (p *Parameters) check() error {
	lengths := []struct {
		name      string
		got, want int
	}{
		{"first layer weights", len(p.FT), Inputs * Hidden},
		{"first layer biases", len(p.Bias), Hidden},
		{"output weights", len(p.Out), Buckets * 2 * Hidden},
		{"output biases", len(p.OutBias), Buckets},
	}
	for _, l := range lengths {
		if l.got != l.want {
			return fmt.Errorf("%d %s, need %d", l.got, l.name, l.want)
		}
	}
	if p.QB < 1 || p.QB > MaxQB {
		return fmt.Errorf("QB %d is outside 1 to %d", p.QB, MaxQB)
	}
	if err := p.checkFirstLayer(); err != nil {
		return err
	}
	return p.checkOutput()
}

// checkFirstLayer makes sure that no legal position overflows an accumulator.
func (p *Parameters) checkFirstLayer() error {
	var largest [Hidden]int
	for f := 0; f < Inputs; f++ {
		for i, w := range p.FT[f*Hidden : (f+1)*Hidden] {
			largest[i] = max(largest[i], magnitude(w))
		}
	}
	for i, w := range largest {
		bias := magnitude(p.Bias[i])
		if sum := bias + MaxPieces*w; sum > accLimit {
			return fmt.Errorf("neuron %d may overflow: |bias| %d + %d pieces * |weight| %d = %d, limit %d",
				i, bias, MaxPieces, w, sum, accLimit)
		}
	}
	return nil
}

// checkOutput makes sure that the output layer cannot overflow.
func (p *Parameters) checkOutput() error {
	for b := 0; b < Buckets; b++ {
		sum := 0
		for i, w := range p.Out[b*2*Hidden : (b+1)*2*Hidden] {
			if magnitude(w) > MaxOutWeight {
				return fmt.Errorf("output weight %d of bucket %d is %d, limit %d", i, b, w, MaxOutWeight)
			}
			sum += magnitude(w)
		}
		if sum > MaxOutSum {
			return fmt.Errorf("output weights of bucket %d add up to %d, limit %d", b, sum, MaxOutSum)
		}
	}
	return nil
}

// magnitude returns |w|.
func magnitude(w int16) int {
	if w < 0 {
		return -int(w)
	}
	return int(w)
}
