//go:build !purego

package nnue

import "golang.org/x/sys/cpu"

//go:generate go run -C _generate . -out ../kernel_amd64.s -stubs ../kernel_stubs_amd64.go -pkg nnue

// useAVX2 chooses the assembly. Only tests change it.
var useAVX2 = cpu.X86.HasAVX2

func addSub(dst, src *accumulator, add0, sub0, add1, sub1 *vector) {
	if useAVX2 {
		addSubAVX2(dst, src, add0, sub0, add1, sub1)
		return
	}
	addSubGeneric(dst, src, add0, sub0, add1, sub1)
}

func addSubSub(dst, src *accumulator, add0, sub0, subb0, add1, sub1, subb1 *vector) {
	if useAVX2 {
		addSubSubAVX2(dst, src, add0, sub0, subb0, add1, sub1, subb1)
		return
	}
	addSubSubGeneric(dst, src, add0, sub0, subb0, add1, sub1, subb1)
}

func accumulate(dst, src *vector, rows *[Inputs]vector, adds, subs []uint16) {
	if useAVX2 {
		accumulateAVX2(dst, src, rows, adds, subs)
		return
	}
	accumulateGeneric(dst, src, rows, adds, subs)
}

func forward(us, them *vector, out *[2 * Hidden]int16) int32 {
	if useAVX2 {
		return forwardAVX2(us, them, out)
	}
	return forwardGeneric(us, them, out)
}
