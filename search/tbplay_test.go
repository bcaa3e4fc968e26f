package search

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tura/position"
	"tura/syzygy"
)

// The tests of this file take minutes. The environment variable TURA_TBPLAY
// asks for them: it is the number of games for each ending.
const playSwitch = "TURA_TBPLAY"

const (
	tablesNodes  = 10_000    // a move with tables
	plainNodes   = 50_000    // a move without tables
	longNodes    = 1_500_000 // about a second a move
	longShare    = 5         // of so many games one is played with longNodes
	classicNodes = 50_000    // for each position of the set of endgames
	playSeed     = 7
)

// dataPath returns a file or folder of the shared data.
func dataPath(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("TURA_DATA")
	if root == "" {
		root = "../../shared/data"
	}
	path := filepath.Join(root, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no shared data (set TURA_DATA): %v", err)
	}
	return path
}

// gamesWanted is the value of the switch.
func gamesWanted(t testing.TB) int {
	t.Helper()
	games, err := strconv.Atoi(os.Getenv(playSwitch))
	if err != nil || games < 1 {
		t.Skipf("slow: set %s to the number of games for each ending", playSwitch)
	}
	return games
}

// randomWin places white's men and black's king at random until white, to move,
// wins by the tables.
func randomWin(t testing.TB, tables *syzygy.Tables, random *rand.Rand, men string) *position.Position {
	t.Helper()
	for {
		rows := strings.Split(strings.Repeat("        /", 7)+"        ", "/")
		for _, man := range men + "k" {
			row, file := random.IntN(8), random.IntN(8)
			for rows[row][file] != ' ' || man == 'P' && (row == 0 || row == 7) {
				row, file = random.IntN(8), random.IntN(8)
			}
			rows[row] = rows[row][:file] + string(man) + rows[row][file+1:]
		}
		board := strings.Join(rows, "/")
		for n := 8; n > 0; n-- {
			board = strings.ReplaceAll(board, strings.Repeat(" ", n), strconv.Itoa(n))
		}
		pos, err := position.FromFEN(board + " w - - 0 1")
		if err != nil || pos.AttackersTo(pos.KingSquare(position.Black), pos.Occupied())&pos.ByColor(position.White) != 0 {
			continue
		}
		if wdl, ok := tables.ProbeWDL(pos); !ok {
			t.Fatalf("%s: no table", pos.FEN())
		} else if wdl == syzygy.Win {
			return pos
		}
	}
}

// playOut plays white with s against the best defence by the tables, one of
// the longest at random, until the end of the game. It tells whether white
// mates, and after how many moves.
func playOut(t testing.TB, s *Searcher, tables *syzygy.Tables, random *rand.Rand, pos *position.Position, nodes uint64) (mate bool, moves int) {
	t.Helper()
	pos = pos.Clone()
	s.NewGame()
	for {
		if !pos.HasLegalMove() {
			return pos.InCheck() && pos.SideToMove() == position.Black, moves
		}
		if pos.IsFiftyMoveDraw() || pos.RepetitionCount() >= 2 || pos.IsInsufficientMaterial() {
			return false, moves
		}
		if pos.SideToMove() == position.White {
			moves++
			pos.Make(s.Search(pos, Limits{Nodes: nodes}, nil).Best)
			continue
		}
		ranked, ok := tables.RankRoot(pos, true)
		if !ok {
			t.Fatalf("%s: no table", pos.FEN())
		}
		n := 1
		for n < len(ranked) && ranked[n].Rank == ranked[0].Rank {
			n++
		}
		pos.Make(ranked[random.IntN(n)].Move)
	}
}

// TestPlayEndgames plays won endgames out, with and without tables.
func TestPlayEndgames(t *testing.T) {
	games := gamesWanted(t)
	folder := dataPath(t, "syzygy")
	tables, err := syzygy.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	for _, test := range []struct {
		men        string
		withTables bool
		nodes      uint64
		games      int
		percent    int // of the games that must be won
	}{
		{"KBN", true, tablesNodes, games, 100},
		{"KQ", true, tablesNodes, games, 100},
		{"KR", true, tablesNodes, games, 100},
		{"KP", true, tablesNodes, games, 100},
		{"KQ", false, plainNodes, games, 100},
		{"KR", false, plainNodes, games, 100},
		{"KBB", false, plainNodes, games, 100},
		{"KBN", false, longNodes, max(1, games/longShare), 90},
	} {
		name := test.men + "vK without tables"
		if test.withTables {
			name = test.men + "vK with tables"
		}
		t.Run(name, func(t *testing.T) {
			s := New()
			if test.withTables {
				s = withTables(t, folder)
			}
			random := rand.New(rand.NewPCG(playSeed, uint64(len(test.men))))
			won, sum, longest := 0, 0, 0
			for range test.games {
				pos := randomWin(t, tables, random, test.men)
				mate, moves := playOut(t, s, tables, random, pos, test.nodes)
				if !mate {
					t.Logf("not won: %s after %d moves", pos.FEN(), moves)
					continue
				}
				won++
				sum += moves
				longest = max(longest, moves)
			}
			t.Logf("%d nodes a move: %d of %d won, %.1f moves on average, %d at most",
				test.nodes, won, test.games, float64(sum)/float64(max(won, 1)), longest)
			if won*100 < test.games*test.percent {
				t.Errorf("%d of %d won, want %d %%", won, test.games, test.percent)
			}
		})
	}
}

// TestClassicEndgames searches won endgames with a known distance to mate.
func TestClassicEndgames(t *testing.T) {
	gamesWanted(t)
	folder := dataPath(t, "syzygy")
	file, err := os.Open(dataPath(t, "epd/classic280.epd"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	type outcome struct{ positions, decided, mates, shortest, kept int }
	const kinds = 2 // without tables, with tables
	var names []string
	outcomes := map[string]*[kinds]outcome{}
	searchers := [kinds]*Searcher{New(), withTables(t, folder)}
	tables := searchers[1].tb.tables
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fen, rest, _ := strings.Cut(lines.Text(), " bm #")
		distance, err := strconv.Atoi(strings.TrimSuffix(rest, ";"))
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		pos := mustFEN(t, fen)
		name := material(pos)
		if outcomes[name] == nil {
			outcomes[name] = new([kinds]outcome)
			names = append(names, name)
		}
		for kind, s := range searchers {
			s.NewGame()
			r := s.Search(pos, Limits{Nodes: classicNodes}, nil)
			o := &outcomes[name][kind]
			o.positions++
			if int(r.Score) >= tbWinInMaxPly {
				o.decided++
			}
			if moves, ok := r.Score.MateIn(); ok && moves > 0 {
				o.mates++
				if moves <= distance {
					o.shortest++
				}
			}
			after := pos.Clone()
			after.Make(r.Best)
			if wdl, ok := tables.ProbeWDL(after); ok && wdl == syzygy.Loss {
				o.kept++
			}
		}
	}
	for _, name := range names {
		for kind, label := range [kinds]string{"without tables", "with tables"} {
			o := outcomes[name][kind]
			t.Logf("%-8s %-14s: %d positions, %d decided, %d mates, %d of them shortest, win kept in %d",
				name, label, o.positions, o.decided, o.mates, o.shortest, o.kept)
		}
	}
}

// material names the men of a position as a table does, white's side first.
func material(pos *position.Position) string {
	var b strings.Builder
	for _, c := range []position.Color{position.White, position.Black} {
		if c == position.Black {
			b.WriteByte('v')
		}
		for pt := position.King; pt >= position.Pawn; pt-- {
			for men := pos.Pieces(c, pt); men != 0; men &= men - 1 {
				b.WriteByte(" PNBRQK"[pt])
			}
		}
	}
	return b.String()
}
