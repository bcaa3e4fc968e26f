package tt

import "golang.org/x/sys/unix"

// wishHugePages asks for huge pages: probes go all over the table, and with
// small pages nearly each of them misses the processor's address cache too.
func wishHugePages(mem []byte) {
	_ = unix.Madvise(mem, unix.MADV_HUGEPAGE) // only a wish: small pages work too
}
