package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	"tura/internal/traindata"
	"tura/position"
	"tura/search"
)

// A fakeEngine plays a move that depends on the position alone, and finds
// scores that do too, mostly small ones.
type fakeEngine struct {
	list     position.MoveList
	searches int
	onSearch func(searches int)
}

func (f *fakeEngine) NewGame() {}

func (f *fakeEngine) Search(pos *position.Position, _ search.Limits, _ func(search.Info)) search.Result {
	f.searches++
	if f.onSearch != nil {
		f.onSearch(f.searches)
	}
	pos.GenerateLegal(&f.list)
	if f.list.N == 0 {
		return search.Result{}
	}
	key := uint64(pos.Key()) >> 7
	return search.Result{
		Best:  f.list.Moves[key%uint64(f.list.N)],
		Score: search.Score(key/256%1000) - 500,
	}
}

// newRun returns a run with a fake engine that writes to path.
func newRun(t *testing.T, path string, games, threads int) *run {
	t.Helper()
	r := &run{
		threads: threads, games: games, interval: time.Hour,
		openings: openingRules{plies: defaultPlies, maxScore: defaultLopsided, chess960: 0.2},
		rules:    defaultRules(), filter: traindata.DefaultFilter(), progress: io.Discard,
		newEngine: func() (engine, error) { return &fakeEngine{}, nil },
	}
	if err := r.open(path, 42); err != nil {
		t.Fatal(err)
	}
	return r
}

// load returns the games of a file in the order of their numbers.
func load(t *testing.T, path string) []traindata.Game {
	t.Helper()
	var games []traindata.Game
	_, err := readGames(path, func(g *traindata.Game) error {
		copied := *g
		copied.Plies = append([]traindata.Ply(nil), g.Plies...)
		games = append(games, copied)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Slice(games, func(i, j int) bool { return games[i].Number < games[j].Number })
	return games
}

func write(t *testing.T, path string, seed uint32, games []traindata.Game) {
	t.Helper()
	var b bytes.Buffer
	w := traindata.NewWriter(&b, seed)
	for i := range games {
		if err := w.Write(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	const games = 60
	if err := newRun(t, one, games, 1).generate(); err != nil {
		t.Fatal(err)
	}
	if err := newRun(t, two, games, 3).generate(); err != nil {
		t.Fatal(err)
	}
	want := load(t, one)
	if len(want) != games {
		t.Fatalf("%d games, want %d", len(want), games)
	}
	if got := load(t, two); !reflect.DeepEqual(got, want) {
		t.Error("the games depend on the number of workers")
	}
	if err := verify(io.Discard, []string{one, two}); err != nil {
		t.Error(err)
	}
}

// TestResume kills a run, tears its last game, and runs again: the games are
// those of an undisturbed run.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	whole, torn := filepath.Join(dir, "whole"), filepath.Join(dir, "torn")
	const games = 30
	if err := newRun(t, whole, games, 1).generate(); err != nil {
		t.Fatal(err)
	}

	r := newRun(t, torn, games, 2)
	r.newEngine = func() (engine, error) {
		return &fakeEngine{onSearch: func(n int) {
			if n == 900 {
				r.stop.Store(true)
			}
		}}, nil
	}
	if err := r.generate(); err != nil {
		t.Fatal(err)
	}
	before := len(load(t, torn))
	if before == 0 || before == games {
		t.Fatalf("%d games when the run was stopped: the test shows nothing", before)
	}
	info, err := os.Stat(torn)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(torn, info.Size()-5); err != nil {
		t.Fatal(err)
	}

	r = newRun(t, torn, games, 2)
	if r.tally.games != before-1 || r.file.Torn() == 0 {
		t.Errorf("%d games, %d bytes cut off, want %d games and some bytes", r.tally.games, r.file.Torn(), before-1)
	}
	if err := r.generate(); err != nil {
		t.Fatal(err)
	}
	if got, want := load(t, torn), load(t, whole); !reflect.DeepEqual(got, want) {
		t.Error("the games differ from those of a run that was not disturbed")
	}
}

func TestPositionsTarget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	r := newRun(t, path, 0, 2)
	r.positions = 500
	if err := r.generate(); err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, g := range load(t, path) {
		if err := traindata.Expand(&g, r.filter, func(*traindata.Record) { kept++ }); err != nil {
			t.Fatal(err)
		}
	}
	if kept < 500 || kept != r.tally.kept {
		t.Errorf("%d positions, counted %d, want 500 or a few more", kept, r.tally.kept)
	}
}

func TestRunErrors(t *testing.T) {
	dir := t.TempDir()
	want := errors.New("no engine")
	r := newRun(t, filepath.Join(dir, "a"), 10, 2)
	r.newEngine = func() (engine, error) { return nil, want }
	if err := r.generate(); !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	merged := filepath.Join(dir, "merged")
	write(t, merged, 0, []traindata.Game{{Start: position.StartFEN}})
	if err := new(run).open(merged, 1); err == nil {
		t.Error("no error when a run would go on in a merged file")
	}
	if err := new(run).open(filepath.Join(dir, "none", "a"), 1); err == nil {
		t.Error("no error for a missing directory")
	}
}

// A flakyWriter fails once, in the middle of a game, as a disk that is full for a
// moment.
type flakyWriter struct {
	bytes.Buffer
	good int // calls before the failure
}

var errFull = errors.New("disk full")

func (f *flakyWriter) Write(b []byte) (int, error) {
	f.good--
	if f.good == -1 {
		n, _ := f.Buffer.Write(b[:len(b)/2])
		return n, errFull
	}
	return f.Buffer.Write(b)
}

// TestWriteErrors: the first write that fails ends a run and a merge, and the games
// before it can be read.
func TestWriteErrors(t *testing.T) {
	const good = 3
	readable := func(t *testing.T, out *flakyWriter) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "out")
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		games := 0
		_, err := readGames(path, func(*traindata.Game) error { games++; return nil })
		if err == nil || !strings.Contains(err.Error(), "torn") || games != good {
			t.Errorf("%d games and error %v, want %d and a torn one", games, err, good)
		}
	}
	t.Run("run", func(t *testing.T) {
		out := &flakyWriter{good: good}
		r := newRun(t, filepath.Join(t.TempDir(), "games"), 30, 2)
		r.file.Writer = *traindata.NewWriter(out, 42)
		if err := r.generate(); !errors.Is(err, errFull) {
			t.Errorf("error %v, want %v", err, errFull)
		}
		if r.tally.games != good {
			t.Errorf("%d games counted, want %d", r.tally.games, good)
		}
		readable(t, out)
	})
	t.Run("put", func(t *testing.T) {
		r := newRun(t, filepath.Join(t.TempDir(), "games"), 30, 1)
		defer r.file.Close()
		r.file.Writer = *traindata.NewWriter(&flakyWriter{}, 42)
		game := &traindata.Game{Start: position.StartFEN}
		if err := r.put(game, 0, 0); !errors.Is(err, errFull) || r.err != err {
			t.Errorf("error %v, the run has %v", err, r.err)
		}
	})
	t.Run("merge", func(t *testing.T) {
		path := twenty(t)
		other := filepath.Join(t.TempDir(), "other")
		write(t, other, 2, []traindata.Game{{Start: position.StartFEN, Plies: []traindata.Ply{{Move: position.NewMove(12, 28)}}}})
		out := &flakyWriter{good: good}
		var report bytes.Buffer
		err := mergeInto(&report, traindata.NewWriter(out, 0), make(map[uint64]bool), []string{path, other})
		if !errors.Is(err, errFull) {
			t.Errorf("error %v, want %v", err, errFull)
		}
		if got := report.String(); !strings.Contains(got, "3 games taken") || strings.Contains(got, other) {
			t.Errorf("report %q, want three games of the first file only", got)
		}
		readable(t, out)
	})
}

// TestUnfitOpenings: a book without a position to play from is an error, not an
// endless search for one.
func TestUnfitOpenings(t *testing.T) {
	for name, rules := range map[string]openingRules{
		"lopsided":          {maxScore: -1},
		"dead at once":      {plies: 1, maxScore: defaultLopsided, book: []string{"7K/8/8/8/8/8/8/kQ6 b - - 0 1"}},
		"fifty moves ahead": {plies: 1, maxScore: defaultLopsided, book: []string{"4k3/8/8/8/8/8/4R3/4K3 w - - 99 90"}},
	} {
		t.Run(name, func(t *testing.T) {
			const want = "choose another book"
			r := newRun(t, filepath.Join(t.TempDir(), "games"), 5, 1)
			r.openings = rules
			if err := r.generate(); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want one with %q", err, want)
			}
			err := genfens(io.Discard, &fakeEngine{}, rules, fensOrder{count: 1, book: "some.epd"}, 100)
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "some.epd") {
				t.Errorf("genfens: error %v, want one with the book and %q", err, want)
			}
		})
	}
}

// TestLateStart: the move number of a book's position takes no plies from the game.
func TestLateStart(t *testing.T) {
	r := newRun(t, filepath.Join(t.TempDir(), "games"), 1, 1)
	defer r.file.Close()
	rules := defaultRules()
	rules.winPlies, rules.drawPlies, rules.maxPlies = 1000, 1000, 30
	p := player{engine: &fakeEngine{}, rules: rules, filter: r.filter, stop: &r.stop,
		openings: openingRules{maxScore: traindata.MaxScore, book: []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 200"}}}
	game, err := p.play(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(game.Plies); got != rules.maxPlies {
		t.Errorf("%d plies, want %d", got, rules.maxPlies)
	}
}

func TestAdjudicator(t *testing.T) {
	repeat := func(score, n int) (scores []int) {
		for range n {
			scores = append(scores, score)
		}
		return scores
	}
	tests := []struct {
		name   string
		scores []int
		start  int // game ply of the first score
		plies  int // at which the game ends, 0 = it goes on
		result int8
	}{
		{"White wins", []int{0, 2000, 2100, 31000, 2000}, 20, 5, 1},
		{"Black wins", []int{-2000, -2100, -31000, -2000}, 20, 4, -1},
		{"interrupted", []int{2000, 2000, 2000, 1999, 2000, 2000, 2000}, 20, 0, 0},
		{"sides disagree", []int{2000, 2000, -2000, 2000, 2000, 2000}, 20, 0, 0},
		{"other side at once", []int{2000, 2000, 2000, -2000, -2000, -2000, -2000}, 20, 7, -1},
		{"drawn", repeat(-10, 20), 80, 10, 0},
		{"drawn, count from ply 80", repeat(10, 30), 70, 20, 0},
		{"not drawn", append(repeat(0, 9), append([]int{11}, repeat(0, 9)...)...), 100, 0, 0},
		{"too long", repeat(300, 500), 10, 400, 0},
		{"too long, the opening counts for nothing", repeat(300, 500), 399, 400, 0},
	}
	rules := defaultRules()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := adjudicator{rules: &rules}
			for i, score := range tt.scores {
				result, over := a.ended(score, tt.start+i)
				if over {
					if i+1 != tt.plies || result != tt.result {
						t.Errorf("over after %d plies with result %d, want %d, %d", i+1, result, tt.plies, tt.result)
					}
					return
				}
			}
			if tt.plies != 0 {
				t.Errorf("not over, want %d plies", tt.plies)
			}
		})
	}
}

func TestOutcome(t *testing.T) {
	tests := []struct {
		name, fen, moves string
		result           int8
		over             bool
	}{
		{"start", position.StartFEN, "", 0, false},
		{"White mated", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "", -1, true},
		{"Black mated", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "", 1, true},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", 0, true},
		{"fifty moves", "4k3/8/8/8/8/8/4R3/4K3 b - - 100 90", "", 0, true},
		{"mate at the hundredth ply", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", "", 1, true},
		{"bare kings", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "", 0, true},
		{"twice", position.StartFEN, "g1f3 g8f6 f3g1 f6g8", 0, false},
		{"three times", position.StartFEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos, err := position.FromFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range strings.Fields(tt.moves) {
				move, err := pos.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				pos.Make(move)
			}
			if result, over := outcome(pos); result != tt.result || over != tt.over {
				t.Errorf("got %d, %v, want %d, %v", result, over, tt.result, tt.over)
			}
		})
	}
}

func TestStoredScore(t *testing.T) {
	const (
		mateIn2  = search.MateScore - 3 // plies
		tableWin = search.MateScore - search.MaxPly - 100
	)
	tests := []struct {
		score search.Score
		us    position.Color
		want  int16
	}{
		{0, position.White, 0},
		{35, position.White, 35},
		{35, position.Black, -35},
		{-20000, position.White, -20000},
		{mateIn2, position.White, traindata.MaxScore - 2},
		{mateIn2, position.Black, -traindata.MaxScore + 2},
		{-mateIn2 - 1, position.White, -traindata.MaxScore + 1},
		{search.MateScore, position.White, traindata.MaxScore},
		{tableWin, position.White, tablebaseScore},
		{tableWin, position.Black, -tablebaseScore},
		{-tableWin, position.White, -tablebaseScore},
	}
	for _, tt := range tests {
		if got := storedScore(tt.score, tt.us); got != tt.want {
			t.Errorf("storedScore(%d, %d) = %d, want %d", tt.score, tt.us, got, tt.want)
		}
	}
}

func TestOpenings(t *testing.T) {
	book := []string{"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}
	tests := []struct {
		name    string
		rules   openingRules
		minimum int // game ply
	}{
		{"start", openingRules{plies: 8}, 8},
		{"no random plies", openingRules{plies: 0}, 0},
		{"book", openingRules{plies: 1, book: book}, 3},
		{"Chess960", openingRules{plies: 8, chess960: 1}, 8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 1))
			var list position.MoveList
			lengths := make(map[int]int)
			for range 100 {
				if pos := tt.rules.random(rng, &list); pos != nil {
					lengths[pos.GamePly()]++
				}
			}
			if len(lengths) != 2 || lengths[tt.minimum] < 20 || lengths[tt.minimum+1] < 20 {
				t.Errorf("game plies %v, want %d and %d", lengths, tt.minimum, tt.minimum+1)
			}
		})
	}
}

// Endgames are legal, of every kind, with both sides to move and either side
// the stronger one, and late enough for the filter of the trainer.
func TestEndgames(t *testing.T) {
	rules := openingRules{plies: 8, endgames: 1}
	rng := rand.New(rand.NewPCG(1, 1))
	var list position.MoveList
	const deals, maxMen = 2000, 2*(1+endgamePawns) + 6
	toMove, stronger, bare := make(map[position.Color]int), make(map[position.Color]int), 0
	for range deals {
		pos := rules.random(rng, &list)
		if pos == nil {
			t.Fatal("no endgame in many tries")
		}
		if _, err := position.FromFEN(pos.FEN()); err != nil {
			t.Fatalf("%s: %v", pos.FEN(), err)
		}
		men := bits.OnesCount64(pos.Occupied())
		if men > maxMen || pos.GamePly() < endgamePly || pos.GamePly() > endgamePly+1 {
			t.Fatalf("%s: %d men at ply %d", pos.FEN(), men, pos.GamePly())
		}
		toMove[pos.SideToMove()]++
		white, black := pos.Pieces(position.White, position.Rook), pos.Pieces(position.Black, position.Rook)
		switch {
		case bits.OnesCount64(white) > bits.OnesCount64(black):
			stronger[position.White]++
		case bits.OnesCount64(white) < bits.OnesCount64(black):
			stronger[position.Black]++
		}
		if pos.Occupied() == pos.Pieces(position.White, position.Pawn)|pos.Pieces(position.White, position.King)|
			pos.Pieces(position.Black, position.Pawn)|pos.Pieces(position.Black, position.King) {
			bare++
		}
	}
	for _, count := range []int{toMove[position.White], toMove[position.Black], stronger[position.White], stronger[position.Black], bare} {
		if count < deals/50 {
			t.Errorf("to move %v, more rooks %v, pawn endings %d of %d", toMove, stronger, bare, deals)
			break
		}
	}
}

func TestReadBook(t *testing.T) {
	const four = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	tests := []struct {
		name, text string
		want       []string
		fault      string // part of the error
	}{
		{"FEN and EPD", "# openings\n" + position.StartFEN + "\r\n\n" + four + " bm e5; id \"a b\";\n", []string{position.StartFEN, four}, ""},
		{"bad line", position.StartFEN + "\nhello\n", nil, "line 2"},
		{"empty", "\n", nil, "no openings"},
		{"mated", "# ends\n" + position.StartFEN + "\n\n8/8/8/8/8/5k2/6q1/7K w - - 0 1\n", nil, "line 4: the game is over"},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - bm h8g8;\n", nil, "line 1: the game is over"},
		{"dead", "4k3/8/8/8/8/8/8/4K3  b - - 0 1\n", nil, "line 1: the game is over"},
		{"fifty moves", "4k3/8/8/8/8/8/4R3/4K3 b - - 100 90\n", nil, "line 1: the game is over"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "book.epd")
			if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			got, err := readBook(path)
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if (err != nil) != (tt.fault != "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("error %v, want %q", err, tt.fault)
			}
		})
	}
}

func TestGenfens(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want fensOrder
		ok   bool
	}{
		{"words", []string{"", "10", "seed", "7", "book", "None"}, fensOrder{count: 10, seed: 7}, true},
		{"one argument", []string{"10 seed 7 book None", "quit"}, fensOrder{count: 10, seed: 7}, true},
		{"book and more", []string{"3 seed 18446744073709551615 book Books/a.epd extra words", "quit"}, fensOrder{count: 3, seed: 1<<64 - 1, book: "Books/a.epd"}, true},
		{"no book", []string{"3 seed 1"}, fensOrder{count: 3, seed: 1}, true},
		{"no seed", []string{"3"}, fensOrder{}, false},
		{"bad number", []string{"x seed 1"}, fensOrder{}, false},
		{"bad seed", []string{"1 seed -1"}, fensOrder{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseFens(tt.args)
			if (err == nil) != tt.ok || tt.ok && got != tt.want {
				t.Errorf("got %+v, %v, want %+v, ok %v", got, err, tt.want, tt.ok)
			}
		})
	}

	rules := openingRules{plies: defaultPlies, maxScore: defaultLopsided}
	order := fensOrder{count: 12, seed: 5}
	var a, b bytes.Buffer
	for _, w := range []io.Writer{&a, &b} {
		if err := genfens(w, &fakeEngine{}, rules, order, 100); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(strings.TrimSpace(a.String()), "\n")
	form := regexp.MustCompile(`^info string genfens ([^ ]+ [wb] [^ ]+ [^ ]+ \d+ \d+)$`)
	for _, line := range lines {
		if m := form.FindStringSubmatch(line); m == nil {
			t.Errorf("line %q", line)
		} else if _, err := position.FromFEN(m[1]); err != nil {
			t.Error(err)
		}
	}
	if len(lines) != order.count || a.String() != b.String() {
		t.Errorf("%d lines, want %d, the same each time", len(lines), order.count)
	}
}

// twenty returns the path of a file with twenty games.
func twenty(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "twenty")
	if err := newRun(t, path, 20, 1).generate(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMerge(t *testing.T) {
	path := twenty(t)
	games := load(t, path)
	dir := t.TempDir()
	a, b, torn, out := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "torn"), filepath.Join(dir, "out")
	write(t, a, 1, games[:12])
	write(t, b, 2, games[8:16])
	write(t, torn, 3, games[14:])
	info, _ := os.Stat(torn)
	os.Truncate(torn, info.Size()-1)

	if err := merge(io.Discard, out, []string{a, b, a}); err != nil {
		t.Fatal(err)
	}
	if got := load(t, out); len(got) != 16 {
		t.Errorf("%d games, want 16", len(got))
	}
	if err := merge(io.Discard, out, []string{torn, filepath.Join(dir, "none")}); err == nil || !strings.Contains(err.Error(), "torn") || !strings.Contains(err.Error(), "none") {
		t.Errorf("error %v, want one about both files", err)
	}
	if got := load(t, out); !reflect.DeepEqual(got, games[:19]) {
		t.Errorf("%d games, want 19", len(got))
	}
	if err := merge(io.Discard, a, []string{b}); err == nil {
		t.Error("no error when the output is the file of a run")
	}
}

func TestVerifyFaults(t *testing.T) {
	games := load(t, twenty(t))
	moves := func(text string) (plies []traindata.Ply) {
		pos := position.New()
		for _, word := range strings.Fields(text) {
			move, err := pos.ParseMove(word)
			if err != nil {
				t.Fatal(err)
			}
			plies = append(plies, traindata.Ply{Move: move})
			pos.Make(move)
		}
		return plies
	}
	bad := games[3].Plies[0]
	bad.Move = position.NewMove(0, 63)
	tests := []struct {
		name string
		game traindata.Game
		part string // of the error
	}{
		{"illegal move", traindata.Game{Start: games[3].Start, Plies: []traindata.Ply{bad}}, "not legal"},
		{"no moves", traindata.Game{Start: position.StartFEN}, "no moves"},
		{"wrong result", traindata.Game{Start: position.StartFEN, Plies: moves("f2f3 e7e5 g2g4 d8h4"), Result: 1}, "result"},
		{"goes on", traindata.Game{Start: "4k3/8/8/8/8/8/8/R3K3 w - - 99 90", Plies: []traindata.Ply{{Move: position.NewMove(0, 1)}, {Move: position.NewMove(60, 61)}}}, "after its end"},
		{"score", traindata.Game{Start: position.StartFEN, Plies: []traindata.Ply{{Move: position.NewMove(12, 28), Score: -32768}}}, "score"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bad")
			write(t, path, 1, append(append([]traindata.Game(nil), games[:2]...), tt.game))
			if err := verify(io.Discard, []string{path}); err == nil || !strings.Contains(err.Error(), tt.part) {
				t.Errorf("error %v, want %q", err, tt.part)
			}
		})
	}
}

func TestStats(t *testing.T) {
	path := twenty(t)
	var b bytes.Buffer
	if err := stats(&b, []string{path, path}); err != nil {
		t.Fatal(err)
	}
	plies := 0
	for _, g := range load(t, path) {
		plies += len(g.Plies)
	}
	for _, want := range []string{"games        40 (20 more than once", fmt.Sprintf("positions    %d,", 2*plies), "seed 42"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

func TestCurve(t *testing.T) {
	const want = 230.0
	rng := rand.New(rand.NewPCG(1, 1))
	var c curve
	for range 200000 {
		score, points := rng.IntN(1200), 0.0
		if rng.Float64() < 1/(1+math.Exp(-float64(score)/want)) {
			points = 1
		}
		c.add(score, points)
	}
	if got, ok := c.scale(); !ok || math.Abs(got-want) > 5 {
		t.Errorf("scale %.1f, %v, want %.1f", got, ok, want)
	}
	if _, ok := new(curve).scale(); ok {
		t.Error("a scale from nothing")
	}
}

func TestRescore(t *testing.T) {
	path := twenty(t)
	games := load(t, path)
	for i := range games {
		for j := range games[i].Plies {
			games[i].Plies[j].Score = 3
		}
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	write(t, in, 1, games)

	first := newRescorer(t, out)
	first.newEngine = func() (engine, error) {
		return &fakeEngine{onSearch: func(n int) {
			if n == 300 {
				first.stop.Store(true)
			}
		}}, nil
	}
	if err := first.rescore([]string{in}); err != nil {
		t.Fatal(err)
	}
	if n := len(load(t, out)); n == 0 || n == len(games) {
		t.Fatalf("%d games when it was stopped: the test shows nothing", n)
	}
	if err := newRescorer(t, out).rescore([]string{in}); err != nil {
		t.Fatal(err)
	}

	got := load(t, out)
	if len(got) != len(games) {
		t.Fatalf("%d games, want %d", len(got), len(games))
	}
	filter := traindata.DefaultFilter()
	fake := &fakeEngine{}
	for i, g := range got {
		if g.Start != games[i].Start || g.Result != games[i].Result || len(g.Plies) != len(games[i].Plies) {
			t.Fatalf("game %d is another game", i)
		}
		err := g.Replay(func(pos *position.Position, j int) error {
			want := int16(3)
			if filter.Keep(pos, pos.GamePly(), g.Plies[j].Move, 0) {
				want = storedScore(fake.Search(pos, search.Limits{}, nil).Score, pos.SideToMove())
			}
			if g.Plies[j].Score != want || g.Plies[j].Move != games[i].Plies[j].Move {
				return fmt.Errorf("game %d, ply %d: %+v, want score %d", i, j, g.Plies[j], want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func newRescorer(t *testing.T, out string) *rescorer {
	t.Helper()
	r := &rescorer{
		threads: 2, nodes: 1, interval: time.Hour, progress: io.Discard,
		newEngine: func() (engine, error) { return &fakeEngine{}, nil },
	}
	if err := r.open(out); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMeter(t *testing.T) {
	before := tally{games: 100, plies: 10000, kept: 5000}
	m := newMeter(io.Discard, time.Second, before, 1000, 0)
	got := m.line(tally{games: 200, plies: 20000, kept: 10000, nodes: 7e6}, 10*time.Second)
	want := "games 200  positions 20000 (10000 kept)  10.0 games/s  1000 positions/s (500 kept/s)  0.70 Mnps  elapsed 10s  left 1m20s"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	m.games, m.positions = 1000, 12000
	if got := m.line(tally{games: 200, plies: 20000, kept: 10000}, 10*time.Second); !strings.HasSuffix(got, "left 4s") {
		t.Errorf("got %s, want left 4s", got)
	}
	if got := m.line(before, 0); strings.Contains(got, "left") {
		t.Errorf("got %s, want no time left", got)
	}
}

func TestCommandErrors(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "games")
	merged := filepath.Join(dir, "merged")
	write(t, merged, 0, nil)
	tests := []struct {
		args string
		part string // of the error
	}{
		{"", "nothing to do"},
		{"stats", "at least one"},
		{"verify", "at least one"},
		{"verify " + out + "x", "no such file"},
		{"merge " + out, "name the output"},
		{"rescore " + out, "-out"},
		{"rescore -out " + out, "at least one"},
		{"genfens 3", "want: genfens"},
		{"-games 3", "-out"},
		{"-out " + out + " -threads 0", "-threads"},
		{"-out " + out + " -nodes 0", "-nodes"},
		{"-out " + out + " -chess960 2", "-chess960"},
		{"-out " + out + " -endgames -1", "-endgames"},
		{"-out " + out + " -seed 5000000000", "-seed"},
		{"-out " + out + " -book " + out + ".epd", "no such file"},
		{"-out " + out + " frobnicate", "frobnicate"},
		{"frobnicate", "frobnicate"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			err := command(strings.Fields(tt.args), io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), tt.part) {
				t.Errorf("error %v, want %q", err, tt.part)
			}
		})
	}
}

// TestEngine plays two short games with the real searcher, twice.
func TestEngine(t *testing.T) {
	dir := t.TempDir()
	var files [2][]byte
	for i := range files {
		path := filepath.Join(dir, fmt.Sprint(i))
		args := "-games 2 -seed 11 -threads 1 -nodes 100 -hash 1 -out " + path
		if err := command(strings.Fields(args), io.Discard, io.Discard); err != nil {
			t.Fatal(err)
		}
		if err := verify(io.Discard, []string{path}); err != nil {
			t.Error(err)
		}
		files[i], _ = os.ReadFile(path)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("two runs with the same seed differ")
	}
}

// TestEndgameLimits: positions with few men have the limits of endgames, all
// others and all games without such limits the usual ones.
func TestEndgameLimits(t *testing.T) {
	const usual, endgame, men = 200, 1000, 4
	for _, c := range []struct {
		fen     string
		men     int
		endgame bool
	}{
		{"8/8/4k3/8/8/4K3/PPP5/8 w - - 0 1", men, false},
		{"8/8/4k3/8/8/4K3/PP6/8 w - - 0 1", men, true},
		{"8/8/4k3/8/8/4K3/8/8 w - - 0 1", men, true},
		{"8/8/4k3/8/8/4K3/8/8 w - - 0 1", 0, false},
	} {
		pos, err := position.FromFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		limits := moveLimits{usual: softLimits(usual), endgame: softLimits(endgame), men: c.men}
		want := uint64(usual)
		if c.endgame {
			want = endgame
		}
		if got := limits.of(pos); got.SoftNodes != want || got.Nodes != want*hardFactor {
			t.Errorf("%s with %d men: %d to %d nodes, want %d to %d", c.fen, c.men, got.SoftNodes, got.Nodes, want, want*hardFactor)
		}
	}
}

// TestTables: with endgame tables a won pawn ending is known to be won and a drawn
// one to be drawn, in few nodes; a folder without tables is an error.
func TestTables(t *testing.T) {
	if _, err := newEngine(1, t.TempDir()); err == nil {
		t.Error("no error for a folder without tables")
	}
	e, err := newEngine(1, filepath.Join("..", "..", "syzygy", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fen  string
		want int16
	}{
		{"k7/8/8/8/8/8/P7/K7 w - - 0 1", 0},
		{"4k3/8/3KP3/8/8/8/8/8 w - - 0 1", tablebaseScore},
	} {
		pos, err := position.FromFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		got := storedScore(e.Search(pos, softLimits(defaultNodes), nil).Score, pos.SideToMove())
		if got != c.want {
			t.Errorf("%s: score %d, want %d", c.fen, got, c.want)
		}
	}
}

// BenchmarkGame plays one game after the other with the default limits.
func BenchmarkGame(b *testing.B) {
	engine, err := newEngine(defaultHash, "")
	if err != nil {
		b.Fatal(err)
	}
	r := run{}
	p := player{
		engine: engine, limits: moveLimits{usual: softLimits(defaultNodes)}, rules: defaultRules(), filter: traindata.DefaultFilter(), stop: &r.stop,
		openings: openingRules{plies: defaultPlies, maxScore: defaultLopsided},
	}
	plies, number := 0, uint32(0)
	b.ReportAllocs()
	for b.Loop() {
		game, _ := p.play(1, number)
		plies += len(game.Plies)
		number++
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "positions/s")
}

// TestStarts: what starts writes is a book of endgames.
func TestStarts(t *testing.T) {
	dir := t.TempDir()
	games, book := filepath.Join(dir, "games"), filepath.Join(dir, "book.fen")
	r := newRun(t, games, 40, 2)
	r.openings.endgames = 0.5
	if err := r.generate(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	const fewest, most, maxScore = 5, 9, 300
	args := []string{"starts", "-fewest", "5", "-most", "9", "-score", "300", games}
	if err := command(args, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(book, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	fens, err := readBook(book)
	if err != nil {
		t.Fatal(err)
	}
	if len(fens) < 10 || len(fens) > 40 {
		t.Errorf("%d positions from 40 games", len(fens))
	}
	for _, fen := range fens {
		pos, err := position.FromFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if men := bits.OnesCount64(pos.Occupied()); men > most || pos.InCheck() {
			t.Errorf("%s: %d pieces, in check %v", fen, men, pos.InCheck())
		}
	}
	rules := startRules{fewest: fewest, most: fewest, maxScore: maxScore}
	for _, c := range []struct {
		score int16
		want  bool
	}{{maxScore, true}, {-maxScore, true}, {maxScore + 1, false}} {
		g := traindata.Game{Start: "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 60", Plies: []traindata.Ply{{Move: position.NewMove(12, 20), Score: c.score}}}
		if fen, err := rules.of(&g); err != nil || fen == g.Start != c.want {
			t.Errorf("score %d: start %q, error %v", c.score, fen, err)
		}
	}
	for _, args := range [][]string{{"starts"}, {"starts", "-fewest", "9", "-most", "8", games}, {"starts", "no such file"}} {
		if err := command(args, io.Discard, io.Discard); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
