package nnue

// squares[x] is SCReLU of the number whose offset form is x.
var squares = newSquares()

// newSquares computes the table of activations.
func newSquares() *[1 << 16]uint16 {
	t := new([1 << 16]uint16)
	for x := range t {
		c := min(max(x-laneOffset, 0), QA)
		t[x] = uint16(c * c)
	}
	return t
}

// addSubGeneric is addSub in Go.
func addSubGeneric(dst, src *accumulator, add0, sub0, add1, sub1 *vector) {
	d, s := &dst[0], &src[0]
	for i := range d {
		d[i] = s[i] + add0[i] - sub0[i]
	}
	d, s = &dst[1], &src[1]
	for i := range d {
		d[i] = s[i] + add1[i] - sub1[i]
	}
}

// addSubSubGeneric is addSubSub in Go.
func addSubSubGeneric(dst, src *accumulator, add0, sub0, subb0, add1, sub1, subb1 *vector) {
	d, s := &dst[0], &src[0]
	for i := range d {
		d[i] = s[i] + add0[i] - sub0[i] - subb0[i] + wordOffset
	}
	d, s = &dst[1], &src[1]
	for i := range d {
		d[i] = s[i] + add1[i] - sub1[i] - subb1[i] + wordOffset
	}
}

// accumulateGeneric is accumulate in Go. It takes two rows in one pass while
// there are two.
func accumulateGeneric(dst, src *vector, rows *[Inputs]vector, adds, subs []uint16) {
	offset := wordOffset * uint64(len(subs)-len(adds))
	for i := range dst {
		dst[i] = src[i] + offset
	}
	for ; len(adds) >= 2; adds = adds[2:] {
		a, b := &rows[adds[0]], &rows[adds[1]]
		for i := range dst {
			dst[i] += a[i] + b[i]
		}
	}
	for ; len(subs) >= 2; subs = subs[2:] {
		a, b := &rows[subs[0]], &rows[subs[1]]
		for i := range dst {
			dst[i] -= a[i] + b[i]
		}
	}
	if len(adds) > 0 {
		a := &rows[adds[0]]
		for i := range dst {
			dst[i] += a[i]
		}
	}
	if len(subs) > 0 {
		a := &rows[subs[0]]
		for i := range dst {
			dst[i] -= a[i]
		}
	}
}

// forwardGeneric is forward in Go.
func forwardGeneric(us, them *vector, out *[2 * Hidden]int16) int32 {
	return dotSquares(us, (*[Hidden]int16)(out[:Hidden])) +
		dotSquares(them, (*[Hidden]int16)(out[Hidden:]))
}

// dotSquares returns Σ SCReLU(v[i])·w[i].
func dotSquares(v *vector, w *[Hidden]int16) int32 {
	table := squares
	var sum0, sum1 int32
	x := lanes(v)
	for i := 0; i < Hidden; i += 2 {
		sum0 += int32(table[x[i]]) * int32(w[i])
		sum1 += int32(table[x[i+1]]) * int32(w[i+1])
	}
	return sum0 + sum1
}
