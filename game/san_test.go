package game

import (
	"errors"
	"testing"

	"tura/position"
)

// TestSAN writes moves, and reads each of them again in several spellings.
func TestSAN(t *testing.T) {
	tests := []struct {
		name  string
		fen   string
		uci   string
		san   string
		other []string // spellings that are read too
	}{
		{"pawn", position.StartFEN, "e2e4", "e4", []string{"e2e4", "e2-e4", "Pe4", "e4!?", "e4+", " e4 "}},
		{"knight", position.StartFEN, "g1f3", "Nf3", []string{"Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "Nf3!", "Nf3#"}},
		{"pawn capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5", []string{"ed5", "e4xd5", "e4:d5"}},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", []string{"exd6e.p.", "exd6 e.p.", "ed6"}},
		{"promotion", "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q", []string{"e8Q", "e8(Q)", "e8/Q", "e7e8q", "e8=q"}},
		{"underpromotion with check", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N+", []string{"e8N", "e8=N"}},
		{"promotion to a bishop", "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8b", "e8=B", []string{"e8B", "e7e8b"}},
		{"capture and promotion with mate", "3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q#", []string{"ed8Q", "exd8=Q+"}},
		{"castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O", []string{"0-0", "O-O+"}},
		{"castling, queen side", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O", []string{"0-0-0"}},
		{"castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+", []string{"O-O"}},
		{"castling with mate", "3rkr2/3p1p2/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O", nil},
		{"file", "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1", "b1d2", "Nbd2", []string{"Nb1d2"}},
		{"rank", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3", []string{"Ra1a3"}},
		{"file before rank", "4k3/8/8/R7/8/8/8/3RK3 w - - 0 1", "d1d5", "Rdd5", []string{"R1d5"}},
		{"rank of two queens", "1k6/8/8/8/7Q/8/8/K6Q w - - 0 1", "h4e1", "Q4e1", []string{"Qh4e1"}},
		{"both", "8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1+", []string{"Qh4e1"}},
		{"a pinned rival does not count", "4k3/8/8/8/4r3/8/4N3/4K1N1 w - - 0 1", "g1f3", "Nf3", []string{"Ngf3"}},
		{"three knights", "4k3/8/8/1N6/8/1N3N2/8/4K3 w - - 0 1", "b3d4", "Nb3d4", nil},
		{"capture with file", "4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1", "c3d5", "Ncxd5", []string{"Ncd5", "Nc3xd5"}},
		{"king", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d2", "Kd2", []string{"Ke1d2"}},
		{"mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#", []string{"Ra8"}},
		{"discovered check", "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c3", "Nc3+", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos := mustPosition(t, tt.fen)
			m, err := pos.ParseMove(tt.uci)
			if err != nil {
				t.Fatal(err)
			}
			if got := SAN(pos, m); got != tt.san {
				t.Errorf("got %q, want %q", got, tt.san)
			}
			for _, s := range append([]string{tt.san}, tt.other...) {
				if got, err := ParseSAN(pos, s); got != m || err != nil {
					t.Errorf("%q: got %v, %v, want %v", s, got, err, m)
				}
			}
			if got, err := ParseMove(pos, tt.uci); got != m || err != nil {
				t.Errorf("%q: got %v, %v, want %v", tt.uci, got, err, m)
			}
			if got := pos.FEN(); got != tt.fen {
				t.Errorf("the position has changed to %s", got)
			}
		})
	}
}

// TestSANChess960 writes castling where king and rook stand anywhere.
func TestSANChess960(t *testing.T) {
	tests := []struct{ fen, uci, san string }{
		{"4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1h1", "O-O"},
		{"4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1a1", "O-O-O"},
		{"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "O-O"},
		{"4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", "f1a1", "O-O-O"},
		{"4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", "f1e1", "Ke1"},
		{"5k2/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "O-O+"},
		{"4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", "a1e1", "Re1+"},
	}
	for _, tt := range tests {
		pos := mustPosition(t, tt.fen)
		pos.SetChess960(true)
		m, err := pos.ParseMove(tt.uci)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := SAN(pos, m); got != tt.san {
			t.Errorf("%s %s: got %q, want %q", tt.fen, tt.uci, got, tt.san)
		}
		if got, err := ParseSAN(pos, tt.san); got != m || err != nil {
			t.Errorf("%s: got %v, %v, want %v", tt.san, got, err, m)
		}
	}
}

func TestParseSANFaults(t *testing.T) {
	const fen = "4k3/P7/8/8/8/2N1N3/8/R3K2R w - - 0 1"
	for _, s := range []string{
		"", "x", "e", "e9", "i4", "Nd5", "Nxx", "Nd9", "Na1b2c3", "O-O", "0-0-0", "a8", "a8=K", "a8=P", "Ke8", "Bb5",
		"--", "Z0", "N", "=Q", "+", "Nce4#x", "Ncc5", "é4", "a8=Qq", "()", "O-O-O-O",
	} {
		pos := mustPosition(t, fen)
		m, err := ParseSAN(pos, s)
		var san *SANError
		if m != position.NoMove || !errors.As(err, &san) || san.Text != s || san.Error() == "" {
			t.Errorf("%q: got %v, %v, want a *SANError", s, m, err)
		}
		if _, err := ParseMove(pos, s); err == nil {
			t.Errorf("%q was read as a move", s)
		}
	}
}

// TestSANRoundTrip goes through every legal move of some positions rich in
// likes of one piece: the text must lead back to the move, and be as short as
// can be.
func TestSANRoundTrip(t *testing.T) {
	for _, fen := range []string{
		position.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"NNN5/N1N5/NNN5/8/8/8/8/4K2k w - - 0 1",
		"7k/8/1N3N2/8/1N3N2/8/3K4/8 w - - 0 1",
		"8/PPPP3k/8/8/8/8/4K3/8 w - - 0 1",
		"R6R/8/8/3k4/8/8/8/R3K2R w KQ - 0 1",
	} {
		pos := mustPosition(t, fen)
		var list position.MoveList
		pos.GenerateLegal(&list)
		seen := map[string]bool{}
		for _, m := range list.Moves[:list.N] {
			san := SAN(pos, m)
			if seen[san] {
				t.Errorf("%s: %q twice", fen, san)
			}
			seen[san] = true
			if got, err := ParseSAN(pos, san); got != m || err != nil {
				t.Errorf("%s: %q gives %v, %v, want %v", fen, san, got, err, m)
			}
		}
	}
}

func FuzzParseSAN(f *testing.F) {
	for _, s := range []string{"e4", "Nbxd2+", "O-O-O#", "exd8=Q", "e8(N)", "Ng1-f3!?", "\xff", "e.p."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		pos := position.New()
		m, err := ParseMove(pos, s)
		if err == nil && !pos.IsLegal(m) {
			t.Errorf("%q gives the illegal move %v", s, m)
		}
	})
}
