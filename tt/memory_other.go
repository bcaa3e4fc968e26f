//go:build !linux && !windows

package tt

// availableMB is the memory that the system can still give, in megabytes; ok
// is false where that is unknown, as here.
func availableMB() (mb int, ok bool) { return 0, false }
