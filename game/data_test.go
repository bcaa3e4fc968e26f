package game

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corentings/chess/v2"

	"tura/position"
)

// sharedData gives the path of a file of the shared test data, and skips the
// test when it is not there.
func sharedData(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("TURA_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "shared", "data")
	}
	path := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no shared data (set TURA_DATA): %v", err)
	}
	return path
}

// eachGame reads a PGN file of the shared data.
func eachGame(t *testing.T, name string, visit func(number int, g *Game)) int {
	t.Helper()
	file, err := os.Open(sharedData(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := NewReader(file)
	for n := 0; ; n++ {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		visit(n+1, g)
	}
}

// TestThreefoldGames replays games that ended at the third occurrence of a
// position: the referee must stop each of them exactly at its last move.
func TestThreefoldGames(t *testing.T) {
	n := eachGame(t, "rules/threefold-games.pgn", func(number int, record *Game) {
		g := New(Table)
		for i, m := range record.Moves() {
			if g.Over() {
				t.Errorf("game %d: stopped after %d plies (%v), want %d", number, i, g.Reason(), record.Len())
				return
			}
			if err := g.Play(m); err != nil {
				t.Fatalf("game %d: %v", number, err)
			}
		}
		if g.Result() != Draw || g.Reason() != ThirdRepetition {
			t.Errorf("game %d: got %v (%v) at the last move, want a draw by third repetition", number, g.Result(), g.Reason())
		}
		if record.Reason() != ThirdRepetition {
			t.Errorf("game %d: the record gives %q, want third repetition", number, record.Reason())
		}
	})
	if n != 94 {
		t.Errorf("got %d games, want 94", n)
	}
}

// TestTerminalPositions asks about positions that are known to be mate or
// stalemate, and about others one or two plies before.
func TestTerminalPositions(t *testing.T) {
	file, err := os.Open(sharedData(t, "rules/terminal_bench.epd"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	seen := map[Reason]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fen, rest, ok := strings.Cut(lines.Text(), "; class ")
		if !ok {
			t.Fatalf("no class in %q", lines.Text())
		}
		class, _, _ := strings.Cut(rest, ";")
		want := classReason(class)
		seen[want]++
		for _, rules := range []Rules{Table, OverTheBoard, Record} {
			g, err := FromFEN(fen, rules)
			if err != nil {
				t.Fatal(err)
			}
			got := g.Reason()
			if got != Checkmate && got != Stalemate && got != DeadPosition {
				got = NoReason // a counted draw is no matter of this test
			}
			if got != want {
				t.Errorf("%s (%s, %v): got %v (%v), want %v", fen, class, rules, g.Result(), got, want)
			}
			if want == Checkmate && g.Result() != Win(g.SideToMove().Other()) {
				t.Errorf("%s: got result %v", fen, g.Result())
			}
		}
	}
	if seen[Checkmate] != 67 || seen[Stalemate] != 27 || seen[NoReason] != 54 {
		t.Errorf("got %v, want 67 mates, 27 stalemates, 54 others", seen)
	}
}

// classReason translates the classes of the file.
func classReason(class string) Reason {
	switch class {
	case "mate-now", "mate-now-corner", "witness-standpat-mate", "witness-natural-corner":
		return Checkmate
	case "stalemate-now", "witness-null-stalemate":
		return Stalemate
	}
	return NoReason
}

// TestLichessGames replays 438 games of people. Our SAN must be that of the
// record, and that of another library; the games are read again from our own
// PGN; falls of the flag must end as they did on the server.
func TestLichessGames(t *testing.T) {
	const name = "games/lichess-db-1000k.pgn"
	texts := recordedSAN(t, name)
	plies, flags := 0, 0
	n := eachGame(t, name, func(number int, g *Game) {
		want := texts[number-1]
		got := g.SAN()
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("game %d: got SAN\n%v, want\n%v", number, got, want)
		}
		plies += len(got)
		compareLibrary(t, number, g, got)
		comparePGN(t, number, g)
		if g.Tags.Get("Termination") == "Time forfeit" {
			flags++
			compareFlag(t, number, g)
		}
		if i := g.Len(); i > 0 && !g.Ply(i-1).HasClock {
			t.Errorf("game %d: no clock read behind the last move", number)
		}
	})
	if n != 438 || plies != 28538 || flags != 138 {
		t.Errorf("got %d games, %d plies, %d fallen flags, want 438, 28538, 138", n, plies, flags)
	}
}

// recordedSAN gives the moves of each game as the file has them, by the plain
// means of cutting its regular form apart.
func recordedSAN(t *testing.T, name string) (games [][]string) {
	t.Helper()
	data, err := os.ReadFile(sharedData(t, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		if strings.HasPrefix(line, "[Event ") {
			games = append(games, nil)
		}
		if strings.HasPrefix(line, "[") {
			continue
		}
		comment := false
		for _, word := range strings.Fields(line) {
			switch {
			case word == "{":
				comment = true
			case word == "}":
				comment = false
			case comment || strings.HasSuffix(word, "."):
			default:
				if _, err := ParseResult(word); err != nil {
					last := len(games) - 1
					games[last] = append(games[last], strings.TrimRight(word, "!?"))
				}
			}
		}
	}
	return games
}

// compareLibrary replays the game with another library: it must write the same
// SAN, and reach the same board.
func compareLibrary(t *testing.T, number int, g *Game, san []string) {
	t.Helper()
	pos := chess.StartingPosition()
	for i, text := range g.UCI() {
		m, err := chess.UCINotation{}.Decode(pos, text)
		if err != nil {
			t.Fatalf("game %d, ply %d: the library does not read %q: %v", number, i+1, text, err)
		}
		if other := (chess.AlgebraicNotation{}).Encode(pos, m); san[i] != other {
			t.Errorf("game %d, ply %d: got %q, the library writes %q", number, i+1, san[i], other)
		}
		pos = pos.Update(m)
	}
	got, want := strings.Fields(g.Position().FEN()), strings.Fields(pos.String())
	if got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("game %d: got %v, the library has %v", number, got, want)
	}
}

// comparePGN writes a game and reads it again.
func comparePGN(t *testing.T, number int, g *Game) {
	t.Helper()
	games, err := ReadPGN(strings.NewReader(g.PGN()))
	if err != nil || len(games) != 1 {
		t.Fatalf("game %d: own PGN gives %d games, error %v", number, len(games), err)
	}
	h := games[0]
	if h.PGN() != g.PGN() || h.Result() != g.Result() || h.Reason() != g.Reason() || h.Len() != g.Len() {
		t.Errorf("game %d: got back\n%s\nwant\n%s", number, h.PGN(), g.PGN())
	}
	for _, line := range strings.Split(g.PGN(), "\n") {
		if len(line) > pgnWidth && line[0] != '[' {
			t.Errorf("game %d: line of %d columns: %s", number, len(line), line)
		}
	}
}

// compareFlag lets the loser's flag fall over the board. The server's rule is
// a little different: it looks at the material only.
func compareFlag(t *testing.T, number int, record *Game) {
	t.Helper()
	g := FromPosition(record.Position(), OverTheBoard)
	if g.Over() {
		t.Errorf("game %d: got %v before the flag fell", number, g.Reason())
		return
	}
	loser := g.SideToMove()
	if winner, ok := record.Result().Winner(); ok {
		loser = winner.Other()
	}
	if err := g.FlagFall(loser); err != nil {
		t.Fatal(err)
	}
	if g.Result() != record.Result() {
		t.Errorf("game %d: got %v, the record has %v in %s", number, g.Result(), record.Result(), g.Position().FEN())
	}
}

// everyPGN thins out the games that are written and read again.
const everyPGN = 5

// TestLiveGames follows games that ended in mate: no position of theirs is
// dead, and the winner can mate in each.
func TestLiveGames(t *testing.T) {
	mates := 0
	eachGame(t, "games/lichess-db-1000k.pgn", func(number int, record *Game) {
		if record.Reason() != Checkmate || number%2 == 0 {
			return
		}
		mates++
		winner, _ := record.Result().Winner()
		pos := record.Start()
		for _, m := range record.Moves() {
			pos.Make(m)
			if !mayMate(pos, winner, deadNodes) {
				t.Errorf("game %d: called unwinnable for %v: %s", number, winner, pos.FEN())
			}
		}
	})
	if mates == 0 {
		t.Error("no mates seen")
	}
}

// TestMatesAreLive asks about 2000 positions with a known mate.
func TestMatesAreLive(t *testing.T) {
	file, err := os.Open(sharedData(t, "epd/mates2000.epd"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		fen, rest, ok := strings.Cut(lines.Text(), " bm #")
		if !ok {
			t.Fatalf("no mate in %q", lines.Text())
		}
		pos, err := position.FromFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		winner := pos.SideToMove()
		if rest[0] == '-' {
			winner = winner.Other()
		}
		if !mayMate(pos, winner, deadNodes) {
			t.Errorf("called unwinnable for %v: %s", winner, lines.Text())
		}
	}
	if n != 2000 {
		t.Errorf("got %d positions, want 2000", n)
	}
}

// TestOtherGames reads what other programs write.
func TestOtherGames(t *testing.T) {
	tests := []struct {
		name  string
		games int
		plies int // 0: do not count
	}{
		{"games/cutechess-fischerrandom.pgn", 4, 0},
		{"games/uci-moves.pgn", 1, 113},
		{"games/utf8-bom.pgn", 2, 0},
		{"openings/Silver_Suite.pgn", 50, 0},
		{"openings/8moves_v3.every10.pgn", 3470, 3470 * 16},
		{"rules/threefold-games.pgn", 94, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plies := 0
			n := eachGame(t, tt.name, func(number int, g *Game) {
				plies += g.Len()
				if number%everyPGN == 1 {
					comparePGN(t, number, g)
				}
			})
			if n != tt.games || tt.plies != 0 && plies != tt.plies {
				t.Errorf("got %d games, %d plies, want %d, %d", n, plies, tt.games, tt.plies)
			}
		})
	}
}

// TestFischerRandomGames checks the Chess960 file move by move: castling is
// written as the file has it.
func TestFischerRandomGames(t *testing.T) {
	castlings := 0
	eachGame(t, "games/cutechess-fischerrandom.pgn", func(number int, g *Game) {
		if !g.Position().Chess960() {
			t.Errorf("game %d is not Chess960", number)
		}
		replay, err := FromFEN(g.Tags.Get("FEN"), Table)
		if err != nil {
			t.Fatal(err)
		}
		replay.Position().SetChess960(true)
		uci := g.UCI()
		for i, san := range g.SAN() {
			if strings.HasPrefix(san, castleKingSide) {
				castlings++
				m := g.Ply(i).Move
				if to := replay.Position().PieceAt(m.To()); to.Type() != position.Rook {
					t.Errorf("game %d: %s goes to %v", number, uci[i], to)
				}
			}
			if err := replay.PlayUCI(uci[i]); err != nil {
				t.Fatalf("game %d: %v", number, err)
			}
		}
		if got, want := replay.Position().FEN(), g.Position().FEN(); got != want {
			t.Errorf("game %d: got %s, want %s", number, got, want)
		}
	})
	if castlings == 0 {
		t.Error("no castling seen")
	}
}
