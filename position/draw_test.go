package position

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestInsufficientMaterial(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want bool
	}{
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true},
		{"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},     // both on light squares
		{"2b1k3/2b5/8/8/8/8/8/4K3 w - - 0 1", false},   // one on light, one on dark
		{"2b1k3/5b2/4b3/8/8/8/8/4KB2 w - - 0 1", true}, // four on light squares
		{"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false},     // opposite colours
		{"4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", false},     // mate is possible with help
		{"3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", false},     // likewise
		{"3nk3/8/8/8/8/8/8/3BK3 w - - 0 1", false},     // likewise
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
		{"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", false},
		{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false},
		{"4k3/8/8/8/8/8/8/BBB1K3 w - - 0 1", false},     // both colours
		{"4k3/8/8/8/8/B7/1B6/B3K3 w - - 0 1", true},     // all dark
		{"4k3/7p/8/8/8/B7/1B6/B3K3 w - - 0 1", false},   // a pawn
		{"4k3/8/8/8/8/B1N5/1B6/B3K3 w - - 0 1", false},  // a knight too
		{"4k3/1b6/8/8/8/B7/1B6/B3K3 w - - 0 1", false},  // a bishop of the other colour
		{"4k3/8/1b6/8/8/B7/1B6/B3K3 w - - 0 1", true},   // all dark, both players
		{"4k3/8/1b6/8/8/B7/1B6/B3K2R w - - 0 1", false}, // a rook
		{"4k3/8/1b6/8/8/B7/1B6/B3K2q w - - 0 1", false}, // a queen
		{"4k3/8/8/8/8/8/8/B1N1K3 w - - 0 1", false},     // bishop and knight mate
		{"4k3/8/8/8/8/8/8/1N2K3 b - - 0 1", true},
		{"4k3/8/8/8/8/8/8/2B1K3 b - - 0 1", true},
		{"4k1n1/8/8/8/8/8/8/2B1K3 b - - 0 1", false},
		{"4k3/8/8/8/8/8/8/2B1KB2 b - - 0 1", false},
		{"4k3/8/8/8/8/8/8/2B1K1B1 b - - 0 1", true},
		{"2b1k3/8/8/8/8/8/8/2B1K3 b - - 0 1", false},
		{"5bk1/8/8/8/8/8/8/2B1K3 b - - 0 1", true},
		{"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", false},
	} {
		if got := mustFEN(t, c.fen).IsInsufficientMaterial(); got != c.want {
			t.Errorf("%s: got %v, want %v", c.fen, got, c.want)
		}
	}
}

func TestFiftyMoveDraw(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves string
		want             bool
	}{
		{"99 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "", false},
		{"100 plies", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90", "", true},
		{"beyond", "4k3/8/8/8/8/8/8/R3K3 w - - 300 190", "", true},
		{"the last move is quiet", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "a1a2", true},
		{"a capture starts again", "4k3/8/8/8/8/8/n7/R3K3 w - - 99 90", "a1a2", false},
		{"a pawn move starts again", "4k3/8/8/8/8/8/P7/4K3 w - - 99 90", "a2a3", false},
		{"castling does not", "4k3/8/8/8/8/8/8/R3K3 w Q - 99 90", "e1c1", true},
		{"in check, not mate", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "a1a8", true},
		{"mate comes first", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", "a1a8", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustFEN(t, c.fen)
			play(t, p, c.moves)
			if got := p.IsFiftyMoveDraw(); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestRepetition(t *testing.T) {
	const knights = "g1f3 g8f6 f3g1 f6g8 "
	for _, c := range []struct {
		name, fen, moves string
		count            int  // earlier occurrences
		atRoot           bool // IsRepetition(0): the game is on the board, nothing searched
		inTree           bool // IsRepetition(plies): the first position is the root
	}{
		{"start", StartFEN, "", 0, false, false},
		{"once, at the root", StartFEN, knights, 1, false, false},
		{"once, after the root", StartFEN, knights + "g1f3", 1, false, true},
		{"twice", StartFEN, knights + knights, 2, true, true},
		{"castling rights are lost", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1 a8b8 b1a1 b8a8", 0, false, false},
		{"rights were lost before", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8", 1, false, true},
		{"en passant was possible", "4k3/8/8/8/4p3/8/3P4/4K1N1 w - - 0 1", "d2d4 e8e7 g1f3 e7e8 f3g1 e8e7", 1, false, true},
		{"en passant was possible, the position itself", "4k3/8/8/8/4p3/8/3P4/4K1N1 w - - 0 1",
			"d2d4 e8e7 g1f3 e7e8 f3g1", 0, false, false},
		{"en passant was impossible anyway", StartFEN, "e2e4 g8f6 g1f3 f6g8 f3g1", 1, false, true},
		{"a pawn move between", StartFEN, knights + "a2a3 g8f6 g1f3 f6g8 f3g1", 1, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustFEN(t, c.fen)
			play(t, p, c.moves)
			plies := len(strings.Fields(c.moves))
			if got := p.RepetitionCount(); got != c.count {
				t.Errorf("RepetitionCount = %d, want %d", got, c.count)
			}
			if got := p.IsRepetition(0); got != c.atRoot {
				t.Errorf("IsRepetition(0) = %v, want %v", got, c.atRoot)
			}
			if got := p.IsRepetition(plies); got != c.inTree {
				t.Errorf("IsRepetition(%d) = %v, want %v", plies, got, c.inTree)
			}
		})
	}
}

// A null move cuts the history off.
func TestRepetitionNullMove(t *testing.T) {
	p := New()
	play(t, p, "g1f3 g8f6")
	p.MakeNull()
	play(t, p, "f6g8 f3g1")
	if p.PliesFromNull() != 2 || p.Rule50() != 5 {
		t.Errorf("plies from null %d, rule50 %d, want 2 and 5", p.PliesFromNull(), p.Rule50())
	}
	p.MakeNull()
	if p.IsRepetition(6) || p.HasUpcomingRepetition(6) || p.RepetitionCount() != 0 {
		t.Error("a repetition across a null move")
	}
}

// signature is a position as the laws of chess compare it.
func signature(p *Position) string {
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

// In random games of few pieces, which repeat a lot, the answers are those of comparing
// written positions and of trying every move.
func TestRepetitionRandomGames(t *testing.T) {
	const plies = 80
	games := reduced(300)
	rng := rand.New(rand.NewPCG(3, 5))
	fens := []string{
		"8/8/8/8/8/2k5/8/KR6 w - - 0 1",
		"4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
		"k7/1p6/1P6/8/8/6p1/6P1/7K w - - 0 1",
		"kbn5/p1p5/P1P5/8/8/5p1p/5P1P/5NBK w - - 0 1",
		"1k1r4/1p6/1Pp1p3/2P1P3/8/8/8/K1Q5 b - - 90 100",
	}
	repeated, upcoming := 0, 0
	for range games {
		p := mustFEN(t, fens[rng.IntN(len(fens))])
		history := []string{signature(p)}
		for range plies {
			m, ok := randomMove(p, rng)
			if !ok {
				break
			}
			p.Make(m)
			now := signature(p)
			root := rng.IntN(len(history) + 1) // the ply of the search that reached here
			earlier, inTree := 0, false
			for i, s := range history {
				if s == now {
					earlier++
					inTree = inTree || i > len(history)-root
				}
			}
			history = append(history, now)
			if got := p.RepetitionCount(); got != earlier {
				t.Fatalf("%s: RepetitionCount = %d, want %d", p.FEN(), got, earlier)
			}
			if got, want := p.IsRepetition(root), inTree || earlier >= 2; got != want {
				t.Fatalf("%s: IsRepetition(%d) = %v, want %v", p.FEN(), root, got, want)
			}
			want := repeatingMove(p, root)
			if got := p.HasUpcomingRepetition(root); got != want {
				t.Fatalf("%s: HasUpcomingRepetition(%d) = %v, want %v", p.FEN(), root, got, want)
			}
			if earlier > 0 {
				repeated++
			}
			if want {
				upcoming++
			}
		}
	}
	if repeated < games || upcoming < games {
		t.Errorf("only %d repetitions and %d upcoming ones were met", repeated, upcoming)
	}
}

// repeatingMove tells by trying whether a move repeats.
func repeatingMove(p *Position, ply int) bool {
	for _, m := range legalMoves(p) {
		p.Make(m)
		repeats := p.IsRepetition(ply + 1)
		p.Unmake()
		if repeats {
			return true
		}
	}
	return false
}

// pgnNoise is what surrounds the moves of a game score.
var pgnNoise = regexp.MustCompile(`(?s)\{.*?\}|\d+\.+|[+#!?]|1/2-1/2|1-0|0-1|\*`)

// findSAN returns the legal move with the given standard algebraic text without marks.
func findSAN(p *Position, text string) Move {
	text = strings.NewReplacer("x", "", "=", "").Replace(text)
	for _, m := range legalMoves(p) {
		pt := p.MovedPiece(m).Type()
		from, to := m.From().String(), m.To().String()
		switch {
		case m.IsCastling():
			if text == "O-O" && m.To() > m.From() || text == "O-O-O" && m.To() < m.From() {
				return m
			}
			continue
		case pt == Pawn:
			promotion := strings.ToUpper(strings.TrimPrefix(m.String(), from+to))
			if text == to+promotion && !p.IsCapture(m) || text == from[:1]+to+promotion && p.IsCapture(m) {
				return m
			}
			continue
		}
		letter := strings.ToUpper(pt.String())
		for _, origin := range []string{"", from[:1], from[1:], from} {
			if text == letter+origin+to {
				return m
			}
		}
	}
	return NoMove
}

// Games that ended at the third occurrence: it is there after the last move, not before.
func TestThreefoldGames(t *testing.T) {
	data, err := os.ReadFile(sharedFile(t, filepath.Join("rules", "threefold-games.pgn")))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "\r", "")
	games := 0
	for _, part := range strings.Split(text, "\n\n") {
		if part = strings.TrimSpace(part); part == "" || part[0] == '[' {
			continue
		}
		games++
		p := New()
		moves := strings.Fields(pgnNoise.ReplaceAllString(part, " "))
		for i, san := range moves {
			m := findSAN(p, san)
			if m == NoMove {
				t.Fatalf("game %d: no move %q in %s", games, san, p.FEN())
			}
			p.Make(m)
			if got, want := p.RepetitionCount() >= 2, i == len(moves)-1; got != want {
				t.Errorf("game %d, ply %d: third occurrence %v, want %v", games, i+1, got, want)
			}
		}
	}
	if games == 0 {
		t.Error("no games")
	}
	t.Logf("%d games", games)
}

// Every reversible move is in the cuckoo tables, in one of the places of its key.
func TestCuckooComplete(t *testing.T) {
	count := 0
	for i, m := range cuckooMoves {
		if m == NoMove {
			continue
		}
		count++
		if k := cuckooKeys[i]; i != cuckooFirst(k) && i != cuckooSecond(k) {
			t.Errorf("entry %d has a key for places %d and %d", i, cuckooFirst(k), cuckooSecond(k))
		}
	}
	if count != reversibleMoves {
		t.Errorf("%d entries, want %d", count, reversibleMoves)
	}
}

// Keys are the same in every process: this one is written down.
func TestKeyIsFixed(t *testing.T) {
	const want = "04705A2E8E20604F"
	if got := New().Key().String(); got != want {
		t.Errorf("key of the start position %s, want %s", got, want)
	}
}
