package game

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"tura/position"
)

func mustPosition(t *testing.T, fen string) *position.Position {
	t.Helper()
	pos, err := position.FromFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func TestCanMate(t *testing.T) {
	tests := []struct {
		name         string
		fen          string
		white, black bool // can mate
	}{
		{"bare kings", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", false, false},
		{"bishop", "8/8/4k3/8/8/3K4/3B4/8 w - - 0 1", false, false},
		{"knight", "8/8/4k3/8/8/3K4/3N4/8 w - - 0 1", false, false},
		{"two knights", "8/8/4k3/8/8/3K4/2NN4/8 w - - 0 1", true, false},
		{"bishops of one colour", "8/8/4k3/5b2/8/3K4/4B3/8 w - - 0 1", false, false},
		{"three bishops of one colour", "8/8/4k3/5b2/8/3K4/4B3/5B2 w - - 0 1", false, false},
		{"bishops of both colours", "8/8/4k3/4b3/8/3K4/4B3/8 w - - 0 1", true, true},
		{"bishop and knight against king", "8/8/4k3/8/8/3K4/3BN3/8 w - - 0 1", true, false},
		{"bishop against knight", "8/8/4k3/4n3/8/3K4/4B3/8 w - - 0 1", true, true},
		{"bishop against pawn", "8/8/4k3/4p3/8/3K4/4B3/8 w - - 0 1", true, true},
		{"bishop against rook", "8/8/4k3/4r3/8/3K4/4B3/8 w - - 0 1", false, true},
		{"bishop against queen and bishop of its colour", "8/8/3qk3/5b2/8/2K5/4B3/8 b - - 0 1", false, true},
		{"knight against queen", "8/8/2q1k3/8/8/3K4/4N3/8 b - - 0 1", false, true},
		{"knight against two queens", "8/8/2q1k3/8/q7/3K4/4N3/8 b - - 0 1", false, true},
		{"knight against rook", "8/8/4k3/4r3/8/3K4/4N3/8 w - - 0 1", true, true},
		{"knight against knight", "8/8/4k3/4n3/8/3K4/4N3/8 w - - 0 1", true, true},
		{"knight against pawn", "8/8/4k3/4p3/8/3K4/4N3/8 w - - 0 1", true, true},
		{"rook", "8/8/4k3/8/8/3K4/3R4/8 w - - 0 1", true, false},
		{"pawn", "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1", true, false},
		{"start", position.StartFEN, true, true},
		{"wall, kings only", "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", false, false},
		{"wall with a gap", "8/8/4k3/p1p1p3/P1P1P3/8/4K3/8 w - - 0 1", true, true},
		{"wall with a loose pawn in reach", "8/8/4k3/2p1p1p1/P1P1P1P1/P7/4K3/8 w - - 0 1", true, true},
		{"wall with a free pawn", "8/1p6/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", true, true},
		{"wall, bishop shut out by its colour", "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/5B2 w - - 0 1", false, false},
		{"wall, bishop takes pawns", "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/2B5 w - - 0 1", true, true},
		{"wall, rook", "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/2R5 w - - 0 1", true, true},
		{"only move leaves bare kings", "8/8/8/4k3/8/8/6q1/7K w - - 0 1", false, false},
		{"the same with another move", "8/8/8/4k3/8/8/4q3/7K w - - 0 1", false, true},
		{"mate on the board", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true, false},
		{"stalemate on the board", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos := mustPosition(t, tt.fen)
			white, black := CanMate(pos, position.White), CanMate(pos, position.Black)
			if white != tt.white || black != tt.black {
				t.Errorf("%s: got white %v, black %v, want %v, %v", tt.fen, white, black, tt.white, tt.black)
			}
			if got, want := IsDead(pos), !tt.white && !tt.black; got != want {
				t.Errorf("%s: got dead %v, want %v", tt.fen, got, want)
			}
			if got := pos.FEN(); got != tt.fen {
				t.Errorf("the position has changed to %s", got)
			}
		})
	}
}

// explorer looks at all positions that can follow, without any proof to cut
// the tree.
type explorer struct {
	pos   *position.Position
	seen  map[position.Key]bool
	mated [2]bool // by colour of the winner
	nodes int
}

func (e *explorer) visit() bool {
	if e.seen[e.pos.Key()] {
		return true
	}
	if e.nodes == 0 {
		return false
	}
	e.nodes--
	e.seen[e.pos.Key()] = true
	var list position.MoveList
	e.pos.GenerateLegal(&list)
	if list.N == 0 && e.pos.InCheck() {
		e.mated[e.pos.SideToMove().Other()] = true
	}
	for _, m := range list.Moves[:list.N] {
		e.pos.Make(m)
		complete := e.visit()
		e.pos.Unmake()
		if !complete {
			return false
		}
	}
	return true
}

// TestWallsByExploration compares the proof by a wall with the truth, on
// random walls whose positions can all be visited.
func TestWallsByExploration(t *testing.T) {
	const maxNodes = 30000
	rng := rand.New(rand.NewPCG(1, 2))
	closed, visited := 0, 0
	for try := 0; try < 60000 && visited < 60; try++ {
		pos, err := position.FromFEN(randomWall(rng))
		if err != nil || !pos.HasLegalMove() {
			continue
		}
		proven := [2]bool{cannotMateByWall(pos, position.White), cannotMateByWall(pos, position.Black)}
		if !proven[0] && !proven[1] {
			continue
		}
		closed++
		e := explorer{pos: pos.Clone(), seen: map[position.Key]bool{}, nodes: maxNodes}
		if !e.visit() {
			continue
		}
		visited++
		for c, p := range proven {
			if p && e.mated[c] {
				t.Errorf("%s: proven safe from %v, but there is a mate", pos.FEN(), position.Color(c))
			}
		}
	}
	if visited < 20 {
		t.Errorf("got %d walls visited of %d closed, want 20 at least", visited, closed)
	}
}

// randomWall makes a FEN with pairs of blocked pawns, kings on their sides of
// them, and sometimes a bishop.
func randomWall(rng *rand.Rand) string {
	var board [64]byte
	for file := 0; file < 8; file++ {
		if file%2 == 1 && rng.IntN(2) == 0 {
			continue
		}
		rank := 2 + rng.IntN(3)
		board[rank*8+file], board[(rank+1)*8+file] = 'P', 'p'
	}
	put := func(piece byte, lowRank int) {
		if sq := (lowRank+rng.IntN(2))*8 + rng.IntN(8); board[sq] == 0 {
			board[sq] = piece
		}
	}
	put('K', 0)
	put('k', 6)
	if rng.IntN(3) == 0 {
		put('B', 0)
	}
	if rng.IntN(4) == 0 {
		put('b', 6)
	}
	var fen strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := 0; file <= 8; file++ {
			if file < 8 && board[rank*8+file] == 0 {
				empty++
				continue
			}
			if empty > 0 {
				fen.WriteByte('0' + byte(empty))
				empty = 0
			}
			if file < 8 {
				fen.WriteByte(board[rank*8+file])
			}
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	return fen.String() + " w - - 0 1"
}

// TestMateClosesWall has a mate by the pawn whose move closed the wall: it is
// not one of the pieces, and still a mate.
func TestMateClosesWall(t *testing.T) {
	const fen = "8/8/5p1b/p1p1pPpk/PpPpP1Pp/1P1P3P/8/4K3 b - - 0 1"
	pos := mustPosition(t, fen)
	if pos.HasLegalMove() || !pos.InCheck() {
		t.Fatalf("%s: no mate", fen)
	}
	if _, closed := buildWall(pos); !closed {
		t.Errorf("%s: no wall", fen)
	}
	if cannotMate(pos, position.White) {
		t.Errorf("%s: mated, but called safe from it", fen)
	}
}

// TestLoneKnight is the proof that a knight cannot mate a king whose only
// helpers are queens: every check by a knight, every place of the winner's
// king, and every set of queens next to the checked king (queens further away
// block no flight square, so leaving them out keeps a mate a mate).
func TestLoneKnight(t *testing.T) {
	positions := 0
	for k := position.Square(0); k < 64; k++ {
		near := position.KingAttacks(k)
		for knights := position.KnightAttacks(k); knights != 0; knights &= knights - 1 {
			knight := position.Square(bits.TrailingZeros64(knights))
			for king := position.Square(0); king < 64; king++ {
				if king == k || king == knight || near&(1<<king) != 0 {
					continue
				}
				covered := position.KingAttacks(king) | position.KnightAttacks(knight)
				blocked := near &^ covered // flight squares that queens must block
				positions++
				// More queens than these only add captures of the knight.
				occupied := blocked | 1<<k | 1<<king | 1<<knight
				captured := position.QueenAttacks(knight, occupied)&blocked != 0
				if !captured {
					t.Fatalf("mate by a lone knight on %v, kings on %v and %v", knight, king, k)
				}
			}
		}
	}
	if positions == 0 {
		t.Error("nothing was looked at")
	}
}
