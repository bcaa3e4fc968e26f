package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tura/position"
	"tura/uci"
)

const (
	// linePositions is how many random positions TestLines searches; the environment variable
	// TURA_LINES asks for another number.
	linePositions = 60
	// positionsPerSetting is how many of them are searched with the same options.
	positionsPerSetting = 10
	// longestWalk is the largest number of random moves before a search.
	longestWalk = 60
)

// lineStarts are where the random games of TestLines start.
var lineStarts = []string{
	position.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", // Chess960
	"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves
	"8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 80 50",      // a fortress
	"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	"8/8/8/8/4k3/8/8/R3K3 w - - 60 90",
	"8/8/3k4/8/5q2/8/1N6/4K3 b - - 97 100",
	"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", // mate in one
	"k7/2Q5/8/8/8/8/6R1/K7 b - - 3 60",     // stalemate
	"k7/3Q4/8/8/8/8/6R1/K7 b - - 3 60",     // mated soon
	"8/8/8/8/8/2k5/1p6/K2R4 w - - 0 1",
	"7k/8/8/8/8/8/r7/1r2K3 w - - 140 120", // beyond the fifty-move rule
}

// TestLines searches random positions with random options and looks at everything that is
// printed: each line has to be a legal one that stops where the game ends, a mate has to be shown
// to its end, and the best move and the expected reply have to be those of the last first line.
func TestLines(t *testing.T) {
	count := linePositions
	if n, err := strconv.Atoi(os.Getenv("TURA_LINES")); err == nil {
		count = n
	}
	random := rand.New(rand.NewPCG(1, uint64(count)))
	var out bytes.Buffer
	engine := uci.New(config(), &out)
	command := func(line string) string {
		out.Reset()
		if err := engine.Command(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return out.String()
	}
	var setting []string
	for i := range count {
		if i%positionsPerSetting == 0 {
			setting = randomSetting(random)
			for _, line := range setting {
				command(line)
			}
		}
		line, pos := randomGame(t, random, setting)
		command(line)
		order := []string{
			"go nodes 1", "go nodes 300", "go nodes 5000", "go depth 4", "go movetime 4",
			"go nodes 2000 mate 3", "go wtime 20 btime 20", "go nodes 3000 searchmoves e1d1 e2e4 g7g8q",
		}[random.IntN(8)]
		answer := command(order)
		if err := checkAnswer(answer, pos); err != nil {
			t.Errorf("%v after\n%s\n%s\n%s\ngot:\n%s", err, strings.Join(setting, "\n"), line, order, answer)
		}
	}
}

const chess960On = "setoption name UCI_Chess960 value true"

// randomSetting is a list of options to set.
func randomSetting(random *rand.Rand) []string {
	tables := ""
	data := os.Getenv("TURA_DATA")
	if data == "" {
		data = filepath.Join("..", "shared", "data")
	}
	if path := filepath.Join(data, "syzygy"); random.IntN(2) == 0 {
		if _, err := os.Stat(path); err == nil {
			tables = path
		}
	}
	list := []string{
		"ucinewgame",
		"setoption name SyzygyPath value " + tables,
		"setoption name MultiPV value " + []string{"1", "1", "3", "256"}[random.IntN(4)],
		"setoption name Threads value " + []string{"1", "1", "4"}[random.IntN(3)],
		"setoption name UCI_LimitStrength value " + []string{"true", "false", "false"}[random.IntN(3)],
		"setoption name UCI_Elo value " + strconv.Itoa(800+random.IntN(2201)),
	}
	if random.IntN(2) == 0 {
		return append(list, chess960On)
	}
	return append(list, "setoption name UCI_Chess960 value false")
}

// randomGame is a position command with random moves, and the position it leads to. Half of the
// moves go to and fro, so that positions are repeated.
func randomGame(t *testing.T, random *rand.Rand, setting []string) (string, *position.Position) {
	fen := lineStarts[random.IntN(len(lineStarts))]
	pos, err := position.FromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	pos.SetChess960(pos.Chess960() || setting[len(setting)-1] == chess960On)
	line := "position fen " + fen + " moves"
	for range random.IntN(longestWalk + 1) {
		var list position.MoveList
		pos.GenerateLegal(&list)
		if list.N == 0 {
			break
		}
		m := list.Moves[random.IntN(list.N)]
		if random.IntN(2) == 0 {
			m = list.Moves[0]
		}
		line += " " + pos.UCI(m)
		pos.Make(m)
	}
	return line, pos
}

// checkAnswer looks at what a search of pos printed.
func checkAnswer(answer string, pos *position.Position) error {
	var first []string // the newest exact line of rank 1
	best := ""
	for line := range strings.Lines(answer) {
		if best != "" {
			return fmt.Errorf("%q follows the best move", line)
		}
		words := strings.Fields(line)
		switch {
		case words[0] == "bestmove":
			best = line
		case words[0] != "info":
			return fmt.Errorf("%q is neither info nor bestmove", line)
		case words[1] == "string":
		default:
			pv, exact, err := checkLine(words, pos)
			if err != nil {
				return fmt.Errorf("%w: %s", err, line)
			}
			if exact && !strings.Contains(line, "multipv ") || strings.Contains(line, "multipv 1 ") {
				first = pv
			}
		}
	}
	return checkBest(strings.Fields(best), first, pos)
}

// checkLine looks at one info line.
func checkLine(words []string, pos *position.Position) (pv []string, exact bool, err error) {
	exact = true
	mate := 0
	for i, word := range words {
		switch word {
		case "lowerbound", "upperbound":
			exact = false
		case "mate":
			if mate, err = strconv.Atoi(words[i+1]); err != nil {
				return nil, false, err
			}
		case "pv":
			pv = words[i+1:]
		}
	}
	end, err := follow(pv, pos)
	if err != nil || mate == 0 || !exact {
		return pv, exact, err
	}
	plies := 2*mate - 1
	if mate < 0 {
		plies = -2 * mate
	}
	if len(pv) != plies || end.HasLegalMove() || !end.InCheck() {
		return pv, exact, fmt.Errorf("no mate in %d plies", plies)
	}
	return pv, exact, nil
}

// follow plays a line, which must stop where the game ends.
func follow(pv []string, pos *position.Position) (*position.Position, error) {
	p := pos.Clone()
	for i, text := range pv {
		m, err := p.ParseMove(text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		case p.UCI(m) != text:
			return nil, fmt.Errorf("move %d: got %s, want %s", i+1, text, p.UCI(m))
		case i > 0 && (p.RepetitionCount() >= 2 || p.IsFiftyMoveDraw()):
			return nil, fmt.Errorf("the game is over before move %d", i+1)
		}
		p.Make(m)
	}
	return p, nil
}

// checkBest compares the last line of output with the newest line of moves.
func checkBest(best, pv []string, pos *position.Position) error {
	if len(best) < 2 {
		return fmt.Errorf("no bestmove")
	}
	if !pos.HasLegalMove() {
		if best[1] != "(none)" {
			return fmt.Errorf("the game is over, got %v", best)
		}
		return nil
	}
	if len(pv) == 0 || pv[0] != best[1] {
		return fmt.Errorf("got %v, the line is %v", best, pv)
	}
	if len(best) == 2 {
		return nil
	}
	if len(pv) > 1 && pv[1] != best[3] {
		return fmt.Errorf("got %v, the line is %v", best, pv)
	}
	_, err := follow([]string{best[1], best[3]}, pos)
	return err
}
