//go:build !amd64 || purego

package kernel

// useAssembly says that there is no assembly in this build.
const useAssembly = false

const noAssembly = "kernel: no assembly in this build"

func accumulateAVX2(acc, table *float32, offsets *uint32, rows, width int) { panic(noAssembly) }

func scatterAVX2(table, delta *float32, offsets *uint32, rows, width int) { panic(noAssembly) }

func forwardAVX2(acc, out *float32, n int) float32 { panic(noAssembly) }

func backwardAVX2(acc, out, gradOut *float32, n int, slope float32) { panic(noAssembly) }

func reduceAVX2(dst, src *float32, n int) { panic(noAssembly) }

func updateAVX2(p, m, v, grad, a *float32, n int) { panic(noAssembly) }
