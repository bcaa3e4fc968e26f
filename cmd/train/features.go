package main

import (
	"math/bits"

	"tura/eval/nnue"
	"tura/internal/traindata"
)

// Numbering of the features; see the package comment of eval/nnue.
const (
	featuresPerSide = 384     // features of the pieces of one colour
	squares         = 64      // features of one kind of piece
	ownColor        = 0       // a record shows the side to move as White
	theirColor      = 1       // and its opponent as Black
	nibbles         = 16      // codes of a piece in a record
	theirBit        = 8       // bit of a record's code: piece of the opponent
	noFeature       = 1 << 15 // base of a code that stands for no piece
)

// ownBase and theirBase hold the number of the first feature of a piece code of
// a record, as the side to move and as its opponent sees the piece.
var ownBase, theirBase = featureBases()

func featureBases() (own, their [nibbles]uint32) {
	const kinds = featuresPerSide / squares
	for code := range own {
		kind, theirs := code&^theirBit, code&theirBit != 0
		if kind >= kinds {
			own[code], their[code] = noFeature, noFeature
			continue
		}
		near, far := uint32(kind*squares), uint32(featuresPerSide+kind*squares)
		if theirs {
			near, far = far, near
		}
		own[code], their[code] = near, far
	}
	return own, their
}

// A sample is a record turned into what the kernels need.
type sample struct {
	own    [maxRows]uint32 // offsets of the active rows: side to move's perspective
	their  [maxRows]uint32 // the same from the opponent's perspective
	rows   int             // active rows of either perspective, bias included
	bucket int             // output bucket
}

// decode fills the sample from a valid record for rows of the network's width.
func (s *sample) decode(r *traindata.Record, net shape) {
	width := uint32(net.hidden)
	ownView := uint32(nnue.PerspectiveView(ownColor, r.OwnKing()))
	theirView := uint32(nnue.PerspectiveView(theirColor, r.TheirKing()))
	n := 0
	for occupied := r.Occupied(); occupied != 0; occupied &= occupied - 1 {
		sq := uint32(bits.TrailingZeros64(occupied))
		code := r.Nibble(n)
		s.own[n] = (ownBase[code] + (ownView ^ sq)) * width
		s.their[n] = (theirBase[code] + (theirView ^ sq)) * width
		n++
	}
	s.own[n], s.their[n] = biasRow*width, biasRow*width
	s.rows = n + 1
	s.bucket = net.bucketOf(n)
}

// validRecord reports whether the record can be decoded: 2 to 32 known pieces,
// both kings where it says, a known result. Only such records reach the kernels.
func validRecord(r *traindata.Record) bool {
	const (
		king       = 5 // code of the side to move's king
		twoKings   = 2
		lastResult = 2
	)
	occupied := r.Occupied()
	n := bits.OnesCount64(occupied)
	if n < twoKings || n > maxMen || r.Result() > lastResult {
		return false
	}
	kings := 0
	for i := range n {
		sq := bits.TrailingZeros64(occupied)
		occupied &= occupied - 1
		code := r.Nibble(i)
		if ownBase[code] == noFeature {
			return false
		}
		if code == king && sq == int(r.OwnKing()) || code == king|theirBit && sq == int(r.TheirKing()) {
			kings++
		}
	}
	return kings == twoKings
}
