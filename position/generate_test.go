package position

import (
	"math/bits"
	"slices"
	"testing"
)

// sorted returns the moves of a list in order.
func sorted(l *MoveList) []Move {
	moves := slices.Clone(l.Moves[:l.N])
	slices.Sort(moves)
	return moves
}

// legalMoves returns all legal moves in order.
func legalMoves(p *Position) []Move {
	var l MoveList
	p.GenerateLegal(&l)
	return sorted(&l)
}

// The noisy and the quiet generator together give the legal list, and share it as IsNoisy does.
func TestGeneratorsAgree(t *testing.T) {
	visitRandom(t, reduced(100_000), func(p *Position) {
		var l MoveList
		var noisy, quiet []Move
		for _, m := range legalMoves(p) {
			if p.IsNoisy(m) {
				noisy = append(noisy, m)
			} else {
				quiet = append(quiet, m)
			}
		}
		p.GenerateNoisy(&l)
		if got := sorted(&l); !slices.Equal(got, noisy) {
			t.Errorf("%s: noisy moves %v, want %v", p.FEN(), got, noisy)
		}
		p.GenerateQuiet(&l)
		if got := sorted(&l); !slices.Equal(got, quiet) {
			t.Errorf("%s: quiet moves %v, want %v", p.FEN(), got, quiet)
		}
		if got, want := p.HasLegalMove(), len(noisy)+len(quiet) > 0; got != want {
			t.Errorf("%s: HasLegalMove %v, want %v", p.FEN(), got, want)
		}
		if got, want := p.Perft(1), uint64(len(noisy)+len(quiet)); got != want {
			t.Errorf("%s: Perft(1) %d, want %d", p.FEN(), got, want)
		}
	})
}

// The own evasions are those of the library, in the same order.
func TestEvasionsAgree(t *testing.T) {
	checks, doubles := 0, 0
	visitRandom(t, reduced(400_000), func(p *Position) {
		if !p.InCheck() {
			return
		}
		checks++
		if bits.OnesCount64(p.Checkers()) > 1 {
			doubles++
		}
		var want, got MoveList
		p.GenerateLegal(&want)
		p.GenerateEvasions(&got)
		if !slices.Equal(got.Moves[:got.N], want.Moves[:want.N]) {
			t.Errorf("%s: evasions %v, want %v", p.FEN(), got.Moves[:got.N], want.Moves[:want.N])
		}
	})
	t.Logf("%d positions in check, %d in double check", checks, doubles)
}

// IsLegal holds for exactly the legal moves among all 65536 values.
func TestIsLegalEveryMove(t *testing.T) {
	visitRandom(t, reduced(3000), func(p *Position) {
		var legal [1 << 16]bool
		for _, m := range legalMoves(p) {
			legal[m] = true
		}
		for v, want := range &legal {
			m := Move(v)
			if got := p.IsLegal(m); got != want {
				t.Errorf("%s: IsLegal(%v, flag %d) = %v, want %v", p.FEN(), m, m.Flag(), got, want)
			}
		}
	})
}

// In Chess960 castling can be the only move, so that the position is not stalemate.
func TestOnlyMoveIsCastling(t *testing.T) {
	p := mustFEN(t, "3r3k/8/8/8/8/1p6/1P6/BRK5 w B - 0 1")
	if moves := legalMoves(p); len(moves) != 1 || !moves[0].IsCastling() {
		t.Errorf("legal moves %v, want castling alone", moves)
	}
	if !p.HasLegalMove() {
		t.Error("HasLegalMove = false")
	}
}

func TestCastlingLegality(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		want            bool
	}{
		{"both ways free", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", true},
		{"queen side", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", true},
		{"b-file attacked is allowed", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true},
		{"b-file occupied is not", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1a1", false},
		{"in check", "4k3/8/8/8/4r3/8/8/R3K3 w Q - 0 1", "e1a1", false},
		{"through check", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", false},
		{"into check", "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", false},
		{"no right", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1a1", false},
		{"960: the rook hides the king's square from a rook", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", false},
		{"960: the same without the attacker", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", true},
		{"960: king and rook change places", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", true},
		{"960: a piece on the rook's square to be", "4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", "b1a1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustFEN(t, c.fen)
			from, _ := ParseSquare(c.move[:2])
			to, _ := ParseSquare(c.move[2:])
			m := NewMoveFlag(from, to, FlagCastling)
			if got := p.IsLegal(m); got != c.want {
				t.Errorf("IsLegal = %v, want %v", got, c.want)
			}
			if got := slices.Contains(legalMoves(p), m); got != c.want {
				t.Errorf("in the legal list: %v, want %v", got, c.want)
			}
		})
	}
}

func TestEnPassantLegality(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		moves     []string // legal en passant captures
	}{
		{"pinned along the capture", "4k3/5b2/8/3Pp3/2K5/8/8/8 w - e6 0 1", []string{"d5e6"}},
		{"pinned on the other diagonal", "4k3/1b6/8/3Pp3/4K3/8/8/8 w - e6 0 1", nil},
		{"pinned on its file", "3rk3/8/8/3Pp3/8/3K4/8/8 w - e6 0 1", nil},
		{"both pawns leave the king's rank", "4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 1", nil},
		{"one of two capturers is pinned", "3rk3/8/8/3PpP2/8/3K4/8/8 w - e6 0 1", []string{"f5e6"}},
		{"both may capture", "4k3/8/8/3PpP2/8/3K4/8/8 w - e6 0 1", []string{"d5e6", "f5e6"}},
		{"takes the checking pawn", "4k3/8/8/3Pp3/3K4/8/8/8 w - e6 0 1", []string{"d5e6"}},
		{"does not answer another check", "4k3/8/8/3Pp3/8/8/8/r3K3 w - e6 0 1", nil},
		{"black", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", []string{"e4d3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustFEN(t, c.fen)
			var got []string
			for _, m := range legalMoves(p) {
				if m.IsEnPassant() {
					got = append(got, m.String())
				}
			}
			if !slices.Equal(got, c.moves) {
				t.Errorf("en passant captures %v, want %v", got, c.moves)
			}
			if has := p.EnPassant() != NoSquare; has != (len(c.moves) > 0) {
				t.Errorf("en passant square %v with captures %v", p.EnPassant(), got)
			}
		})
	}
}

// The hot functions do not allocate; a full list costs the library's one slice.
func TestNoAllocation(t *testing.T) {
	p := mustFEN(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	checked := mustFEN(t, "4k3/8/8/8/4r3/8/3P1P2/3QKB2 w - - 0 1")
	moves := legalMoves(p)
	var l MoveList
	var sink bool
	got := testing.AllocsPerRun(100, func() {
		p.GenerateNoisy(&l)
		for _, m := range moves {
			sink = p.IsLegal(m) && p.GivesCheck(m) && p.KeyAfter(m) != 0
			p.Make(m)
			sink = sink && p.IsRepetition(1) && p.HasUpcomingRepetition(1) && p.Threats().All != 0
			p.Unmake()
		}
		p.MakeNull()
		p.UnmakeNull()
		checked.GenerateEvasions(&l)
	})
	_ = sink
	if got != 0 {
		t.Errorf("%v allocations, want 0", got)
	}
	if got := testing.AllocsPerRun(100, func() { p.GenerateQuiet(&l) }); got > 1 {
		t.Errorf("GenerateQuiet: %v allocations, want at most 1", got)
	}
}

func TestHasFreePiece(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      bool
	}{
		{"start position", StartFEN, true},
		{"king and pawns", "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1", false},
		{"a knight", "4k3/pppp4/8/8/8/8/4PPPP/3NK3 w - - 0 1", true},
		{"the knight is the opponent's", "4k3/pppp4/8/8/8/8/4PPPP/3NK3 b - - 0 1", false},
		{"a pinned knight", "4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1", false},
		{"a pinned rook, which may move along the pin", "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/5Rrk b - - 1 1", false},
		{"a pinned knight and a free one", "4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1", true},
		{"two pinned knights", "4k3/4r3/8/8/7b/4N3/5N2/4K3 w - - 0 1", false},
		{"pinned twice is not pinned", "4k3/4r3/8/8/4N3/4N3/8/4K3 w - - 0 1", true},
	} {
		if got := mustFEN(t, c.fen).HasFreePiece(); got != c.want {
			t.Errorf("%s, %s: %v, want %v", c.name, c.fen, got, c.want)
		}
	}
}
