//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package tt

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// newBlock maps n zeroed buckets outside the heap: the system says so when it
// has not that much memory, where the heap would end the program.
func newBlock(n int) ([]bucket, error) {
	mem, err := unix.Mmap(-1, 0, n*bucketBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("no memory for a hash of %d MB: %w", n*bucketBytes/megabyte, err)
	}
	wishHugePages(mem)
	return unsafe.Slice((*bucket)(unsafe.Pointer(unsafe.SliceData(mem))), n), nil
}

// freeBlock gives the memory of newBlock back.
func freeBlock(b []bucket) {
	if len(b) > 0 {
		_ = unix.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(b))), len(b)*bucketBytes))
	}
}
