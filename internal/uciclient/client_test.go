package uciclient

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tura/position"
)

// fakeVariable makes the test binary play an engine of that behaviour.
const fakeVariable = "TURA_UCICLIENT_FAKE"

func TestMain(m *testing.M) {
	if kind := os.Getenv(fakeVariable); kind != "" {
		fakeEngine(kind)
		return
	}
	// Fakes built with the race detector would sleep a second before they end.
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // a valid name
	os.Exit(m.Run())
}

// fakeEngine answers the few commands the tests send. It plays some legal move
// at once, unless its kind is another.
func fakeEngine(kind string) {
	pos := position.New()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch words := strings.Fields(in.Text()); words[0] {
		case "uci":
			fmt.Println("id name Fake 1.0\nid author nobody\noption name Hash type spin default 16 min 1 max 64")
			fmt.Println("option name Clear Hash type button")
			if kind != "plain" {
				fmt.Println("option name UCI_Chess960 type check default false")
				fmt.Println("option name Move Timer type spin default 0 min 0 max 3600000")
			}
			fmt.Println("uciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			pos = fakePosition(words[1:])
		case "go":
			fakeGo(kind, pos)
		case "stop":
			if kind == "waits" {
				fmt.Println("bestmove e7e5")
			}
		case "quit":
			if kind != "stubborn" {
				return
			}
			time.Sleep(time.Minute)
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

// fakeGo answers go.
func fakeGo(kind string, pos *position.Position) {
	if answer, ok := strings.CutPrefix(kind, "says "); ok {
		fmt.Println("bestmove " + answer)
		return
	}
	switch kind {
	case "crash":
		os.Exit(3)
	case "mute", "waits":
		return
	case "illegal":
		fmt.Println("bestmove e7e2")
		return
	case "late":
		time.Sleep(100 * time.Millisecond)
	}
	var list position.MoveList
	pos.GenerateLegal(&list)
	move := pos.UCI(list.Moves[pos.GamePly()*7%list.N])
	fmt.Println("info depth 1 score cp 30 pv " + move)
	fmt.Println("info depth 2 score cp 50 lowerbound pv " + move)
	fmt.Println("info string thinking")
	fmt.Println("bestmove " + move + " ponder e7e5")
}

func startFake(t *testing.T, kind string, trace func(bool, string)) *Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e, err := Start(Config{Path: self, Env: append(os.Environ(), fakeVariable+"="+kind), Trace: trace})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

const patience = 10 * time.Second

func TestConversation(t *testing.T) {
	e := startFake(t, "good", nil)
	if err := e.Handshake(patience); err != nil {
		t.Fatal(err)
	}
	if e.Name != "Fake 1.0" || e.Author != "nobody" {
		t.Errorf("got name %q, author %q", e.Name, e.Author)
	}
	if !e.HasOption("hash") || !e.HasOption("Clear Hash") || e.HasOption("Threads") {
		t.Errorf("got options %v", e.Options)
	}
	if err := e.SetOption("Hash", "1"); err != nil {
		t.Error(err)
	}
	if err := e.NewGame(patience); err != nil {
		t.Fatal(err)
	}
	if err := e.Position("", nil); err != nil {
		t.Error(err)
	}
	if err := e.Go(Limits{Depth: 2}); err != nil {
		t.Error(err)
	}
	lines := 0
	best, err := e.BestMove(time.Now().Add(patience), func(string) { lines++ })
	if err != nil {
		t.Fatal(err)
	}
	if len(best.Move) != 4 || best.Ponder != "e7e5" || lines != 3 {
		t.Errorf("got %+v after %d lines, want a move and e7e5 after 3", best, lines)
	}
	if best.Info.Depth != 1 || best.Info.Score != 30 {
		t.Errorf("got info %+v, want the exact one of depth 1", best.Info)
	}
	if best.Read.Before(e.Sent()) {
		t.Errorf("read %v before sent %v", best.Read, e.Sent())
	}
	if err := e.Close(); err != nil {
		t.Errorf("got %v at the end", err)
	}
	if _, err := e.Next(time.Now().Add(patience)); !errors.Is(err, ErrExited) {
		t.Errorf("got %v after the end, want ErrExited", err)
	}
}

func TestFaults(t *testing.T) {
	tests := []struct {
		kind string
		wait time.Duration
		want error
	}{
		{"crash", patience, ErrExited},
		{"mute", 50 * time.Millisecond, ErrTimeout},
	}
	for _, tt := range tests {
		t.Run(tt.kind, func(t *testing.T) {
			e := startFake(t, tt.kind, nil)
			defer e.Close()
			if err := e.Handshake(patience); err != nil {
				t.Fatal(err)
			}
			if err := e.Go(Limits{Infinite: true}); err != nil {
				t.Fatal(err)
			}
			if _, err := e.BestMove(time.Now().Add(tt.wait), nil); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
	if _, err := Start(Config{Path: "no/such/engine"}); err == nil {
		t.Error("a program that is not there was started")
	}
}

func TestCloseStubborn(t *testing.T) {
	e := startFake(t, "stubborn", nil)
	if err := e.Handshake(patience); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := e.Close(); err == nil {
		t.Error("got no error from an engine that had to be killed")
	}
	if d := time.Since(start); d < quitGrace {
		t.Errorf("killed after %v, want %v at least", d, quitGrace)
	}
}

func TestCommand(t *testing.T) {
	both := [2]bool{true, true}
	tests := []struct {
		limits Limits
		want   string
	}{
		{Limits{}, "go"},
		{Limits{Clock: both}, "go wtime 0 btime 0"},
		{Limits{Clock: both, Bank: [2]time.Duration{1500 * time.Microsecond, time.Second},
			Inc: [2]time.Duration{10 * time.Millisecond}, MovesToGo: 3},
			"go wtime 1 btime 1000 winc 10 movestogo 3"},
		{Limits{Clock: both, Delay: [2]time.Duration{time.Second, time.Second}}, "go wtime 0 btime 0 wdelay 1000 bdelay 1000"},
		{Limits{Clock: [2]bool{false, true}, Inc: [2]time.Duration{1, time.Second}}, "go btime 0 binc 1000"},
		{Limits{MoveTime: 50 * time.Millisecond, Depth: 4, Nodes: 100}, "go movetime 50 depth 4 nodes 100"},
		{Limits{Infinite: true}, "go infinite"},
	}
	for _, tt := range tests {
		if got := tt.limits.Command(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestParseInfo(t *testing.T) {
	tests := []struct {
		line string
		want Info
		ok   bool
	}{
		{"info depth 12 seldepth 20 multipv 1 score cp -33 nodes 1000 time 15 pv e2e4 e7e5",
			Info{Depth: 12, SelDepth: 20, MultiPV: 1, HasScore: true, Score: -33, Nodes: 1000, Time: 15 * time.Millisecond,
				PV: []string{"e2e4", "e7e5"}}, true},
		{"info depth 3 score mate -2 upperbound", Info{Depth: 3, HasScore: true, Score: -2, Mate: true, Bound: true}, true},
		{"info depth 3 string depth 4", Info{Depth: 3}, true},
		{"info depth", Info{}, true},
		{"info string depth 4", Info{}, false},
		{"bestmove e2e4", Info{}, false},
		{"", Info{}, false},
	}
	for _, tt := range tests {
		got, ok := ParseInfo(tt.line)
		if ok != tt.ok || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %+v, %v, want %+v, %v", tt.line, got, ok, tt.want, tt.ok)
		}
	}
}
