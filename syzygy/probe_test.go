package syzygy

import (
	"math/rand/v2"
	"sync"
	"testing"

	"tura/position"
)

// knownResults can be probed with the tables of the repository.
var knownResults = []struct {
	fen string
	wdl WDL
	dtz int
}{
	{"8/8/8/8/8/4k3/8/4K3 w - - 0 1", Draw, 0},            // bare kings
	{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Loss, -1},          // mated
	{"7k/8/6QK/8/8/8/8/8 b - - 0 1", Draw, 0},             // stalemate
	{"7k/8/6K1/8/8/8/Q7/8 w - - 0 1", Win, 1},             // mate in one
	{"8/8/8/8/8/6k1/q7/7K b - - 0 1", Win, 1},             // the same for black
	{"8/8/8/8/3k4/8/3P4/3K4 w - - 0 1", Draw, 0},          // pawn held
	{"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Loss, -4},         // pawn won
	{"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", Draw, 0},          // pawn taken
	{"8/8/8/8/8/2k5/1r6/KR6 w - - 0 1", Win, 1},           // rook taken
	{"8/8/8/8/8/2k5/2r5/KN4N1 b - - 0 1", Draw, noResult}, // no table
	{"8/8/8/4k3/8/8/8/KNN5 w - - 0 1", Draw, 0},           // two knights do not win
	{"8/1P6/8/8/8/8/5k2/K7 w - - 0 1", Win, 1},            // promotion
	{"8/8/8/8/8/8/k1K2p2/8 b - - 0 1", Win, 1},            // promotion by black
	{"8/8/8/8/7k/8/4K3/R7 w - - 0 1", Win, 0},             // rook ending; DTZ checked elsewhere
	{"r3k3/8/8/8/8/8/8/4K3 b q - 0 1", Draw, noResult},    // castling allowed
	{"8/8/8/8/7k/8/4K3/QQQ5 w - - 0 1", Draw, noResult},
}

// noResult as DTZ means that the probes must fail; a DTZ of 0 for a win is not
// compared.
const noResult = 9999

func TestKnownResults(t *testing.T) {
	tables := openTables(t, smallDir)
	for _, tc := range knownResults {
		pos := fromFEN(t, tc.fen)
		before := pos.FEN()
		wdl, okWDL := tables.ProbeWDL(pos)
		dtz, okDTZ := tables.ProbeDTZ(pos)
		if got := pos.FEN(); got != before {
			t.Errorf("%s: position is %s after the probe", tc.fen, got)
		}
		want := tc.dtz != noResult
		if okWDL != want || okDTZ != want {
			t.Errorf("%s: got ok %v and %v, want %v", tc.fen, okWDL, okDTZ, want)
			continue
		}
		if want && (wdl != tc.wdl || dtz != tc.dtz && (tc.dtz != 0 || wdl == Draw)) {
			t.Errorf("%s: got %v, DTZ %d, want %v, %d", tc.fen, wdl, dtz, tc.wdl, tc.dtz)
		}
	}
}

// TestConsistent checks on random positions that WDL is the best of the moves
// and that DTZ is one more than after the best move, give or take one.
func TestConsistent(t *testing.T) {
	t.Run("small", func(t *testing.T) {
		testConsistent(t, openTables(t, smallDir), []string{"KQvK", "KRvK", "KPvK", "KBvK", "KNvK", "KRvKR"}, 1000)
	})
	t.Run("all", func(t *testing.T) {
		tables := openTables(t, dataDir(t, "syzygy"))
		testConsistent(t, tables, tables.Names(), 1000)
		testConsistent(t, tables, []string{"KPvKP"}, 500) // en passant
	})
}

func testConsistent(t *testing.T, tables *Tables, names []string, count int) {
	random := rand.New(rand.NewPCG(1, 2))
	for range count {
		fen := randomFEN(random, names)
		pos := fromFEN(t, fen)
		wdl, okWDL := tables.ProbeWDL(pos)
		dtz, okDTZ := tables.ProbeDTZ(pos)
		if !okWDL || !okDTZ {
			t.Fatalf("%s: no result", fen)
		}
		wantWDL, wantDTZ := bestOfMoves(t, tables, pos, wdl)
		if wdl != wantWDL {
			t.Errorf("%s: got %v, want %v as after the best move", fen, wdl, wantWDL)
		}
		if sign(dtz) != sign(int(wdl)) || dtz-wantDTZ > 1 || wantDTZ-dtz > 1 {
			t.Errorf("%s: got DTZ %d for a %v, want about %d", fen, dtz, wdl, wantDTZ)
		}
	}
}

// bestOfMoves finds WDL and DTZ of a position from those after its moves.
func bestOfMoves(t *testing.T, tables *Tables, pos *position.Position, result WDL) (wdl WDL, dtz int) {
	var list position.MoveList
	pos.GenerateLegal(&list)
	if list.N == 0 {
		if pos.InCheck() {
			return Loss, -1
		}
		return Draw, 0
	}
	wdl = noWDL
	for _, m := range list.Moves[:list.N] {
		pos.Make(m)
		reply, ok := tables.ProbeWDL(pos)
		pos.Unmake()
		d, okDTZ := tables.dtzAfter(pos, m)
		if !ok || !okDTZ {
			t.Fatalf("%s after %v: no result", pos.FEN(), m)
		}
		wdl = max(wdl, -reply)
		if sign(d) == sign(int(result)) && (dtz == 0 || d < dtz) {
			dtz = d
		}
	}
	return wdl, dtz
}

func TestProbeDoesNotAllocate(t *testing.T) {
	tables := openTables(t, smallDir)
	for _, fen := range []string{
		"8/8/8/8/8/2k5/1r6/KR6 w - - 0 1",
		"8/8/8/4k3/8/8/3P4/K7 w - - 0 1",
		"8/8/8/4k3/8/8/8/K2R3r w - - 0 1",
	} {
		pos := fromFEN(t, fen)
		allocations := testing.AllocsPerRun(100, func() {
			if _, ok := tables.ProbeWDL(pos); !ok {
				t.Errorf("%s: no result", fen)
			}
		})
		if allocations != 0 {
			t.Errorf("%s: got %v allocations, want none", fen, allocations)
		}
	}
}

// TestEnPassant has positions in which the stored value is wrong, because it
// knows nothing of the en passant capture.
func TestEnPassant(t *testing.T) {
	tables := openTables(t, dataDir(t, "syzygy"))
	for _, tc := range []struct {
		fen    string
		stored WDL
		wdl    WDL
		dtz    int
	}{
		{"8/8/5k2/8/pP6/8/K7/8 b - b3 0 1", Loss, Draw, 0},
		{"8/8/8/8/5Pp1/3K4/8/6k1 b - f3 0 1", Draw, Win, 1},
		{"4k3/8/5K2/pP6/8/8/8/8 w - a6 0 1", Draw, Win, 1},
		{"8/8/2K1k3/3pP3/8/8/8/8 w - d6 0 1", Loss, Win, 1},
	} {
		pos := fromFEN(t, tc.fen)
		if got, ok := tables.storedWDL(pos); !ok || got != tc.stored {
			t.Errorf("%s: got %v, %v stored, want %v", tc.fen, got, ok, tc.stored)
		}
		compare(t, tables, tc.fen, tc.wdl, tc.dtz)
	}
}

func TestHasQuietMove(t *testing.T) {
	for _, tc := range []struct {
		fen  string
		want bool
	}{
		{position.StartFEN, true},
		{"7k/8/6QK/8/8/8/8/8 b - - 0 1", false},    // stalemate
		{"8/8/8/8/8/6k1/6q1/7K w - - 0 1", false},  // mate
		{"8/8/8/8/8/5n2/6q1/k6K w - - 0 1", false}, // only a capture
		{"8/8/8/8/6p1/6Pp/7P/k6K w - - 0 1", true}, // king
		{"5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", false},
		{"8/P7/8/8/8/8/5q2/k6K w - - 0 1", true},    // promotion
		{"k7/P7/8/8/8/7p/5q1P/7K w - - 0 1", false}, // blocked
	} {
		pos := fromFEN(t, tc.fen)
		if got := hasQuietMove(pos); got != tc.want {
			t.Errorf("%s: got %v, want %v", tc.fen, got, tc.want)
		}
		var list position.MoveList
		pos.GenerateLegal(&list)
		quiet := false
		for _, m := range list.Moves[:list.N] {
			quiet = quiet || !pos.IsCapture(m) && !m.IsCastling()
		}
		if quiet != tc.want {
			t.Errorf("%s: the test is wrong, generated moves say %v", tc.fen, quiet)
		}
	}
}

// TestConcurrent probes from several goroutines while the files are opened.
func TestConcurrent(t *testing.T) {
	tables := openTables(t, smallDir)
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range knownResults {
				tc := knownResults[(i+worker)%len(knownResults)]
				pos, err := position.FromFEN(tc.fen)
				if err != nil {
					t.Error(err)
					return
				}
				if wdl, ok := tables.ProbeWDL(pos); ok && wdl != tc.wdl {
					t.Errorf("%s: got %v, want %v", tc.fen, wdl, tc.wdl)
				}
				tables.ProbeDTZ(pos)
				tables.Warnings()
			}
		})
	}
	group.Wait()
}
