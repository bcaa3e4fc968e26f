//go:build !purego

package kernel

import "golang.org/x/sys/cpu"

// useAssembly is fixed at start-up; only tests change it.
var useAssembly = cpu.X86.HasAVX2 && cpu.X86.HasFMA
