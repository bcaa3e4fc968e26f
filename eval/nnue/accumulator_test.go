package nnue

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"tura/position"
)

// gameStarts are the positions random games start from: common ones and some
// that make rare moves likely.
var gameStarts = []struct{ name, fen string }{
	{"start", position.StartFEN},
	{"middlegame", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
	{"promotions", "r3k2r/1PP3PP/8/2b1n3/3N1B2/8/1pp3pp/R3K2R w KQkq - 0 1"},
	{"en passant", "4k3/pp3ppp/8/3PpP2/2pPp3/8/PP2P1PP/4K3 w - e6 0 1"},
	{"bare kings cross the middle", "8/3k4/8/8/8/4K3/3P4/8 w - - 0 1"},
	{"castling only", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	{"chess960", "brnqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBRN w GBgb - 0 1"},
	{"chess960 castling without a king move", "1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1"},
	{"chess960 king and rook change places", "5kr1/8/8/8/8/8/8/5KR1 w Gg - 0 1"},
	{"chess960 king crosses the middle", "r4k1r/8/8/8/8/8/8/R4K1R w HAha - 0 1"},
}

// parse returns the position of a FEN that must be right.
func parse(t testing.TB, fen string) *position.Position {
	t.Helper()
	pos, err := position.FromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// activeFeatures lists the features of a position for a perspective through the
// exported function only.
func activeFeatures(pos *position.Position, perspective position.Color) []uint16 {
	var list []uint16
	king := pos.KingSquare(perspective)
	for occupied := pos.Occupied(); occupied != 0; occupied &= occupied - 1 {
		sq := position.Square(bits.TrailingZeros64(occupied))
		list = append(list, uint16(FeatureIndex(perspective, king, pos.PieceAt(sq), sq)))
	}
	return list
}

// wantFresh fails the test unless the stack agrees with a computation from
// scratch of the position.
func wantFresh(t *testing.T, s *Stack, pos *position.Position) {
	t.Helper()
	us := pos.SideToMove()
	features := [2][]uint16{activeFeatures(pos, position.White), activeFeatures(pos, position.Black)}
	want := s.net.EvaluateFeatures(features[us], features[us.Other()])
	if got := s.Evaluate(pos); got != want {
		t.Fatalf("%s: Evaluate: got %d, want %d", pos.FEN(), got, want)
	}
	for c := range features {
		var want vector
		accumulateGeneric(&want, &s.net.bias, &s.net.ft, features[c], nil)
		if s.frames[s.top].acc[c] != want {
			t.Fatalf("%s: the accumulator of %v differs from a fresh one", pos.FEN(), position.Color(c))
		}
	}
}

// moveKinds counts the kinds of moves that a test has met.
type moveKinds struct {
	castling, enPassant, promotion, promotionCapture, crossing, null, unmade int
}

// note counts the move m, not yet made.
func (k *moveKinds) note(pos *position.Position, m position.Move) {
	switch {
	case m.IsCastling():
		k.castling++
	case m.IsEnPassant():
		k.enPassant++
	case m.IsPromotion() && pos.Captured(m) != position.NoPieceType:
		k.promotionCapture++
	case m.IsPromotion():
		k.promotion++
	}
}

// pickMove returns a legal move, the rare kinds more often than by chance.
func pickMove(pos *position.Position, rng *rand.Rand) position.Move {
	const rareTries = 3
	var list position.MoveList
	pos.GenerateLegal(&list)
	if list.N == 0 {
		return position.NoMove
	}
	m := list.Moves[rng.IntN(list.N)]
	for i := 0; i < rareTries && m.Flag() == position.FlagNormal; i++ {
		m = list.Moves[rng.IntN(list.N)]
	}
	return m
}

// randomGame plays a game with a stack that follows it as in a search: most
// positions are not evaluated, some moves are taken back, some are null moves.
func randomGame(t *testing.T, s *Stack, pos *position.Position, rng *rand.Rand, kinds *moveKinds) {
	const (
		plies       = 160
		evaluations = 3 // one position of so many is evaluated
		takebacks   = 4 // one position of so many is followed by a takeback
		nulls       = 8 // one position of so many is followed by a null move
	)
	s.Reset(pos)
	wantFresh(t, s, pos)
	depth := 0
	for i := 0; i < plies; i++ {
		if depth > 0 && rng.IntN(takebacks) == 0 {
			for back := rng.IntN(min(depth, takebacks)); back >= 0; back-- {
				s.Pop()
				pos.Unmake()
				depth--
				kinds.unmade++
			}
			if rng.IntN(evaluations) == 0 {
				wantFresh(t, s, pos)
			}
		}
		m := pickMove(pos, rng)
		if m == position.NoMove {
			break
		}
		kinds.note(pos, m)
		before := pos.KingSquare(pos.SideToMove())
		pos.Make(m)
		s.Push(pos)
		depth++
		if (before^pos.KingSquare(pos.SideToMove().Other()))>>rightHalf&1 != 0 {
			kinds.crossing++
		}
		if rng.IntN(evaluations) == 0 {
			wantFresh(t, s, pos)
		}
		if !pos.InCheck() && rng.IntN(nulls) == 0 {
			pos.MakeNull()
			wantFresh(t, s, pos)
			pos.UnmakeNull()
			kinds.null++
		}
	}
	wantFresh(t, s, pos)
}

func TestIncrementalEqualsRefresh(t *testing.T) {
	const gamesPerStart = 12
	n := randomNetwork(newRand(20))
	eachKernelSet(t, func(t *testing.T) {
		var kinds moveKinds
		rng := newRand(21)
		s := NewStack(n)
		for _, start := range gameStarts {
			for game := 0; game < gamesPerStart; game++ {
				randomGame(t, s, parse(t, start.fen), rng, &kinds)
			}
		}
		t.Logf("%+v", kinds)
		const few = 10
		for _, k := range []int{kinds.castling, kinds.enPassant, kinds.promotion, kinds.promotionCapture,
			kinds.crossing, kinds.null, kinds.unmade} {
			if k < few {
				t.Errorf("the games have too few moves of a kind to prove anything: %+v", kinds)
			}
		}
	})
}

// TestEveryMove pushes every move of some positions, and every answer to it,
// evaluating after both or only after the second.
func TestEveryMove(t *testing.T) {
	n := randomNetwork(newRand(22))
	s := NewStack(n)
	for _, start := range gameStarts {
		pos := parse(t, start.fen)
		s.Reset(pos)
		var moves position.MoveList
		pos.GenerateLegal(&moves)
		for i, m := range moves.Moves[:moves.N] {
			pos.Make(m)
			s.Push(pos)
			if i%2 == 0 {
				wantFresh(t, s, pos)
			}
			var answers position.MoveList
			pos.GenerateLegal(&answers)
			for _, a := range answers.Moves[:answers.N] {
				pos.Make(a)
				s.Push(pos)
				wantFresh(t, s, pos)
				s.Pop()
				pos.Unmake()
			}
			s.Pop()
			pos.Unmake()
		}
		wantFresh(t, s, pos)
	}
}

func TestLongLine(t *testing.T) {
	const plies = 3 * firstFrames
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, every := range []int{1, 50, plies} {
		pos := position.New()
		s := NewStack(randomNetwork(newRand(23)))
		s.Reset(pos)
		for i := 0; i < plies; i++ {
			m, err := pos.ParseMove(shuffle[i%len(shuffle)])
			if err != nil {
				t.Fatal(err)
			}
			pos.Make(m)
			s.Push(pos)
			if (i+1)%every == 0 {
				wantFresh(t, s, pos)
			}
		}
		for i := 0; i < plies; i++ {
			pos.Unmake()
			s.Pop()
		}
		wantFresh(t, s, pos)
	}
}

// symmetryFENs have no castling rights, so that they may be mirrored both ways.
var symmetryFENs = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
	"2r3k1/5pp1/p6p/1p1Pq3/8/1P3Q1P/P4PP1/3R2K1 w - - 0 1",
	"8/3k4/8/8/8/4K3/3P4/8 b - - 0 1",
	"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
	"4k3/pp3ppp/8/3PpP2/2pPp3/8/PP2P1PP/4K3 w - e6 0 1",
}

// flipColors returns the FEN with the colours exchanged and the ranks turned.
func flipColors(fen string) string {
	fields := strings.Fields(fen)
	swapCase := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}
	ranks := strings.Split(strings.Map(swapCase, fields[0]), "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	fields[0] = strings.Join(ranks, "/")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = strings.Map(swapCase, fields[2])
	fields[3] = strings.NewReplacer("3", "6", "6", "3").Replace(fields[3])
	return strings.Join(fields, " ")
}

// mirrorFilesOf returns the FEN with left and right exchanged.
func mirrorFilesOf(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	for i, rank := range ranks {
		letters := []byte(rank)
		for a, b := 0, len(letters)-1; a < b; a, b = a+1, b-1 {
			letters[a], letters[b] = letters[b], letters[a]
		}
		ranks[i] = string(letters)
	}
	fields[0] = strings.Join(ranks, "/")
	if ep := fields[3]; ep != "-" {
		fields[3] = string('a'+'h'-ep[0]) + ep[1:]
	}
	return strings.Join(fields, " ")
}

func TestSymmetry(t *testing.T) {
	s := NewStack(randomNetwork(newRand(24)))
	evaluate := func(fen string) int {
		pos := parse(t, fen)
		s.Reset(pos)
		return s.Evaluate(pos)
	}
	for _, fen := range symmetryFENs {
		want := evaluate(fen)
		if got := evaluate(flipColors(fen)); got != want {
			t.Errorf("%s, colours exchanged: got %d, want %d", fen, got, want)
		}
		if got := evaluate(mirrorFilesOf(fen)); got != want {
			t.Errorf("%s, left and right exchanged: got %d, want %d", fen, got, want)
		}
	}
	for _, start := range gameStarts {
		if got, want := evaluate(flipColors(start.fen)), evaluate(start.fen); got != want {
			t.Errorf("%s, colours exchanged: got %d, want %d", start.fen, got, want)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	pos := parse(t, gameStarts[1].fen)
	s := NewStack(randomNetwork(newRand(25)))
	s.Reset(pos)
	var moves position.MoveList
	pos.GenerateLegal(&moves)
	eachKernelSet(t, func(t *testing.T) {
		allocs := testing.AllocsPerRun(10, func() {
			s.Reset(pos)
			for _, m := range moves.Moves[:moves.N] {
				pos.Make(m)
				s.Push(pos)
				s.Evaluate(pos)
				s.Pop()
				pos.Unmake()
			}
		})
		if allocs != 0 {
			t.Errorf("Reset, Push, Evaluate, Pop: got %v allocations, want 0", allocs)
		}
	})
}

// TestStacksShareNetwork runs stacks of one network at the same time, for the
// race detector.
func TestStacksShareNetwork(t *testing.T) {
	n := randomNetwork(newRand(26))
	for _, start := range gameStarts[:3] {
		t.Run(start.name, func(t *testing.T) {
			t.Parallel()
			var kinds moveKinds
			randomGame(t, NewStack(n), parse(t, start.fen), newRand(27), &kinds)
		})
	}
}

// BenchmarkStack measures what a search node pays: one Push, Evaluate and Pop.
func BenchmarkStack(b *testing.B) {
	moves := []struct{ name, fen, move string }{
		{"quiet", gameStarts[1].fen, "e2d1"},
		{"capture", gameStarts[1].fen, "e2a6"},
		{"castling", gameStarts[1].fen, "e1g1"},
		{"king crosses", gameStarts[1].fen, "e1d1"},
	}
	n := randomNetwork(newRand(28))
	for _, set := range kernelSets() {
		restore := set.use()
		for _, move := range moves {
			b.Run(set.name+"/"+move.name, func(b *testing.B) {
				pos := parse(b, move.fen)
				m, err := pos.ParseMove(move.move)
				if err != nil {
					b.Fatal(err)
				}
				s := NewStack(n)
				s.Reset(pos)
				pos.Make(m)
				b.ResetTimer()
				for i := 0; i < b.N; i++ {
					s.Push(pos)
					sink += int32(s.Evaluate(pos))
					s.Pop()
				}
			})
		}
		restore()
	}
}
