package search

import (
	"slices"
	"testing"
	"time"

	"tura/eval"
	"tura/position"
	"tura/tt"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func mustFEN(t testing.TB, fen string) *position.Position {
	t.Helper()
	pos, err := position.FromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func mustPlay(t testing.TB, pos *position.Position, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := pos.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		pos.Make(m)
	}
}

func TestSEE(t *testing.T) {
	tests := []struct {
		name, fen, move string
		value           int // exact value of the exchange
	}{
		{"free pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100},
		{"defended pawn by pawn", "4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
		{"rook takes defended pawn", "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500},
		{"x-ray behind rook", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},
		{"quiet to attacked square", "4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500},
		{"quiet to safe square", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d4", 0},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
		{"promotion", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 900 - 100},
		{"king cannot take back into an attack", "8/8/8/3k4/4p3/8/4Q3/K3R3 w - - 0 1", "e2e4", 100},
	}
	for _, test := range tests {
		pos := mustFEN(t, test.fen)
		m, err := pos.ParseMove(test.move)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if !see(pos, m, test.value) || see(pos, m, test.value+1) {
			t.Errorf("%s: see(%d) = %v, see(%d) = %v, want true, false", test.name,
				test.value, see(pos, m, test.value), test.value+1, see(pos, m, test.value+1))
		}
	}
}

func TestScores(t *testing.T) {
	for _, test := range []struct {
		score Score
		moves int
		mate  bool
	}{
		{MateScore - 1, 1, true}, {MateScore - 2, 1, true}, {MateScore - 3, 2, true},
		{-MateScore, 0, true}, {-MateScore + 2, -1, true}, {-MateScore + 4, -2, true}, {250, 0, false},
	} {
		if moves, mate := test.score.MateIn(); moves != test.moves || mate != test.mate {
			t.Errorf("Score(%d).MateIn() = %d, %v, want %d, %v", test.score, moves, mate, test.moves, test.mate)
		}
	}
	for _, score := range []int{0, 123, -4567, mateIn(7), matedIn(9), tbWinScore - 5, 5 - tbWinScore} {
		if got := scoreFromTT(scoreToTT(score, 4), 4, 0); got != score {
			t.Errorf("score %d comes back from the table as %d", score, got)
		}
	}
	if got := scoreFromTT(scoreToTT(mateIn(30), 0), 0, 90); isWin(got) {
		t.Errorf("mate in 30 plies with 10 left of the fifty-move rule reads %d", got)
	}
}

func TestMates(t *testing.T) {
	for _, test := range []struct {
		fen   string
		moves int
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
		{"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2},
		{"r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0", 2},
		{"8/8/8/8/8/4k3/4p3/4K2r w - - 0 1", 0},
	} {
		s := New()
		pos := mustFEN(t, test.fen)
		r := s.Search(pos, Limits{Depth: 12, Mate: test.moves}, nil)
		if test.moves == 0 {
			if r.Best != position.NoMove {
				t.Errorf("%s: best move %v in a finished game", test.fen, r.Best)
			}
			continue
		}
		if moves, ok := r.Score.MateIn(); !ok || moves != test.moves {
			t.Errorf("%s: score %d, want mate in %d", test.fen, r.Score, test.moves)
		}
	}
}

func TestDraws(t *testing.T) {
	for _, test := range []struct{ name, fen string }{
		{"fifty moves at hand", "8/8/8/4k3/8/8/3QK3/8 w - - 99 120"},
		{"stalemate trick", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"},
		{"bishop and king", "8/8/3k4/8/8/3BK3/8/8 w - - 0 1"},
	} {
		r := New().Search(mustFEN(t, test.fen), Limits{Depth: 8}, nil)
		if r.Score < -2 || r.Score > 2 {
			t.Errorf("%s: score %d, want a draw", test.name, r.Score)
		}
	}
}

func TestMateOnTheHundredthPly(t *testing.T) {
	r := New().Search(mustFEN(t, "7k/8/6K1/8/8/8/8/R7 w - - 99 120"), Limits{Depth: 5}, nil)
	if moves, ok := r.Score.MateIn(); !ok || moves != 1 {
		t.Errorf("score %d, want mate in 1 although the counter reaches 100", r.Score)
	}
}

// TestReproducible asserts that a search limited by nodes or depth gives the
// same result again, whatever ran and was aborted in between.
func TestReproducible(t *testing.T) {
	for _, limits := range []Limits{{Nodes: 50000}, {Depth: 9}, {Nodes: 777}, {SoftNodes: 20000}} {
		s := New()
		run := func() Result {
			s.NewGame()
			return s.Search(mustFEN(t, kiwipete), limits, nil)
		}
		want := run()
		if limits.Nodes > 0 && want.Nodes != limits.Nodes {
			t.Errorf("%d nodes searched, limit %d", want.Nodes, limits.Nodes)
		}
		s.Search(position.New(), Limits{Nodes: 12345}, nil)
		if got := run(); got != want {
			t.Errorf("limits %+v: %+v, then %+v", limits, want, got)
		}
	}
}

func TestReportsAreSound(t *testing.T) {
	for i, fen := range []string{position.StartFEN, kiwipete, kiwipete, kiwipete, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"} {
		nodes := uint64(60000 - 3500*i) // to stop at several places of an iteration
		s := New()
		s.SetMultiPV(3)
		pos := mustFEN(t, fen)
		depth, line, score := 0, 0, Score(0)
		var first position.Move
		r := s.Search(pos, Limits{Nodes: nodes}, func(i Info) {
			if i.CurrMove != position.NoMove {
				return
			}
			if i.MultiPV == 1 {
				depth, first = i.Depth, i.PV[0]
			} else if i.Depth != depth || i.MultiPV != line+1 || i.Score > score {
				t.Errorf("%s: line %d of depth %d with score %d after line %d of depth %d with score %d",
					fen, i.MultiPV, i.Depth, i.Score, line, depth, score)
			}
			line, score = i.MultiPV, i.Score
			p := pos.Clone()
			for _, m := range i.PV {
				if !p.IsLegal(m) {
					t.Fatalf("%s: illegal move %v in the PV", fen, m)
				}
				p.Make(m)
			}
		})
		if r.Best != first {
			t.Errorf("%s: best move %v, last PV starts with %v", fen, r.Best, first)
		}
		if !pos.IsLegal(r.Best) {
			t.Errorf("%s: illegal best move %v", fen, r.Best)
		}
		pos.Make(r.Best)
		if r.Ponder != position.NoMove && !pos.IsLegal(r.Ponder) {
			t.Errorf("%s: illegal ponder move %v", fen, r.Ponder)
		}
	}
}

func TestStopBeforeStart(t *testing.T) {
	s := New()
	s.Arm()
	s.Stop()
	r := s.Search(position.New(), Limits{Infinite: true}, nil)
	if r.Best == position.NoMove {
		t.Error("a stop before the start leaves no move")
	}
}

func TestInfiniteWaitsForStop(t *testing.T) {
	s := New()
	s.Arm()
	done := make(chan Result)
	go func() { done <- s.Search(mustFEN(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limits{Infinite: true}, nil) }()
	select {
	case <-done:
		t.Fatal("infinite search of a finished game answered by itself")
	case <-time.After(30 * time.Millisecond):
	}
	s.Stop()
	<-done
}

func TestPonderHit(t *testing.T) {
	s := New()
	s.Arm()
	done := make(chan Result)
	limits := Limits{Ponder: true, HasTime: [2]bool{true, true}}
	limits.Time[position.White], limits.Time[position.Black] = 2*time.Second, 2*time.Second
	go func() { done <- s.Search(position.New(), limits, nil) }()
	select {
	case <-done:
		t.Fatal("ponder search answered by itself")
	case <-time.After(50 * time.Millisecond):
	}
	s.PonderHit()
	select {
	case r := <-done:
		if r.Best == position.NoMove {
			t.Error("no move after ponderhit")
		}
	case <-time.After(2 * time.Second):
		t.Fatal("no answer after ponderhit")
	}
}

func TestThreads(t *testing.T) {
	s := New()
	s.SetThreads(4)
	for range 20 {
		pos := mustFEN(t, kiwipete)
		r := s.Search(pos, Limits{Nodes: 5000}, nil)
		if !pos.IsLegal(r.Best) {
			t.Fatalf("illegal move %v", r.Best)
		}
	}
	s.SetThreads(2)
	if err := s.SetHash(2); err != nil {
		t.Fatal(err)
	}
	if r := s.Search(position.New(), Limits{Depth: 6}, nil); r.Best == position.NoMove {
		t.Error("no move after shrinking the table and the threads")
	}
}

// TestNoAllocation asserts that a search allocates next to nothing below the
// root: the lists of the library's move generator are all that is left.
func TestNoAllocation(t *testing.T) {
	s := New()
	pos := mustFEN(t, kiwipete)
	s.Search(pos, Limits{Nodes: 1000}, nil)
	const nodes = 100000
	allocs := testing.AllocsPerRun(3, func() {
		s.NewGame()
		s.Search(pos, Limits{Nodes: nodes}, nil)
	})
	perNode := allocs / nodes
	t.Logf("%.4f allocations a node", perNode)
	if perNode > 0.15 {
		t.Errorf("%.3f allocations a node, want those of the library's move lists only", perNode)
	}
}

func TestRepetitionIsSeen(t *testing.T) {
	// White is a queen down and can only hold by perpetual check.
	pos := mustFEN(t, "6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1")
	mustPlay(t, pos, "h5e8", "g8h7", "e8h5", "h7g8")
	r := New().Search(pos, Limits{Depth: 8}, nil)
	if r.Score < -3 || r.Score > 3 {
		t.Errorf("score %d, want the perpetual check", r.Score)
	}
}

// Black's only piece is pinned after the best move, and it is zugzwang: a search that lets
// Black pass does not see it.
func TestPinnedPieceMayNotPass(t *testing.T) {
	const nodes = 200_000
	pos := mustFEN(t, "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1")
	if r := New().Search(pos, Limits{Nodes: nodes}, nil); r.Best.String() != "e1f1" {
		t.Errorf("best move %v, want e1f1", r.Best)
	}
}

func TestSearchMoves(t *testing.T) {
	pos := position.New()
	m, err := pos.ParseMove("a2a3")
	if err != nil {
		t.Fatal(err)
	}
	if r := New().Search(pos, Limits{Depth: 5, SearchMoves: []position.Move{m}}, nil); r.Best != m {
		t.Errorf("best move %v, want the only one allowed", r.Best)
	}
}

func TestHistoryStaysInRange(t *testing.T) {
	var e entry
	for i := range 100000 {
		bonus := (i*7919)%(2*bonusMax) - bonusMax
		gravity(&e, bonus, historyLimit)
		if int(e) > historyLimit || int(e) < -historyLimit {
			t.Fatalf("entry %d after bonus %d", e, bonus)
		}
	}
	var c entry
	for range 10000 {
		gravity(&c, correctionUpdateMax, correctionLimit)
	}
	if int(c) > correctionLimit || int(c) < correctionLimit*9/10 {
		t.Errorf("correction saturates at %d", c)
	}
}

func TestBoundAllows(t *testing.T) {
	for _, test := range []struct {
		bound        tt.Bound
		score, limit int
		want         bool
	}{
		{tt.LowerBound, 50, 10, true}, {tt.LowerBound, 5, 10, false},
		{tt.UpperBound, 5, 10, true}, {tt.UpperBound, 50, 10, false},
		{tt.Exact, 5, 10, true}, {tt.Exact, 50, 10, true},
	} {
		if got := boundAllows(test.bound, test.score, test.limit); got != test.want {
			t.Errorf("boundAllows(%d, %d, %d) = %v", test.bound, test.score, test.limit, got)
		}
	}
}

// Flattened evals keep their order and come back, but for what the division loses.
func TestFlatten(t *testing.T) {
	last := flatten(-eval.Limit)
	for e := -eval.Limit; e <= eval.Limit; e++ {
		f := flatten(e)
		if f < last || f > last+1 {
			t.Fatalf("flatten(%d) = %d after %d", e, f, last)
		}
		last = f
		back := unflatten(f)
		if abs(back-e) >= flattenDivisor || abs(back) > abs(e) || abs(e) <= flattenBase && (f != e || back != e) {
			t.Fatalf("flatten(%d) = %d, and back %d", e, f, back)
		}
	}
	for _, test := range []struct{ score, want int }{
		{mateIn(3), mateIn(3)}, {matedIn(4), matedIn(4)}, {tbWinScore, tbWinScore}, {-tbWinScore, -tbWinScore},
		{tbWinInMaxPly - 1, tbWinInMaxPly - 1}, {1 - tbWinInMaxPly, 1 - tbWinInMaxPly}, {1, 1},
	} {
		if got := unflatten(test.score); got != test.want {
			t.Errorf("unflatten(%d) = %d, want %d", test.score, got, test.want)
		}
	}
}

// TestStoppedLines stops searches at all kinds of places: a line after a stop
// has a score and a line that belong together, or says that it is a bound.
func TestStoppedLines(t *testing.T) {
	pos := mustFEN(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for nodes := uint64(9000); nodes < 200_000; nodes += 7000 {
		s := New()
		exact := map[int]Info{} // finished iterations by depth
		var last Info
		s.Search(pos, Limits{Nodes: nodes}, func(i Info) {
			if i.Open {
				return
			}
			i.PV = slices.Clone(i.PV)
			if before, ok := exact[i.Depth]; ok && i.Bound == tt.Exact && i.PV[0] == before.PV[0] &&
				(i.Score != before.Score || len(i.PV) < len(before.PV)) {
				t.Errorf("%d nodes: depth %d again with score %d for %d and line %v for %v",
					nodes, i.Depth, i.Score, before.Score, i.PV, before.PV)
			}
			if i.Bound == tt.Exact {
				exact[i.Depth] = i
			}
			last = i
		})
		if last.Bound != tt.Exact && len(last.PV) == 0 {
			t.Errorf("%d nodes: no line", nodes)
		}
	}
}

// TestStoppedBest: the best move of a stopped iteration is the best of those that
// it has searched, even when another one had more in the iteration before.
func TestStoppedBest(t *testing.T) {
	w := &worker{}
	searched, other := position.Move(1), position.Move(2)
	w.rootMoves = []rootMove{
		{move: searched, score: -34, bound: tt.Exact, tbScore: noScore},
		{move: other, score: -35, bound: tt.Exact, tbScore: noScore},
	}
	w.begin(10)
	w.updateRootMove(searched, -36, -50, 0, 1, 100)
	w.sortRoot(0, len(w.rootMoves))
	best := &w.rootMoves[0]
	want := rootResult{score: -36, bound: tt.Exact, depth: 10}
	if got := best.shown(w.rootDepth); best.move != searched || got != want {
		t.Errorf("got move %d with %+v, want %d with %+v", best.move, got, searched, want)
	}
}
