package syzygy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedFile checks that a file that is not as it should be costs one
// warning and gives no result.
func TestDamagedFile(t *testing.T) {
	const (
		name = "KQvK.rtbw"
		fen  = "8/8/8/8/8/4k3/8/4K2Q w - - 0 1"
	)
	for _, tc := range []struct {
		what string
		edit func([]byte) []byte
	}{
		{"empty", func(data []byte) []byte { return nil }},
		{"one byte short", func(data []byte) []byte { return data[:len(data)-1] }},
		{"one block short", func(data []byte) []byte { return data[:len(data)-dataAlignment] }},
		{"one block long", func(data []byte) []byte { return append(data, make([]byte, dataAlignment)...) }},
		{"header only", func(data []byte) []byte { return data[:dataAlignment+checksumBytes] }},
		{"other magic", func(data []byte) []byte { copy(data, magic[kindDTZ]); return data }},
		{"no checksum", func(data []byte) []byte { clear(data[len(data)-checksumBytes:]); return data }},
		{"other table", func([]byte) []byte {
			other, err := os.ReadFile(filepath.Join(smallDir, "KRvK.rtbw"))
			if err != nil {
				t.Fatal(err)
			}
			return other
		}},
	} {
		dir := t.TempDir()
		path := copyFile(t, name, dir, tc.edit)
		tables, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		pos := fromFEN(t, fen)
		for range 2 {
			if wdl, ok := tables.ProbeWDL(pos); ok {
				t.Errorf("%s: got %v, want no result", tc.what, wdl)
			}
			if _, ok := tables.ProbeDTZ(pos); ok {
				t.Errorf("%s: got a DTZ, want no result", tc.what)
			}
		}
		if got := tables.Warnings(); len(got) != 1 || !strings.Contains(got[0], path) {
			t.Errorf("%s: got warnings %q, want one about %s", tc.what, got, path)
		}
		if err := tables.Close(); err != nil {
			t.Errorf("%s: %v", tc.what, err)
		}
	}
}

// TestVanishedFile removes a file between Open and its first use, and puts a
// folder in the place of another.
func TestVanishedFile(t *testing.T) {
	dir := t.TempDir()
	path := copyFile(t, "KQvK.rtbw", dir, unchanged)
	if err := os.Mkdir(filepath.Join(dir, "KRvK.rtbw"), 0o755); err != nil {
		t.Fatal(err)
	}
	tables, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, fen := range []string{"8/8/8/8/8/4k3/8/4K2Q w - - 0 1", "8/8/8/8/8/4k3/8/4K2R w - - 0 1"} {
		if wdl, ok := tables.ProbeWDL(fromFEN(t, fen)); ok {
			t.Errorf("%s: got %v, want no result", fen, wdl)
		}
	}
	if got := tables.Warnings(); len(got) != 2 {
		t.Errorf("got warnings %q, want two", got)
	}
}

// TestDamageWhileProbing damages a file's structures after they were checked,
// as if the file were too large for its checksum to be verified when opened.
func TestDamageWhileProbing(t *testing.T) {
	pos := fromFEN(t, "8/8/8/8/8/4k3/8/4K2R b - - 0 1")
	for what, edit := range map[string]func(s *section){
		"span index too short": func(s *section) { s.spans = nil },
		"no such block":        func(s *section) { s.spans = []byte{255, 255, 255, 255, 0, 0} },
		"before the start":     func(s *section) { s.spans, s.spanLog = make([]byte, spanEntryBytes), maxSpanLog },
		"blocks too short":     func(s *section) { s.data = nil },
		"no symbols":           func(s *section) { s.symbols, s.steps = nil, new([1 << stepBits]step) },
		"no such result":       func(s *section) { s.constant, s.value = true, 5 },
	} {
		tables := openTables(t, smallDir)
		if _, ok := tables.ProbeWDL(pos); !ok {
			t.Fatal("no result from the good file")
		}
		m, _ := parseName("KRvK")
		opened := tables.find(m).files[kindWDL].opened.Load()
		opened.eachSection(edit)
		for range 2 {
			if wdl, ok := tables.ProbeWDL(pos); ok {
				t.Errorf("%s: got %v, want no result", what, wdl)
			}
		}
		if got := tables.Warnings(); len(got) != 1 || !strings.Contains(got[0], "KRvK.rtbw: damaged") {
			t.Errorf("%s: got warnings %q, want one", what, got)
		}
	}
}

// smallFiles returns the tables of the repository.
func smallFiles(t testing.TB) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(smallDir)
	if err != nil {
		t.Fatal(err)
	}
	contents := make(map[string][]byte)
	for _, entry := range entries {
		if _, _, ok := parseFileName(entry.Name()); !ok {
			continue
		}
		data, err := os.ReadFile(filepath.Join(smallDir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		contents[entry.Name()] = data
	}
	return contents
}

// TestBitFlips checks that the checksum finds any single changed bit.
func TestBitFlips(t *testing.T) {
	data := smallFiles(t)["KQvK.rtbw"]
	for bit := range len(data) * 8 {
		data[bit/8] ^= 1 << (bit % 8)
		if err := checkSum(data); err == nil {
			t.Errorf("bit %d changed: got no error", bit)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
	if err := checkSum(data); err != nil {
		t.Error(err)
	}
}

// readAll parses a file without regard to its checksum and reads values all
// over it. Nothing is expected but that it ends without a panic.
func readAll(data []byte, name string) error {
	k, m, _ := parseFileName(name)
	t, err := parseTable(data, k, m)
	if err != nil {
		return err
	}
	const probes = 50
	t.eachSection(func(s *section) {
		for i := range uint64(probes) {
			value, ok := s.at(i * (s.size - 1) / (probes - 1))
			if ok && k == kindDTZ {
				for _, wdl := range []WDL{Loss, BlessedLoss, CursedWin, Win} {
					s.distance(value, wdl)
				}
			}
		}
	})
	return nil
}

// TestMutations damages files in their headers and everywhere.
func TestMutations(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const (
		rounds = 300
		header = 256
	)
	for name, data := range smallFiles(t) {
		for round := range rounds {
			damaged := append([]byte(nil), data...)
			limit := len(damaged)
			if round%2 == 0 {
				limit = min(limit, header)
			}
			for range 1 + random.IntN(4) {
				damaged[random.IntN(limit)] = byte(random.Uint32())
			}
			if round%3 == 0 {
				blocks := random.IntN(len(damaged)/dataAlignment) + 1
				damaged = damaged[:blocks*dataAlignment+checksumBytes]
			}
			readAll(damaged, name) // must not panic
		}
	}
}

// FuzzParse feeds changed files to the parser and the decoder.
func FuzzParse(f *testing.F) {
	names := []string{"KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KRvKR.rtbz", "KBvK.rtbw"}
	contents := smallFiles(f)
	for i, name := range names {
		f.Add(uint8(i), contents[name])
	}
	f.Fuzz(func(t *testing.T, i uint8, data []byte) {
		// The parser insists on this length, so spare the fuzzer finding it.
		if rest := (len(data) - checksumBytes) % dataAlignment; rest > 0 {
			data = data[:len(data)-rest]
		}
		readAll(data, names[int(i)%len(names)])
	})
}
