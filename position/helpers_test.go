package position

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// reduced divides an amount of work when only a quick look is wanted (go test -short) or
// when the race detector makes everything slow.
func reduced[T int | uint64](n T) T {
	const divisor = 20
	if testing.Short() || raceDetector {
		return n / divisor
	}
	return n
}

// mustFEN reads a FEN that the test itself wrote.
func mustFEN(t testing.TB, fen string) *Position {
	t.Helper()
	p, err := FromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play makes the moves of a text, in the client's notation.
func play(t testing.TB, p *Position, moves string) {
	t.Helper()
	for _, s := range strings.Fields(moves) {
		m, err := p.ParseMove(s)
		if err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		p.Make(m)
	}
}

// sharedFile returns the path of a file of the shared test data and skips the test when
// it is not there. TURA_DATA names its folder.
func sharedFile(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("TURA_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no shared test data (%s); set TURA_DATA to its folder", path)
	}
	return path
}

// readLines returns the lines of a text file that are neither empty nor start with #.
func readLines(t testing.TB, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// testFENs returns the positions of testdata/fens.txt.
func testFENs(t testing.TB) []string {
	t.Helper()
	return readLines(t, filepath.Join("testdata", "fens.txt"))
}

// shuffledRank returns a home rank of Chess960: bishops on both colours, king between rooks.
func shuffledRank(rng *rand.Rand) string {
	var rank [fileCount]byte
	rank[2*rng.IntN(4)] = 'b'
	rank[2*rng.IntN(4)+1] = 'b'
	put := func(letter byte, n int) {
		for file := range rank {
			if rank[file] == 0 {
				if n == 0 {
					rank[file] = letter
					return
				}
				n--
			}
		}
	}
	put('q', rng.IntN(6))
	put('n', rng.IntN(5))
	put('n', rng.IntN(4))
	put('r', 0)
	put('k', 0)
	put('r', 0)
	return string(rank[:])
}

// randomStart returns the start of a random game: Chess960 with the same or different
// home ranks, or one of the test positions.
func randomStart(t testing.TB, rng *rand.Rand, fens []string) *Position {
	t.Helper()
	switch rng.IntN(4) {
	case 0:
		r := shuffledRank(rng)
		return mustFEN(t, r+"/pppppppp/8/8/8/8/PPPPPPPP/"+strings.ToUpper(r)+" w KQkq - 0 1")
	case 1:
		// Open boards; one in some has the side not to move in check.
		for {
			fen := shuffledRank(rng) + "/8/p2p2p1/8/8/1P2P2P/8/" + strings.ToUpper(shuffledRank(rng)) + " w KQkq - 0 1"
			if p, err := FromFEN(fen); err == nil {
				return p
			}
		}
	}
	return mustFEN(t, fens[rng.IntN(len(fens))])
}

// visitRandom calls visit with n positions of random games, always the same ones.
// visit must leave the position as it was.
func visitRandom(t testing.TB, n int, visit func(*Position)) {
	t.Helper()
	const maxGamePlies = 120
	rng := rand.New(rand.NewPCG(20, 26))
	fens := testFENs(t)
	for n > 0 {
		p := randomStart(t, rng, fens)
		for ply := 0; ply < maxGamePlies && n > 0; ply++ {
			visit(p)
			n--
			m, ok := randomMove(p, rng)
			if !ok || t.Failed() {
				break
			}
			p.Make(m)
		}
		if t.Failed() {
			return
		}
	}
}

// randomMove returns a random legal move.
func randomMove(p *Position, rng *rand.Rand) (Move, bool) {
	var l MoveList
	p.GenerateLegal(&l)
	if l.N == 0 {
		return NoMove, false
	}
	return l.Moves[rng.IntN(l.N)], true
}
