//go:build unix && !aix && !solaris

package traindata

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock keeps other processes from appending to the file until it is closed.
// A file system that cannot lock is not an error.
func lock(file *os.File) error {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errors.New("another process is writing to this file")
	}
	return nil
}
