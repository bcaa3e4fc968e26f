package game

import (
	"strings"
	"testing"

	"tura/position"
)

func TestChess960FEN(t *testing.T) {
	known := map[int]string{ // the ends and some from the middle of published tables
		0: "bbqnnrkr", 1: "bqnbnrkr", 518: "rnbqkbnr", 959: "rkrnnqbb", 534: "rnbkqbnr",
	}
	seen := map[string]bool{}
	for n := range Chess960Starts {
		fen, err := Chess960FEN(n)
		if err != nil {
			t.Fatal(err)
		}
		row, _, _ := strings.Cut(fen, "/")
		if want := known[n]; want != "" && row != want {
			t.Errorf("%d: got %q, want %q", n, row, want)
		}
		king := strings.IndexByte(row, 'k')
		if strings.IndexByte(row, 'r') > king || strings.LastIndexByte(row, 'r') < king ||
			strings.IndexByte(row, 'b')%2 == strings.LastIndexByte(row, 'b')%2 || seen[row] {
			t.Errorf("%d: %q is not a start, or not a new one", n, row)
		}
		seen[row] = true
		if pos, err := position.FromFEN(fen); err != nil || pos.FEN() != fen {
			t.Errorf("%d: %s: %v", n, fen, err)
		}
	}
	for _, n := range []int{-1, Chess960Starts} {
		if fen, err := Chess960FEN(n); err == nil {
			t.Errorf("%d: got %s", n, fen)
		}
	}
}
