package book

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tura/position"
)

// dataFile returns the path of a file of the shared data, and skips the test when there
// is none.
func dataFile(t *testing.T, name string) string {
	t.Helper()
	folder := os.Getenv("TURA_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "shared", "data")
	}
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no shared data (set TURA_DATA): %v", err)
	}
	return path
}

// parse returns the position of a FEN.
func parse(t testing.TB, fen string) *position.Position {
	t.Helper()
	pos, err := position.FromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// play returns the position after moves, separated by spaces, from the start position.
func play(t testing.TB, moves string) *position.Position {
	t.Helper()
	pos := position.New()
	playOn(t, pos, moves)
	return pos
}

// playOn makes moves, separated by spaces.
func playOn(t testing.TB, pos *position.Position, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := pos.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		pos.Make(m)
	}
}

// The keys published with the format.
var published = []struct {
	moves string
	key   uint64
}{
	{"", 0x463b96181691fc9c},
	{"e2e4", 0x823c9b50fd114196},
	{"e2e4 d7d5", 0x0756b94461c50fb0},
	{"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
	{"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
	{"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
	{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
	{"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
	{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
}

func TestKeyPublished(t *testing.T) {
	for _, test := range published {
		pos := play(t, test.moves)
		if got := Key(pos); got != test.key {
			t.Errorf("after %q: got %016x, want %016x", test.moves, got, test.key)
		}
		if got := Key(parse(t, pos.FEN())); got != test.key {
			t.Errorf("%s: got %016x, want %016x", pos.FEN(), got, test.key)
		}
	}
}

// The capturing pawn is pinned, or the king stays in check: the format counts the en
// passant square all the same.
func TestKeyEnPassantNotLegal(t *testing.T) {
	tests := []struct {
		name, fen, move string
		file            int // -1: no pawn beside
	}{
		{"pinned on the file", "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", 3},
		{"pinned on the rank", "6k1/3p4/8/r3P2K/8/8/8/8 b - - 0 1", "d7d5", 3},
		{"uncovers a check", "4k2b/6p1/8/5P2/8/8/8/K7 b - - 0 1", "g7g5", 6},
		{"legal", "6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", 3},
		{"no pawn beside", "6k1/3p4/8/5P2/8/8/8/4K3 b - - 0 1", "d7d5", -1},
		{"not round the edge", "6k1/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5", -1},
		{"single push", "6k1/8/3p4/4P3/8/8/8/4K3 b - - 0 1", "d6d5", -1},
		{"white", "4k3/8/8/8/4p3/8/3P4/4R1K1 w - - 0 1", "d2d4", 3},
	}
	for _, test := range tests {
		pos := parse(t, test.fen)
		playOn(t, pos, test.move)
		placed := strings.Fields(pos.FEN())
		placed[3] = "-"
		want := Key(parse(t, strings.Join(placed, " ")))
		if test.file >= 0 {
			want ^= random[randomEnPassant+test.file]
		}
		if got := Key(pos); got != want {
			t.Errorf("%s: got %016x, want %016x", test.name, got, want)
		}
	}
}

// A key must not change by making and taking back moves.
func TestKeyAfterUnmake(t *testing.T) {
	pos := play(t, "e2e4 g8f6 g1f3")
	want := Key(pos)
	var legal position.MoveList
	pos.GenerateLegal(&legal)
	for _, m := range legal.Moves[:legal.N] {
		pos.Make(m)
		pos.Unmake()
		if got := Key(pos); got != want {
			t.Errorf("after taking back %v: got %016x, want %016x", m, got, want)
		}
	}
}

func TestKeyVectors(t *testing.T) {
	text, err := os.ReadFile(dataFile(t, "book/polyglot-key-vectors.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for row := range strings.Lines(string(text)) {
		key, fen, _ := strings.Cut(strings.TrimSpace(row), "\t")
		want, err := strconv.ParseUint(key, 16, 64)
		if err != nil {
			continue // the heading
		}
		count++
		if got := Key(parse(t, fen)); got != want {
			t.Errorf("%s: got %016x, want %016x", fen, got, want)
		}
	}
	if count != 9 {
		t.Errorf("got %d vectors, want 9", count)
	}
}

func TestKeyGames(t *testing.T) {
	file, err := os.Open(dataFile(t, "book/shakmaty-zobrist.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	const keyDigits = 16 // the lower half of the 128-bit number
	count := 0
	for _, row := range rows {
		if row[0] != "chess" {
			continue
		}
		want, err := strconv.ParseUint(row[2][len(row[2])-keyDigits:], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		count++
		if got := Key(play(t, row[1])); got != want {
			t.Errorf("game %q: got %016x, want %016x", row[1], got, want)
		}
	}
	if count != 100 {
		t.Errorf("got %d games, want 100", count)
	}
}

func TestAmbiguousCastling(t *testing.T) {
	tests := []struct {
		fen  string
		want bool
	}{
		{position.StartFEN, false},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", false},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1RR w GBgb - 0 1", true},
		{"rr2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", true},
		{"1r2k1rr/8/8/8/8/8/8/1R2K1R1 w GBb - 0 1", false},
		{"1r2k1r1/7R/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", false},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1Rr w GBgb - 0 1", false},
	}
	for _, test := range tests {
		if got := ambiguousCastling(parse(t, test.fen)); got != test.want {
			t.Errorf("%s: got %v, want %v", test.fen, got, test.want)
		}
	}
}
