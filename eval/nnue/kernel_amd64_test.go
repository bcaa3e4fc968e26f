//go:build !purego

package nnue

import "golang.org/x/sys/cpu"

// kernelSet is one implementation of the kernels; use switches to it and
// returns a function that switches back.
type kernelSet struct {
	name string
	use  func() func()
}

// kernelSets returns the implementations this machine can run.
func kernelSets() []kernelSet {
	sets := []kernelSet{{"go", func() func() { return setAVX2(false) }}}
	if cpu.X86.HasAVX2 {
		sets = append(sets, kernelSet{"avx2", func() func() { return setAVX2(true) }})
	}
	return sets
}

// setAVX2 switches the assembly on or off.
func setAVX2(on bool) func() {
	old := useAVX2
	useAVX2 = on
	return func() { useAVX2 = old }
}
