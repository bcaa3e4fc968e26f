package syzygy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tura/position"
)

// dataDir returns a folder of the shared test data; the test is skipped when
// there is none.
func dataDir(t testing.TB, elements ...string) string {
	t.Helper()
	root := os.Getenv("TURA_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "shared", "data")
	}
	path := filepath.Join(append([]string{root}, elements...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("shared test data is absent (set TURA_DATA): %v", err)
	}
	return path
}

// smallDir is the folder of the tables that are part of the repository.
const smallDir = "testdata"

// openTables opens a folder of tables and fails the test if any file is damaged.
func openTables(t testing.TB, dir string) *Tables {
	t.Helper()
	tables, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, w := range tables.Warnings() {
			t.Errorf("unexpected warning: %s", w)
		}
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

func fromFEN(t testing.TB, fen string) *position.Position {
	t.Helper()
	pos, err := position.FromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// compare probes a position and compares with what is wanted. It returns false
// when a table for the position is not there.
func compare(t *testing.T, tables *Tables, fen string, wdl WDL, dtz int) bool {
	t.Helper()
	pos := fromFEN(t, fen)
	gotWDL, ok := tables.ProbeWDL(pos)
	if !ok {
		return false
	}
	gotDTZ, ok := tables.ProbeDTZ(pos)
	if !ok {
		return false
	}
	if gotWDL != wdl || gotDTZ != dtz {
		t.Errorf("%s: got WDL %v, DTZ %d, want %v, %d", fen, gotWDL, gotDTZ, wdl, dtz)
	}
	if got, want := pos.Key(), fromFEN(t, fen).Key(); got != want {
		t.Errorf("%s: the probe changed the position", fen)
	}
	return true
}

func TestOpen(t *testing.T) {
	tables := openTables(t, strings.Join([]string{smallDir, "", smallDir}, string(os.PathListSeparator)))
	if got, want := tables.Count(), 7; got != want {
		t.Errorf("Count: got %d, want %d", got, want)
	}
	if got, want := tables.CountDTZ(), 7; got != want {
		t.Errorf("CountDTZ: got %d, want %d", got, want)
	}
	if got, want := tables.MaxPieces(), 4; got != want {
		t.Errorf("MaxPieces: got %d, want %d", got, want)
	}
	got, want := strings.Join(tables.Names(), " "), "KBvK KNNvK KNvK KPvK KQvK KRvK KRvKR"
	if got != want {
		t.Errorf("Names: got %s, want %s", got, want)
	}
}

func TestOpenFolders(t *testing.T) {
	empty := t.TempDir()
	missing := filepath.Join(empty, "missing")
	for _, paths := range []string{"", empty, missing} {
		if _, err := Open(paths); err == nil {
			t.Errorf("Open(%q): got no error, want one", paths)
		}
	}
	tables, err := Open(missing + string(os.PathListSeparator) + smallDir)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	if got := tables.Warnings(); len(got) != 1 || !strings.Contains(got[0], missing) {
		t.Errorf("got warnings %q, want one about %s", got, missing)
	}
	if got := tables.Warnings(); len(got) != 0 {
		t.Errorf("got warnings again: %q", got)
	}
}

func TestNilTables(t *testing.T) {
	var tables *Tables
	pos := fromFEN(t, "8/8/8/8/8/4k3/8/4K2Q w - - 0 1")
	if _, ok := tables.ProbeWDL(pos); ok {
		t.Error("ProbeWDL: got a result from no tables")
	}
	if _, ok := tables.ProbeDTZ(pos); ok {
		t.Error("ProbeDTZ: got a result from no tables")
	}
	if _, ok := tables.RankRoot(pos, true); ok {
		t.Error("RankRoot: got a result from no tables")
	}
	if got := tables.Count() + tables.MaxPieces() + len(tables.Warnings()) + len(tables.Names()); got != 0 {
		t.Errorf("got %d things in no tables", got)
	}
	if err := tables.Close(); err != nil {
		t.Error(err)
	}
}

func TestParseName(t *testing.T) {
	for _, tc := range []struct {
		name string
		men  int // 0: not a name
	}{
		{"KQvK", 3}, {"KvKQ", 3}, {"KRPvKR", 5}, {"KPPPPPvK", 7}, {"KRRRvKQP", 7},
		{"", 0}, {"KvK", 0}, {"KQ", 0}, {"KQvKvK", 0}, {"QKvK", 0}, {"KKvK", 0}, {"KQvk", 0},
		{"KQQQQvKQQ", 0}, {"KXvK", 0}, {"vKQ", 0},
	} {
		m, ok := parseName(tc.name)
		if ok != (tc.men > 0) || ok && m.men() != tc.men {
			t.Errorf("parseName(%q): got %d men, %v, want %d", tc.name, m.men(), ok, tc.men)
		}
	}
}

func TestMaterial(t *testing.T) {
	for _, tc := range []struct{ fen, name string }{
		{"8/8/8/8/8/4k3/8/4K2Q w - - 0 1", "KQvK"},
		{"8/8/8/8/8/4k2q/8/4K3 w - - 0 1", "KvKQ"},
		{"8/8/pp6/8/5N2/4k3/7P/4KR2 w - - 0 1", "KRNPvKPP"},
	} {
		got := materialOf(fromFEN(t, tc.fen))
		want, ok := parseName(tc.name)
		if !ok || got != want {
			t.Errorf("%s: got %#x, want %#x", tc.fen, got, want)
		}
		if back := got.swapped().swapped(); back != got {
			t.Errorf("%s: swapped twice is %#x, want %#x", tc.name, back, got)
		}
	}
}
