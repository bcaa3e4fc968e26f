package bench

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tura/game"
	"tura/position"
	"tura/search"
)

// dataFile finds a file of the shared data; the test is skipped when it is not there.
func dataFile(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("TURA_DATA")
	if dir == "" {
		dir = "../../shared/data"
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no shared data: %v", err)
	}
	return path
}

// TestPositions: the list is what it says, without repetitions and with moves to search.
func TestPositions(t *testing.T) {
	if got, want := len(positions), 50; got != want {
		t.Errorf("got %d positions, want %d", got, want)
	}
	seen := map[position.Key]bool{}
	chess960 := 0
	for _, fen := range positions {
		pos, err := position.FromFEN(fen)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if !pos.HasLegalMove() {
			t.Errorf("%s: no legal move", fen)
		}
		if seen[pos.Key()] {
			t.Errorf("%s: twice", fen)
		}
		seen[pos.Key()] = true
		if pos.Chess960() {
			chess960++
		}
	}
	if chess960 < 2 {
		t.Errorf("got %d Chess960 positions, want some", chess960)
	}
}

// TestRun: the last line is the one that scripts read, and its node count is always the same.
func TestRun(t *testing.T) {
	const depth = "4"
	last := regexp.MustCompile(`\n(\d+) nodes \d+ nps\n$`)
	var counts []string
	for range 2 {
		var out strings.Builder
		if err := Command(&out, []string{depth}); err != nil {
			t.Fatal(err)
		}
		m := last.FindStringSubmatch(out.String())
		if m == nil {
			t.Fatalf("got last line of %q, want N nodes M nps", out.String())
		}
		counts = append(counts, m[1])
	}
	if counts[0] != counts[1] {
		t.Errorf("got %s and %s nodes, want the same", counts[0], counts[1])
	}
}

func TestCommandErrors(t *testing.T) {
	for _, args := range []string{"0", "-3", "x", "999", "5 6", "epd", "epd /no/such/file", "epd f nodes x", "epd f movetime 0"} {
		var out strings.Builder
		if err := Command(&out, strings.Fields(args)); err == nil {
			t.Errorf("bench %s: got no error", args)
		}
		if out.Len() > 0 {
			t.Errorf("bench %s: got output %q", args, out.String())
		}
	}
}

func TestParseEPD(t *testing.T) {
	tests := []struct {
		name, line      string
		best, avoid, id string
		mate            int
	}{
		{"best move", `6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back; rank";`, "a1a8", "", "back; rank", 0},
		{"several", `6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8 a1a7 ; am O-O-O;`, "a1a8 a1a7", "e1a1", "", 0},
		{"no end", `6k1/5ppp/8/8/8/8/8/R3K3 w Q - dm 1`, "", "", "", 1},
		{"distance as best move", `6k1/5ppp/8/8/8/8/8/R3K3 b - - bm #-4;`, "", "", "", -4},
		{"unknown operations", `6k1/5ppp/8/8/8/8/8/R3K3 w Q - hmvc 3; fmvn 9; c0 "x=1;y"; bm Ra8;`, "a1a8", "", "", 0},
		{"nothing asked", `6k1/5ppp/8/8/8/8/8/R3K3 w Q -`, "", "", "", 0},
	}
	text := func(list []position.Move) string {
		var words []string
		for _, m := range list {
			words = append(words, m.String())
		}
		return strings.Join(words, " ")
	}
	for _, tt := range tests {
		l, err := parseEPD(tt.line)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := text(l.best); got != tt.best {
			t.Errorf("%s: got best %q, want %q", tt.name, got, tt.best)
		}
		if got := text(l.avoid); got != tt.avoid {
			t.Errorf("%s: got avoid %q, want %q", tt.name, got, tt.avoid)
		}
		if l.id != tt.id || l.mate != tt.mate {
			t.Errorf("%s: got id %q, mate %d, want %q, %d", tt.name, l.id, l.mate, tt.id, tt.mate)
		}
	}
	for _, line := range []string{"", "8/8 w", "hello world - -", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Rb3;", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - dm x;"} {
		if _, err := parseEPD(line); err == nil {
			t.Errorf("%q: got no error", line)
		}
	}
}

// TestJudge gives every kind of question right and wrong answers.
func TestJudge(t *testing.T) {
	const board = `6k1/5ppp/8/8/8/8/8/R3K3 w Q - `
	mateIn := func(n int) search.Score { return search.Score(search.MateScore - (2*n - 1)) }
	tests := []struct {
		name, ops, move string
		score           search.Score
		mark            string
		want            [numberOfScores]tally
	}{
		{"best", "bm Ra8;", "Ra8", 0, "+", [numberOfScores]tally{scoreBest: {1, 1}}},
		{"not best", "bm Ra8;", "Ra7", 0, "-", [numberOfScores]tally{scoreBest: {0, 1}}},
		{"avoided", "am Ra8;", "Ra7", 0, "+", [numberOfScores]tally{scoreAvoid: {1, 1}}},
		{"not avoided", "am Ra8;", "Ra8", 0, "-", [numberOfScores]tally{scoreAvoid: {0, 1}}},
		{"half right", "bm Ra8; am Ra7;", "Rb1", 0, "-", [numberOfScores]tally{scoreBest: {0, 1}, scoreAvoid: {1, 1}}},
		{"points", `bm Ra8; c8 "100 40"; c9 "a1a8 a1a7";`, "Ra7", 0, "40/100", [numberOfScores]tally{scoreBest: {0, 1}, scorePoints: {40, 100}}},
		{"no points", `c8 "100 40"; c9 "a1a8 a1a7";`, "Rb1", 0, "0/100", [numberOfScores]tally{scorePoints: {0, 100}}},
		{"mate", "dm 1;", "Ra8", mateIn(1), "+", [numberOfScores]tally{scoreMateExact: {1, 1}, scoreMateWinner: {1, 1}}},
		{"longer mate", "dm 1;", "Ra7", mateIn(3), "-", [numberOfScores]tally{scoreMateExact: {0, 1}, scoreMateWinner: {1, 1}}},
		{"no mate", "dm 1;", "Ra7", 500, "-", [numberOfScores]tally{scoreMateExact: {0, 1}, scoreMateWinner: {0, 1}}},
		{"mate against", "bm #-2;", "Ra7", search.Score(-search.MateScore + 4), "+", [numberOfScores]tally{scoreMateExact: {1, 1}, scoreMateLoser: {1, 1}}},
		{"wrong side", "bm #-2;", "Ra7", mateIn(2), "-", [numberOfScores]tally{scoreMateExact: {0, 1}, scoreMateLoser: {0, 1}}},
	}
	for _, tt := range tests {
		l, err := parseEPD(board + tt.ops)
		if err != nil {
			t.Fatal(err)
		}
		m, err := game.ParseSAN(l.pos, tt.move)
		if err != nil {
			t.Fatal(err)
		}
		var totals [numberOfScores]tally
		mark := l.judge(search.Result{Best: m, Score: tt.score}, &totals)
		if mark != tt.mark || totals != tt.want {
			t.Errorf("%s: got %s %v, want %s %v", tt.name, mark, totals, tt.mark, tt.want)
		}
	}
}

func TestEPD(t *testing.T) {
	const file = `# a comment

6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; dm 1; id "first";
this is no position
8/8/8/8/8/k7/8/K6r w - - id "over";
6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra8#; id "wrong";
`
	var out strings.Builder
	if err := EPD(&out, strings.NewReader(file), search.Limits{Nodes: 2000}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"line 4 is left out", "1/3 + Ra8# #1 first\n", "2/3 + none ", "3/3 - Ra8# #1 wrong\n", "best move (bm): 1 of 1 (100.0 %)\n",
		"mate, right distance: 1 of 1 (100.0 %)\n", "solved (bm and am): 1 of 2 (50.0 %)\n", "3 positions in ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in:\n%s", want, out.String())
		}
	}
}

// TestSharedEPD reads the shared suites completely.
func TestSharedEPD(t *testing.T) {
	counts := map[string]int{
		"wac300.epd": 300, "STS1-STS15_LAN_v6.epd": 1188, "eet.epd": 100, "mates2000.epd": 2000, "mate_test_suite.epd": 20, "zugts.epd": 30,
	}
	for name, want := range counts {
		file, err := os.Open(dataFile(t, "epd/"+name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		var out strings.Builder
		lines, err := readEPD(&out, file)
		if err != nil {
			t.Fatal(err)
		}
		asked := slices.IndexFunc(lines, func(l epdLine) bool {
			return l.best == nil && l.avoid == nil && l.points == nil && l.mate == 0
		})
		if len(lines) != want || asked >= 0 {
			t.Errorf("%s: got %d positions, want %d; nothing is asked in position %d\n%s", name, len(lines), want, asked+1, out.String())
		}
	}
}
