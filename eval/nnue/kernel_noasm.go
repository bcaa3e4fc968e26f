//go:build !amd64 || purego

package nnue

// Without assembly the kernels are the generic ones.

func addSub(dst, src *accumulator, add0, sub0, add1, sub1 *vector) {
	addSubGeneric(dst, src, add0, sub0, add1, sub1)
}

func addSubSub(dst, src *accumulator, add0, sub0, subb0, add1, sub1, subb1 *vector) {
	addSubSubGeneric(dst, src, add0, sub0, subb0, add1, sub1, subb1)
}

func accumulate(dst, src *vector, rows *[Inputs]vector, adds, subs []uint16) {
	accumulateGeneric(dst, src, rows, adds, subs)
}

func forward(us, them *vector, out *[2 * Hidden]int16) int32 {
	return forwardGeneric(us, them, out)
}
