package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tura/book"
	"tura/position"
)

// The checks in this file ask other programs. TURA_BOOK names the book they are made on;
// without it, it is the embedded one.

// findPolyglot returns the path of Debian's program polyglot, which reads and lists books,
// and skips the test when there is none.
func findPolyglot(t *testing.T) string {
	t.Helper()
	const debianPath = "/usr/games/polyglot"
	path, err := exec.LookPath("polyglot")
	if err != nil {
		path, err = exec.LookPath(debianPath)
	}
	if err != nil {
		t.Skip("program polyglot is not installed")
	}
	return path
}

// bookToCheck copies the book named by TURA_BOOK, or the embedded one, to a file.
func bookToCheck(t *testing.T) (path string, b *book.Book) {
	t.Helper()
	b, err := book.Open(os.Getenv("TURA_BOOK"))
	if err != nil {
		t.Skipf("no book to check: %v", err)
	}
	t.Cleanup(func() { b.Close() })
	records, err := b.Records()
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "check.bin")
	if err := saveBook(path, records); err != nil {
		t.Fatal(err)
	}
	return path, b
}

// polyglotFirstMoves lets polyglot list the lines of a book for White and returns their
// first moves with the percentages it prints.
func polyglotFirstMoves(t *testing.T, program, path string) []string {
	t.Helper()
	listing := filepath.Join(t.TempDir(), "lines.txt")
	command := exec.Command(program, "dump-book", "-bin", path, "-color", "white", "-out", listing)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("polyglot: %v\n%s", err, out)
	}
	text, err := os.ReadFile(listing)
	if err != nil {
		t.Fatal(err)
	}
	var moves []string
	for _, match := range regexp.MustCompile(`(?m)^\d+: 1\. (\S+)\{(\d+)%\}`).FindAllStringSubmatch(string(text), -1) {
		move := match[1] + " " + match[2]
		if !slices.Contains(moves, move) {
			moves = append(moves, move)
		}
	}
	return moves
}

// firstMoveText is the way polyglot writes a move of the start position: "e4", "Nf3".
func firstMoveText(m position.Move) string {
	if m.From().Rank() == 0 {
		return "N" + m.To().String()
	}
	return m.To().String()
}

// checkFirstMoves compares the moves of b in the start position with those polyglot lists.
func checkFirstMoves(t *testing.T, program, path string, b *book.Book) {
	t.Helper()
	entries := b.Entries(position.New())
	var want []string
	for _, e := range entries {
		const half = 0.5
		want = append(want, fmt.Sprintf("%s %d", firstMoveText(e.Move), int(percent*share(e, entries)+half)))
	}
	got := polyglotFirstMoves(t, program, path)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: polyglot lists %q, want %q", b.Name(), got, want)
	}
}

func TestPolyglotReadsGrownBook(t *testing.T) {
	program := findPolyglot(t)
	path := filepath.Join(t.TempDir(), "grown.bin")
	if err := os.WriteFile(path, grow(t, newTestBuilder(t, 60, 1, "")), bookMode); err != nil {
		t.Fatal(err)
	}
	b, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	checkFirstMoves(t, program, path, b)
}

func TestPolyglotReadsBook(t *testing.T) {
	program := findPolyglot(t)
	path, b := bookToCheck(t)
	checkFirstMoves(t, program, path, b)
}

// Polyglot's make-book and ours make the same book from the same games.
func TestPolyglotMakesSameBook(t *testing.T) {
	program := findPolyglot(t)
	folder := os.Getenv("TURA_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "data")
	}
	games := filepath.Join(folder, "games", "lichess-db-1000k.pgn")
	if _, err := os.Stat(games); err != nil {
		t.Skipf("no shared data (set TURA_DATA): %v", err)
	}
	theirs, ours := filepath.Join(t.TempDir(), "theirs.bin"), filepath.Join(t.TempDir(), "ours.bin")
	for _, minGames := range []string{"1", "3"} {
		command := exec.Command(program, "make-book", "-pgn", games, "-bin", theirs, "-max-ply", "24", "-min-game", minGames)
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("polyglot: %v\n%s", err, out)
		}
		mustRun(t, "pgn", "-o", ours, "-max-ply", "24", "-min-games", minGames, games)
		want, _ := mustRun(t, "dump", "-raw", theirs)
		got, _ := mustRun(t, "dump", "-raw", ours)
		// Moves of equal weight may stand in another order.
		wantLines, gotLines := strings.Split(want, "\n"), strings.Split(got, "\n")
		slices.Sort(wantLines)
		slices.Sort(gotLines)
		if !slices.Equal(gotLines, wantLines) {
			t.Errorf("games of %s and more: got %d records, polyglot's book has %d, and they are not the same",
				minGames, len(gotLines)-1, len(wantLines)-1)
		}
	}
}

// What walks through the book must lead to, by the word of another engine.
const (
	walks          = 200
	walkSeed       = 1
	exitDepth      = 14  // of the other engine's search
	maxMedian      = 40  // centipawns, of the absolute score
	maxFar         = 100 // centipawns beyond which an exit is far from equal
	maxFarPercent  = 2
	minMeanExitPly = 10.0
	walkMateScore  = 10000
)

// TestWalksWithStockfish asks the engine named by TURA_STOCKFISH (/usr/games/stockfish) for
// the scores where random walks leave the book. It takes a minute.
func TestWalksWithStockfish(t *testing.T) {
	program := os.Getenv("TURA_STOCKFISH")
	if program == "" {
		t.Skip("TURA_STOCKFISH does not name an engine")
	}
	_, b := bookToCheck(t)
	random := rand.New(rand.NewPCG(walkSeed, 0))
	var fens []string
	plies := 0
	for range walks {
		pos, moves := walk(b, random)
		fens = append(fens, pos.FEN())
		plies += len(moves)
	}
	scores := engineScores(t, program, fens)
	far := 0
	for i, score := range scores {
		if score > maxFar {
			far++
			t.Logf("%d cp: %s", score, fens[i])
		}
	}
	slices.Sort(scores)
	median, mean := scores[len(scores)/2], float64(plies)/walks
	t.Logf("median |score| %d cp, %d of %d beyond %d cp, mean exit at ply %.1f", median, far, walks, maxFar, mean)
	if median > maxMedian || far*percent > maxFarPercent*walks || mean < minMeanExitPly {
		t.Errorf("want median at most %d cp, at most %d %% far off, mean exit at ply %.0f or later",
			maxMedian, maxFarPercent, minMeanExitPly)
	}
}

// engineScores returns the absolute scores in centipawns a UCI engine gives to positions.
func engineScores(t *testing.T, program string, fens []string) []int {
	t.Helper()
	engine := exec.Command(program)
	in, err := engine.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := engine.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Start(); err != nil {
		t.Fatal(err)
	}
	defer engine.Wait()
	defer io.WriteString(in, "quit\n")
	reader := bufio.NewScanner(out)
	var scores []int
	for _, fen := range fens {
		fmt.Fprintf(in, "position fen %s\ngo depth %d\n", fen, exitDepth)
		score := 0
		for reader.Scan() && !bytes.HasPrefix(reader.Bytes(), []byte("bestmove")) {
			score = scoreOf(reader.Text(), score)
		}
		scores = append(scores, max(score, -score))
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	return scores
}

// scoreOf returns the score in an info line, or the one before when there is none.
func scoreOf(text string, before int) int {
	fields := strings.Fields(text)
	at := slices.Index(fields, "score")
	if at < 0 || at+2 >= len(fields) {
		return before
	}
	if fields[at+1] == "mate" {
		return walkMateScore
	}
	score, err := strconv.Atoi(fields[at+2])
	if err != nil {
		return before
	}
	return score
}
