package position

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Positions survive writing and reading, in both ways to write castling rights.
func TestFENRoundTrip(t *testing.T) {
	for _, fen := range testFENs(t) {
		p := mustFEN(t, fen)
		if got := p.FEN(); got != fen {
			t.Errorf("got %q, want %q", got, fen)
		}
		q := mustFEN(t, p.ShredderFEN())
		if q.FEN() != fen || q.Key() != p.Key() {
			t.Errorf("%q: through %q got %q", fen, p.ShredderFEN(), q.FEN())
		}
	}
	visitRandom(t, reduced(5_000), func(p *Position) {
		q := mustFEN(t, p.FEN())
		if q.Key() != p.Key() || q.FEN() != p.FEN() || q.Checkers() != p.Checkers() {
			t.Errorf("%s: read again it is %s", p.FEN(), q.FEN())
		}
	})
}

// What is accepted although the text is not exactly what FEN would write.
func TestFENAccepts(t *testing.T) {
	for _, c := range []struct {
		name, fen, want string
		is960           bool
	}{
		{"four fields", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false},
		{"five fields", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1", false},
		{"spaces", "  4k3/8/8/8/8/8/8/4K3  w -\t- 0 1 ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false},
		{"move number 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false},
		{"clock above 100", "4k3/8/8/8/8/8/8/4K2R w - - 400 500", "4k3/8/8/8/8/8/8/4K2R w - - 400 500", false},
		{"rights without a rook", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", false},
		{"rights without the king", "4k3/8/8/8/8/4K3/8/R6R w KQ - 0 1", "4k3/8/8/8/8/4K3/8/R6R w - - 0 1", false},
		{"rights in any order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false},
		{"nobody can capture en passant", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", false},
		{"the wrong side could capture en passant", "4k3/8/8/8/4Pp2/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 w - - 0 1", false},
		{"en passant without a pawn", "4k3/8/8/8/5p2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/5p2/8/8/4K3 b - - 0 1", false},
		{"en passant through a piece", "4k3/8/8/8/4Pp2/8/4N3/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/4N3/4K3 b - - 0 1", false},
		{"en passant on rank 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - e1 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", false},
		{"the capture uncovers a check", "8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1", "8/8/8/8/R3Pp1k/8/8/4K3 b - - 0 1", false},
		{"Shredder, standard squares", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false},
		{"Shredder, inner rook", "1r2k3/8/8/8/8/8/8/RR2K1RR w BGb - 0 1", "1r2k3/8/8/8/8/8/8/RR2K1RR w GBq - 0 1", true},
		{"X-FEN, outermost rook", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", true},
		{"king on another file", "1k6/8/8/8/8/8/8/RK5R w KQ - 0 1", "1k6/8/8/8/8/8/8/RK5R w KQ - 0 1", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := FromFEN(c.fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.FEN(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if got := p.Chess960(); got != c.is960 {
				t.Errorf("Chess960 = %v, want %v", got, c.is960)
			}
		})
	}
}

func TestFENRefuses(t *testing.T) {
	for _, c := range []struct{ fen, field string }{
		{"", FieldCount},
		{"4k3/8/8/8/8/8/8/4K3 w -", FieldCount},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm e1e2", FieldCount},
		{"4k3/8/8/8/8/8/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/7/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/8p/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/44/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/9/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/0p7/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/ж7/4K3 w - - 0 1", FieldPieces},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", FieldPieces},
		{"P3k3/8/8/8/8/8/8/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 1", FieldPieces},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPnPP/RNBQKBNR w KQkq - 0 1", FieldPieces},
		{"4k3/8/8/8/8/3n1n2/8/r3K3 w - - 0 1", FieldPieces},
		{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", FieldSide},
		{"4k3/8/8/8/8/8/8/4K3 W - - 0 1", FieldSide},
		{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", FieldSide},
		{"8/8/8/8/8/4k3/4K3/8 w - - 0 1", FieldSide},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQKq - 0 1", FieldCastling},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQx - 0 1", FieldCastling},
		{"r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", FieldCastling},
		{"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", FieldCastling},
		{"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", FieldEnPassant},
		{"4k3/8/8/8/8/8/8/4K3 w - E6 0 1", FieldEnPassant},
		{"4k3/8/8/8/8/8/8/4K3 w - -e6 0 1", FieldEnPassant},
		{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", FieldRule50},
		{"4k3/8/8/8/8/8/8/4K3 w - - x 1", FieldRule50},
		{"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", FieldRule50},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", FieldFullMove},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 -3", FieldFullMove},
	} {
		p, err := FromFEN(c.fen)
		var fenErr *FENError
		switch {
		case err == nil:
			t.Errorf("%q: accepted as %q", c.fen, p.FEN())
		case !errors.As(err, &fenErr):
			t.Errorf("%q: error %v is no *FENError", c.fen, err)
		case fenErr.Field != c.field || fenErr.Reason == "" || fenErr.FEN != c.fen:
			t.Errorf("%q: got %+v, want field %q", c.fen, *fenErr, c.field)
		}
	}
}

// The collection of malformed positions says in words what to make of each line.
func TestFENMalformed(t *testing.T) {
	// Lines that only an engine without the bounds of the game could accept.
	impossible := []string{"black 17 pieces", "too many promoted pieces"}
	for _, line := range readLines(t, sharedFile(t, filepath.Join("rules", "malformed-fens.epd"))) {
		fen, remark, found := strings.Cut(line, ";")
		if !found {
			if _, err := FromFEN(line); err == nil {
				t.Errorf("%q: accepted", line)
			}
			continue
		}
		fen, _, _ = strings.Cut(fen, " bm ")
		_, err := FromFEN(fen)
		want := strings.Contains(remark, "OK") || strings.Contains(remark, "should be")
		if slices.ContainsFunc(impossible, func(s string) bool { return strings.Contains(remark, s) }) {
			want = false
		}
		if got := err == nil; got != want {
			t.Errorf("%q (%s): accepted %v, want %v (%v)", fen, strings.TrimSpace(remark), got, want, err)
		}
	}
}

// Any text is either refused, or makes a position that plays and that reads back the same.
func FuzzFEN(f *testing.F) {
	for _, fen := range testFENs(f) {
		f.Add(fen)
	}
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R w HAha e3 0 1")
	f.Add("8/8/8/8/8/8/8/8 w - - 0 1")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := FromFEN(fen)
		if err != nil {
			return
		}
		for _, text := range []string{p.FEN(), p.ShredderFEN()} {
			q, err := FromFEN(text)
			if err != nil {
				t.Fatalf("%q wrote %q: %v", fen, text, err)
			}
			if q.FEN() != p.FEN() || q.Key() != p.Key() {
				t.Fatalf("%q wrote %q, which reads as %q", fen, text, q.FEN())
			}
		}
		for _, m := range legalMoves(p) {
			if parsed, err := p.ParseMove(p.UCI(m)); err != nil || parsed != m {
				t.Fatalf("%q: %v reads as %v (%v)", fen, p.UCI(m), parsed, err)
			}
			p.Make(m)
			if p.attackersFrom(p.side, p.KingSquare(p.side.Other()), p.Occupied()) != 0 {
				t.Fatalf("%q: %v leaves the king in check", fen, m)
			}
			p.Unmake()
		}
		_ = p.String()
	})
}

// TestOutOfTurn looks at positions in which the side to move could take the king.
func TestOutOfTurn(t *testing.T) {
	for _, fen := range []string{
		"rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR w - - 0 1",
		"4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/8/3N4/8/8/8/4R3/4K3 w - - 0 1",
	} {
		if _, err := FromFEN(fen); err == nil {
			t.Errorf("FromFEN takes %q", fen)
		}
		p, err := FromFENOutOfTurn(fen)
		if err != nil {
			t.Errorf("FromFENOutOfTurn: %v", err)
			continue
		}
		king := p.KingSquare(p.SideToMove().Other())
		var legal, noisy MoveList
		p.GenerateLegal(&legal)
		p.GenerateNoisy(&noisy)
		for _, m := range append(legal.Moves[:legal.N:legal.N], noisy.Moves[:noisy.N]...) {
			if m.To() == king {
				t.Errorf("%q: %v takes the king", fen, m)
			}
			if !p.IsLegal(m) {
				t.Errorf("%q: %v is generated but not legal", fen, m)
			}
			p.GivesCheck(m) // looks up what Make then relies on
			p.Make(m)
			if got, want := p.st.checkers, recompute(p).checkers; got != want {
				t.Errorf("%q: checkers %x after %v, want %x", fen, got, m, want)
			}
			p.Unmake()
		}
		for m := range 1 << 16 {
			if move := Move(m); p.IsLegal(move) && move.To() == king {
				t.Errorf("%q: %v is legal", fen, move)
			}
		}
	}
	if _, err := FromFENOutOfTurn("8/8/8/3kK3/8/8/8/8 w - - 0 1"); err == nil {
		t.Error("kings side by side are taken")
	}
}
