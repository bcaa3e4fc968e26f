package tt

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX of the Windows API.
type memoryStatus struct {
	length, load                  uint32
	totalPhysical, availPhysical  uint64
	totalPageFile, availPageFile  uint64
	totalVirtual, availVirtual    uint64
	availableExtendedVirtualSpace uint64
}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// availableMB is the memory that the system can still give, in megabytes; ok
// is false where that is unknown.
func availableMB() (mb int, ok bool) {
	var s memoryStatus
	s.length = uint32(unsafe.Sizeof(s))
	if globalMemoryStatus.Find() != nil {
		return 0, false
	}
	if done, _, _ := globalMemoryStatus.Call(uintptr(unsafe.Pointer(&s))); done == 0 {
		return 0, false
	}
	return int(s.availPhysical / megabyte), true
}
