package position

import "testing"

func TestPerftQuick(t *testing.T) {
	for _, c := range []struct {
		fen   string
		depth int
		want  uint64
	}{
		{StartFEN, 5, 4865609},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
	} {
		p, err := FromFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Perft(c.depth); got != c.want {
			t.Errorf("%s depth %d: got %d, want %d", c.fen, c.depth, got, c.want)
		}
	}
}
