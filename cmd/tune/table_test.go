package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tura/game"
	"tura/internal/uciclient"
	"tura/position"
)

// fakeVariable makes the test binary play an engine. mainArgument makes it the
// program itself; the flags follow.
const (
	fakeVariable = "TURA_TUNE_FAKE"
	mainArgument = "main"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == mainArgument {
		os.Args = os.Args[1:]
		main()
		return
	}
	if os.Getenv(fakeVariable) != "" {
		fakeEngine()
		return
	}
	os.Exit(m.Run())
}

// fakeBest is the number with which the fake engine makes no mistakes.
const fakeBest = 50

// fakeEngine plays the first legal move. The farther its number is from the
// best one the more often it says an illegal one instead, and loses.
func fakeEngine() {
	x, pos := 0, position.New()
	rng := rand.New(rand.NewPCG(1, 2))
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch words := strings.Fields(in.Text()); words[0] {
		case "uci":
			fmt.Println("id name Fake\noption name Hash type spin default 16 min 1 max 64")
			fmt.Println("option name xNumber type spin default 90 min 0 max 100\nuciok")
		case "setoption":
			if words[2] == "xNumber" {
				x, _ = strconv.Atoi(words[4])
			}
		case "isready":
			fmt.Println("readyok")
		case "position":
			head, moves, _ := strings.Cut(in.Text(), " moves ")
			pos = position.New()
			if fen, ok := strings.CutPrefix(head, "position fen "); ok {
				pos, _ = position.FromFEN(fen)
			}
			for _, w := range strings.Fields(moves) {
				m, _ := pos.ParseMove(w)
				pos.Make(m)
			}
		case "go":
			var list position.MoveList
			pos.GenerateLegal(&list)
			move := pos.UCI(list.Moves[0])
			if rng.IntN(fakeBest) < max(x-fakeBest, fakeBest-x) {
				move = "0000"
			}
			fmt.Println("info depth 1 score cp 0\nbestmove " + move)
		case "quit":
			return
		}
	}
}

// fakeProgram gives the program that plays the fake engine during the test.
func fakeProgram(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeVariable, "1")
	t.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector would wait a second at each end
	return self
}

// TestWholeRun tunes the fake engine, as a process, and goes on with it.
func TestWholeRun(t *testing.T) {
	self := fakeProgram(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cfg := config{
		command:     []string{self},
		options:     []setting{{"Hash", "1"}},
		params:      write("params.txt", "x* - - - 10\n"),
		openings:    write("book.epd", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id 1;\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"),
		state:       filepath.Join(dir, "state.json"),
		nodes:       1,
		rules:       uciclient.EndRules{DrawMoves: 1},
		concurrency: 1,
		report:      time.Hour,
		settings:    settings{Iterations: 12, Pairs: 1, Seed: 1, REnd: 0.3},
	}
	var out, progress bytes.Buffer
	if err := run(t.Context(), &cfg, &out, &progress); err != nil {
		t.Fatal(err)
	}
	st, err := readState(cfg.state)
	if err != nil {
		t.Fatal(err)
	}
	if got := st.State.Values[0]; got >= 90 || got < 20 {
		t.Errorf("got %g from 90, want nearer to %d", got, fakeBest)
	}
	for _, want := range []string{"12 of 12 iterations, 24 games", fmt.Sprintf("\txNumber = %d\n", rounded(st.State.Values[0]))} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant it to have %q", out.String(), want)
		}
	}
	if want := "iteration 12 of 12, 24 games"; !strings.Contains(progress.String(), want) {
		t.Errorf("got %q, want it to have %q", progress.String(), want)
	}
	var shown bytes.Buffer
	if err := run(t.Context(), &config{show: true, state: cfg.state}, &shown, &progress); err != nil || shown.String() != out.String() {
		t.Errorf("-show: got\n%s(%v), want\n%s", shown.String(), err, out.String())
	}
	var list bytes.Buffer
	if err := run(t.Context(), &config{list: true, command: cfg.command}, &list, &progress); err != nil ||
		!strings.Contains(list.String(), "xNumber") || strings.Contains(list.String(), "Hash") {
		t.Errorf("-list: got\n%s(%v)", list.String(), err)
	}
}

// TestBrokenOff stops a run in the middle of its games.
func TestBrokenOff(t *testing.T) {
	self := fakeProgram(t)
	dir := t.TempDir()
	cfg := config{
		command:     []string{self},
		params:      filepath.Join(dir, "params.txt"),
		state:       filepath.Join(dir, "state.json"),
		nodes:       1,
		rules:       uciclient.EndRules{MaxMoves: 20},
		concurrency: 2,
		report:      time.Millisecond,
		settings:    settings{Iterations: 1000000, Pairs: 2, Seed: 1, REnd: 0.01},
	}
	if err := os.WriteFile(cfg.params, []byte("xNumber"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	progress := writerFunc(func(line []byte) { cancel() }) // with the first line of progress
	var out bytes.Buffer
	if err := run(ctx, &cfg, &out, progress); err != nil {
		t.Fatal(err)
	}
	st, err := readState(cfg.state)
	if err != nil || st.State.Games.games() != 2*2*st.State.Done {
		t.Errorf("got %+v (%v), want four games an iteration", st.State, err)
	}
	if want := fmt.Sprintf("%d of 1000000 iterations", st.State.Done); !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %q, want %q first", out.String(), want)
	}
}

// TestTerminate ends a run by the signal that kill and service managers send:
// the state is kept and the values are written.
func TestTerminate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can send this signal there")
	}
	self := fakeProgram(t)
	dir := t.TempDir()
	params, state := filepath.Join(dir, "params.txt"), filepath.Join(dir, "state.json")
	if err := os.WriteFile(params, []byte("xNumber"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, mainArgument, "-engine", self, "-params", params, "-state", state, "-iterations", "1000000", "-report", "1ms")
	var out bytes.Buffer
	cmd.Stdout = &out
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines, begun := bufio.NewScanner(progress), false; lines.Scan(); {
		if !begun && strings.Contains(lines.Text(), "iteration ") {
			begun = true
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "of 1000000 iterations") {
		t.Errorf("got %v and\n%s", err, out.String())
	}
	if _, err := readState(state); err != nil {
		t.Error(err)
	}
}

// writerFunc calls itself with what is written.
type writerFunc func([]byte)

func (f writerFunc) Write(b []byte) (int, error) {
	f(b)
	return len(b), nil
}

// TestEngineFaults plays with an engine that cannot be started, and with one
// that is killed.
func TestEngineFaults(t *testing.T) {
	if err := run(t.Context(), &config{command: []string{filepath.Join(t.TempDir(), "none")}}, nil, nil); err == nil {
		t.Error("no engine: got no error")
	}
	self := fakeProgram(t)
	cfg := &config{command: []string{self}, nodes: 1, rules: uciclient.EndRules{MaxMoves: 1}}
	table, err := startTable(cfg, []param{{Name: "xNumber"}}, []game.Opening{{FEN: position.StartFEN}})
	if err != nil {
		t.Fatal(err)
	}
	defer table.close()
	pair := job{try: &perturbation{plus: []int{fakeBest}, minus: []int{0}}} // minus says nothing but illegal moves
	for _, seat := range []int{0, 1} {
		table.seats[seat].Engine.Kill()
		if got, err := table.play(t.Context(), pair); err != nil || got != (tally{Wins: 2}) {
			t.Errorf("seat %d killed: got %v (%v), want two wins", seat, got, err)
		}
	}
	cfg.options = []setting{{"Nothing", "1"}}
	if _, err := startTable(cfg, nil, nil); err == nil {
		t.Error("an option that is not there: got no error")
	}
}

func TestOpenings(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const epd = "# comment\n" + position.StartFEN + "\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -;\n" +
		"\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"3\";\n"
	for _, c := range []struct {
		path         string
		pairs, count int
	}{
		{"", 5, 1},
		{write("three.epd", epd), 5, 3},
		{write("three.fen", epd), 2, 2},
		{write("two.PGN", "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n"), 5, 2},
	} {
		openings, err := loadOpenings(c.path, 1, c.pairs)
		if err != nil || len(openings) != c.count {
			t.Errorf("%s: got %v (%v), want %d", c.path, openings, err, c.count)
		}
		for _, o := range openings {
			if _, err := o.Game(game.Table); err != nil {
				t.Errorf("%s: %v", c.path, err)
			}
		}
	}
	for _, text := range []string{"", "what is this", "4k3/8/8/8/8/8/4P3/8 w - -"} {
		if _, err := loadOpenings(write("bad.epd", text), 1, 5); err == nil {
			t.Errorf("openings %q: got no error", text)
		}
	}
	if _, err := loadOpenings(filepath.Join(dir, "none"), 1, 5); err == nil {
		t.Error("no file: got no error")
	}
}
