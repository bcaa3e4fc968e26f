//go:build !linux

package tt

import "runtime/debug"

// newBlock allocates n zeroed buckets.
func newBlock(n int) ([]bucket, error) { return make([]bucket, n), nil }

// freeBlock is called when the last reference to a block is gone.
func freeBlock([]bucket) { debug.FreeOSMemory() }
