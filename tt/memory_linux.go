package tt

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

const kilobytesPerMB = 1024

// availableMB is the memory that the system can still give, in megabytes; ok
// is false where that is unknown.
func availableMB() (mb int, ok bool) {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if rest, found := strings.CutPrefix(s.Text(), "MemAvailable:"); found {
			var kb int
			if _, err := fmt.Sscan(rest, &kb); err != nil {
				return 0, false
			}
			return kb / kilobytesPerMB, true
		}
	}
	return 0, false
}
