package position

import (
	"strings"
	"testing"
)

func TestParseMove(t *testing.T) {
	const (
		castle  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		promote = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
		capture = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"
		inner   = "4k3/8/8/8/8/8/8/1R2KR2 w KQ - 0 1" // Chess960
		close   = "4k3/8/8/8/8/8/8/5KR1 w K - 0 1"    // Chess960, the king goes one square
	)
	for _, c := range []struct{ fen, text, want, uci string }{
		{castle, "e1g1", "e1h1", "e1g1"},
		{castle, "e1h1", "e1h1", "e1g1"},
		{castle, "e1c1", "e1a1", "e1c1"},
		{castle, "e1a1", "e1a1", "e1c1"},
		{castle, "e1f1", "e1f1", "e1f1"},
		{castle, "a1a8", "a1a8", "a1a8"},
		{promote, "a7a8q", "a7a8q", "a7a8q"},
		{promote, "a7a8N", "a7a8n", "a7a8n"},
		{promote, "a7b8r", "a7b8r", "a7b8r"},
		{capture, "d5e6", "d5e6", "d5e6"},
		{inner, "e1f1", "e1f1", "e1f1"},
		{inner, "e1g1", "e1f1", "e1f1"},
		{inner, "e1c1", "e1b1", "e1b1"},
		{close, "f1g1", "f1g1", "f1g1"},
		{close, "f1f2", "f1f2", "f1f2"},
	} {
		p := mustFEN(t, c.fen)
		m, err := p.ParseMove(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if got := m.String(); got != c.want {
			t.Errorf("%s: %q read as %s, want %s", c.fen, c.text, got, c.want)
		}
		if got := p.UCI(m); got != c.uci {
			t.Errorf("%s: UCI(%v) = %s, want %s", c.fen, m, got, c.uci)
		}
	}
}

func TestParseMoveRefuses(t *testing.T) {
	for _, c := range []struct{ fen, text, reason string }{
		{StartFEN, "", "two squares"},
		{StartFEN, "e2", "two squares"},
		{StartFEN, "e2e4qq", "two squares"},
		{StartFEN, "0000", "not a square"},
		{StartFEN, "e2e9", "not a square"},
		{StartFEN, "E2e4", "not a square"},
		{StartFEN, "e3e4", "no piece on e3"},
		{StartFEN, "e7e5", "who is to move"},
		{StartFEN, "e2e5", "not a legal move"},
		{StartFEN, "g1f3q", "no pawn on g1"},
		{StartFEN, "e2e4x", "not a promotion letter"},
		{StartFEN, "e2e4q", "not a legal move"},
		{StartFEN, "e1g1", "castling"},
		{StartFEN, "e1h1", "castling"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "promotion letter is missing"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "not a promotion letter"},
		{"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "pinned"},
		{"4k3/4r3/8/8/8/8/N7/4K3 w - - 0 1", "a2c3", "in check"},
	} {
		p := mustFEN(t, c.fen)
		m, err := p.ParseMove(c.text)
		if err == nil {
			t.Errorf("%s: %q accepted as %v", c.fen, c.text, m)
			continue
		}
		if got := err.Error(); !strings.Contains(got, c.reason) {
			t.Errorf("%s: %q: error %q does not say %q", c.fen, c.text, got, c.reason)
		}
	}
}

// Every legal move is read back from its text.
func TestMoveTextRoundTrip(t *testing.T) {
	visitRandom(t, reduced(5_000), func(p *Position) {
		for _, m := range legalMoves(p) {
			if got, err := p.ParseMove(p.UCI(m)); err != nil || got != m {
				t.Errorf("%s: %v written %q reads as %v (%v)", p.FEN(), m, p.UCI(m), got, err)
			}
		}
	})
}

func TestMoveFields(t *testing.T) {
	from, _ := ParseSquare("b7")
	to, _ := ParseSquare("a8")
	for pt := Knight; pt <= Queen; pt++ {
		m := NewMoveFlag(from, to, promotionFlag(pt))
		if m.From() != from || m.To() != to || m.Promotion() != pt || !m.IsPromotion() || m.IsCastling() || m.IsEnPassant() {
			t.Errorf("%v: fields %v %v %v", m, m.From(), m.To(), m.Promotion())
		}
	}
	if m := NewMove(from, to); m.Promotion() != NoPieceType || m.IsPromotion() || m.Flag() != FlagNormal {
		t.Errorf("%v is not a normal move", m)
	}
	if got := NoMove.String(); got != "0000" {
		t.Errorf("NoMove is written %q", got)
	}
}

func TestDrawing(t *testing.T) {
	got := New().String()
	for _, want := range []string{"| r | n | b | q | k | b | n | r | 8", StartFEN, New().Key().String()} {
		if !strings.Contains(got, want) {
			t.Errorf("the drawing lacks %q:\n%s", want, got)
		}
	}
}
