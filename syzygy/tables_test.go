package syzygy

import (
	"bufio"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
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

func TestVectors(t *testing.T) {
	tables := openTables(t, dataDir(t, "syzygy"))
	f, err := os.Open(dataDir(t, "syzygy", "wdl-dtz-vectors.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, row := range rows[1:] {
		wdl, errWDL := strconv.Atoi(row[1])
		dtz, errDTZ := strconv.Atoi(row[2])
		if errWDL != nil || errDTZ != nil {
			t.Fatalf("row %q is not epd, wdl, dtz", row)
		}
		if compare(t, tables, row[0], WDL(wdl), dtz) {
			compared++
		}
	}
	t.Logf("%d of %d rows compared", compared, len(rows)-1)
	if min := len(rows) / 2; compared < min {
		t.Errorf("only %d rows had a table, want %d", compared, min)
	}
}

func TestEndgameEPD(t *testing.T) {
	tables := openTables(t, dataDir(t, "syzygy"))
	f, err := os.Open(dataDir(t, "epd", "endgame-wdl-dtz.epd"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, compared := 0, 0
	for scan := bufio.NewScanner(f); scan.Scan(); {
		fields := strings.Fields(scan.Text())
		if len(fields) == 0 {
			continue
		}
		lines++
		number := make(map[string]int)
		for i := 4; i+1 < len(fields); i += 2 {
			n, err := strconv.Atoi(strings.TrimSuffix(fields[i+1], ";"))
			if err != nil {
				t.Fatalf("line %q: %v", scan.Text(), err)
			}
			number[fields[i]] = n
		}
		if compare(t, tables, strings.Join(fields[:4], " "), WDL(number["wdl"]), number["dtz"]) {
			compared++
		}
	}
	t.Logf("%d of %d lines compared", compared, lines)
	if compared != lines {
		t.Errorf("%d lines compared, want %d", compared, lines)
	}
}
