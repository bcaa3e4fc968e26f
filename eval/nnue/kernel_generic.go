package nnue

// screluTable[x] is SCReLU of the number whose offset form is x.
var screluTable = newSCReLUTable()

// newSCReLUTable computes the table of activations.
func newSCReLUTable() *[1 << 16]uint16 {
	t := new([1 << 16]uint16)
	for x := range t {
		c := min(max(x-laneOffset, 0), QA)
		t[x] = uint16(c * c)
	}
	return t
}

// wordsPerTurn is how many words a turn of the update loops takes; unrolled
// loops are 1.5 times as fast.
const wordsPerTurn = 4

// turn returns the words of v from i on that one turn of a loop takes.
func turn(v *vector, i int) *[wordsPerTurn]uint64 {
	return (*[wordsPerTurn]uint64)(v[i : i+wordsPerTurn])
}

// addSubGeneric is addSub in Go.
func addSubGeneric(dst, src *accumulator, add0, sub0, add1, sub1 *vector) {
	addSubVector(&dst[0], &src[0], add0, sub0)
	addSubVector(&dst[1], &src[1], add1, sub1)
}

// addSubVector computes dst = src + add - sub.
func addSubVector(dst, src, add, sub *vector) {
	for i := 0; i < len(dst); i += wordsPerTurn {
		d, s, x, y := turn(dst, i), turn(src, i), turn(add, i), turn(sub, i)
		d[0] = s[0] + x[0] - y[0]
		d[1] = s[1] + x[1] - y[1]
		d[2] = s[2] + x[2] - y[2]
		d[3] = s[3] + x[3] - y[3]
	}
}

// addSubSubGeneric is addSubSub in Go.
func addSubSubGeneric(dst, src *accumulator, add0, sub0, subb0, add1, sub1, subb1 *vector) {
	addSubSubVector(&dst[0], &src[0], add0, sub0, subb0)
	addSubSubVector(&dst[1], &src[1], add1, sub1, subb1)
}

// addSubSubVector computes dst = src + add - sub - subb.
func addSubSubVector(dst, src, add, sub, subb *vector) {
	for i := 0; i < len(dst); i += wordsPerTurn {
		d, s, x, y, z := turn(dst, i), turn(src, i), turn(add, i), turn(sub, i), turn(subb, i)
		d[0] = s[0] + x[0] - y[0] - z[0] + wordOffset
		d[1] = s[1] + x[1] - y[1] - z[1] + wordOffset
		d[2] = s[2] + x[2] - y[2] - z[2] + wordOffset
		d[3] = s[3] + x[3] - y[3] - z[3] + wordOffset
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
	return dotSCReLU(us, (*[Hidden]int16)(out[:Hidden])) +
		dotSCReLU(them, (*[Hidden]int16)(out[Hidden:]))
}

// dotSCReLU returns Σ SCReLU(v[i])·w[i].
func dotSCReLU(v *vector, w *[Hidden]int16) int32 {
	table := screluTable
	var sum0, sum1 int32
	x := lanes(v)
	for i := 0; i < Hidden; i += 2 {
		sum0 += int32(table[x[i]]) * int32(w[i])
		sum1 += int32(table[x[i+1]]) * int32(w[i+1])
	}
	return sum0 + sum1
}
