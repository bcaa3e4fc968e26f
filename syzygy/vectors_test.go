package syzygy

import (
	"bufio"
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"
)

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
