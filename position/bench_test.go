package position

import "testing"

// benchFEN is a middlegame position with many moves and captures.
const benchFEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"start6", StartFEN, 6},
		{"kiwipete5", benchFEN, 5},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := mustFEN(b, c.fen)
			var nodes uint64
			for b.Loop() {
				nodes += p.Perft(c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// What a search asks of a position, once a node or once a move.
func BenchmarkNode(b *testing.B) {
	p := mustFEN(b, benchFEN)
	moves := legalMoves(p)
	var l MoveList
	perMove := func(name string, f func(Move)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, m := range moves {
					f(m)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
		})
	}
	perNode := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
	perMove("MakeUnmake", func(m Move) { p.Make(m); p.Unmake() })
	perMove("GivesCheck", func(m Move) { p.GivesCheck(m) })
	perMove("IsLegal", func(m Move) { p.IsLegal(m) })
	perMove("KeyAfter", func(m Move) { p.KeyAfter(m) })
	perNode("GenerateNoisy", func() { p.st.known = 0; p.GenerateNoisy(&l) })
	perNode("GenerateQuiet", func() { p.GenerateQuiet(&l) })
	perNode("GenerateLegal", func() { p.GenerateLegal(&l) })
	perNode("Threats", func() { p.Threats() })
	perNode("NullMove", func() { p.MakeNull(); p.UnmakeNull() })
}
