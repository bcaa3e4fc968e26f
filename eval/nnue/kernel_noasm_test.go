//go:build !amd64 || purego

package nnue

// kernelSet is one implementation of the kernels; use switches to it and
// returns a function that switches back.
type kernelSet struct {
	name string
	use  func() func()
}

// kernelSets returns the only implementation there is.
func kernelSets() []kernelSet {
	return []kernelSet{{"go", func() func() { return func() {} }}}
}
