//go:build !linux && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd && !windows

package tt

import "runtime/debug"

// newBlock allocates n zeroed buckets on the heap. Memory that cannot be had ends the program.
func newBlock(n int) ([]bucket, error) { return make([]bucket, n), nil }

// freeBlock is called when the last reference to a block is gone.
func freeBlock([]bucket) { debug.FreeOSMemory() }
