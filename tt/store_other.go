//go:build !amd64 || purego || race

package tt

// writeSlot puts both words into the slot.
func writeSlot(s *slot, check, data uint64) {
	s.check.Store(check)
	s.data.Store(data)
}
