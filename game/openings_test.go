package game

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tura/position"
)

func TestReadOpenings(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const four = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	tests := []struct {
		name, text string
		fens       []string
		moves      []int
		fault      string // part of the error
	}{
		{"fens.epd", "# openings\n" + position.StartFEN + "\r\n\n" + four + " bm e5; id \"a b\";\n" + four + ";\n",
			[]string{position.StartFEN, four, four}, []int{0, 0, 0}, ""},
		{"games.PGN", "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n",
			[]string{position.StartFEN, position.StartFEN}, []int{2, 1}, ""},
		{"bad.epd", position.StartFEN + "\nhello\n", nil, nil, "line 2"},
		{"king.epd", "4k3/8/8/8/8/8/4P3/8 w - -\n", nil, nil, "line 1"},
		{"empty.epd", "\n", nil, nil, "no openings"},
		{"empty.pgn", "", nil, nil, "no openings"},
		{"bad.pgn", "1. e5 *", nil, nil, "bad.pgn"},
	}
	for _, tt := range tests {
		openings, err := ReadOpenings(write(tt.name, tt.text))
		if tt.fault != "" {
			if err == nil || !strings.Contains(err.Error(), tt.fault) || !strings.Contains(err.Error(), tt.name) {
				t.Errorf("%s: error %v, want one with %q and the name", tt.name, err, tt.fault)
			}
			continue
		}
		var fens []string
		var moves []int
		for _, o := range openings {
			fens, moves = append(fens, o.FEN), append(moves, len(o.Moves))
			if _, err := o.Game(Table); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		if err != nil || !slices.Equal(fens, tt.fens) || !slices.Equal(moves, tt.moves) {
			t.Errorf("%s: got %q with %v moves (%v), want %q with %v", tt.name, fens, moves, err, tt.fens, tt.moves)
		}
	}
	if _, err := ReadOpenings(filepath.Join(dir, "none")); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestOpeningGame(t *testing.T) {
	over := Opening{FEN: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}
	if _, err := over.Game(Table); err == nil {
		t.Error("stalemate as an opening: got no error")
	}
	illegal := Opening{FEN: position.StartFEN, Moves: []position.Move{position.NewMove(0, 63)}}
	if _, err := illegal.Game(Table); err == nil {
		t.Error("an illegal move in an opening: got no error")
	}
	o := Opening{FEN: position.StartFEN, Chess960: true}
	g, err := o.Game(Table)
	if err != nil || !g.Start().Chess960() {
		t.Errorf("Chess960 opening: got %v, %v", g, err)
	}
}
