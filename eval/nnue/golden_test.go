package nnue

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden values of this program to testdata")

// TestGolden compares values of 20 positions with those in testdata. Each file
// names its network by checksum; its other lines are a value and a FEN. After a
// change of network:
//
//	go test ./eval/nnue -run Golden -update
func TestGolden(t *testing.T) {
	t.Run("random", func(t *testing.T) { golden(t, randomNetwork(newRand(30)), "golden_random.txt") })
	t.Run("embedded", func(t *testing.T) {
		if len(embedded) == 0 {
			t.Skip("net.bin is empty")
		}
		n, err := Default()
		if err != nil {
			t.Fatal(err)
		}
		golden(t, n, "golden_net.txt")
	})
}

// golden checks or writes the golden values of a network.
func golden(t *testing.T, n *Network, name string) {
	path := filepath.Join("testdata", name)
	want, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatalf("%v; write it with -update", err)
	}
	var got strings.Builder
	fmt.Fprintf(&got, "network %08x\n", n.Checksum())
	s := NewStack(n)
	for _, fen := range goldenFENs {
		pos := parse(t, fen)
		s.Reset(pos)
		fmt.Fprintf(&got, "%6d  %s\n", s.Evaluate(pos), fen)
	}
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s\nwrite %s with -update if the network has changed", got.String(), want, path)
	}
}

// goldenFENs are positions of all phases; the last ones are lopsided.
var goldenFENs = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
	"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
	"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
	"rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"2kr3r/ppp1qppp/2n1bn2/3p4/3P4/2N1BN2/PPPQ1PPP/2KR3R b - - 5 11",
	"2rq1rk1/pb1n1ppp/1p2pn2/8/1bBP4/2N1BN2/PP2QPPP/R2R2K1 w - - 4 13",
	"3r2k1/1p3ppp/p1p2n2/4r3/8/1PN1P3/P4PPP/2RR2K1 w - - 0 21",
	"8/5pk1/4p1p1/2R4p/p6P/r3P1P1/5PK1/8 b - - 1 38",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1",
	"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
	"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
	"6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1",
	"6k1/5ppp/8/8/8/8/5PPP/3Q2K1 b - - 0 1",
	"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK3 w Qkq - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
}
