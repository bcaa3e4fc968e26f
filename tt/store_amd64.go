//go:build !purego && !race

package tt

// writeSlot puts both words into the slot by plain moves. Go's atomic stores are
// exchanges on this processor, which wait until everything before is visible to
// all cores. The table can do without: an aligned word is written as a whole, and a
// reader who sees only one of two new words finds that the key does not match.
//
//go:noescape
func writeSlot(s *slot, check, data uint64)
