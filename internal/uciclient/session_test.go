package uciclient

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tura/game"
	"tura/position"
)

// sessionTable starts a session of two fakes; sent collects what each was
// told.
func sessionTable(t *testing.T, kinds [2]string, control string, way DelayWay) (s *Session, sent *[2][]string) {
	t.Helper()
	tc, err := game.ParseTimeControl(control)
	if err != nil {
		t.Fatal(err)
	}
	s, sent = &Session{Patience: patience, Stall: 200 * time.Millisecond}, &[2][]string{}
	var mu sync.Mutex
	for c, kind := range kinds {
		e := startFake(t, kind, func(ours bool, line string) {
			mu.Lock()
			defer mu.Unlock()
			if ours {
				sent[c] = append(sent[c], line)
			}
		})
		t.Cleanup(func() { _ = e.Close() }) // some fakes end badly on purpose
		if err := e.Handshake(patience); err != nil {
			t.Fatal(err)
		}
		s.Players[c] = &Player{Engine: e, Control: tc, Delay: way}
	}
	return s, sent
}

// TestSession plays games that end in each way an engine can bring about.
func TestSession(t *testing.T) {
	tests := []struct {
		name    string
		black   string // behaviour of the black engine
		control string
		result  game.Result
		reason  game.Reason
		fault   error // of a player who cannot go on
	}{
		{"plays", "good", "10+1", game.Draw, game.Adjudication, nil},
		{"answers late", "late", "0.05", game.WhiteWins, game.FlagFall, nil},
		{"answers late on a move time", "late", "0.05/move", game.WhiteWins, game.FlagFall, nil},
		{"answers only to stop", "waits", "0.05", game.WhiteWins, game.FlagFall, nil},
		{"hangs", "mute", "0.05", game.WhiteWins, game.FlagFall, ErrTimeout},
		{"hangs without a clock", "mute", "-", game.WhiteWins, game.Abandoned, ErrTimeout},
		{"stalls without a clock", "waits", "-", game.WhiteWins, game.Abandoned, nil},
		{"illegal move", "illegal", "10", game.WhiteWins, game.IllegalMove, nil},
		{"crash", "crash", "10", game.WhiteWins, game.Abandoned, ErrExited},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, _ := sessionTable(t, [2]string{"good", tt.black}, tt.control, "")
			turns := 0
			s.OnMove = func(turn *Turn) game.Result {
				turns++
				if turn.Game.Len() != turns || turn.Spent < 0 || turn.Clock == nil {
					t.Errorf("got turn %+v after %d moves", turn, turns)
				}
				if turns == 10 {
					return game.Draw
				}
				return game.Ongoing
			}
			g := game.New(game.Table)
			err := s.Play(g)
			if g.Result() != tt.result || g.Reason() != tt.reason {
				t.Errorf("got %v (%v), want %v (%v)", g.Result(), g.Reason(), tt.result, tt.reason)
			}
			var fault *PlayerError
			switch {
			case tt.fault == nil && err != nil:
				t.Errorf("got %v", err)
			case tt.fault != nil && (!errors.As(err, &fault) || fault.Player != position.Black || !errors.Is(err, tt.fault)):
				t.Errorf("got %v, want black's %v", err, tt.fault)
			}
			if tt.reason == game.IllegalMove && !strings.Contains(g.Ply(0).Comment, "illegal answer: e7e2") {
				t.Errorf("got comment %q", g.Ply(0).Comment)
			}
		})
	}
}

// TestSessionClockWords looks at the lines an engine gets for each clock.
func TestSessionClockWords(t *testing.T) {
	tests := []struct {
		name    string
		control string
		way     DelayWay
		want    string // first go of white
		options []string
	}{
		{"increment", "10+1", "", "go wtime 11000 btime 11000 winc 1000 binc 1000", nil},
		{"repeating", "40/10", "", "go wtime 10000 btime 10000 movestogo 40", nil},
		{"sudden death", "10", "", "go wtime 10000 btime 10000", nil},
		{"move time", "1/move", "", "go movetime 1000", nil},
		{"no clock", "-", "", "go depth 3", nil},
		{"delay by option", "10d2", DelayOption, "go wtime 10000 btime 10000", []string{"setoption name Move Timer value 2000"}},
		{"delay by mode", "10d2", DelayMode, "go wtime 10000 btime 10000 winc 2000 binc 2000",
			[]string{"setoption name Clock Mode value Delay"}},
		{"delay by words", "10d2", DelayWords, "go wtime 10000 btime 10000 wdelay 2000 bdelay 2000", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, sent := sessionTable(t, [2]string{"good", "good"}, tt.control, tt.way)
			if tt.control == "-" {
				s.Players[0].Depth, s.Players[1].Depth = 3, 3
			}
			s.OnMove = func(turn *Turn) game.Result {
				if turn.Game.Len() == 4 {
					return game.Draw
				}
				return game.Ongoing
			}
			if err := s.Play(game.New(game.Table)); err != nil {
				t.Fatal(err)
			}
			lines := sent[position.White]
			first := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "go") })
			if first < 0 || lines[first] != tt.want {
				t.Fatalf("got %q, want %q", lines, tt.want)
			}
			var options []string
			for _, line := range lines {
				if strings.HasPrefix(line, "setoption") && !strings.Contains(line, optionChess960) {
					options = append(options, line)
				}
			}
			if !slices.Equal(options, tt.options) {
				t.Errorf("got options %q, want %q", options, tt.options)
			}
		})
	}
}

// TestSessionSpelling: the opponent gets a move as UCI writes it, however the engine
// has spelled it.
func TestSessionSpelling(t *testing.T) {
	for _, tt := range []struct{ fen, answer, want string }{
		{"r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1g1"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8Q", "a7a8q"},
	} {
		t.Run(tt.answer, func(t *testing.T) {
			s, sent := sessionTable(t, [2]string{"says " + tt.answer, "good"}, "10", "")
			s.OnMove = func(turn *Turn) game.Result {
				if turn.Game.Len() == 2 {
					return game.Draw
				}
				return game.Ongoing
			}
			g, err := game.FromFEN(tt.fen, game.Table)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Play(g); err != nil {
				t.Fatal(err)
			}
			want := "position fen " + tt.fen + " moves " + tt.want
			if got := sent[position.Black]; !slices.Contains(got, want) {
				t.Errorf("black was told %q, want %q", got, want)
			}
		})
	}
}

// TestSessionChess960 needs the option on one side, and lacks it on the other.
func TestSessionChess960(t *testing.T) {
	s, sent := sessionTable(t, [2]string{"good", "plain"}, "10", "")
	g, err := game.FromFEN("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", game.Table)
	if err != nil {
		t.Fatal(err)
	}
	g.Position().SetChess960(true)
	var fault *PlayerError
	if err := s.Play(g); !errors.As(err, &fault) || fault.Player != position.Black || g.Reason() != game.Abandoned {
		t.Errorf("got %v, %v, want black to be unfit", err, g.Reason())
	}
	if !slices.Contains(sent[position.White], "setoption name UCI_Chess960 value true") {
		t.Errorf("white was told %q", sent[position.White])
	}
}
