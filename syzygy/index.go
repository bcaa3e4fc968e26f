package syzygy

import (
	"math/bits"

	"tura/position"
)

const (
	squares   = 64
	files     = 8
	halfFiles = files / 2 // files a to d, what mirroring leaves
	pawnRanks = 6         // ranks 2 to 7

	// Squares a pawn can stand on, and the first of them.
	pawnSquares     = files * pawnRanks
	firstPawnSquare = files

	cornerSquares = 10 // a1-d1-d4 triangle, what all mirrorings leave
	maxLeadPawns  = MaxMen - 2
	maxGroup      = MaxMen - 1
)

// A symmetry is a set of mirrorings, applied files first, diagonal last.
type symmetry uint8

const (
	mirrorFiles    symmetry = 1 << iota // a <-> h
	mirrorRanks                         // 1 <-> 8
	mirrorDiagonal                      // a1-h8 line stays, b1 <-> a2
	symmetries     = 1 << iota
)

var (
	// mirrored[s][sq] is where sq lands under the symmetry s.
	mirrored [symmetries][squares]uint8

	// binomial[k][n] is the number of ways to choose k of n.
	binomial [maxGroup + 1][squares + 1]uint64

	// corner numbers the squares of the triangle: b1, c1, d1, c2, d2, d3, then
	// the diagonal a1, b2, c3, d4. Squares outside it are never looked up.
	corner [squares]uint8

	// kingPairs numbers the placements of two kings, leadTriples those of
	// three different men, first man in the triangle.
	kingPairs   [cornerSquares][squares]uint16
	leadTriples [cornerSquares][squares][squares]uint16

	// kingPairCount and leadTripleCount are how many such placements there are.
	kingPairCount, leadTripleCount uint64

	// leadPawnStart[n-1][file][rank-1] is the number of placements of n leading
	// pawns whose leader stands on a lower rank of that file, and
	// leadPawnCount[n-1][file] is the number of all of them.
	leadPawnStart [maxLeadPawns][halfFiles][pawnRanks]uint64
	leadPawnCount [maxLeadPawns][halfFiles]uint64
)

func init() {
	for s := symmetry(0); s < symmetries; s++ {
		for sq := range mirrored[s] {
			mirrored[s][sq] = s.apply(uint8(sq))
		}
	}
	for n := range binomial[0] {
		binomial[0][n] = 1
		for k := 1; k <= min(n, maxGroup); k++ {
			binomial[k][n] = binomial[k-1][n-1] + binomial[k][n-1]
		}
	}
	numberLeaders()
	numberLeadPawns()
}

// apply computes where a square lands; the table mirrored keeps the results.
func (s symmetry) apply(sq uint8) uint8 {
	file, rank := sq%files, sq/files
	if s&mirrorFiles != 0 {
		file = files - 1 - file
	}
	if s&mirrorRanks != 0 {
		rank = files - 1 - rank
	}
	if s&mirrorDiagonal != 0 {
		file, rank = rank, file
	}
	return rank*files + file
}

// side says where a square is: 0 on the a1-h8 diagonal, negative below it (the
// h1 side), positive above.
func side(sq int) int { return sq/files - sq%files }

// numberLeaders numbers the placements of a leading group without pawns. The
// first man is in the triangle. As long as all men are on the diagonal a
// reflection in it changes nothing, so the first man off the diagonal must be
// below it. Placements are numbered by how soon a man leaves the diagonal
// (soonest first), then in ascending order of the men's squares.
func numberLeaders() {
	var onDiagonal, below, all []int
	for sq := range squares {
		all = append(all, sq)
		switch s := side(sq); {
		case s == 0:
			onDiagonal = append(onDiagonal, sq)
		case s < 0:
			below = append(below, sq)
		}
	}
	var inCorner, inCornerDiagonal []int
	for _, sq := range below {
		if sq%files < halfFiles && sq/files < halfFiles {
			inCorner = append(inCorner, sq)
		}
	}
	inCornerDiagonal = onDiagonal[:halfFiles]
	for i, sq := range append(inCorner, inCornerDiagonal...) {
		corner[sq] = uint8(i)
	}

	pair := func(first, second []int) {
		for _, a := range first {
			for _, b := range second {
				if position.KingAttacks(position.Square(a))>>b&1 == 0 && a != b {
					kingPairs[corner[a]][b] = uint16(kingPairCount)
					kingPairCount++
				}
			}
		}
	}
	pair(inCorner, all)
	pair(inCornerDiagonal, below)
	pair(inCornerDiagonal, onDiagonal)

	triple := func(first, second, third []int) {
		for _, a := range first {
			for _, b := range second {
				for _, c := range third {
					if a != b && a != c && b != c {
						leadTriples[corner[a]][b][c] = uint16(leadTripleCount)
						leadTripleCount++
					}
				}
			}
		}
	}
	triple(inCorner, all, all)
	triple(inCornerDiagonal, below, all)
	triple(inCornerDiagonal, onDiagonal, below)
	triple(inCornerDiagonal, onDiagonal, onDiagonal)
}

// pawnSeniority orders the squares of pawns: the leading pawn is the one with
// the highest. Edge files come first, then low ranks, then the left half: a2 is
// 47, h2 46, a3 45, down to e7, which is 0.
func pawnSeniority(sq uint8) uint8 {
	file, rank := sq%files, sq/files
	edge := min(file, files-1-file)
	seniority := pawnSquares - 1 - edge*2*pawnRanks - 2*(rank-1)
	if file != edge {
		seniority--
	}
	return seniority
}

// numberLeadPawns fills the tables for leading pawns. With the leader on a
// square of seniority s the other pawns stand on some of the s lower squares.
func numberLeadPawns() {
	for n := range maxLeadPawns {
		for file := range halfFiles {
			sum := uint64(0)
			for rank := range pawnRanks {
				leadPawnStart[n][file][rank] = sum
				sum += binomial[n][pawnSeniority(uint8((rank+1)*files+file))]
			}
			leadPawnCount[n][file] = sum
		}
	}
}

// rankOfSet returns the rank of a set of squares among all sets of its size in
// the combinatorial number system. Squares below base and squares of used do
// not count: the groups numbered before occupy them.
func rankOfSet(set, used uint64, base int) uint64 {
	rank := uint64(0)
	for k := 1; set != 0; k++ {
		sq := bits.TrailingZeros64(set)
		free := sq - base - bits.OnesCount64(used&(1<<sq-1))
		rank += binomial[k][free]
		set &= set - 1
	}
	return rank
}

// A group is one digit of the index: equal men that are numbered together.
// The leading group of a table without pawns may mix kinds.
type group struct {
	piece  position.Piece // in the table's colours
	factor uint64         // what one step of this digit is worth in the index
}

// A placement says how the men of one part of a table make an index.
type placement struct {
	lead     [3]position.Piece // leading group of a table without pawns
	leaders  int               // men in lead: 2 or 3; 0 in tables with pawns
	leadBase uint64            // factor of the leading group without pawns
	pawns    int               // groups of pawns: 0, 1 or 2, first in groups
	groups   [MaxMen]group     // the groups (after lead, if there is one)
	n        int               // number of groups
	size     uint64            // one more than the highest index
}

// A view is how a position is looked at to match a table.
type view struct {
	pos  *position.Position
	swap bool // exchange colours (and, with pawns, turn the board upside down)
}

// squaresOf returns the men that are piece from the table's point of view, on
// the squares of the position.
func (v view) squaresOf(piece position.Piece) uint64 {
	colour := piece.Color()
	if v.swap {
		colour = colour.Other()
	}
	return v.pos.Pieces(colour, piece.Type())
}

// move applies a symmetry to a set of squares.
func (s symmetry) move(set uint64) uint64 {
	to := uint64(0)
	for table := &mirrored[s]; set != 0; set &= set - 1 {
		to |= 1 << (table[bits.TrailingZeros64(set)] & (squares - 1))
	}
	return to
}

// index returns the index of a position without pawns. Two kings that stand
// side by side make a wrong index, but never one above p.size.
func (p *placement) index(v view) uint64 {
	var sq [3]uint8
	for i := range p.leaders {
		sq[i] = uint8(bits.TrailingZeros64(v.squaresOf(p.lead[i])) & (squares - 1))
	}
	s := frame(sq[:p.leaders])
	used := uint64(0)
	for i := range p.leaders {
		sq[i] = mirrored[s][sq[i]]
		used |= 1 << sq[i]
	}
	var lead uint16
	if p.leaders == 2 {
		lead = kingPairs[corner[sq[0]]][sq[1]]
	} else {
		lead = leadTriples[corner[sq[0]]][sq[1]][sq[2]]
	}
	return p.addGroups(v, s, used, 0, uint64(lead)*p.leadBase)
}

// frame returns the symmetry that brings the first man into the triangle and
// the first man off the diagonal below it.
func frame(men []uint8) symmetry {
	var s symmetry
	if men[0]%files >= halfFiles {
		s |= mirrorFiles
	}
	if men[0]/files >= halfFiles {
		s |= mirrorRanks
	}
	for _, sq := range men {
		if where := side(int(mirrored[s][sq])); where != 0 {
			if where > 0 {
				s |= mirrorDiagonal
			}
			break
		}
	}
	return s
}

// addGroups adds the digits of the groups from first on to an index. used are
// the squares of the men numbered before, after the symmetry.
func (p *placement) addGroups(v view, s symmetry, used uint64, first int, index uint64) uint64 {
	for i := first; i < p.n; i++ {
		g := &p.groups[i]
		set := s.move(v.squaresOf(g.piece))
		index += rankOfSet(set, used, 0) * g.factor
		used |= set
	}
	return index
}

// leadPawn finds the leading pawn of a position. It returns the symmetry that
// brings it to files a to d (and colours right), and its square after that.
func leadPawn(v view, piece position.Piece) (symmetry, uint8) {
	var s symmetry
	if v.swap {
		s = mirrorRanks
	}
	var leader, highest uint8
	for set := v.squaresOf(piece); set != 0; set &= set - 1 {
		sq := mirrored[s][bits.TrailingZeros64(set)]
		if seniority := pawnSeniority(sq); leader == 0 || seniority > highest {
			leader, highest = sq, seniority
		}
	}
	if leader%files >= halfFiles {
		s |= mirrorFiles
		leader = mirrored[mirrorFiles][leader]
	}
	return s, leader
}

// pawnIndex returns the index of a position with pawns, seen through the
// symmetry and with the leading pawn that leadPawn found.
func (p *placement) pawnIndex(v view, s symmetry, leader uint8) uint64 {
	lead := s.move(v.squaresOf(p.groups[0].piece))
	var juniors uint64 // the other leading pawns, by seniority
	for set := lead &^ (1 << leader); set != 0; set &= set - 1 {
		juniors |= 1 << pawnSeniority(uint8(bits.TrailingZeros64(set)))
	}
	count := bits.OnesCount64(juniors)
	number := leadPawnStart[count][leader%files][leader/files-1] + rankOfSet(juniors, 0, 0)
	index := number * p.groups[0].factor
	used := lead
	if p.pawns > 1 {
		g := &p.groups[1]
		set := s.move(v.squaresOf(g.piece))
		index += rankOfSet(set, used, firstPawnSquare) * g.factor
		used |= set
	}
	return p.addGroups(v, s, used, p.pawns, index)
}
