package eval

import (
	"math/rand/v2"
	"testing"

	"tura/eval/nnue"
	"tura/position"
)

func newEvaluator(t testing.TB) *Evaluator {
	t.Helper()
	net, err := nnue.Default()
	if err != nil {
		t.Fatal(err)
	}
	return New(net)
}

func evaluate(t testing.TB, fen string) int {
	t.Helper()
	pos, err := position.FromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	e := newEvaluator(t)
	e.Reset(pos)
	return e.Evaluate(pos)
}

// TestPushPop walks through random games and compares the evaluator that
// follows the moves with a fresh one.
func TestPushPop(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	followed, fresh := newEvaluator(t), newEvaluator(t)
	var list position.MoveList
	for range 20 {
		pos := position.New()
		followed.Reset(pos)
		start := followed.Evaluate(pos)
		plies := 0
		for range 150 {
			pos.GenerateLegal(&list)
			if list.N == 0 {
				break
			}
			pos.Make(list.Moves[rng.IntN(list.N)])
			followed.Push(pos)
			plies++
			fresh.Reset(pos)
			if got, want := followed.Evaluate(pos), fresh.Evaluate(pos); got != want {
				t.Fatalf("%s: %d, a fresh evaluator says %d", pos.FEN(), got, want)
			}
		}
		for range plies {
			followed.Pop()
			pos.Unmake()
		}
		if got := followed.Evaluate(pos); got != start {
			t.Fatalf("back at the start: %d, before %d", got, start)
		}
	}
}

// TestSize checks that the network judges plain balances sanely.
func TestSize(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		min, max  int
	}{
		{"start", position.StartFEN, -50, 120},
		{"a knight up", "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 150, 1500},
		{"a rook up", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", 250, 2500},
		{"a queen down", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", -5000, -500},
		{"rook against a lone king", "8/8/8/3k4/8/8/4K3/7R w - - 0 70", 1000, 3000},
		{"the lone king to move", "8/8/8/3k4/8/8/4K3/7R b - - 0 70", -3000, -1000},
	} {
		if got := evaluate(t, tt.fen); got < tt.min || got > tt.max {
			t.Errorf("%s: %d, want %d to %d", tt.name, got, tt.min, tt.max)
		}
	}
}

// TestLoneKing compares positions: the first is nearer to mate.
func TestLoneKing(t *testing.T) {
	for _, tt := range []struct{ name, better, worse string }{
		{"at the edge", "k7/8/2K5/8/8/8/8/7R w - - 0 1", "8/8/8/3k4/8/8/8/K6R w - - 0 1"},
		{"kings closer", "k7/8/2K5/8/8/8/8/7R w - - 0 1", "k7/8/8/8/8/8/8/K6R w - - 0 1"},
		{"the bishop's corner", "7k/8/5K2/8/8/8/8/B5N1 w - - 0 1", "k7/8/2K5/8/8/8/8/B5N1 w - - 0 1"},
		{"from the wrong corner along the edge", "1k6/8/2K5/8/3N4/8/8/B7 w - - 0 1", "k7/8/1K6/8/2N5/8/8/B7 w - - 0 1"},
		{"more material", "k7/8/2K5/8/8/8/8/6RR w - - 0 1", "k7/8/2K5/8/8/8/8/7R w - - 0 1"},
	} {
		if better, worse := evaluate(t, tt.better), evaluate(t, tt.worse); better <= worse {
			t.Errorf("%s: %d, worse position %d", tt.name, better, worse)
		}
	}
	for _, fen := range []string{
		"k7/8/2K5/8/8/8/8/7B w - - 0 1", "k7/8/2K5/8/8/8/8/6NN w - - 0 1",
		"k7/8/2K5/8/8/8/8/4B1B1 w - - 0 1", "k7/p7/2K5/8/8/8/8/7R w - - 0 1",
	} {
		pos, err := position.FromFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if value, ok := loneKing(pos); ok {
			t.Errorf("%s: the lone-king rule says %d, want silence", fen, value)
		}
	}
}

func TestLimit(t *testing.T) {
	for _, fen := range []string{
		"QQQQQQQQ/8/8/8/8/8/k7/2K5 w - - 0 1",
		"qqqqqqqk/8/8/8/8/8/8/K7 b - - 0 1",
	} {
		if pos, err := position.FromFEN(fen); err == nil {
			e := newEvaluator(t)
			e.Reset(pos)
			if got := e.Evaluate(pos); got > Limit || got < -Limit {
				t.Errorf("%s: %d is beyond the limit", fen, got)
			}
		}
	}
}
