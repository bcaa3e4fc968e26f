package syzygy

import (
	"testing"
)

func BenchmarkProbeWDL(b *testing.B) {
	tables := openTables(b, dataDir(b, "syzygy"))
	for _, tc := range []struct{ name, fen string }{
		{"quiet", "8/8/8/3k4/8/2r5/8/K5Q1 w - - 0 1"},
		{"pawn", "8/8/8/3k4/8/2P5/6r1/K7 b - - 0 1"},
		{"pawns", "8/8/8/3k4/6p1/2P5/8/K7 w - - 0 1"},
		{"en-passant", "8/8/8/3k4/6pP/8/8/K7 b - h3 0 1"},
		{"capture", "8/8/3k4/8/5n2/4B3/8/K7 w - - 0 1"},
		{"captures", "8/8/3k4/8/5q2/4B3/8/K7 b - - 0 1"},
	} {
		pos := fromFEN(b, tc.fen)
		b.Run(tc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := tables.ProbeWDL(pos); !ok {
					b.Fatal("no result")
				}
			}
		})
	}
}
