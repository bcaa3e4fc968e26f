package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tura/game"
	"tura/internal/uciclient"
	"tura/position"
)

// fakeArgument makes the test binary play an engine; the behaviour follows.
// mainArgument makes it the program itself; the flags follow.
const (
	fakeArgument = "fake-engine"
	mainArgument = "main"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == fakeArgument {
		fakeEngine(os.Args[2])
		return
	}
	if len(os.Args) > 2 && os.Args[1] == mainArgument {
		os.Args = os.Args[1:]
		main()
		return
	}
	// Fakes built with the race detector would sleep a second before they end.
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // a valid name
	os.Exit(m.Run())
}

// fakeEngine plays a legal move at once: "first" the first of the list, "last"
// the last one; "crash" ends at its second go.
func fakeEngine(kind string) {
	pos := position.New()
	goes := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "uci":
			fmt.Printf("id name Fake %s\noption name Hash type spin default 1 min 1 max 8\n", kind)
			fmt.Println("option name UCI_Chess960 type check default false\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			pos = fakePosition(words[1:])
		case "go":
			goes++
			if kind == "crash" && goes == 2 {
				os.Exit(1)
			}
			var list position.MoveList
			pos.GenerateLegal(&list)
			i := 0
			if kind == "last" {
				i = list.N - 1
			}
			fmt.Println("info depth 1 score cp 0 pv", pos.UCI(list.Moves[i]))
			fmt.Println("bestmove", pos.UCI(list.Moves[i]))
		case "quit":
			return
		}
	}
}

// fakePosition reads the arguments of position, which are right.
func fakePosition(words []string) *position.Position {
	list := slices.Index(words, "moves")
	if list < 0 {
		list = len(words)
	}
	pos := position.New()
	if words[0] == "fen" {
		pos, _ = position.FromFEN(strings.Join(words[1:list], " "))
	}
	for _, s := range words[min(list+1, len(words)):] {
		if m, err := pos.ParseMove(s); err == nil {
			pos.Make(m)
		}
	}
	return pos
}

// fake gives the command of a fake engine.
func fake(t *testing.T, kind string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("'%s' %s %s", self, fakeArgument, kind)
}

// runMatch runs the program with these arguments.
func runMatch(t *testing.T, ctx context.Context, args ...string) (report string, err error) {
	t.Helper()
	cfg, err := parseFlags(args, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	var out bytes.Buffer
	err = run(ctx, cfg, &out, null)
	return out.String(), err
}

// TestMatch plays a match of fakes and reads everything it leaves behind.
func TestMatch(t *testing.T) {
	dir := t.TempDir()
	pgn, trace := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "trace.txt")
	openings := filepath.Join(dir, "openings.epd")
	lines := "# comment\n4k3/8/8/8/8/8/4P3/4K2R w K - bm O-O;\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	if err := os.WriteFile(openings, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := runMatch(t, t.Context(), "-a", fake(t, "first"), "-b", fake(t, "last"), "-aname", "Alpha", "-opt", "Hash=2",
		"-tc", "60+1", "-games", "6", "-concurrency", "2", "-openings", openings, "-pgn", pgn, "-trace", trace, "-maxmoves", "20")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Alpha - Fake last: +", "of 6,", "pairs by points"} {
		if !strings.Contains(report, want) {
			t.Errorf("got report %q, want %q in it", report, want)
		}
	}
	file, err := os.Open(pgn)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games, err := game.ReadPGN(file)
	if err != nil || len(games) != 6 {
		t.Fatalf("got %d games, %v", len(games), err)
	}
	alphaWhite, endgames := 0, 0
	for _, g := range games {
		if g.Tags.Get("White") == "Alpha" {
			alphaWhite++
		}
		if g.Start().FEN() != position.StartFEN {
			endgames++
		}
		if g.Result() == game.Ongoing || g.Reason() == game.NoReason || g.Tags.Get("TimeControl") != "60+1" {
			t.Errorf("game without a result, reason or clock:\n%s", g.PGN())
		}
		if !g.Ply(0).HasClock {
			t.Errorf("no clock in\n%s", g.PGN())
		}
	}
	if alphaWhite != 3 || endgames != 4 {
		t.Errorf("got white %d times, the first opening %d times, want 3, 4", alphaWhite, endgames)
	}
	data, err := os.ReadFile(trace)
	if err != nil || !strings.Contains(string(data), "> setoption name Hash value 2") || !strings.Contains(string(data), "< bestmove ") {
		t.Errorf("the trace lacks something: %v", err)
	}
}

// TestMatchWithFaults has an engine that crashes in each game, one that cannot
// be started, an option that is not there, and a cancelled match.
func TestMatchWithFaults(t *testing.T) {
	report, err := runMatch(t, t.Context(), "-a", fake(t, "first"), "-b", fake(t, "crash"), "-tc", "-", "-depth", "1", "-games", "2")
	if err != nil || !strings.Contains(report, "+2 -0 =0 of 2") || !strings.Contains(report, "2 abandoned") {
		t.Errorf("crashing engine: got %q, %v", report, err)
	}
	if report, err := runMatch(t, t.Context(), "-a", "./no-such-engine"); err == nil {
		t.Errorf("no engine: got %q", report)
	}
	if report, err := runMatch(t, t.Context(), "-a", fake(t, "first"), "-opt", "Wings=2"); err == nil || !strings.Contains(err.Error(), "Wings") {
		t.Errorf("no option: got %q, %v", report, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if report, err := runMatch(t, ctx, "-a", fake(t, "first"), "-games", "1000"); err != nil || !strings.Contains(report, "no games") {
		t.Errorf("cancelled: got %q, %v", report, err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if report, err := runMatch(t, ctx, "-a", fake(t, "first"), "-games", "1000000"); err != nil {
		t.Errorf("cancelled in the middle: got %q, %v", report, err)
	}
}

func TestFlags(t *testing.T) {
	good := [][]string{
		{"-a", "x", "-tc", "2d0.2", "-delay", "mode", "-rules", "board", "-resign", "600,4", "-draw", "40,10,8", "-sprt", "0,5"},
		{"-a", "x", "-tc", "-", "-nodes", "100", "-btc", "-"},
	}
	for _, args := range good {
		if _, err := parseFlags(args, &bytes.Buffer{}); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
	bad := [][]string{
		{}, {"-a", ""}, {"-a", "'x"}, {"-a", "x", "y"}, {"-a", "x", "-tc", "never"}, {"-a", "x", "-tc", "-"},
		{"-a", "x", "-delay", "shout"}, {"-a", "x", "-rules", "record"}, {"-a", "x", "-rules", "x"}, {"-a", "x", "-resign", "5"},
		{"-a", "x", "-draw", "1,2"}, {"-a", "x", "-draw", "1,2,x"}, {"-a", "x", "-sprt", "5,0"}, {"-a", "x", "-sprt", "5"},
		{"-a", "x", "-games", "0"}, {"-a", "x", "-concurrency", "0"}, {"-a", "x", "-opt", "=3"}, {"-a", "x", "-wings", "2"},
	}
	for _, args := range bad {
		if _, err := parseFlags(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
	words, err := splitCommand(`a "b c"  'd "e'f ''`)
	if want := []string{"a", "b c", `d "ef`, ""}; err != nil || !slices.Equal(words, want) {
		t.Errorf("got %q, %v, want %q", words, err, want)
	}
}

func TestScore(t *testing.T) {
	tests := []struct {
		name         string
		score        score
		elo, margin  float64
		ok           bool
		superiority  float64
		llr, llrZero float64 // for [0, 5] and [-5, 0]
	}{
		{"nothing", score{}, 0, 0, false, 0, 0, 0},
		{"even, single games", score{wins: 10, losses: 10}, 0, 163.3, true, 0.5, -0.002, 0.002},
		{"even, pairs", score{wins: 10, losses: 10, pairs: [5]int{0, 0, 10, 0, 0}}, 0, 0, true, 0.5, -0.010, 0.010},
		{"ahead", score{wins: 40, losses: 20, draws: 40, pairs: [5]int{2, 8, 16, 16, 8}}, 70.4, 53.0, true, 0.996, 0.475, 0.510},
		{"all won", score{wins: 4, pairs: [5]int{0, 0, 0, 0, 2}}, math.Inf(1), math.Inf(1), false, 1, 0.054, 0.055},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			elo, margin, ok := tt.score.elo()
			if ok != tt.ok || ok && (math.Abs(elo-tt.elo) > 0.1 || math.Abs(margin-tt.margin) > 1) {
				t.Errorf("got Elo %.2f +- %.2f, %v, want %v +- %v, %v", elo, margin, ok, tt.elo, tt.margin, tt.ok)
			}
			if tt.score.games() > 0 {
				if got := tt.score.superiority(); math.Abs(got-tt.superiority) > 0.001 {
					t.Errorf("got superiority %.4f, want %.4f", got, tt.superiority)
				}
			}
			up, down := sprtBounds{0, 5}, sprtBounds{-5, 0}
			if got := up.llr(&tt.score); math.Abs(got-tt.llr) > 0.01 {
				t.Errorf("got LLR %.3f, want %.3f", got, tt.llr)
			}
			if got := down.llr(&tt.score); math.Abs(got-tt.llrZero) > 0.01 {
				t.Errorf("got LLR %.3f, want %.3f", got, tt.llrZero)
			}
			if tt.score.line() == "" || up.line(&tt.score) == "" {
				t.Error("no text")
			}
		})
	}
	big := score{wins: 4000, losses: 3000, draws: 3000, pairs: [5]int{300, 1000, 2000, 1200, 500}}
	if b := (&sprtBounds{0, 5}); !b.decided(&big) || !strings.HasSuffix(b.line(&big), "passed") {
		t.Errorf("got %s, want it passed", b.line(&big))
	}
	if b := (*sprtBounds)(nil); b.decided(&big) {
		t.Error("no test was decided")
	}
}

// TestOneSidedMatch has matches in which all pairs end alike: the test ends
// them, but not after a few.
func TestOneSidedMatch(t *testing.T) {
	tests := []struct {
		name          string
		points        int   // half points of each pair
		each          score // of a pair
		atLeast, most int   // pairs
		want          string
	}{
		{"lost", 0, score{losses: 2}, 10, 50, "failed"},
		{"drawn", 2, score{draws: 2}, 50, 300, "failed"},
		{"won", 4, score{wins: 2}, 10, 50, "passed"},
	}
	bounds := &sprtBounds{0, 5}
	for _, tt := range tests {
		s, pairs := score{}, 0
		for ; pairs < tt.most && !bounds.decided(&s); pairs++ {
			s.wins, s.losses, s.draws = s.wins+tt.each.wins, s.losses+tt.each.losses, s.draws+tt.each.draws
			s.pairs[tt.points]++
		}
		if line := bounds.line(&s); pairs < tt.atLeast || !strings.HasSuffix(line, tt.want) {
			t.Errorf("%s: got %s after %d pairs, want it %s after %d to %d", tt.name, line, pairs, tt.want, tt.atLeast, tt.most)
		}
	}
}

// TestCancelLate cancels a game that ends for another reason: the engines to
// kill are those that played it, whatever has become of the worker's players.
func TestCancelLate(t *testing.T) {
	cfg, err := parseFlags([]string{"-a", fake(t, "first")}, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMatch(cfg)
	if err != nil {
		t.Fatal(err)
	}
	m.openings = []game.Opening{{FEN: "nonsense"}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// With one processor the function that kills waits until this one blocks.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	w := &worker{match: m}
	if g, err := w.game(ctx, 0, position.White); err == nil {
		t.Errorf("got %v, want the fault of the opening", g)
	}
	players := w.players
	w.players = [2]*uciclient.Player{} // as stop leaves it
	for i, p := range players {
		if _, err := p.Engine.Next(time.Now().Add(handshakeTime)); !errors.Is(err, uciclient.ErrExited) {
			t.Errorf("engine %d: got %v, want it killed", i, err)
		}
		_ = p.Engine.Close() // it was killed
	}
}

// TestTerminate ends a match by the signal that kill and service managers send:
// the report is written.
func TestTerminate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can send this signal there")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pgn := filepath.Join(t.TempDir(), "games.pgn")
	cmd := exec.Command(self, mainArgument, "-a", fake(t, "first"), "-games", "1000000", "-pgn", pgn)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); time.Since(start) < handshakeTime; time.Sleep(time.Millisecond) {
		if info, err := os.Stat(pgn); err == nil && info.Size() > 0 {
			break // the first game is over
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "Fake first") {
		t.Errorf("got %v and the report %q", err, out.String())
	}
}

func TestOpenings(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	pgn := write("a.PGN", "1. e4 e5 *\n\n[Event \"x\"]\n\n1. d4 *\n")
	got, err := loadOpenings(&config{openings: pgn})
	if err != nil || len(got) != 2 || len(got[0].Moves) != 2 || len(got[1].Moves) != 1 {
		t.Errorf("got %v, %v", got, err)
	}
	shuffled, err := loadOpenings(&config{openings: pgn, shuffle: true, seed: 3, chess960: true})
	if err != nil || len(shuffled) != 2 || !shuffled[0].Chess960 {
		t.Errorf("got %v, %v", shuffled, err)
	}
	if starts, err := loadOpenings(&config{chess960: true}); err != nil || len(starts) != game.Chess960Starts {
		t.Errorf("got %d Chess960 starts, %v", len(starts), err)
	}
	for name, text := range map[string]string{"empty.epd": "\n", "bad.epd": "nonsense\n", "bad.pgn": "1. e5 *", "empty.pgn": ""} {
		if got, err := loadOpenings(&config{openings: write(name, text)}); err == nil {
			t.Errorf("%s: got %v", name, got)
		}
	}
	if _, err := loadOpenings(&config{openings: filepath.Join(dir, "none")}); err == nil {
		t.Error("a file that is not there was read")
	}
}
