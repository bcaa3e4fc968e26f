package uci

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"tura/position"
	"tura/search"
)

func fakeConfig(f *fakeSearcher) Config {
	return Config{Name: "Fake 1", Author: "nobody", Searcher: f}
}

func TestHandshake(t *testing.T) {
	out := transcript(fakeConfig(newFake()), "uci\nisready\nuci\n")
	for prefix, want := range map[string]int{
		"id name Fake 1\n": 2, "id author nobody\n": 2, "uciok\n": 2, "readyok\n": 1, "option name Hash ": 2,
	} {
		if got := count(out, prefix); got != want {
			t.Errorf("got %d lines %q, want %d in:\n%s", got, prefix, want, out)
		}
	}
	if transcript(fakeConfig(newFake()), "") != "" {
		t.Error("the engine prints something before it is asked")
	}
}

func TestWithoutHandshake(t *testing.T) {
	out := transcript(fakeConfig(newFake()), "go depth 1\nposition startpos\n")
	if count(out, "bestmove ") != 1 || count(out, "info ") < 1 {
		t.Errorf("want an info line and one bestmove, got:\n%s", out)
	}
}

// TestOneBestmove sends bursts without waiting; every go is answered by exactly one bestmove.
func TestOneBestmove(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  int
	}{
		{"stop right after go", []string{"go infinite", "stop"}, 1},
		{"stop, position, go", []string{"go infinite", "stop", "position startpos moves e2e4", "go infinite", "stop"}, 2},
		{"go while searching", []string{"go infinite", "go infinite", "go depth 1"}, 3},
		{"position while searching", []string{"go infinite", "position startpos moves e2e4", "go infinite", "stop"}, 2},
		{"setoption while searching", []string{"go infinite", "setoption name Hash value 8"}, 1},
		{"ucinewgame while pondering", []string{"go ponder wtime 100 btime 100", "ucinewgame"}, 1},
		{"ponderhit right after go ponder", []string{"go ponder wtime 100 btime 100", "ponderhit"}, 1},
		{"ponder, hit and stop", []string{"go ponder wtime 100 btime 100", "ponderhit", "stop", "stop"}, 1},
		{"idle stop and ponderhit", []string{"stop", "ponderhit", "stop"}, 0},
		{"many stops", []string{"go infinite", "stop", "stop", "stop"}, 1},
		{"end of input in a search", []string{"go infinite"}, 1},
		{"end of input while pondering", []string{"go ponder"}, 1},
		{"quit in a search", []string{"go infinite", "quit", "go infinite"}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, delay := range []time.Duration{0, 5 * time.Millisecond} {
				fake := newFake()
				fake.delay = delay
				out := transcript(fakeConfig(fake), strings.Join(tt.lines, "\n")+"\n")
				if got := count(out, "bestmove "); got != tt.want {
					t.Errorf("search begins after %v: got %d bestmoves, want %d:\n%s", delay, got, tt.want, out)
				}
			}
		})
	}
}

func TestIdleStopIsNotRemembered(t *testing.T) {
	s := startSession(t, fakeConfig(newFake()))
	s.send("stop", "ponderhit", "go infinite")
	s.silence("^bestmove", 50*time.Millisecond)
	s.send("stop")
	s.expect("^bestmove")
}

func TestReadyDuringSearch(t *testing.T) {
	s := startSession(t, fakeConfig(newFake()))
	s.send("go infinite", "isready")
	if seen := s.expect("^readyok$"); len(seen) != 1 {
		t.Errorf("got %q before readyok, want nothing", seen)
	}
	s.send("isready")
	s.expect("^readyok$")
	s.silence("^bestmove", 20*time.Millisecond)
	s.send("stop")
	s.expect("^bestmove")
}

// TestNoEarlyAnswer: a search that has nothing left to do still waits for its order.
func TestNoEarlyAnswer(t *testing.T) {
	mate, stalemate := "position startpos moves f2f3 e7e5 g2g4 d8h4", "position fen k7/8/1Q6/8/8/8/8/K7 b - - 0 1"
	for _, setup := range []string{"position startpos", mate, stalemate} {
		for _, order := range []string{"go infinite", "go depth 1 infinite", "go ponder wtime 10 btime 10", "go ponder"} {
			s := startSession(t, fakeConfig(newFake()))
			s.send(setup, order)
			s.silence("^bestmove", 20*time.Millisecond)
			if strings.Contains(order, "wtime") {
				s.send("ponderhit")
			} else {
				s.send("ponderhit", "isready")
				s.expect("^readyok")
				s.silence("^bestmove", 10*time.Millisecond)
				s.send("stop")
			}
			s.expect("^bestmove")
		}
	}
}

// TestGameIsOverAnalysis: the score is there at once, the bestmove when it is asked for.
func TestGameIsOverAnalysis(t *testing.T) {
	s := startSession(t, fakeConfig(newFake()))
	s.send("position startpos moves f2f3 e7e5 g2g4 d8h4", "go infinite")
	s.expect("^info depth 0 score mate 0$")
	s.send("stop")
	s.expect("^bestmove \\(none\\)$")
}

func TestGameIsOver(t *testing.T) {
	for setup, score := range map[string]string{
		"startpos moves f2f3 e7e5 g2g4 d8h4":   "mate 0",
		"fen k7/8/1Q6/8/8/8/8/K7 b - - 0 1":    "cp 0",
		"fen 7k/5KQ1/8/8/8/8/8/8 b - - 100 90": "mate 0",
	} {
		fake := newFake()
		out := transcript(fakeConfig(fake), "position "+setup+"\ngo depth 5\n")
		if want := "info depth 0 score " + score + "\nbestmove (none)\n"; out != want {
			t.Errorf("%s: got %q, want %q", setup, out, want)
		}
		if got := fake.called(); strings.Contains(got, "search") {
			t.Errorf("%s: the searcher was asked: %s", setup, got)
		}
		cfg := fakeConfig(fake)
		cfg.WDL = func(search.Score, *position.Position) (int, int, int) { return 300, 500, 200 }
		out = transcript(cfg, "setoption name UCI_ShowWDL value true\nposition "+setup+"\ngo depth 5\n")
		wdl := map[string]string{"mate 0": " wdl 0 0 1000", "cp 0": " wdl 0 1000 0"}[score]
		if want := "info depth 0 score " + score + wdl + "\nbestmove (none)\n"; out != want {
			t.Errorf("%s with chances: got %q, want %q", setup, out, want)
		}
	}
}

// TestBadInput sends what should not be sent; the engine stays alive and sane.
func TestBadInput(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	moves := strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 10_000) // 200 KB
	tests := []struct {
		name, input string
		wants       []string // patterns of lines
	}{
		{"nothing", "\n\n   \n\t\n", nil},
		{"unknown word", "frobnicate 7\n", []string{`^info string unknown command: "frobnicate 7"$`}},
		{"word before a command", "joho isready\n", []string{"^readyok$"}},
		{"console command behind a word", "what d\n", []string{"^info string unknown command"}},
		{"binary", "\x00\xff\xfe\x01\n", []string{"^info string unknown command"}},
		{"long line", long + "\n", []string{`^info string unknown command: "x{120}\.\.\."$`}},
		{"long move list", "position startpos moves" + moves + "\nd\n", []string{`Fen: rnbqkbnr/.* 40000 20001$`}},
		{"crlf and blanks", "  isready \r\n\tposition\tstartpos  moves e2e4 \r\nd\r\n", []string{"^readyok$", "^Fen: .* b KQkq - 0 1$"}},
		{"no line end", "isready", []string{"^readyok$"}},
		{"unknown option", "setoption name Foo Bar value 3\n", []string{`^info string no such option: "Foo Bar"$`}},
		{"setoption alone", "setoption\n", []string{"^info string setoption ignored"}},
		{"setoption without name", "setoption name\nsetoption name value 3\nsetoption Hash 3\n", []string{"ignored: the name is missing$", "expected name, got"}},
		{"no number", "setoption name Hash value abc\nsetoption name Hash\nsetoption name Hash value 12.5\n", []string{"option Hash: expected a whole number"}},
		{"position alone", "position\nposition foo\n", []string{"^info string position ignored: expected startpos or fen"}},
		{"bad FEN", "position fen hello world\nposition fen\nposition fen 9/8/8/8/8/8/8/8 w - - 0 1\n", []string{"^info string position ignored: FEN"}},
		{"go words", "go depth 2 frobnicate 7 wtime movetime x\n", []string{`^info string go: ignored "frobnicate 7 wtime movetime x"$`, "^bestmove"}},
		{"perft words", "perft\nperft x\nperft -1\nperft 1\n", []string{"^info string perft: expected a depth", "^Nodes searched: 20$"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := transcript(fakeConfig(newFake()), tt.input+"\nisready\n")
			for _, pattern := range append(tt.wants, "^readyok$") {
				if !regexp.MustCompile("(?m)" + pattern).MatchString(out) {
					t.Errorf("no line matches %q in:\n%.2000s", pattern, out)
				}
			}
			for line := range strings.Lines(out) {
				if strings.ContainsAny(line, "\x00\x01\xff") {
					t.Errorf("control characters in the output: %q", line)
				}
			}
		})
	}
}

func TestPosition(t *testing.T) {
	const kiwi = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	tests := []struct{ name, input, want string }{
		{"startpos", "position startpos", position.StartFEN},
		{"moves without moves", "position startpos moves", position.StartFEN},
		{"moves", "position startpos moves e2e4 e7e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
		{"fen", "position fen " + kiwi, kiwi},
		{"fen and moves", "position fen " + kiwi + " moves e1g1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1"},
		{"king takes rook", "position fen " + kiwi + " moves e1h1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1"},
		{"four fields", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
		{"two fields", "position fen 4k3/8/8/8/8/8/4P3/4K3 b moves e8d8", "3k4/8/8/8/8/8/4P3/4K3 w - - 1 2"},
		{"illegal move ends the list", "position startpos moves e2e4 e2e4 e7e5", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"bad FEN keeps the old", "position fen " + kiwi + "\nposition fen x", kiwi},
		{"position forgets the old game", "position startpos moves e2e4\nposition startpos", position.StartFEN},
	}
	for _, tt := range tests {
		out := transcript(fakeConfig(newFake()), tt.input+"\nd\n")
		if !strings.Contains(out, "Fen: "+tt.want+"\n") {
			t.Errorf("%s: want %s in:\n%s", tt.name, tt.want, out)
		}
	}
}

// TestCastlingText: how castling is printed follows the option and what the position needs.
func TestCastlingText(t *testing.T) {
	const standard = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
	const shuffled = "position fen 4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\n"
	tests := []struct{ name, input, want string }{
		{"standard", standard + "go searchmoves e1g1 depth 1", "bestmove e1g1"},
		{"standard, other spelling", standard + "go searchmoves e1h1 depth 1", "bestmove e1g1"},
		{"option", "setoption name UCI_Chess960 value true\n" + standard + "go searchmoves e1g1 depth 1", "bestmove e1h1"},
		{"option after the position", standard + "setoption name UCI_Chess960 value true\ngo searchmoves e1g1 depth 1", "bestmove e1h1"},
		{"option off again", "setoption name UCI_Chess960 value true\n" + standard + "setoption name UCI_Chess960 value false\ngo searchmoves e1h1 depth 1", "bestmove e1g1"},
		{"the position needs it", shuffled + "go searchmoves e1b1 depth 1", "bestmove e1b1"},
		{"the position needs it, option off", shuffled + "setoption name UCI_Chess960 value false\ngo searchmoves e1b1 depth 1", "bestmove e1b1"},
	}
	for _, tt := range tests {
		out := transcript(fakeConfig(newFake()), tt.input+"\n")
		if !strings.Contains(out, tt.want+"\n") {
			t.Errorf("%s: want %q in:\n%s", tt.name, tt.want, out)
		}
	}
}

func TestConsole(t *testing.T) {
	cfg := fakeConfig(newFake())
	cfg.Eval = func(pos *position.Position) int { return 17 }
	tests := []struct{ name, input, want string }{
		{"perft", "perft 3\n", "a2a3: 380\n"},
		{"perft total", "perft 3\n", "\nNodes searched: 8902\n"},
		{"deep perft", "position fen 8/8/8/8/8/8/k6P/7K b - - 0 1\nperft 7\n", "\nNodes searched: "},
		{"go perft", "go perft 2\n", "\nNodes searched: 400\n"},
		{"perft 0", "perft 0\n", "\nNodes searched: 1\n"},
		{"eval", "eval\n", "static eval: +17 cp"},
		{"eval in check", "position fen 4k3/8/8/8/8/8/8/K3R3 b - - 0 1\neval\n", "static eval: none (in check)\n"},
		{"bench is not connected", "bench\n", "info string bench: not available\n"},
		{"help", "help\n", "go perft N"},
		{"nothing during a search", "go infinite\nd\nstop\n", "info string this command is not available during a search\n"},
	}
	for _, tt := range tests {
		out := transcript(cfg, tt.input)
		if !strings.Contains(out, tt.want) {
			t.Errorf("%s: want %q in:\n%s", tt.name, tt.want, out)
		}
	}
}

// TestPerftStops: a count that would take ages obeys stop, and isready meanwhile.
func TestPerftStops(t *testing.T) {
	s := startSession(t, fakeConfig(newFake()))
	s.send("perft 30", "isready")
	s.expect("^readyok")
	s.send("stop")
	s.expect("^info string perft stopped$")
	s.send("perft 1")
	s.expect("^Nodes searched: 20$")
}

func TestCommand(t *testing.T) {
	var out strings.Builder
	e := New(fakeConfig(newFake()), &out)
	if err := e.Command("go depth 3"); err != nil {
		t.Errorf("got error %v", err)
	}
	if !strings.Contains(out.String(), "bestmove ") {
		t.Errorf("Command returned before the bestmove; got %q", out.String())
	}
	for _, line := range []string{"frobnicate", "perft x", "bench"} {
		if err := e.Command(line); err == nil {
			t.Errorf("%q: got no error", line)
		}
	}
	if err := e.Command("perft 2"); err != nil {
		t.Errorf("an old error came back: %v", err)
	}
}

// fakeBook knows one move.
type fakeBook struct {
	move   string
	closed *int
}

func (b fakeBook) Probe(pos *position.Position, _ *rand.Rand) (position.Move, bool) {
	m, err := pos.ParseMove(b.move)
	return m, err == nil
}
func (b fakeBook) Warnings() []string { return []string{"odd book"} }
func (b fakeBook) Close() error       { *b.closed++; return nil }

func TestBook(t *testing.T) {
	opened, closed := "", 0
	fake := newFake()
	cfg := fakeConfig(fake)
	cfg.OpenBook = func(path string, best bool, maxPly int) (Book, error) {
		opened = path
		if best {
			opened += " best"
		}
		return fakeBook{"e2e4", &closed}, nil
	}
	run := func(lines ...string) string {
		fake.called()
		return transcript(cfg, strings.Join(lines, "\n")+"\n")
	}
	const on = "setoption name OwnBook value true"
	out := run(on, "setoption name BookFile value my  book.bin", "setoption name Best Book Move value true", "go wtime 1 btime 1")
	if want := "pv e2e4\nbestmove e2e4\n"; !strings.Contains(out, want) || strings.Contains(fake.called(), "search") {
		t.Errorf("want the book move %q without a search in:\n%s", want, out)
	}
	if !strings.Contains(out, "info string odd book\n") {
		t.Errorf("the book's warning is missing in:\n%s", out)
	}
	if want := "my  book.bin best"; opened != want {
		t.Errorf("opened %q, want %q", opened, want)
	}
	cfg.WDL = func(search.Score, *position.Position) (int, int, int) { return 300, 500, 200 }
	out = run(on, "setoption name UCI_ShowWDL value true", "go wtime 1 btime 1")
	if want := " score cp 0 wdl 300 500 200 nodes "; !strings.Contains(out, want) {
		t.Errorf("want %q in:\n%s", want, out)
	}
	for _, lines := range [][]string{
		{"go wtime 1 btime 1"},
		{on, "go infinite", "stop"},
		{on, "go ponder", "stop"},
		{on, "go depth 1 searchmoves d2d4"},
		{on, "setoption name UCI_AnalyseMode value true", "go depth 1"},
		{on, "position startpos moves e2e4", "go depth 1"},
	} {
		if run(lines...); !strings.Contains(fake.called(), "search") {
			t.Errorf("%q: played from the book", lines)
		}
	}
	closed = 0
	if run(on, "go depth 1", "setoption name BookFile value other", "go depth 1"); closed != 1 {
		t.Errorf("closed %d books, want 1", closed)
	}
}

// TestRealSearch drives the real searcher: legal moves, one bestmove, an info line before it.
func TestRealSearch(t *testing.T) {
	cfg := Config{Name: "Tura", Author: "x", Searcher: search.New()}
	for _, setup := range []string{
		"position startpos",
		"position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"position fen k7/8/1K6/8/8/8/8/7R b - - 0 1",
		"position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
		"position fen 8/8/8/3k4/8/8/8/KQ6 w - - 98 120",
	} {
		for _, order := range []string{"go depth 6", "go nodes 2000", "go movetime 20", "go wtime 1 btime 1", "go infinite\nstop", "go ponder wtime 50 btime 50\nponderhit", "go mate 1 nodes 500", "go movetime 0"} {
			s := startSession(t, cfg)
			s.send(setup, order)
			seen := s.expect("^bestmove ")
			checkAnswer(t, setup, seen)
			s.send("quit")
			s.wait()
		}
	}
}

// checkAnswer judges the lines of one search: legal moves everywhere, a scored line before the
// bestmove, and the newest of them begins with it.
func checkAnswer(t *testing.T, setup string, lines []string) {
	t.Helper()
	e := New(fakeConfig(newFake()), &strings.Builder{})
	e.setPosition(strings.Fields(strings.TrimPrefix(setup, "position")))
	first := ""
	for _, line := range lines {
		words := strings.Fields(line)
		for i, w := range words {
			if w != "pv" {
				continue
			}
			pos := e.pos.Clone()
			for _, text := range words[i+1:] {
				m, err := pos.ParseMove(text)
				if err != nil {
					t.Fatalf("%s: illegal move %s in %q", setup, text, line)
				}
				if gameOver(pos) && pos != e.pos && text != words[i+1] {
					t.Errorf("%s: the line goes on after the end of the game: %q", setup, line)
				}
				pos.Make(m)
			}
			// A bound counts too: a search that is stopped right after a move has
			// beaten the best one knows no more of it.
			if strings.Contains(line, " score ") {
				first = words[i+1]
			}
		}
	}
	answer := strings.Fields(lines[len(lines)-1])
	if first != answer[1] {
		t.Errorf("%s: the newest line begins with %q, bestmove is %q", setup, first, answer[1])
	}
	if m, err := e.pos.ParseMove(answer[1]); err != nil {
		t.Errorf("%s: illegal bestmove %s", setup, answer[1])
	} else if len(answer) == 4 {
		e.pos.Make(m)
		if _, err := e.pos.ParseMove(answer[3]); err != nil {
			t.Errorf("%s: illegal ponder move %s", setup, answer[3])
		}
	}
}

// FuzzRun feeds lines that no client should send: the engine neither panics nor hangs.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nposition startpos moves e2e4\ngo depth 2\n", "go infinite\nstop", "position fen 4k3/8/8/8/8/8/8/4K3 w - -\ngo",
		"setoption name Hash value 1\nsetoption name Clear Hash\n", "go wtime -1 btime x winc 99999999999999999999 searchmoves e2e4 0000 foo",
		"go ponder\nponderhit\nstop\nquit", "d\neval\nhelp\nucinewgame\n\x00\xff", "setoption name UCI_Chess960 value true\nposition fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\ngo depth 1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if strings.Contains(input, "perft") {
			t.Skip("a deep count takes its time")
		}
		out := transcript(fakeConfig(newFake()), input)
		for line := range strings.Lines(out) {
			if strings.ContainsAny(line, "\x00\r\x7f") {
				t.Errorf("control characters in the output: %q", line)
			}
		}
	})
}
