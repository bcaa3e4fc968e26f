package tt

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// newBlock allocates n zeroed buckets outside the heap: the system says so when
// it has not that much memory, where the heap would end the program.
func newBlock(n int) ([]bucket, error) {
	address, err := windows.VirtualAlloc(0, uintptr(n)*bucketBytes, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, fmt.Errorf("no memory for a hash of %d MB: %w", n*bucketBytes/megabyte, err)
	}
	// The memory is not the collector's, so the number is as good as a pointer.
	return unsafe.Slice(*(**bucket)(unsafe.Pointer(&address)), n), nil
}

// freeBlock gives the memory of newBlock back.
func freeBlock(b []bucket) {
	if len(b) > 0 {
		_ = windows.VirtualFree(uintptr(unsafe.Pointer(unsafe.SliceData(b))), 0, windows.MEM_RELEASE)
	}
}
