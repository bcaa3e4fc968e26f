package nnue

import "unsafe"

// A vector holds Hidden 16-bit lanes, four to a word: an accumulator of one
// perspective, or one row of first layer weights. A lane holds its number x in
// offset form, x + 32768, which is x with the sign bit turned.
//
// Why the offset: a word is then Σ lane[i]·2^(16i) with lanes that are never
// negative, so adding and subtracting whole words adds and subtracts the four
// lanes at once. Carries between lanes cancel as long as the lanes of the result
// are in range, which the limits on the weights guarantee. Each row brings its
// own offset with it: one added and one subtracted row cancel, and kernels
// correct for the rest. To AVX2, which has real lanes, it makes no difference.
//
// The type is an alias so that the generated declarations of the assembly, which
// spell out the length, compile only when they were generated for this Hidden.
type vector = [Hidden / lanesPerWord]uint64

// accumulator is the pair of vectors of a position, by perspective.
type accumulator = [2]vector

const (
	lanesPerWord = 4
	laneOffset   = 1 << 15
	wordOffset   = laneOffset * 0x0001_0001_0001_0001 // laneOffset in each lane
)

// The kernels, each a dispatcher in kernel_amd64.go or kernel_noasm.go with
// these contracts; dst may be src.
//
//	addSub(dst, src, add0, sub0, add1, sub1)
//	    dst[p] = src[p] + addP - subP for both perspectives: a quiet move.
//	addSubSub(dst, src, add0, sub0, subb0, add1, sub1, subb1)
//	    dst[p] = src[p] + addP - subP - subbP: a capture.
//	accumulate(dst, src, rows, adds, subs)
//	    dst = src + Σ rows[adds] - Σ rows[subs] for one perspective: a refresh,
//	    a castling move, an update of one perspective alone. Every index must be
//	    below Inputs.
//	forward(us, them, out)
//	    Σ SCReLU(us[i])·out[i] + Σ SCReLU(them[i])·out[Hidden+i], without the
//	    division by QA.

// lanes returns a view of the vector's lanes in their stored form.
func lanes(v *vector) *[Hidden]uint16 {
	return (*[Hidden]uint16)(unsafe.Pointer(v))
}

// pack stores the first Hidden numbers of src in v.
func pack(v *vector, src []int16) {
	l := lanes(v)
	for i, x := range src[:Hidden] {
		l[i] = uint16(x) ^ laneOffset
	}
}

// unpack writes the numbers of v to the start of dst.
func unpack(dst []int16, v *vector) {
	for i, x := range lanes(v) {
		dst[i] = int16(x ^ laneOffset)
	}
}
