package syzygy

import (
	"errors"

	"tura/position"
)

var (
	whitePawn = position.MakePiece(position.White, position.Pawn)
	blackPawn = position.MakePiece(position.Black, position.Pawn)

	errArrangement = errors.New("the men in the file are not those its name says, or in an impossible order")
)

// hasPawns tells whether either side has a pawn.
func (m material) hasPawns() bool { return m.count(whitePawn)+m.count(blackPawn) > 0 }

// arrange turns the sequence of men in the file into groups and gives every
// group its factor. order says at which digit of the index (0 is the fastest)
// the leading group and the second group of pawns come in; the other groups take
// the remaining digits in sequence. file is the leading pawn's.
func (p *placement) arrange(sequence []position.Piece, order [2]int, m material, file int) error {
	if !holds(sequence, m) {
		return errArrangement
	}
	leadSize, err := p.chooseLeaders(sequence, m)
	if err != nil {
		return err
	}
	for i := leadSize; i < len(sequence); {
		piece := sequence[i]
		n := m.count(piece)
		for _, same := range sequence[i:min(i+n, len(sequence))] {
			if same != piece {
				return errArrangement
			}
		}
		p.groups[p.n].piece = piece
		p.n++
		i += n
	}
	return p.assignFactors(order, m, file)
}

// holds tells whether a sequence has exactly the men of a material.
func holds(sequence []position.Piece, m material) bool {
	var sum material
	kings := 0
	for _, piece := range sequence {
		switch piece.Type() {
		case position.King:
			kings += 1 << piece.Color() // both kings: 1 + 2
		case position.NoPieceType, position.King + 1:
			return false
		}
		sum += materialUnit[piece]
	}
	return sum == m && kings == 3
}

// chooseLeaders finds the leading group and returns how many men it has. With
// pawns it is the lead side's pawns: the side with fewer, white when equal.
// Without, it is the first three men when three kinds occur just once in the
// material, else the two kings.
func (p *placement) chooseLeaders(sequence []position.Piece, m material) (int, error) {
	if m.hasPawns() {
		leader, second := whitePawn, blackPawn
		if white, black := m.count(whitePawn), m.count(blackPawn); white == 0 || black > 0 && black < white {
			leader, second = blackPawn, whitePawn
		}
		p.pawns = 1
		n := m.count(leader)
		if m.count(second) > 0 {
			p.pawns = 2
			if sequence[n] != second {
				return 0, errArrangement
			}
		}
		if sequence[0] != leader {
			return 0, errArrangement
		}
		return 0, nil
	}
	unique := 0
	for _, piece := range sequence {
		if m.count(piece) == 1 {
			unique++
		}
	}
	p.leaders = min(unique, len(p.lead))
	copy(p.lead[:], sequence[:p.leaders])
	for _, piece := range p.lead[:p.leaders] {
		if m.count(piece) != 1 || p.leaders == 2 && piece.Type() != position.King {
			return 0, errArrangement
		}
	}
	return p.leaders, nil
}

// assignFactors walks through the digits of the index, fastest first, and gives
// each group the product of the ranges of those before it.
func (p *placement) assignFactors(order [2]int, m material, file int) error {
	next := p.pawns             // next group that is not placed by order
	free := squares - p.leaders // squares left to that group
	for _, g := range p.groups[:p.pawns] {
		free -= m.count(g.piece)
	}
	digits := p.n
	if p.leaders > 0 {
		digits++
	}
	factor := uint64(1)
	for digit := range digits {
		var g *group
		var ways uint64
		switch {
		case digit == order[0] && p.leaders > 0:
			p.leadBase = factor
			if ways = leadTripleCount; p.leaders == 2 {
				ways = kingPairCount
			}
			factor *= ways
			continue
		case digit == order[0]:
			g = &p.groups[0]
			ways = leadPawnCount[m.count(g.piece)-1][file]
		case digit == order[1] && p.pawns > 1:
			g = &p.groups[1]
			ways = binomial[m.count(g.piece)][pawnSquares-m.count(p.groups[0].piece)]
		case next < p.n:
			g = &p.groups[next]
			n := m.count(g.piece)
			ways = binomial[n][free]
			free -= n
			next++
		default:
			return errArrangement // a place in order is out of range or taken twice
		}
		g.factor = factor
		factor *= ways
	}
	if next < p.n || p.leaders > 0 && p.leadBase == 0 || p.pawns > 0 && p.groups[0].factor == 0 {
		return errArrangement
	}
	p.size = factor
	return nil
}

// leadPawn returns the piece of the leading pawns, NoPiece without pawns.
func (p *placement) leadPawn() position.Piece {
	if p.pawns == 0 {
		return position.NoPiece
	}
	return p.groups[0].piece
}
