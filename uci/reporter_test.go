package uci

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"tura/position"
	"tura/search"
)

// moves reads a line of moves from a position.
func moves(t *testing.T, pos *position.Position, text string) []position.Move {
	t.Helper()
	pos = pos.Clone()
	var list []position.Move
	for _, s := range strings.Fields(text) {
		m, err := pos.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
		pos.Make(m)
	}
	return list
}

func newTestReporter(out *strings.Builder, pos *position.Position) *reporter {
	never := func(time.Duration, func()) *time.Timer { return nil }
	return &reporter{out: newOutput(out), root: pos, start: time.Now(), later: never}
}

func TestInfoLine(t *testing.T) {
	pos := position.New()
	wdl := func(search.Score, *position.Position) (int, int, int) { return 100, 700, 200 }
	pv := moves(t, pos, "e2e4 e7e5")
	tests := []struct {
		name string
		info search.Info
		wdl  wdlFunc
		want string
	}{
		{"plain", search.Info{Depth: 5, SelDepth: 7, MultiPV: 1, Score: 23, Bound: search.Exact, Nodes: 1000, Time: 10 * ms, HashFull: 3, TBHits: 2, PV: pv}, nil,
			"info depth 5 seldepth 7 multipv 1 score cp 23 nodes 1000 nps 100000 hashfull 3 tbhits 2 time 10 pv e2e4 e7e5"},
		{"bound before wdl", search.Info{Depth: 5, SelDepth: 7, MultiPV: 1, Score: -23, Bound: search.LowerBound, PV: pv}, wdl,
			"info depth 5 seldepth 7 multipv 1 score cp -23 lowerbound wdl 100 700 200 nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv e2e4 e7e5"},
		{"upper bound", search.Info{Depth: 1, MultiPV: 2, Bound: search.UpperBound}, nil,
			"info depth 1 seldepth 1 multipv 2 score cp 0 upperbound nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{"mate", search.Info{Depth: 5, Score: search.MateScore - 3}, nil,
			"info depth 5 seldepth 5 multipv 1 score mate 2 nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{"being mated", search.Info{Depth: 5, Score: -search.MateScore + 4}, nil,
			"info depth 5 seldepth 5 multipv 1 score mate -2 nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{"numbers that fit every client", search.Info{Depth: 999, SelDepth: 9999, Nodes: 1 << 62}, nil,
			"info depth 255 seldepth 255 multipv 1 score cp 0 nodes 4611686018427387904 nps 2147483647 hashfull 0 tbhits 0 time 0"},
		{"time under a millisecond", search.Info{Depth: 1, Nodes: 30, Time: 100 * time.Microsecond}, nil,
			"info depth 1 seldepth 1 multipv 1 score cp 0 nodes 30 nps 30000 hashfull 0 tbhits 0 time 0"},
	}
	for _, tt := range tests {
		if got := formatInfo(&tt.info, pos, tt.wdl); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
	if pos.FEN() != position.StartFEN {
		t.Errorf("the root was changed to %s", pos.FEN())
	}
}

// TestPVEnds: a line stops where the game does and where it is not legal.
func TestPVEnds(t *testing.T) {
	tests := []struct{ name, fen, before, pv, extra, want string }{
		{"mate", position.StartFEN, "", "f2f3 e7e5 g2g4 d8h4", "h2h3", "f2f3 e7e5 g2g4 d8h4"},
		{"stalemate", "k7/8/8/1Q6/8/8/8/K7 w - - 0 1", "", "b5b6", "a8b8", "b5b6"},
		{"third repetition", position.StartFEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6", "f3g1 f6g8 g1f3", "", "f3g1 f6g8"},
		{"fifty moves", "8/8/8/3k4/8/8/8/KQ6 w - - 98 120", "", "a1a2 d5d4 a2a3", "", "a1a2 d5d4"},
		{"illegal move", position.StartFEN, "", "e2e4 e7e5", "e2e4", "e2e4 e7e5"},
		{"whole", position.StartFEN, "", "e2e4 e7e5 g1f3", "", "e2e4 e7e5 g1f3"},
	}
	for _, tt := range tests {
		pos, err := position.FromFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves(t, pos, tt.before) {
			pos.Make(m)
		}
		pv := moves(t, pos, tt.pv)
		if tt.extra != "" {
			f, to := tt.extra[:2], tt.extra[2:]
			pv = append(pv, position.NewMove(square(f), square(to)))
		}
		var b strings.Builder
		before := pos.FEN()
		writePV(&b, pv, pos)
		if want := " pv " + tt.want; b.String() != want {
			t.Errorf("%s: got %q, want %q", tt.name, b.String(), want)
		}
		if pos.FEN() != before {
			t.Errorf("%s: the root was changed", tt.name)
		}
	}
}

func square(s string) position.Square {
	return position.Square(s[0] - 'a' + 8*(s[1]-'1'))
}

// TestThrottle: everything in the first second, then at most about twenty lines a second, and the
// newest block is printed before the bestmove in any case.
func TestThrottle(t *testing.T) {
	var out strings.Builder
	pos := position.New()
	r := newTestReporter(&out, pos)
	pv := moves(t, pos, "e2e4")
	other := moves(t, pos, "d2d4")
	at := func(d time.Duration, pv []position.Move) search.Info {
		return search.Info{Depth: 1, MultiPV: 1, Bound: search.Exact, Time: d, PV: pv}
	}
	for d := time.Duration(0); d < freeTime; d += 10 * ms {
		r.report(at(d, pv))
	}
	if got := count(out.String(), "info "); got != 100 {
		t.Errorf("got %d lines in the first second, want all 100", got)
	}
	out.Reset()
	for d := freeTime; d < 3*freeTime; d += ms {
		r.report(at(d, pv))
		bound := at(d, pv)
		bound.Bound, bound.Open = search.UpperBound, true
		r.report(bound)
		r.report(search.Info{Time: d, CurrMove: pv[0], CurrMoveNumber: 1})
	}
	if got := count(out.String(), "info "); got < 30 || got > 41 {
		t.Errorf("got %d lines in two seconds, want about 40", got)
	}
	if strings.Contains(out.String(), "currmove") {
		t.Error("currmove came before three seconds")
	}
	out.Reset()
	r.report(at(3*freeTime, pv))
	r.report(at(3*freeTime+ms, other)) // kept back
	r.finish(search.Result{Best: other[0]})
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if n := len(lines); n < 2 || !strings.HasSuffix(lines[n-2], "pv d2d4") || lines[n-1] != "bestmove d2d4" {
		t.Errorf("want the newest line and its bestmove at the end, got %q", lines)
	}
	out.Reset()
	r.report(at(4*freeTime, pv))
	r.report(at(4*freeTime+ms, other)) // kept back
	r.report(search.Info{Time: 4*freeTime + lineInterval, CurrMove: pv[0], CurrMoveNumber: 1})
	lines = strings.Split(strings.TrimSpace(out.String()), "\n")
	if n := len(lines); n != 3 || !strings.HasSuffix(lines[1], "pv d2d4") || !strings.Contains(lines[2], "currmove") {
		t.Errorf("want what was kept back before the next line of another kind, got %q", lines)
	}
}

func TestThrottleKeepsBlocks(t *testing.T) {
	var out strings.Builder
	pos := position.New()
	r := newTestReporter(&out, pos)
	r.multiPV = true
	first, second := moves(t, pos, "e2e4"), moves(t, pos, "d2d4")
	for i := range 200 {
		d := freeTime + time.Duration(i)*10*ms
		r.report(search.Info{Depth: i + 1, MultiPV: 1, Bound: search.Exact, Time: d, PV: first})
		r.report(search.Info{Depth: i + 1, MultiPV: 1, Bound: search.LowerBound, Open: true, Time: d, PV: first})
		r.report(search.Info{Depth: i + 1, MultiPV: 2, Bound: search.Exact, Time: d + ms, PV: second})
	}
	r.finish(search.Result{Best: first[0]})
	var pairs []string
	for _, m := range regexp.MustCompile(`depth (\d+) .*multipv (\d)`).FindAllStringSubmatch(out.String(), -1) {
		pairs = append(pairs, m[1]+"/"+m[2])
	}
	if len(pairs)%2 != 0 || len(pairs) > 44 || len(pairs) < 30 {
		t.Fatalf("got %d lines: %v", len(pairs), pairs)
	}
	for i := 0; i < len(pairs); i += 2 {
		depth, _, _ := strings.Cut(pairs[i], "/")
		if pairs[i] != depth+"/1" || pairs[i+1] != depth+"/2" {
			t.Errorf("block %q %q is torn", pairs[i], pairs[i+1])
		}
	}
	if want := "200/1"; pairs[len(pairs)-2] != want {
		t.Errorf("got last block %s, want %s", pairs[len(pairs)-2], want)
	}
}

// TestResultsDoNotWait: neither do other lines hold back a result, nor does one that was kept back
// because of another result wait for the next report.
func TestResultsDoNotWait(t *testing.T) {
	var out strings.Builder
	pos := position.New()
	r := newTestReporter(&out, pos)
	var wait time.Duration
	var print func()
	r.later = func(d time.Duration, f func()) *time.Timer { wait, print = d, f; return time.NewTimer(time.Hour) }
	pv := moves(t, pos, "e2e4")
	result := func(depth int, at time.Duration) {
		r.report(search.Info{Depth: depth, MultiPV: 1, Bound: search.Exact, Time: at, PV: pv})
	}
	start := 2 * currMoveTime
	r.report(search.Info{Depth: 8, Time: start, CurrMove: pv[0], CurrMoveNumber: 1})
	if result(8, start+ms); !strings.Contains(out.String(), "depth 8 seldepth") {
		t.Errorf("a line of another kind held back a result: %q", out.String())
	}
	if result(9, start+3*ms); strings.Contains(out.String(), "depth 9") || print == nil || wait != lineInterval-2*ms {
		t.Fatalf("want depth 9 in %v, got a wait of %v: %q", lineInterval-2*ms, wait, out.String())
	}
	if print(); !strings.Contains(out.String(), "depth 9 seldepth") {
		t.Errorf("a result was kept back for good: %q", out.String())
	}
	if r.finish(search.Result{Best: pv[0]}); count(out.String(), "info depth 9") != 1 {
		t.Errorf("want depth 9 once, got %q", out.String())
	}
}

func TestCurrMove(t *testing.T) {
	var out strings.Builder
	pos := position.New()
	r := newTestReporter(&out, pos)
	r.report(search.Info{Depth: 9, Time: 4 * time.Second, CurrMove: moves(t, pos, "g1f3")[0], CurrMoveNumber: 3})
	if got, want := out.String(), "info depth 9 currmove g1f3 currmovenumber 3\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFinish(t *testing.T) {
	pos := position.New()
	m := moves(t, pos, "e2e4 e7e5")
	reported := search.Info{Depth: 4, MultiPV: 1, Bound: search.Exact, PV: m}
	tests := []struct {
		name   string
		info   *search.Info
		result search.Result
		want   string
	}{
		{"reported", &reported, search.Result{Best: m[0], Ponder: m[1]}, `^info depth 4 .* pv e2e4 e7e5\nbestmove e2e4 ponder e7e5\n$`},
		{"nothing reported", nil, search.Result{Best: m[0]}, `^info depth 1 .*score cp 0 .*pv e2e4\nbestmove e2e4\n$`},
		{"another move reported", &reported, search.Result{Best: moves(t, pos, "d2d4")[0], Depth: 3, Score: 5}, `info depth 3 .*score cp 5 .*pv d2d4\nbestmove d2d4\n$`},
		{"ponder move is not legal", &reported, search.Result{Best: m[0], Ponder: m[0]}, `bestmove e2e4\n$`},
	}
	for _, tt := range tests {
		var out strings.Builder
		r := newTestReporter(&out, pos.Clone())
		if tt.info != nil {
			r.report(*tt.info)
		}
		r.finish(tt.result)
		if !regexp.MustCompile(tt.want).MatchString(out.String()) {
			t.Errorf("%s: got %q, want %s", tt.name, out.String(), tt.want)
		}
	}
}
