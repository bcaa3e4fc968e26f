//go:build !unix || aix || solaris

package traindata

import "os"

// lock does nothing on systems without advisory file locks.
func lock(*os.File) error { return nil }
