package tt

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// newBlock maps n zeroed buckets outside the heap, in huge pages where the
// system has them: probes go all over the table, and with small pages nearly
// each of them misses the processor's address cache too.
func newBlock(n int) ([]bucket, error) {
	mem, err := unix.Mmap(-1, 0, n*bucketBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("no memory for a hash of %d MB: %w", n*bucketBytes/megabyte, err)
	}
	_ = unix.Madvise(mem, unix.MADV_HUGEPAGE) // only a wish: small pages work too
	return unsafe.Slice((*bucket)(unsafe.Pointer(unsafe.SliceData(mem))), n), nil
}

// freeBlock gives the memory of newBlock back.
func freeBlock(b []bucket) {
	if len(b) > 0 {
		_ = unix.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(b))), len(b)*bucketBytes))
	}
}
