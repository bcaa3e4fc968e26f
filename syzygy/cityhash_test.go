package syzygy

import "testing"

// TestCity128 compares with values of the original CityHash 1.0. The lengths
// reach every branch that the hashes of a file's chunks can take.
func TestCity128(t *testing.T) {
	data := make([]byte, 4096)
	for i := range data {
		data[i] = byte(uint32(i*i*31) >> 3)
	}
	for _, tc := range []struct {
		length int
		want   [2]uint64
	}{
		{32, [2]uint64{0xA305B9DDCADCFDFF, 0x16B543E002463758}},
		{64, [2]uint64{0xF7F8FDD0D1DA2294, 0x641BF320EE343940}},
		{96, [2]uint64{0x91743E9C8A6E5CDE, 0xCE0B44BEB58F7C2D}},
		{128, [2]uint64{0x883D5E04A59936E3, 0xC893D4240C188569}},
		{160, [2]uint64{0x33F7CC07F0B2A5F3, 0x64C30E84F3CCBF7C}},
		{256, [2]uint64{0xD85FC02D1634E625, 0x50013206750E70CB}},
		{288, [2]uint64{0x72597226C7DA9136, 0x896E5401BA8D49DC}},
		{512, [2]uint64{0xE09C7BA762A77F85, 0xC7C0D8313E2CAA82}},
		{896, [2]uint64{0x1D2505ED6C04F64D, 0x143C703010EE2617}},
		{928, [2]uint64{0x150A38B11AE3470D, 0xB74496DBC475B69E}},
		{1000, [2]uint64{0x033FEF179CB343AA, 0xC36E7416D4E7C990}},
		{2400, [2]uint64{0x1D7D1D9FEF2FA1C6, 0xE5097529DE90040A}},
	} {
		if got := city128(data[:tc.length]); got != tc.want {
			t.Errorf("%d bytes: got %#x, want %#x", tc.length, got, tc.want)
		}
	}
}

func BenchmarkCity256(b *testing.B) {
	data := make([]byte, checkedBytes)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		city256(data)
	}
}
