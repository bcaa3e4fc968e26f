package syzygy

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tura/position"
)

// TestFathom compares with the program fathom, an independent reader of the
// tables. It runs only when TURA_FATHOM says how many random positions to
// compare; each takes some milliseconds. TURA_FATHOM_SEED changes the positions.
func TestFathom(t *testing.T) {
	total, err := strconv.Atoi(os.Getenv("TURA_FATHOM"))
	if err != nil {
		t.Skip("comparison with fathom not asked for (TURA_FATHOM=number of positions)")
	}
	program, err := exec.LookPath("fathom")
	if err != nil {
		if program, err = exec.LookPath("/usr/games/fathom"); err != nil {
			t.Skipf("program fathom is absent: %v", err)
		}
	}
	seed, _ := strconv.ParseUint(os.Getenv("TURA_FATHOM_SEED"), 10, 64)
	dir := dataDir(t, "syzygy")
	tables := openTables(t, dir)

	var next, failures atomic.Int64
	var group sync.WaitGroup
	for worker := range 2 * runtime.NumCPU() {
		group.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(worker)))
			for int(next.Add(1)) <= total && failures.Load() < 20 {
				fen := randomFEN(random, tables.Names())
				if err := compareWithFathom(tables, program, dir, fen); err != nil {
					failures.Add(1)
					t.Errorf("%s: %v", fen, err)
				}
			}
		})
	}
	group.Wait()
	t.Logf("%d positions compared", total)
}

// randomFEN makes a random legal position of one of the named tables, colours
// exchanged in half of the cases, with an en passant square where one can be.
func randomFEN(random *rand.Rand, names []string) string {
	for {
		men := strings.Replace(names[random.IntN(len(names))], "v", "", 1)
		second := strings.LastIndex(men, "K") // black's king
		white := random.IntN(2) == 0
		var board [squares]byte
		for i, letter := range []byte(men) {
			sq := random.IntN(squares)
			for board[sq] != 0 || letter == 'P' && (sq < files || sq >= squares-files) {
				sq = random.IntN(squares)
			}
			if (i < second) != white {
				letter += 'a' - 'A'
			}
			board[sq] = letter
		}
		fields := fenBoard(board)
		sides := []string{"w", "b"}
		side := sides[random.IntN(len(sides))]
		for _, enPassant := range append(enPassantSquares(board, side), "-") {
			fen := fmt.Sprintf("%s %s - %s 0 1", fields, side, enPassant)
			if pos, err := position.FromFEN(fen); err == nil && (enPassant == "-" || pos.EnPassant() != position.NoSquare) {
				return pos.FEN()
			}
		}
	}
}

// fenBoard writes the first field of a FEN.
func fenBoard(board [squares]byte) string {
	var ranks []string
	for rank := files - 1; rank >= 0; rank-- {
		row := strings.Map(func(c rune) rune { return max(c, '1') }, string(board[rank*files:(rank+1)*files]))
		for empty := files; empty > 1; empty-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", empty), strconv.Itoa(empty))
		}
		ranks = append(ranks, row)
	}
	return strings.Join(ranks, "/")
}

// enPassantSquares lists the squares behind pawns that may have just made a
// double step.
func enPassantSquares(board [squares]byte, side string) (names []string) {
	pawn, rank, behind := byte('p'), 4, files
	if side == "b" {
		pawn, rank, behind = 'P', 3, -files
	}
	for sq := rank * files; sq < (rank+1)*files; sq++ {
		if board[sq] == pawn && board[sq+behind] == 0 && board[sq+2*behind] == 0 {
			names = append(names, position.Square(sq+behind).String())
		}
	}
	return names
}

var (
	fathomTag    = regexp.MustCompile(`\[(\w+) "([^"]*)"\]`)
	fathomResult = map[string]WDL{"Loss": Loss, "BlessedLoss": BlessedLoss, "Draw": Draw, "CursedWin": CursedWin, "Win": Win}
)

// compareWithFathom compares the result, the DTZ and the number of winning,
// drawing and losing moves.
func compareWithFathom(tables *Tables, program, dir, fen string) error {
	pos, err := position.FromFEN(fen)
	if err != nil {
		return err
	}
	if !pos.HasLegalMove() {
		return nil // fathom calls any checkmate a win
	}
	out, err := exec.Command(program, "--path="+dir, fen).Output()
	if err != nil {
		return fmt.Errorf("fathom: %w", err)
	}
	tag := make(map[string]string)
	for _, m := range fathomTag.FindAllStringSubmatch(string(out), -1) {
		tag[m[1]] = m[2]
	}
	want, ok := fathomResult[tag["WDL"]]
	if !ok {
		return fmt.Errorf("fathom's answer has no WDL: %q", out)
	}
	got, ok := tables.ProbeWDL(pos)
	if !ok || got != want {
		return fmt.Errorf("WDL: got %v (%v), want %v", got, ok, want)
	}
	dtz, ok := tables.ProbeDTZ(pos)
	if wantDTZ, err := strconv.Atoi(tag["DTZ"]); err != nil || !ok || dtz*sign(dtz) != wantDTZ {
		return fmt.Errorf("DTZ: got %d (%v), want %q", dtz, ok, tag["DTZ"])
	}
	return compareMoves(tables, pos, tag)
}

func compareMoves(tables *Tables, pos *position.Position, tag map[string]string) error {
	moves, ok := tables.RankRoot(pos, true)
	if !ok {
		return fmt.Errorf("moves are not ranked")
	}
	var got [3]int
	for _, m := range moves {
		switch m.WDL {
		case Win:
			got[0]++
		case Loss:
			got[2]++
		default:
			got[1]++
		}
	}
	for i, name := range []string{"WinningMoves", "DrawingMoves", "LosingMoves"} {
		want := 0
		if list := tag[name]; list != "" {
			want = strings.Count(list, ",") + 1
		}
		if got[i] != want {
			return fmt.Errorf("%s: got %d, want %q", name, got[i], tag[name])
		}
	}
	return nil
}
