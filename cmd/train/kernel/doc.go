// Package kernel holds the inner loops of the network trainer, in float32.
//
// Every kernel exists twice: as plain Go, which is always built, and as
// AVX2/FMA assembly (kernel_amd64.s), which is used when the processor has
// both instruction sets and the build tag purego is absent. The two agree up to
// the rounding of single-precision sums taken in another order, so a run is
// reproducible on one kind of processor and build, not across kinds.
//
// # Rows
//
// The first layer is a table of rows, each width floats long. A sample names
// its active rows by their offset in the table, row number times width, so that
// the kernels need no multiplication. The bias of the layer is one more row,
// active in every sample.
//
// # Lengths
//
// The assembly works in blocks of Block floats and has no tail code: every
// width and length must be a multiple of Block, or the kernels would read
// past the row. CheckWidth says so once, at the start; the kernels themselves
// check their lengths before they enter the assembly.
//
// The assembly is generated:
//
//	go generate tura/cmd/train/kernel
package kernel

//go:generate sh -c "cd _generate && go run . -out ../kernel_amd64.s -stubs ../stub_amd64.go -pkg kernel"
