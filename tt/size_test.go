package tt

import "testing"

// TestAddressable: no size that is accepted overflows the numbers of a 32-bit program.
func TestAddressable(t *testing.T) {
	most := min(MaxMB, addressableMB)
	if n := most * megabyte; n/megabyte != most || n < 0 {
		t.Errorf("%d MB overflow to %d bytes", most, n)
	}
	if err := CheckSize(most+1, 0); err == nil {
		t.Errorf("%d MB: got no error", most+1)
	}
}
