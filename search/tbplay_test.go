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
	mateProven   = MaxPly // moves: any mate ends a search without tables, which saves much time
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
func playOut(t testing.TB, s *Searcher, tables *syzygy.Tables, random *rand.Rand, pos *position.Position, limits Limits) (mate bool, moves int) {
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
			pos.Make(s.Search(pos, limits, nil).Best)
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
			s, limits := New(), Limits{Nodes: test.nodes}
			if test.withTables {
				s = withTables(t, folder)
			} else {
				limits.Mate = mateProven
			}
			random := rand.New(rand.NewPCG(playSeed, uint64(len(test.men))))
			won, sum, longest := 0, 0, 0
			for range test.games {
				pos := randomWin(t, tables, random, test.men)
				mate, moves := playOut(t, s, tables, random, pos, limits)
				t.Logf("%s: mate %v, %d moves", pos.FEN(), mate, moves)
				if !mate {
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

// classicOutcome sums up the searches of one kind of ending.
type classicOutcome struct {
	positions int
	decided   int // score of a mate or tablebase win for the right side
	score     int // sum for the side that wins
	won, kept int // positions won by the side to move whose best move the tables know, and the wins kept
}

func (o *classicOutcome) add(tables *syzygy.Tables, pos *position.Position, r Result, wins bool) {
	score := int(r.Score)
	if !wins {
		score = -score
	}
	o.positions++
	o.score += score
	if isWin(score) {
		o.decided++
	}
	after := pos.Clone()
	after.Make(r.Best)
	if wdl, ok := tables.ProbeWDL(after); ok && wins {
		o.won++
		if wdl == syzygy.Loss {
			o.kept++
		}
	}
}

// TestClassicEndgames searches endings with a known distance to mate, negative
// when the side to move loses.
func TestClassicEndgames(t *testing.T) {
	gamesWanted(t)
	folder := dataPath(t, "syzygy")
	file, err := os.Open(dataPath(t, "epd/classic280.epd"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	searchers := [...]*Searcher{New(), withTables(t, folder)}
	labels := [len(searchers)]string{"without tables", "with tables"}
	var names []string
	outcomes := map[string]*[len(searchers)]classicOutcome{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fen, rest, _ := strings.Cut(lines.Text(), " bm #")
		distance, err := strconv.Atoi(strings.TrimSuffix(rest, ";"))
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		pos := mustFEN(t, fen)
		name := material(pos)
		if outcomes[name] == nil {
			outcomes[name] = new([len(searchers)]classicOutcome)
			names = append(names, name)
		}
		for i, s := range searchers {
			s.NewGame()
			r := s.Search(pos, Limits{Nodes: classicNodes}, nil)
			outcomes[name][i].add(searchers[1].tb.tables, pos, r, distance > 0)
		}
	}
	for _, name := range names {
		for i, o := range outcomes[name] {
			t.Logf("%-6s %-14s: decided in %d of %d, %+.1f on average, win kept in %d of %d",
				name, labels[i], o.decided, o.positions, float64(o.score)/float64(100*o.positions), o.kept, o.won)
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
