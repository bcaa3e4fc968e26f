package position

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// perftAll is the value of TURA_PERFT that counts everything the lists know up to
// perftAllNodes; otherwise each position is counted once, to the deepest depth of at
// most the nodes that the test names.
const (
	perftAll      = "all"
	perftAllNodes = 10_000_000_000
)

// perftCount is the number of leaves at a depth.
type perftCount struct {
	depth int
	nodes uint64
}

// parsePerft reads a line "FEN ;D1 20 ;D2 400".
func parsePerft(t *testing.T, line string) (fen string, counts []perftCount) {
	t.Helper()
	fields := strings.Split(line, ";")
	for _, f := range fields[1:] {
		words := strings.Fields(f)
		if len(words) != 2 || words[0][0] != 'D' {
			continue
		}
		depth, err := strconv.Atoi(words[0][1:])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		nodes, err := strconv.ParseUint(words[1], 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		counts = append(counts, perftCount{depth, nodes})
	}
	return fields[0], counts
}

// runPerft checks every line of a list.
func runPerft(t *testing.T, path string, maxNodes, maxAllNodes uint64) {
	t.Helper()
	all := os.Getenv("TURA_PERFT") == perftAll
	checked := 0
	for _, line := range readLines(t, path) {
		fen, counts := parsePerft(t, line)
		var todo []perftCount
		for _, c := range counts {
			switch {
			case all && c.nodes <= maxAllNodes:
				todo = append(todo, c)
			case !all && c.nodes <= reduced(maxNodes):
				todo = []perftCount{c}
			}
		}
		p := mustFEN(t, fen)
		for _, c := range todo {
			checked++
			if got := p.Perft(c.depth); got != c.nodes {
				t.Errorf("%s depth %d: got %d, want %d", fen, c.depth, got, c.nodes)
			}
		}
	}
	if checked == 0 {
		t.Errorf("%s: nothing to count", path)
	}
	t.Logf("%d counts", checked)
}

func TestPerft(t *testing.T) {
	runPerft(t, filepath.Join("testdata", "perft.epd"), 5_000_000, perftAllNodes)
}

func TestPerftShared(t *testing.T) {
	for _, c := range []struct {
		file                  string
		maxNodes, maxAllNodes uint64
	}{
		{"standard.epd", 1_000_000, perftAllNodes},
		{"fischer.epd", 30_000, 20_000_000},
		{"perft-corner.epd", 1_000_000, perftAllNodes},
		{"ferdy_perft_double_checks.epd", 300_000, perftAllNodes},
		{"dragontoothmg-mismatches.epd", 2_000_000, perftAllNodes},
	} {
		t.Run(c.file, func(t *testing.T) {
			runPerft(t, sharedFile(t, filepath.Join("perft", c.file)), c.maxNodes, c.maxAllNodes)
		})
	}
}
