package syzygy

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"tura/position"
)

// play makes moves given as text.
func play(t *testing.T, pos *position.Position, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := pos.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		pos.Make(m)
	}
}

// ranked ranks the moves of a position and returns them by their text.
func ranked(t *testing.T, tables *Tables, pos *position.Position, rule50 bool) ([]RootMove, map[string]RootMove) {
	t.Helper()
	before := pos.FEN()
	moves, ok := tables.RankRoot(pos, rule50)
	if !ok {
		t.Fatalf("%s: moves are not ranked", before)
	}
	if got := pos.FEN(); got != before {
		t.Fatalf("%s: position is %s after ranking", before, got)
	}
	var list position.MoveList
	pos.GenerateLegal(&list)
	if len(moves) != list.N {
		t.Errorf("%s: got %d moves, want %d", before, len(moves), list.N)
	}
	byText := make(map[string]RootMove)
	for i, m := range moves {
		byText[m.Move.String()] = m
		if i > 0 && moves[i-1].Rank < m.Rank {
			t.Errorf("%s: %v and %v are in the wrong order", before, moves[i-1], m)
		}
	}
	return moves, byText
}

// TestRankCounter has a rook ending that is won in some 30 plies, with different
// fifty-move counters.
func TestRankCounter(t *testing.T) {
	const board = "8/8/8/3k4/8/8/8/K6R w - - "
	tables := openTables(t, smallDir)
	dtz, ok := tables.ProbeDTZ(fromFEN(t, board+"0 1"))
	if !ok || dtz < 20 || dtz > 40 {
		t.Fatalf("got DTZ %d, %v, want one between 20 and 40", dtz, ok)
	}
	for _, tc := range []struct {
		counter int
		rule50  bool
		want    WDL
	}{
		{0, true, Win},
		{99 - dtz, true, Win},
		{100 - dtz, true, CursedWin}, // may be one ply too late
		{101 - dtz, true, CursedWin},
		{95, true, CursedWin},
		{95, false, Win},
	} {
		pos := fromFEN(t, board+strconv.Itoa(tc.counter)+" 60")
		moves, _ := ranked(t, tables, pos, tc.rule50)
		if best := moves[0]; best.WDL != tc.want || best.DTZ != dtz {
			t.Errorf("counter %d, rule %v: got %v in %d, want %v in %d",
				tc.counter, tc.rule50, best.WDL, best.DTZ, tc.want, dtz)
		}
	}
}

func TestRankLoss(t *testing.T) {
	const board = "8/8/8/3k4/8/8/1R6/K7 b - - "
	tables := openTables(t, smallDir)
	for _, tc := range []struct {
		counter string
		rule50  bool
		want    WDL
	}{
		{"0", true, Loss},
		{"90", true, BlessedLoss},
		{"90", false, Loss},
	} {
		moves, _ := ranked(t, tables, fromFEN(t, board+tc.counter+" 60"), tc.rule50)
		best, worst := moves[0], moves[len(moves)-1]
		if best.WDL != tc.want {
			t.Errorf("counter %s, rule %v: got %v, want %v", tc.counter, tc.rule50, best.WDL, tc.want)
		}
		if best.DTZ > worst.DTZ {
			t.Errorf("counter %s: best loses in %d, worst in %d", tc.counter, -best.DTZ, -worst.DTZ)
		}
	}
}

// TestRankAtTheLimit has the fiftieth move: mate and captures are in time, the
// rest is a draw.
func TestRankAtTheLimit(t *testing.T) {
	tables := openTables(t, smallDir)
	_, moves := ranked(t, tables, fromFEN(t, "7k/8/6K1/8/8/8/Q7/8 w - - 99 80"), true)
	if got := moves["a2a8"]; got.WDL != Win || got.DTZ != 1 {
		t.Errorf("mate: got %v in %d, want a win in 1", got.WDL, got.DTZ)
	}
	if got := moves["a2b2"]; got.WDL != Draw || got.DTZ != 0 {
		t.Errorf("other move: got %v in %d, want a draw", got.WDL, got.DTZ)
	}
	_, moves = ranked(t, tables, fromFEN(t, "8/8/8/8/8/2k5/1r6/KR6 w - - 99 80"), true)
	if got := moves["b1b2"]; got.WDL != Win || got.DTZ != 1 {
		t.Errorf("capture: got %v in %d, want a win in 1", got.WDL, got.DTZ)
	}
}

// TestRankRepetition repeats a position until a move, or the reply to a move,
// makes it occur for the third time.
func TestRankRepetition(t *testing.T) {
	tables := openTables(t, smallDir)
	pos := fromFEN(t, "8/8/8/4k3/8/8/8/K6Q w - - 0 1")
	_, moves := ranked(t, tables, pos, true)
	if got := moves["a1b1"].WDL; got != Win {
		t.Errorf("first time: got %v, want a win", got)
	}
	play(t, pos, "a1b1", "e5d6", "b1a1", "d6e5", "a1b1", "e5d6", "b1a1", "d6e5")
	moves2, moves := ranked(t, tables, pos, true)
	if got := moves["a1b1"]; got.WDL != Draw || got.DTZ != 0 || got.Rank != 0 {
		t.Errorf("third time: got %+v, want a draw", got)
	}
	if got := moves2[0].WDL; got != Win {
		t.Errorf("best move: got %v, want a win", got)
	}
	play(t, pos, "a1b1", "e5d6") // third time now; ranking goes on
	_, moves = ranked(t, tables, pos, false)
	if got := moves["b1a1"].WDL; got != Draw {
		t.Errorf("again, without the fifty-move rule: got %v, want a draw", got)
	}
}

func TestRankRootWDL(t *testing.T) {
	dir := t.TempDir() // no DTZ files
	for _, name := range []string{"KRvK.rtbw", "KQvK.rtbw", "KPvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"} {
		copyFile(t, name, dir, unchanged)
	}
	tables := openTables(t, dir)
	pos := fromFEN(t, "8/5P2/8/8/8/k7/8/2K5 w - - 0 1")
	if _, ok := tables.RankRoot(pos, true); ok {
		t.Error("RankRoot: got moves without DTZ files")
	}
	moves, ok := tables.RankRootWDL(pos, true)
	if !ok {
		t.Fatal("RankRootWDL: no moves")
	}
	for _, m := range moves {
		want := Win
		if promoted := m.Move.Promotion(); promoted == position.Bishop || promoted == position.Knight {
			want = Draw
		}
		if m.WDL != want || m.DTZ != 0 {
			t.Errorf("%v: got %v, DTZ %d, want %v", m.Move, m.WDL, m.DTZ, want)
		}
	}
	if _, ok := tables.RankRootWDL(position.New(), true); ok {
		t.Error("start position: got moves")
	}
}

// TestPlayOut plays won positions out, both sides as ranked: each must end in
// mate, with no draw on the way.
func TestPlayOut(t *testing.T) {
	t.Run("small", func(t *testing.T) {
		playOut(t, openTables(t, smallDir), []string{"KQvK", "KRvK", "KPvK"}, 10)
	})
	t.Run("all", func(t *testing.T) {
		playOut(t, openTables(t, dataDir(t, "syzygy")), []string{"KBNvK", "KBBvK", "KQvKR", "KPPvK", "KPvKP"}, 10)
	})
}

func playOut(t *testing.T, tables *Tables, names []string, games int) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, name := range names {
		for played := 0; played < games; {
			pos := fromFEN(t, randomFEN(random, []string{name}))
			if wdl, ok := tables.ProbeWDL(pos); !ok || wdl != Win {
				continue
			}
			played++
			start := pos.FEN()
			for pos.HasLegalMove() {
				if pos.IsFiftyMoveDraw() || pos.RepetitionCount() > 0 || pos.IsInsufficientMaterial() {
					t.Fatalf("%s: drawn at %s", start, pos.FEN())
				}
				moves, ok := tables.RankRoot(pos, true)
				if !ok {
					t.Fatalf("%s: moves are not ranked", pos.FEN())
				}
				pos.Make(moves[0].Move)
			}
			if !pos.InCheck() {
				t.Fatalf("%s: stalemate at %s", start, pos.FEN())
			}
		}
	}
}
