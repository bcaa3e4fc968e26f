package syzygy

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"tura/position"
)

func TestLeaderCounts(t *testing.T) {
	if got, want := kingPairCount, uint64(462); got != want {
		t.Errorf("king pairs: got %d, want %d", got, want)
	}
	if got, want := leadTripleCount, uint64(31332); got != want {
		t.Errorf("triples: got %d, want %d", got, want)
	}
	// One leading pawn: its squares on the left half. Two: for each of those the
	// squares that are junior to it.
	want := [2]uint64{pawnSquares / 2}
	for sq := uint8(firstPawnSquare); sq < firstPawnSquare+pawnSquares; sq++ {
		if sq%files < halfFiles {
			want[1] += uint64(pawnSeniority(sq))
		}
	}
	for n := range want {
		var got uint64
		for _, count := range leadPawnCount[n] {
			got += count
		}
		if got != want[n] {
			t.Errorf("%d leading pawns: got %d placements, want %d", n+1, got, want[n])
		}
	}
}

func TestPawnSeniority(t *testing.T) {
	seen := make(map[uint8]bool)
	for sq := uint8(firstPawnSquare); sq < firstPawnSquare+pawnSquares; sq++ {
		seen[pawnSeniority(sq)] = true
	}
	if len(seen) != pawnSquares {
		t.Errorf("got %d different seniorities, want %d", len(seen), pawnSquares)
	}
	for name, want := range map[string]uint8{"a2": 47, "h2": 46, "a3": 45, "h7": 36, "b2": 35, "d7": 1, "e7": 0} {
		sq, _ := position.ParseSquare(name)
		if got := pawnSeniority(uint8(sq)); got != want {
			t.Errorf("%s: got %d, want %d", name, got, want)
		}
	}
}

func TestRankOfSet(t *testing.T) {
	for _, tc := range []struct {
		set, used uint64
		base      int
		want      uint64
	}{
		{0b1, 0, 0, 0},
		{0b1000, 0, 0, 3},
		{0b1000, 0b101, 0, 1},
		{0b11, 0, 0, 0},
		{0b110, 0, 0, 2},
		{0b1010, 0b100, 0, 2},
		{1 << 63, 0, 0, 63},
		{3 << 8, 0, 8, 0},
		{1 << 20, 1<<10 | 1<<30, 8, 11},
	} {
		if got := rankOfSet(tc.set, tc.used, tc.base); got != tc.want {
			t.Errorf("rankOfSet(%b, %b, %d): got %d, want %d", tc.set, tc.used, tc.base, got, tc.want)
		}
	}
}

// sequenceOf lists men in an order that a file could have: leaders first.
func sequenceOf(m material) (sequence []position.Piece) {
	add := func(piece position.Piece, n int) {
		for range n {
			sequence = append(sequence, piece)
		}
	}
	kinds := []position.PieceType{position.King, position.Queen, position.Rook, position.Bishop, position.Knight}
	if m.hasPawns() {
		first, second := whitePawn, blackPawn
		if w, b := m.count(whitePawn), m.count(blackPawn); w == 0 || b > 0 && b < w {
			first, second = second, first
		}
		add(first, m.count(first))
		add(second, m.count(second))
	}
	for _, single := range []bool{true, false} {
		for _, kind := range kinds {
			for _, colour := range []position.Color{position.White, position.Black} {
				piece := position.MakePiece(colour, kind)
				if n := m.count(piece); (n == 1) == single {
					add(piece, n)
				}
			}
		}
	}
	return sequence
}

// TestIndex checks for tables of up to seven men that indexes are in range and
// that two positions share an index only if they are mirror images.
func TestIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{
		"KQvK", "KPvK", "KRvKR", "KNNvK", "KPPvK", "KPvKP", "KRPvKR", "KPPPvK", "KNNvKNN", "KBPPvKP",
		"KPPPPPvK", "KPPPvKPP", "KQRBvKNN", "KRRRvKQP", "KQQQQQvK", "KPPvKPPP",
	} {
		m, ok := parseName(name)
		if !ok {
			t.Fatalf("%s is not a name", name)
		}
		var parts [halfFiles]placement
		for part := range parts {
			order := [2]int{1, 0}
			if m.count(whitePawn) == 0 || m.count(blackPawn) == 0 {
				order = [2]int{0, noDigit}
			}
			if err := parts[part].arrange(sequenceOf(m), order, m, part); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		type key struct {
			part  uint8
			index uint64
		}
		seen := make(map[key]string)
		for range 400 {
			pos := fromFEN(t, randomFEN(random, []string{name}))
			v := view{pos: pos, swap: materialOf(pos) != m}
			var k key
			if m.hasPawns() {
				s, leader := leadPawn(v, parts[0].leadPawn())
				k.part = leader % files
				k.index = parts[k.part].pawnIndex(v, s, leader)
			} else {
				k.index = parts[0].index(v)
			}
			if size := parts[k.part].size; k.index >= size {
				t.Fatalf("%s: index %d of %s is out of range, size %d", name, k.index, pos.FEN(), size)
			}
			if other := seen[k]; other != "" && !mirrorImages(pos, fromFEN(t, other), m) {
				t.Fatalf("%s: %s and %s have the same index", name, pos.FEN(), other)
			}
			seen[k] = pos.FEN()
		}
	}
}

// mirrorImages tells whether two positions of that material are images of each
// other: mirrored in any way without pawns, left and right with them, and with
// colours exchanged where that is needed.
func mirrorImages(p, q *position.Position, m material) bool {
	image := func(pos *position.Position, s symmetry) string {
		v := view{pos: pos, swap: materialOf(pos) != m}
		if v.swap {
			s ^= mirrorRanks
		}
		var text strings.Builder
		for _, colour := range []position.Color{position.White, position.Black} {
			for kind := position.Pawn; kind <= position.King; kind++ {
				set := s.move(v.squaresOf(position.MakePiece(colour, kind)))
				for ; set != 0; set &= set - 1 {
					text.WriteString(position.Square(bits.TrailingZeros64(set)).String())
				}
				text.WriteByte('/')
			}
		}
		return text.String()
	}
	want := image(q, 0)
	for s := symmetry(0); s < symmetries; s++ {
		if m.hasPawns() && s&^mirrorFiles != 0 {
			continue
		}
		if image(p, s) == want {
			return true
		}
	}
	return false
}

func TestArrangeRejects(t *testing.T) {
	piece := func(letters string) (sequence []position.Piece) {
		for _, letter := range letters {
			colour := position.White
			if letter >= 'a' {
				colour, letter = position.Black, letter-('a'-'A')
			}
			kind := position.PieceType(strings.IndexRune("?PNBRQK", letter))
			sequence = append(sequence, position.MakePiece(colour, kind))
		}
		return sequence
	}
	for _, tc := range []struct {
		name, sequence string
		order          [2]int
		ok             bool
	}{
		{"KQvK", "KQk", [2]int{0, noDigit}, true},
		{"KQvK", "kQK", [2]int{0, noDigit}, true},
		{"KQvK", "KQk", [2]int{1, noDigit}, false}, // no such digit
		{"KQvK", "KRk", [2]int{0, noDigit}, false}, // other men
		{"KQvK", "KQK", [2]int{0, noDigit}, false},
		{"KQvK", "KQ?", [2]int{0, noDigit}, false},
		{"KNNvK", "KkNN", [2]int{1, noDigit}, true},
		{"KNNvK", "KNNk", [2]int{1, noDigit}, false}, // leaders are the kings
		{"KRRvKNN", "KkRRnn", [2]int{2, noDigit}, true},
		{"KRRvKNN", "KkRnRn", [2]int{2, noDigit}, false}, // not side by side
		{"KPvKP", "PpKk", [2]int{0, 1}, true},
		{"KPvKP", "pPKk", [2]int{0, 1}, false}, // white leads
		{"KPvKP", "PpKk", [2]int{1, 1}, false}, // the same digit
		{"KPvKP", "PpKk", [2]int{0, noDigit}, false},
		{"KPPvKP", "pPPKk", [2]int{1, 0}, true},
		{"KPPvKP", "PPpKk", [2]int{1, 0}, false}, // fewer pawns lead
		{"KPvK", "PKk", [2]int{2, noDigit}, true},
		{"KPvK", "KPk", [2]int{2, noDigit}, false}, // pawns first
	} {
		m, _ := parseName(tc.name)
		var p placement
		err := p.arrange(piece(tc.sequence), tc.order, m, 0)
		if (err == nil) != tc.ok {
			t.Errorf("%s as %s, order %v: got error %v, want ok %v", tc.name, tc.sequence, tc.order, err, tc.ok)
		}
	}
}
