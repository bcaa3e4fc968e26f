package uci

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tura/position"
	"tura/search"
)

const ms = time.Millisecond

// TestOneSidedTimer: white, with neither bank nor timer, lives on black's timer.
func TestOneSidedTimer(t *testing.T) {
	g := parseGo([]string{"bdelay", "60"}, position.New())
	if got, want := g.delay[position.White], 60*ms; got != want || g.limits.Infinite {
		t.Errorf("got the timer %v, infinite %t, want %v, false", got, g.limits.Infinite, want)
	}
}

func TestParseGo(t *testing.T) {
	pos := position.New()
	move := func(s string) position.Move {
		m, err := pos.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	clock := func(white, black, winc, binc time.Duration) search.Limits {
		return search.Limits{
			Time: [2]time.Duration{white, black}, HasTime: [2]bool{true, true}, Inc: [2]time.Duration{winc, binc},
		}
	}
	with := func(l search.Limits, change func(*search.Limits)) search.Limits { change(&l); return l }
	tests := []struct {
		line    string
		want    search.Limits
		unknown string
	}{
		{"", search.Limits{Infinite: true}, ""},
		{"infinite", search.Limits{Infinite: true}, ""},
		{"ponder", search.Limits{Infinite: true, Ponder: true}, ""},
		{"depth 7", search.Limits{Depth: 7}, ""},
		{"depth 0", search.Limits{Depth: 1}, ""},
		{"depth 99999999999999999999", search.Limits{Depth: search.MaxPly}, ""},
		{"nodes 9223372036854775807", search.Limits{Nodes: 9223372036854775807}, ""},
		{"nodes -5", search.Limits{Nodes: 1}, ""},
		{"mate 3 depth 20", search.Limits{Mate: 3, Depth: 20}, ""},
		{"movetime 0", search.Limits{HasMoveTime: true}, ""},
		{"movetime -1", search.Limits{HasMoveTime: true}, ""},
		{"movetime 250 nodes 10 depth 3", search.Limits{HasMoveTime: true, MoveTime: 250 * ms, Nodes: 10, Depth: 3}, ""},
		{"wtime 1 btime 2 winc 3 binc 4", clock(1*ms, 2*ms, 3*ms, 4*ms), ""},
		{"binc 4 btime 2 winc 3 wtime 1", clock(1*ms, 2*ms, 3*ms, 4*ms), ""},
		{"wtime 5 btime 6 ponder", with(clock(5*ms, 6*ms, 0, 0), func(l *search.Limits) { l.Ponder = true }), ""},
		{"wtime -170671 btime 0", clock(-170671*ms, 0, 0, 0), ""},
		{"wtime 0 btime 0 winc -3 binc 0", clock(0, 0, 0, 0), ""},
		{"wtime 99999999999999999999 btime -99999999999999999999", clock(maxClockMs*ms, -maxClockMs*ms, 0, 0), ""},
		{"wtime 5 btime 6 movestogo 9", with(clock(5*ms, 6*ms, 0, 0), func(l *search.Limits) { l.MovesToGo = 9 }), ""},
		{"wtime 5 btime 6 movestogo -2", clock(5*ms, 6*ms, 0, 0), ""},
		{"btime 100", search.Limits{Time: [2]time.Duration{0, 100 * ms}, HasTime: [2]bool{false, true}}, ""},
		{"binc 60", search.Limits{Inc: [2]time.Duration{60 * ms, 60 * ms}}, ""},
		{"winc 50 binc 60", search.Limits{Inc: [2]time.Duration{50 * ms, 60 * ms}}, ""},
		{"winc 0 binc 60 wtime 5 btime 6", clock(5*ms, 6*ms, 0, 60*ms), ""},
		{"searchmoves e2e4 d2d4 depth 2", search.Limits{Depth: 2, SearchMoves: []position.Move{move("e2e4"), move("d2d4")}}, ""},
		{"searchmoves e2e5 e2e4 depth 2", search.Limits{Depth: 2, SearchMoves: []position.Move{move("e2e4")}}, "e2e5"},
		{"searchmoves 0000", search.Limits{Infinite: true}, "0000"},
		{"searchmoves depth 4", search.Limits{Depth: 4}, ""},
		{"depth wtime 5 btime 6", clock(5*ms, 6*ms, 0, 0), "depth"},
		{"depth 1.5", search.Limits{Infinite: true}, "depth 1.5"},
		{"depth", search.Limits{Infinite: true}, "depth"},
		{"foo DEPTH 3 bar", search.Limits{Depth: 3}, "foo bar"},
		{"movestogo 4", search.Limits{Infinite: true, MovesToGo: 4}, ""},
	}
	for _, tt := range tests {
		got := parseGo(strings.Fields(tt.line), pos)
		if !reflect.DeepEqual(got.limits, tt.want) {
			t.Errorf("go %s: got %+v, want %+v", tt.line, got.limits, tt.want)
		}
		if u := strings.Join(got.unknown, " "); u != tt.unknown {
			t.Errorf("go %s: got unknown words %q, want %q", tt.line, u, tt.unknown)
		}
		if got.perft != -1 {
			t.Errorf("go %s: got perft %d", tt.line, got.perft)
		}
	}
	if g := parseGo([]string{"perft", "5"}, pos); g.perft != 5 {
		t.Errorf("go perft 5: got %d", g.perft)
	}
}

// TestDelayWords follows the move timer from the client's words and options to the searcher.
func TestDelayWords(t *testing.T) {
	const mode, timer = "setoption name Clock Mode value Delay\n", "setoption name Move Timer value 300\n"
	tests := []struct {
		name, input string
		delay, inc  time.Duration
	}{
		{"increment", "go wtime 1000 btime 1000 winc 20 binc 30", 0, 20 * ms},
		{"mode", mode + "go wtime 1000 btime 1000 winc 20 binc 30", 20 * ms, 0},
		{"mode, black", mode + "position startpos moves e2e4\ngo wtime 1000 btime 1000 winc 20 binc 30", 30 * ms, 0},
		{"mode without a timer", mode + "go wtime 1000 btime 1000", 0, 0},
		{"mode and option", mode + timer + "go wtime 1000 btime 1000", 300 * ms, 0},
		{"option", timer + "go wtime 1000 btime 1000", 300 * ms, 0},
		{"option, empty bank", timer + "go wtime 0 btime 0", 300 * ms, 0},
		{"option, no bank", timer + "go winc 0 binc 0", 300 * ms, 0},
		{"option means nothing without a clock", timer + "go depth 3", 0, 0},
		{"words", "go wtime 1000 btime 1000 wdelay 40 bdelay 50", 40 * ms, 0},
		{"words before option", timer + "go wtime 1000 btime 1000 wdelay 40 bdelay 50", 40 * ms, 0},
		{"mode back", mode + "setoption name Clock Mode value increment\ngo wtime 1000 btime 1000 winc 20", 0, 20 * ms},
	}
	for _, tt := range tests {
		fake := newFake()
		transcript(fakeConfig(fake), tt.input+"\n")
		l := fake.lastLimits()
		us := position.White
		if strings.Contains(tt.input, "moves e2e4") {
			us = position.Black
		}
		if l.Delay != tt.delay || l.Inc[us] != tt.inc {
			t.Errorf("%s: got delay %v, increment %v, want %v, %v", tt.name, l.Delay, l.Inc[us], tt.delay, tt.inc)
		}
		if l.Infinite {
			t.Errorf("%s: the search is infinite", tt.name)
		}
		if l.Overhead != defaultOverhead*ms {
			t.Errorf("%s: got overhead %v", tt.name, l.Overhead)
		}
	}
}

func FuzzParseGo(f *testing.F) {
	f.Add("wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 movetime 8 mate 9 perft 1")
	f.Add("searchmoves e2e4 e7e8q a1a1 0000 infinite ponder")
	pos := position.New()
	f.Fuzz(func(t *testing.T, line string) {
		g := parseGo(strings.Fields(line), pos)
		l := &g.limits
		if l.Depth < 0 || l.Mate < 0 || l.MovesToGo < 0 || l.MoveTime < 0 || l.Inc[0] < 0 || l.Inc[1] < 0 {
			t.Errorf("%q: got a negative limit: %+v", line, l)
		}
		for _, m := range l.SearchMoves {
			if !pos.IsLegal(m) {
				t.Errorf("%q: got the illegal move %v", line, m)
			}
		}
	})
}
