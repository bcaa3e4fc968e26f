package search

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tura/position"
	"tura/syzygy"
	"tura/tt"
)

// smallTables is the folder with the tables of the repository: KQvK, KRvK,
// KPvK, KBvK, KNvK, KNNvK and KRvKR.
const smallTables = "../syzygy/testdata"

// withTables returns a Searcher that uses the tables in some folders.
func withTables(t testing.TB, path string) *Searcher {
	t.Helper()
	s := New()
	if _, err := s.SetPath(path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, w := range s.TablebaseWarnings() {
			t.Errorf("unexpected warning: %s", w)
		}
		if _, err := s.SetPath(""); err != nil {
			t.Error(err)
		}
	})
	return s
}

// copyTables copies files of smallTables to a new folder.
func copyTables(t testing.TB, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(smallTables, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// ranks returns what the tables say of the moves of pos.
func ranks(t testing.TB, s *Searcher, pos *position.Position) map[position.Move]syzygy.RootMove {
	t.Helper()
	ranked, ok := s.tb.tables.RankRoot(pos.Clone(), s.tb.rule50)
	if !ok {
		t.Fatalf("%s: moves are not ranked", pos.FEN())
	}
	byMove := map[position.Move]syzygy.RootMove{}
	for _, r := range ranked {
		byMove[r.Move] = r
	}
	return byMove
}

// lastLines searches and returns the last report of every line, its moves copied.
func lastLines(s *Searcher, pos *position.Position, limits Limits) ([]Info, Result) {
	var lines []Info
	r := s.Search(pos, limits, func(i Info) {
		if i.CurrMove != position.NoMove {
			return
		}
		i.PV = append([]position.Move(nil), i.PV...)
		if i.MultiPV == 1 {
			lines = lines[:0]
		}
		lines = append(lines, i)
	})
	return lines, r
}

func isTBWin(s Score) bool  { return s.IsTablebase() && s > 0 }
func isTBLoss(s Score) bool { return s.IsTablebase() && s < 0 }

// TestRootResult: the best move has the best rank, and the score says what the
// fifty-move rule leaves of the result.
func TestRootResult(t *testing.T) {
	const (
		rook    = "8/8/8/3k4/8/8/8/K6R w - - " // won in 29 plies
		against = "8/8/8/3k4/8/8/1R6/K7 b - - "
	)
	win := func(s Score) bool { return isTBWin(s) || s >= mateInMaxPly }
	loss := func(s Score) bool { return isTBLoss(s) || s <= -mateInMaxPly }
	exactly := func(want Score) func(Score) bool { return func(s Score) bool { return s == want } }
	for _, test := range []struct {
		name, fen string
		rule50    bool
		want      func(Score) bool
	}{
		{"win", rook + "0 1", true, win},
		{"win just in time", rook + "70 80", true, win},
		{"win too late", rook + "80 80", true, exactly(drawScore + 1)},
		{"win too late without the rule", rook + "80 80", false, win},
		{"loss", against + "0 1", true, loss},
		{"loss too late", against + "80 80", true, exactly(drawScore - 1)},
		{"loss too late without the rule", against + "80 80", false, loss},
		{"draw", "8/8/8/3k4/8/3r4/8/K6R w - - 0 1", true, exactly(drawScore)},
		{"pawn wins", "8/8/8/8/8/2K5/2P5/k7 w - - 0 1", true, win},
		{"pawn holds", "8/8/8/8/2p5/8/2K5/k7 b - - 0 1", true, exactly(drawScore)},
	} {
		s := withTables(t, smallTables)
		s.SetRule50(test.rule50)
		pos := mustFEN(t, test.fen)
		known := ranks(t, s, pos)
		lines, r := lastLines(s, pos, Limits{Nodes: 3000})
		for m, k := range known {
			if k.Rank > known[r.Best].Rank {
				t.Errorf("%s: plays %v, DTZ %d, %v with DTZ %d is better", test.name, r.Best, known[r.Best].DTZ, m, k.DTZ)
				break
			}
		}
		if !test.want(r.Score) || lines[0].Score != r.Score || lines[0].Bound != tt.Exact {
			t.Errorf("%s: score %d, reported %d with bound %d", test.name, r.Score, lines[0].Score, lines[0].Bound)
		}
		if lines[0].TBHits == 0 {
			t.Errorf("%s: no tablebase hit reported", test.name)
		}
	}
}

// TestRootMultiPV wants every move reported: the order that of the tables, the
// score that of the line and not that of the position.
func TestRootMultiPV(t *testing.T) {
	for _, threads := range []int{1, 3} {
		s := withTables(t, smallTables)
		s.SetMultiPV(256)
		s.SetThreads(threads)
		pos := mustFEN(t, "8/8/8/3k4/8/4R3/8/K7 w - - 0 1")
		known := ranks(t, s, pos)
		lines, r := lastLines(s, pos, Limits{Depth: 6})
		if len(lines) != len(known) {
			t.Fatalf("%d lines, %d moves", len(lines), len(known))
		}
		if r.Best != lines[0].PV[0] {
			t.Errorf("best move %v, first line %v", r.Best, lines[0].PV[0])
		}
		seen := map[position.Move]bool{}
		draws := 0
		for i, line := range lines {
			m := line.PV[0]
			if seen[m] {
				t.Errorf("two lines for %v", m)
			}
			seen[m] = true
			if i > 0 && known[m].Rank > known[lines[i-1].PV[0]].Rank {
				t.Errorf("%v, rank %d, after %v, rank %d", m, known[m].Rank, lines[i-1].PV[0], known[lines[i-1].PV[0]].Rank)
			}
			switch known[m].WDL {
			case syzygy.Win:
				if line.Score < tbWinInMaxPly {
					t.Errorf("%v wins, score %d", m, line.Score)
				}
			case syzygy.Draw:
				draws++
				if line.Score != drawScore {
					t.Errorf("%v gives the rook away, score %d", m, line.Score)
				}
			}
		}
		if draws == 0 {
			t.Error("no move that gives the win away")
		}
	}
}

func TestRootSearchMoves(t *testing.T) {
	pos := mustFEN(t, "8/8/8/3k4/8/4R3/8/K7 w - - 0 1")
	s := withTables(t, smallTables)
	known := ranks(t, s, pos)
	parse := func(text string) position.Move {
		m, err := pos.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, test := range []struct {
		moves string
		want  string // "" = the one of better rank
		draw  bool
	}{
		{"e3e4", "e3e4", true},
		{"e3e4 e3a3", "e3a3", false},
		{"e3a3 e3e8", "", false},
	} {
		var only []position.Move
		for _, text := range strings.Fields(test.moves) {
			only = append(only, parse(text))
		}
		want := only[0]
		if test.want != "" {
			want = parse(test.want)
		} else if known[only[1]].Rank > known[want].Rank {
			want = only[1]
		}
		r := s.Search(pos, Limits{Nodes: 2000, SearchMoves: only}, nil)
		if r.Best != want && known[r.Best].Rank != known[want].Rank {
			t.Errorf("searchmoves %s: %v, want %v", test.moves, r.Best, want)
		}
		if (r.Score == drawScore) != test.draw {
			t.Errorf("searchmoves %s: score %d", test.moves, r.Score)
		}
	}
}

// TestRootRepetition: a won position that would occur for the third time is a
// draw, and the engine avoids it.
func TestRootRepetition(t *testing.T) {
	s := withTables(t, smallTables)
	pos := mustFEN(t, "8/8/8/4k3/8/8/8/K6Q w - - 0 1")
	mustPlay(t, pos, "a1b1", "e5d6", "b1a1", "d6e5", "a1b1", "e5d6", "b1a1", "d6e5")
	again, err := pos.ParseMove("a1b1")
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Search(pos, Limits{Nodes: 2000, SearchMoves: []position.Move{again}}, nil); r.Score != drawScore {
		t.Errorf("third time: score %d, want a draw", r.Score)
	}
	if r := s.Search(pos, Limits{Nodes: 2000}, nil); r.Best == again || r.Score < tbWinInMaxPly {
		t.Errorf("%v with score %d, want a win", r.Best, r.Score)
	}
}

// TestRootWithoutDistances has WDL tables only: the tree asks them and finds
// the way to the next capture or pawn move.
func TestRootWithoutDistances(t *testing.T) {
	dir := copyTables(t, "KRvKR.rtbw", "KRvK.rtbw", "KQvK.rtbw", "KPvK.rtbw", "KBvK.rtbw", "KNvK.rtbw")
	s := withTables(t, dir)
	pos := mustFEN(t, "8/5P2/8/8/8/k7/8/2K5 w - - 0 1")
	lines, r := lastLines(s, pos, Limits{Nodes: 3000})
	if !isTBWin(r.Score) && r.Score < mateInMaxPly || r.Best.Promotion() != position.Queen && r.Best.Promotion() != position.Rook {
		t.Errorf("%v with score %d, want a promotion that wins", r.Best, r.Score)
	}
	if lines[0].TBHits < 2 {
		t.Errorf("%d tablebase hits: the tree did not ask", lines[0].TBHits)
	}
	pos = mustFEN(t, "8/8/8/8/2p5/8/2K5/k7 b - - 0 1")
	if lines, r = lastLines(s, pos, Limits{Nodes: 3000}); r.Score != drawScore || lines[0].TBHits != 1 {
		t.Errorf("draw: score %d, %d tablebase hits, want 0 and 1", r.Score, lines[0].TBHits)
	}
}

// TestProbesInTree has a root with a man more than the tables, so that only
// captures lead to them.
func TestProbesInTree(t *testing.T) {
	const queenAgainstRook = "8/8/8/3k4/8/6r1/8/K5Q1 w - - 0 1"
	dir := copyTables(t, "KRvK.rtbw", "KRvK.rtbz", "KQvK.rtbw", "KQvK.rtbz")
	for _, test := range []struct {
		name         string
		depth, limit int
		hits         bool
	}{
		{"defaults", DefaultProbeDepth, DefaultProbeLimit, true},
		{"depth not reached", 100, DefaultProbeLimit, false},
		{"limit", DefaultProbeDepth, 3, true},
		{"fewer men than allowed", 100, 3, false},
		{"limit too small", DefaultProbeDepth, 2, false},
		{"no probes", DefaultProbeDepth, 0, false},
	} {
		s := withTables(t, dir)
		s.SetProbeDepth(test.depth)
		s.SetProbeLimit(test.limit)
		lines, r := lastLines(s, mustFEN(t, queenAgainstRook), Limits{Depth: 8})
		line := lines[0]
		if (line.TBHits > 0) != test.hits {
			t.Errorf("%s: %d tablebase hits", test.name, line.TBHits)
		}
		if test.hits && r.Score < tbWinInMaxPly {
			t.Errorf("%s: score %d, want a win", test.name, r.Score)
		}
		if len(line.PV) < 2 {
			t.Errorf("%s: line %v", test.name, line.PV)
		}
	}
}

// TestLinesAreContinued: a line that ends in the tables goes on with their best
// moves, all of it legal.
func TestLinesAreContinued(t *testing.T) {
	for _, test := range []struct {
		fen     string
		decided bool // the score is a tablebase win or loss
	}{
		{"8/8/8/3k4/8/6r1/8/K5Q1 w - - 0 1", true},    // takes the rook, wins
		{"8/8/8/4k3/8/8/7r/K6R b - - 0 1", true},      // takes the rook, root known
		{"8/8/8/8/8/1k3P2/8/K1R2r2 b - - 0 1", false}, // takes the rook, no such table
		{"8/8/8/8/8/1k6/1r6/1KB5 w - - 0 1", false},   // takes into a draw
		{"8/8/8/3k4/8/8/8/K6R w - - 80 80", false},    // the win comes too late
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", false},     // castling: not known
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", false},      // mate
		{"8/1P6/8/8/8/k7/8/1K6 w - - 0 1", true},      // promotes
	} {
		s := withTables(t, smallTables)
		pos := mustFEN(t, test.fen)
		lines, r := lastLines(s, pos, Limits{Depth: 6})
		line := lines[0]
		p := pos.Clone()
		for _, m := range line.PV {
			if !p.IsLegal(m) {
				t.Fatalf("%s: illegal %v in %v", test.fen, m, line.PV)
			}
			p.Make(m)
		}
		if got := r.Score.IsTablebase(); got != test.decided {
			t.Errorf("%s: score %d, line %v", test.fen, r.Score, line.PV)
		}
		short := len(line.PV) < tbLinePlies-2 && p.HasLegalMove() // and not ended by mate
		if test.decided && (short || r.Ponder != line.PV[1]) {
			t.Errorf("%s: line %v, ponder %v", test.fen, line.PV, r.Ponder)
		}
	}
}

// probeAt probes the position on a worker of s as if it were reached at a ply.
func probeAt(t *testing.T, s *Searcher, fen string, n node) (score int, ok bool, after node) {
	t.Helper()
	if err := s.Prepare(); err != nil {
		t.Fatal(err)
	}
	w := s.workers[0]
	w.pos.CopyFrom(mustFEN(t, fen))
	n.floor, n.ceiling, n.f = -Infinity, Infinity, w.at(n.ply)
	score, ok = w.probeTablebase(&n)
	return score, ok, n
}

func TestProbeOfNode(t *testing.T) {
	const (
		won, lost = "8/8/8/3k4/8/8/8/K6R w - - 0 1", "8/8/8/3k4/8/8/1R6/K7 b - - 0 1"
		drawn     = "8/8/8/3k4/8/8/1B6/K7 b - - 0 1"
		ply       = 3
	)
	win := tbWinScore - ply
	for _, test := range []struct {
		name, fen     string
		alpha, beta   int
		score         int // noScore = the node goes on
		floor, bar    int
		ceiling       int
		bound         tt.Bound
		relativeScore int // in the table
	}{
		{"win above the window", won, -50, 50, win, -Infinity, -50, Infinity, tt.LowerBound, tbWinScore},
		{"loss below the window", lost, -50, 50, -win, -Infinity, -50, Infinity, tt.UpperBound, -tbWinScore},
		{"draw", drawn, -50, 50, drawScore, -Infinity, -50, Infinity, tt.Exact, drawScore},
		{"win inside", won, -50, Infinity, noScore, win, win, Infinity, tt.BoundNone, 0},
		{"win below a mate", won, mateInMaxPly, mateInMaxPly + 1, noScore, win, mateInMaxPly, Infinity, tt.BoundNone, 0},
		{"loss inside", lost, -Infinity, 50, noScore, -Infinity, -Infinity, -win, tt.BoundNone, 0},
		{"counter not zero", "8/8/8/3k4/8/8/8/K6R w - - 1 1", -50, 50, noScore, -Infinity, -50, Infinity, tt.BoundNone, 0},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", -50, 50, noScore, -Infinity, -50, Infinity, tt.BoundNone, 0},
		{"no table", "4k3/8/8/8/8/8/8/4KR1R w - - 0 1", -50, 50, noScore, -Infinity, -50, Infinity, tt.BoundNone, 0},
	} {
		s := withTables(t, smallTables)
		score, ok, n := probeAt(t, s, test.fen, node{alpha: test.alpha, beta: test.beta, depth: 5, ply: ply})
		if ok != (test.score != noScore) || ok && score != test.score {
			t.Errorf("%s: %d, %v, want %d", test.name, score, ok, test.score)
		}
		if n.floor != test.floor || n.alpha != test.bar || n.ceiling != test.ceiling {
			t.Errorf("%s: floor %d, alpha %d, ceiling %d, want %d, %d, %d", test.name,
				n.floor, n.alpha, n.ceiling, test.floor, test.bar, test.ceiling)
		}
		e, stored := s.table.Probe(s.workers[0].pos.Key())
		if stored != ok || stored && (e.Bound != test.bound || e.Score != test.relativeScore || e.Depth <= 5) {
			t.Errorf("%s: table has %+v, %v, want bound %d, score %d", test.name, e, stored, test.bound, test.relativeScore)
		}
	}
}

// TestTablebaseScores: every result has its own range, and comes back from the
// transposition table unless the fifty-move rule may spoil it.
func TestTablebaseScores(t *testing.T) {
	for _, test := range []struct {
		wdl    syzygy.WDL
		rule50 bool
		want   int
	}{
		{syzygy.Win, true, tbWinScore - 4}, {syzygy.CursedWin, true, 1}, {syzygy.CursedWin, false, tbWinScore - 4},
		{syzygy.Draw, true, 0}, {syzygy.Draw, false, 0},
		{syzygy.BlessedLoss, true, -1}, {syzygy.BlessedLoss, false, 4 - tbWinScore}, {syzygy.Loss, true, 4 - tbWinScore},
	} {
		tb := tablebases{rule50: test.rule50}
		if got, _ := tb.wdlScore(test.wdl, 4); got != test.want {
			t.Errorf("%v, rule %v: %d, want %d", test.wdl, test.rule50, got, test.want)
		}
	}
	for _, test := range []struct {
		stored, ply, counter int
		want                 int
	}{
		{tbWinScore, 7, 0, tbWinScore - 7},
		{-tbWinScore, 7, 0, 7 - tbWinScore},
		{tbWinScore - 20, 7, 80, tbWinScore - 27},
		{tbWinScore - 21, 7, 80, tbWinInMaxPly - 1},
		{21 - tbWinScore, 7, 80, 1 - tbWinInMaxPly},
	} {
		if got := scoreFromTT(test.stored, test.ply, test.counter); got != test.want {
			t.Errorf("scoreFromTT(%d, %d, %d) = %d, want %d", test.stored, test.ply, test.counter, got, test.want)
		}
	}
	for _, s := range []Score{tbWinScore, tbWinScore - MaxPly, -tbWinScore} {
		if !s.IsTablebase() || s.IsMate() {
			t.Errorf("score %d is not in the range of the tablebases", s)
		}
	}
}

func TestShown(t *testing.T) {
	for _, test := range []struct {
		score, prev, tb int
		want            int
		final           bool
	}{
		{120, 100, noScore, 120, false},
		{-Infinity, 100, noScore, 100, false},
		{120, 100, tbWinScore, tbWinScore, true},
		{900, 900, drawScore, drawScore, true},
		{mateIn(5), 900, tbWinScore, mateIn(5), false},
		{mateIn(5), 900, drawScore + 1, mateIn(5), false},
		{mateIn(5), 900, drawScore, drawScore, true},
		{matedIn(6), 0, drawScore, drawScore, true},
		{matedIn(6), 0, -tbWinScore, matedIn(6), false},
		{mateIn(5), 0, -tbWinScore, -tbWinScore, true},
	} {
		rm := rootMove{score: test.score, bound: tt.Exact, prevScore: test.prev, prevBound: tt.Exact, tbScore: test.tb}
		if r := rm.shown(9); r.score != test.want || r.final != test.final || r.bound != tt.Exact {
			t.Errorf("%+v: %+v", test, r)
		}
	}
	const depth = 9
	for _, test := range []struct {
		bound     tt.Bound
		prev      int
		prevBound tt.Bound
		want      rootResult
	}{
		{tt.Exact, 120, tt.Exact, rootResult{80, tt.Exact, depth, false}},
		{tt.UpperBound, 120, tt.Exact, rootResult{120, tt.Exact, depth - 1, false}},
		{tt.LowerBound, 60, tt.Exact, rootResult{60, tt.Exact, depth - 1, false}},
		{tt.LowerBound, matedIn(7), tt.Exact, rootResult{matedIn(7), tt.Exact, depth - 1, false}},
		// no better is known
		{tt.UpperBound, 120, tt.UpperBound, rootResult{80, tt.UpperBound, depth, false}},
		{tt.UpperBound, -Infinity, tt.BoundNone, rootResult{80, tt.UpperBound, depth, false}},
		{tt.LowerBound, -Infinity, tt.BoundNone, rootResult{80, tt.LowerBound, depth, false}},
	} {
		rm := rootMove{score: 80, bound: test.bound, prevScore: test.prev, prevBound: test.prevBound, tbScore: noScore}
		if got := rm.shown(depth); got != test.want {
			t.Errorf("%+v: %+v", test, got)
		}
	}
}

// TestHelpersUseTables: all threads know the ranks and count their probes.
func TestHelpersUseTables(t *testing.T) {
	s := withTables(t, smallTables)
	s.SetThreads(4)
	pos := mustFEN(t, "8/8/8/3k4/8/8/8/K6R w - - 0 1")
	known := ranks(t, s, pos)
	top := 0
	for _, k := range known {
		top = max(top, k.Rank)
	}
	for range 10 {
		if r := s.Search(pos, Limits{Nodes: 3000}, nil); known[r.Best].Rank != top {
			t.Errorf("plays %v, rank %d, want %d", r.Best, known[r.Best].Rank, top)
		}
	}
	for _, w := range s.workers {
		if w.tbHits > 1 {
			t.Errorf("thread %d asked %d times in a tree that is known", w.id, w.tbHits)
		}
	}
	r := s.Search(mustFEN(t, "8/8/8/3k4/8/6r1/8/K5Q1 w - - 0 1"), Limits{Nodes: 40000}, nil)
	if r.Score < tbWinInMaxPly {
		t.Errorf("score %d, want a win", r.Score)
	}
	if got := s.totalTBHits(); got <= s.workers[0].tbHits {
		t.Errorf("%d hits in all, %d of the main thread: the helpers did not count", got, s.workers[0].tbHits)
	}
}

// TestSetPath changes the folders during a game.
func TestSetPath(t *testing.T) {
	pos := mustFEN(t, "8/8/8/3k4/8/8/8/K6R w - - 0 1")
	empty, missing := t.TempDir(), filepath.Join(t.TempDir(), "missing")
	rook := copyTables(t, "KRvK.rtbw", "KRvK.rtbz")
	queen := copyTables(t, "KQvK.rtbw", "KQvK.rtbz")
	both := strings.Join([]string{queen, missing, rook}, string(filepath.ListSeparator))
	s := New()
	for _, test := range []struct {
		path    string
		summary string // "" = none
		fails   string // part of the error
		warns   string // part of the warning
		known   bool
	}{
		{path: ""},
		{path: rook, summary: "found 1 WDL and 1 DTZ tables, up to 3 men", known: true},
		{path: missing, fails: missing},
		{path: queen, summary: "found 1 WDL and 1 DTZ tables, up to 3 men"},
		{path: empty, fails: "playing without tablebases"},
		{path: both, summary: "found 2 WDL and 2 DTZ tables, up to 3 men", warns: missing, known: true},
		{path: both, summary: "found 2 WDL and 2 DTZ tables, up to 3 men", warns: missing, known: true},
		{path: ""},
	} {
		summary, err := s.SetPath(test.path)
		if summary != test.summary {
			t.Errorf("%q: %q, want %q", test.path, summary, test.summary)
		}
		if (err != nil) != (test.fails != "") || err != nil && !strings.Contains(err.Error(), test.fails) {
			t.Errorf("%q: error %v", test.path, err)
		}
		r := s.Search(pos, Limits{Depth: 3}, nil)
		if r.Best == position.NoMove || (r.Score >= tbWinInMaxPly) != test.known {
			t.Errorf("%q: move %v, score %d", test.path, r.Best, r.Score)
		}
		warnings := strings.Join(s.TablebaseWarnings(), "\n")
		if (warnings == "") != (test.warns == "") || !strings.Contains(warnings, test.warns) || strings.Contains(warnings, "\n") {
			t.Errorf("%q: warnings %q", test.path, warnings)
		}
	}
}

// TestDamagedTable: a damaged file is reported once, and play goes on.
func TestDamagedTable(t *testing.T) {
	dir := copyTables(t, "KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz")
	if err := os.Truncate(filepath.Join(dir, "KQvK.rtbw"), 200); err != nil {
		t.Fatal(err)
	}
	s := New()
	if _, err := s.SetPath(dir); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		r := s.Search(mustFEN(t, "8/8/8/3k4/8/6r1/8/K5Q1 w - - 0 1"), Limits{Depth: 6}, nil)
		if r.Best == position.NoMove {
			t.Error("no move")
		}
		got := s.TablebaseWarnings()
		if i == 0 && (len(got) != 1 || !strings.Contains(got[0], "KQvK.rtbw")) || i > 0 && len(got) != 0 {
			t.Errorf("search %d: warnings %q", i+1, got)
		}
	}
}

// TestRule50ClearsScores: what was a draw under the fifty-move rule must not
// be believed without it.
func TestRule50ClearsScores(t *testing.T) {
	s := withTables(t, smallTables)
	pos := mustFEN(t, "8/8/8/3k4/8/8/8/K6R w - - "+strconv.Itoa(fiftyMovePlies-15)+" 80")
	for _, rule50 := range []bool{true, false, true} {
		s.SetRule50(rule50)
		if r := s.Search(pos, Limits{Depth: 5}, nil); (r.Score > tbWinInMaxPly) == rule50 {
			t.Errorf("rule %v: score %d", rule50, r.Score)
		}
	}
}
