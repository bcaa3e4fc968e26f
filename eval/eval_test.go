package eval

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tura/position"
)

// positions are varied middlegames and endgames.
var positions = []string{
	position.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 3 9",
	"2r3k1/1b3ppp/p2qpn2/1p6/3P4/P2B1N2/1P3PPP/3RQ1K1 w - - 4 24",
	"8/5pk1/4p1p1/3pP3/1p1P1P2/1P2K3/6P1/8 w - - 0 45",
	"8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 b - - 0 50",
	"6k1/5ppp/8/3B4/8/2b3P1/5P1P/6K1 w - - 0 40",
	"8/8/8/3k4/8/8/4K3/7R w - - 10 70",
	"r2q1rk1/1p3p1p/p1npbQp1/4p1P1/4P3/2N1B2P/PPP2P2/2KR1B1R b - - 0 18",
	"4r1k1/pp3ppp/2p5/8/3P4/P4N2/1P3PPP/2r2RK1 b - - 1 22",
}

// flip returns the FEN of the mirror image with the colours changed.
func flip(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	swap := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}
	fields[0] = strings.Map(swap, strings.Join(ranks, "/"))
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = strings.Map(swap, fields[2])
	if ep := []byte(fields[3]); len(ep) == 2 {
		ep[1] = '1' + '8' - ep[1]
		fields[3] = string(ep)
	}
	return strings.Join(fields, " ")
}

func evaluate(t testing.TB, fen string) int {
	t.Helper()
	pos, err := position.FromFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	e := New()
	e.Reset(pos)
	return e.Evaluate(pos)
}

func TestColourFlip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var list position.MoveList
	for _, fen := range positions {
		pos, err := position.FromFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			fen := pos.FEN()
			if got, want := evaluate(t, flip(fen)), evaluate(t, fen); got != want {
				t.Fatalf("%s: %d, flipped %d", fen, want, got)
			}
			pos.GenerateLegal(&list)
			if list.N == 0 {
				break
			}
			pos.Make(list.Moves[rng.IntN(list.N)])
		}
	}
}

// TestPreferences compares positions that differ in one feature: the first is
// better for White than the second. White is to move in all of them.
func TestPreferences(t *testing.T) {
	tests := []struct{ name, better, worse string }{
		{"knight in the centre", "4k3/pppp4/8/8/3N4/8/PPPP4/4K3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1"},
		{"bishop pair", "4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/2B1KN2 w - - 0 1"},
		{"rook on the open file", "4k3/ppp3pp/8/8/8/8/PPP3PP/3RK3 w - - 0 1", "4k3/ppp3pp/8/8/8/8/PPP3PP/2R1K3 w - - 0 1"},
		{"rook on the seventh rank", "6k1/1R3ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "6k1/5ppp/1R6/8/8/8/5PPP/6K1 w - - 0 1"},
		{"passed pawn far up", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"},
		{"not doubled", "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1", "4k3/ppp5/8/8/8/1P6/PP6/4K3 w - - 0 1"},
		{"king shelter", "rq4k1/5ppp/8/8/8/8/5PPP/RQ4K1 w - - 0 1", "rq4k1/5ppp/8/8/5PPP/8/8/RQ4K1 w - - 0 1"},
		{"attack on the king", "r5k1/5ppp/8/6NQ/3B4/8/5PPP/6K1 w - - 0 1", "r5k1/5ppp/8/8/3B4/8/1Q3PPP/1N4K1 w - - 0 1"},
		{"endgame king", "8/4k3/p7/8/4K3/P7/8/8 w - - 0 1", "8/4k3/p7/8/8/P7/8/4K3 w - - 0 1"},
		{"king near its passed pawn", "8/7k/8/1P6/1K6/8/8/8 w - - 0 1", "8/7k/8/1P6/8/8/8/6K1 w - - 0 1"},
		{"lone king at the edge", "k7/8/2K5/8/8/8/8/7R w - - 0 1", "8/8/8/3k4/8/8/8/K6R w - - 0 1"},
		{"progress", "4k3/8/8/8/8/8/PPP5/3QK3 w - - 0 60", "4k3/8/8/8/8/8/PPP5/3QK3 w - - 80 99"},
		{"piece attacked by a pawn", "r3k3/ppp5/8/3n4/2P5/8/PP6/R3K3 w - - 0 1", "r3k3/ppp5/8/4n3/2P5/8/PP6/R3K3 w - - 0 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if better, worse := evaluate(t, tt.better), evaluate(t, tt.worse); better <= worse {
				t.Errorf("%d for %s,\n%d for %s", better, tt.better, worse, tt.worse)
			}
		})
	}
}

// TestSize checks that the values of well-known balances are in proportion.
func TestSize(t *testing.T) {
	tests := []struct {
		name, fen string
		min, max  int
	}{
		{"start", position.StartFEN, 0, 30},
		{"a pawn up", "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 50, 160},
		{"a knight up", "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 250, 420},
		{"a rook up", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", 400, 650},
		{"a queen up", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 850, 1200},
		{"a queen down", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", -1200, -850},
		{"rook against a lone king", "8/8/8/3k4/8/8/4K3/7R w - - 0 70", 400, 800},
		{"two knights do not win", "8/8/8/3k4/8/8/4K3/6NN w - - 0 70", 0, 200},
		{"a bishop does not win", "8/8/8/3k4/8/8/4K3/6B1 w - - 0 70", 0, 100},
		{"rook against bishop", "8/8/3bk3/8/8/8/4K3/7R w - - 0 70", 0, 120},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := evaluate(t, tt.fen); got < tt.min || got > tt.max {
				t.Errorf("%d, want %d to %d", got, tt.min, tt.max)
			}
		})
	}
}

// TestLimit evaluates boards full of queens.
func TestLimit(t *testing.T) {
	for _, fen := range []string{
		"QQQQQQQQ/1Q6/8/7k/8/8/8/4K3 w - - 0 1",
		"qqqqqqqq/1q6/8/8/7K/8/8/4k3 b - - 0 1",
	} {
		pos, err := position.FromFEN(fen)
		if err != nil {
			t.Skipf("%s: %v", fen, err)
		}
		if got := New().Evaluate(pos); got < 5000 || got > Limit {
			t.Errorf("%s: %d, want 5000 to %d", fen, got, Limit)
		}
	}
}

func TestPair(t *testing.T) {
	for _, middle := range []int{-9000, -1, 0, 1, 77, 9000} {
		for _, end := range []int{-9000, -1, 0, 1, 77, 9000} {
			p := both(middle, end)
			if p.middle() != middle || p.end() != end {
				t.Errorf("both(%d, %d) = (%d, %d)", middle, end, p.middle(), p.end())
			}
		}
	}
}

func TestValue(t *testing.T) {
	want := map[position.PieceType]int{
		position.NoPieceType: 0, position.Pawn: 100, position.Knight: 320, position.Bishop: 330,
		position.Rook: 500, position.Queen: 900, position.King: 0,
	}
	for pt, want := range want {
		if got := Value(pt); got != want {
			t.Errorf("Value(%d) = %d, want %d", pt, got, want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	pos, _ := position.FromFEN(positions[1])
	e := New()
	if n := testing.AllocsPerRun(100, func() { e.Evaluate(pos) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkEvaluate runs over real middlegames when the shared data is there.
func BenchmarkEvaluate(b *testing.B) {
	fens := positions
	data := os.Getenv("TURA_DATA")
	if data == "" {
		data = "../../shared/data"
	}
	if file, err := os.Open(filepath.Join(data, "epd", "wac300.epd")); err == nil {
		defer file.Close()
		fens = nil
		for scanner := bufio.NewScanner(file); scanner.Scan(); {
			fens = append(fens, strings.Join(strings.Fields(scanner.Text())[:4], " "))
		}
	}
	var all []*position.Position
	for _, fen := range fens {
		pos, err := position.FromFEN(fen)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, pos)
	}
	e := New()
	sum, i := 0, 0
	for b.Loop() {
		sum += e.Evaluate(all[i])
		if i++; i == len(all) {
			i = 0
		}
	}
	_ = sum
}
