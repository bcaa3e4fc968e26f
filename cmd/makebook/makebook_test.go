package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"tura/book"
	"tura/position"
)

// mainArgument makes the test binary the program itself; its arguments follow.
const mainArgument = "main"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == mainArgument {
		os.Args = os.Args[1:]
		main()
		return
	}
	os.Exit(m.Run())
}

// mustRun carries out a command and returns what it prints.
func mustRun(t *testing.T, args ...string) (out, log string) {
	t.Helper()
	var outBuffer, logBuffer bytes.Buffer
	if err := run(args, &outBuffer, &logBuffer); err != nil {
		t.Fatalf("makebook %s: %v", strings.Join(args, " "), err)
	}
	return outBuffer.String(), logBuffer.String()
}

// gamesBook makes a book from testdata/games.pgn.
func gamesBook(t *testing.T, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.bin")
	args := append([]string{"pgn", "-o", path, "-min-games", "1"}, flags...)
	_, log := mustRun(t, append(args, filepath.Join("testdata", "games.pgn"))...)
	for _, want := range []string{"games.pgn: game left out: game: PGN game 4, line 21", "1 faulty"} {
		if !strings.Contains(log, want) {
			t.Errorf("log: got %q, want %q in it", log, want)
		}
	}
	return path
}

func TestPGN(t *testing.T) {
	tests := []struct {
		flags  []string
		fen    string
		moves  string
		want   string // moves and weights
		reason string
	}{
		{nil, position.StartFEN, "", "e2e4 3", "one win and one draw of White; Black's win counts nothing"},
		{nil, position.StartFEN, "e2e4", "e7e5 1", "Black drew once and lost once"},
		{nil, position.StartFEN, "d2d4", "d7d5 2", "Black won once"},
		{nil, position.StartFEN, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6", "e1g1 1", "castling"},
		{nil, position.StartFEN, "e2e4 e7e5 f2f4", "", "variations do not count"},
		{nil, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "", "a7a8q 2", "promotion"},
		{[]string{"-unfinished"}, position.StartFEN, "d2d4", "d7d5 3", "one win and one draw"},
		{[]string{"-min-games", "2"}, position.StartFEN, "e2e4 e7e5 g1f3 b8c6 f1b5", "", "two games, but two moves"},
		{[]string{"-min-score", "80"}, position.StartFEN, "", "", "3 of 4 points are less than 80 %"},
		{[]string{"-min-score", "75"}, position.StartFEN, "", "e2e4 3", "3 of 4 points"},
		{[]string{"-max-ply", "2"}, position.StartFEN, "e2e4 e7e5", "", "too deep"},
	}
	for _, test := range tests {
		path := gamesBook(t, test.flags...)
		out, _ := mustRun(t, "dump", "-fen", test.fen, "-moves", test.moves, path)
		fields := strings.Fields(out)
		got := strings.Join(fields[:min(2, len(fields))], " ")
		if got != test.want {
			t.Errorf("%v, %s after %q: got %q, want %q (%s)", test.flags, test.fen, test.moves, got, test.want, test.reason)
		}
	}
}

// Games of a variant and torn ones are left out, and those around them are kept apart.
func TestPGNOddGames(t *testing.T) {
	const text = `[Event "an escape in a comment is none"]

1. e4 {White wins about 60
% of the games} e5 1-0

[Event "another rule set"]
[Variant "King of the Hill"]

1. c4 e5 1-0
` + "\ufeff" + `[Event "joined to the file"]

1. b3 e5 1-0

% 1. a3 {a comment
[Event "Black wins"]

1. d4 d5 0-1

[Event "torn`
	folder := t.TempDir()
	games, path := filepath.Join(folder, "odd.pgn"), filepath.Join(folder, "odd.bin")
	if err := os.WriteFile(games, []byte(text), bookMode); err != nil {
		t.Fatal(err)
	}
	_, log := mustRun(t, "pgn", "-o", path, "-min-games", "1", games)
	if want := "3 games counted, 0 without a result, 2 faulty"; !strings.Contains(log, want) || !strings.Contains(log, "King of the Hill") {
		t.Errorf("log: got %q, want the variant and %q in it", log, want)
	}
	out, _ := mustRun(t, "dump", "-raw", path)
	for _, move := range []string{"e2e4", "b2b3", "d7d5"} {
		if !strings.Contains(out, move) {
			t.Errorf("got\n%swant %s in it", out, move)
		}
	}
	if got := strings.Count(out, "\n"); got != 3 {
		t.Errorf("got %d records, want 3:\n%s", got, out)
	}
}

// A build that is ended by the signal of kill and service managers writes its book.
func TestTerminate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can send this signal there")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "built.bin")
	build := exec.Command(self, mainArgument, "build", "-o", path, "-positions", "1000000", "-batch", "1", "-nodes", "1000", "-hash", "1")
	if err := build.Start(); err != nil {
		t.Fatal(err)
	}
	const patience = time.Minute
	for start := time.Now(); time.Since(start) < patience; time.Sleep(time.Millisecond) {
		if state, err := os.ReadFile(path + ".state"); err == nil && bytes.Contains(state, []byte(batchEnd)) {
			break
		}
	}
	if err := build.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := build.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestMergeAndStats(t *testing.T) {
	path := gamesBook(t)
	merged := filepath.Join(t.TempDir(), "merged.bin")
	mustRun(t, "merge", "-o", merged, path, path)
	out, _ := mustRun(t, "dump", merged)
	if want := "e2e4      6 100.0%\n"; out != want {
		t.Errorf("dump: got %q, want %q", out, want)
	}
	out, log := mustRun(t, "stats", merged)
	for _, want := range []string{"records    13 ", "reachable  8 ", "deepest ply 8", "weight 0   0"} {
		if !strings.Contains(out, want) {
			t.Errorf("stats: got\n%swant %q in it", out, want)
		}
	}
	if log != "" {
		t.Errorf("stats: got warnings %q", log)
	}
}

func TestDumpDepth(t *testing.T) {
	path := gamesBook(t)
	out, _ := mustRun(t, "dump", "-depth", "3", path)
	want := "e2e4      3 100.0%\n  e7e5      1 100.0%\n    g1f3      3 100.0%\n"
	if out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
	out, _ = mustRun(t, "dump", "-raw", path)
	if want := "463b96181691fc9c e2e4      3 0\n"; !strings.Contains(out, want) {
		t.Errorf("raw: got\n%swant %q in it", out, want)
	}
}

func TestWalk(t *testing.T) {
	path := gamesBook(t)
	first, _ := mustRun(t, "walk", "-n", "5", "-seed", "7", path)
	again, _ := mustRun(t, "walk", "-n", "5", "-seed", "7", path)
	if first != again {
		t.Error("the same seed gives other walks")
	}
	if got := strings.Count(first, "\n"); got != 5 {
		t.Errorf("got %d walks, want 5", got)
	}
	for row := range strings.Lines(first) {
		// Black's a7a6 made no point.
		if !strings.HasPrefix(row, "8\t") || !strings.HasSuffix(row, "\te2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4\n") {
			t.Errorf("got walk %q", row)
		}
	}
}

func TestRunErrors(t *testing.T) {
	folder := t.TempDir()
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"bake"}, `no command "bake"`},
		{[]string{"merge"}, "needs -o"},
		{[]string{"pgn", "-o", "x"}, "needs -o"},
		{[]string{"pgn", "-o", "x", filepath.Join(folder, "no.pgn")}, "no.pgn"},
		{[]string{"pgn", "-o", "x", "-max-ply", "-1", filepath.Join("testdata", "games.pgn")}, "-max-ply must be 1 or more"},
		{[]string{"build"}, "needs -o"},
		{[]string{"build", "-o", "x", "-lines", "0"}, "-lines"},
		{[]string{"build", "-o", "x", "-temperature", "0"}, "-temperature"},
		{[]string{"build", "-o", "x", "y"}, "flags only"},
		{[]string{"dump", "a", "b"}, "one book expected"},
		{[]string{"dump", filepath.Join(folder, "no.bin")}, "no.bin"},
		{[]string{"stats", folder}, "folder"},
	}
	for _, test := range tests {
		var out, log bytes.Buffer
		err := run(test.args, &out, &log)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("makebook %s: got error %v, want %q in it", strings.Join(test.args, " "), err, test.want)
		}
	}
	if err := run(nil, new(bytes.Buffer), new(bytes.Buffer)); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("no command: got error %v, want %v", err, flag.ErrHelp)
	}
	if err := saveBook(filepath.Join(folder, "none.bin"), nil); err == nil {
		t.Error("an empty book is written")
	}
}

// A book by Tura's own search, as small as can be.
func TestBuild(t *testing.T) {
	folder := t.TempDir()
	var files [2][]byte
	for i, jobs := range []string{"1", "2"} {
		path := filepath.Join(folder, "built"+jobs+".bin")
		mustRun(t, "build", "-o", path, "-positions", "12", "-nodes", "20000", "-hash", "1", "-lines", "3", "-jobs", jobs)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = data
		b, err := book.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(b.Entries(position.New())); got < 1 {
			t.Errorf("got %d moves in the start position, want 1 or more", got)
		}
		b.Close()
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the book depends on the number of jobs")
	}
}
