package position

import "math/bits"

// fiftyMovePlies is the number of plies without capture and pawn move that make a draw.
const fiftyMovePlies = 100

// minRepetitionPlies is the least distance of two equal positions: both sides move a
// piece away and back.
const minRepetitionPlies = 4

// reversible returns how many plies back an equal position can be: not beyond the last
// capture, pawn move or null move, and not beyond the known history.
func (p *Position) reversible() int {
	return int(min(p.st.rule50, p.st.pliesFromNull))
}

// IsRepetition tells whether the position counts as a draw by repetition in a search
// that reached it at the given ply: it has occurred strictly after the root before, or
// twice in all. It looks back to the last irreversible move or null move.
func (p *Position) IsRepetition(ply int) bool {
	key := p.st.key
	earlier := 0
	for back, end := minRepetitionPlies, p.reversible(); back <= end; back += 2 {
		if p.states[p.n-back].key != key {
			continue
		}
		if earlier++; back < ply || earlier == 2 {
			return true
		}
	}
	return false
}

// RepetitionCount returns how often the position has occurred earlier in the game.
func (p *Position) RepetitionCount() int { return p.occurredBefore(p.n) }

// occurredBefore returns how many earlier positions are equal to that of states[n].
func (p *Position) occurredBefore(n int) int {
	st := &p.states[n]
	count := 0
	for back, end := minRepetitionPlies, int(min(st.rule50, st.pliesFromNull)); back <= end; back += 2 {
		if p.states[n-back].key == st.key {
			count++
		}
	}
	return count
}

// IsFiftyMoveDraw tells whether fifty moves without capture and pawn move were made by
// both sides, and the last was not checkmate.
func (p *Position) IsFiftyMoveDraw() bool {
	return p.st.rule50 >= fiftyMovePlies && (p.st.checkers == 0 || p.HasLegalMove())
}

// darkSquares are a1, c1 … h8.
const darkSquares uint64 = 0xAA55AA55AA55AA55

// IsInsufficientMaterial tells whether no sequence of moves can lead to mate: bare
// kings, one minor piece in all, or only bishops, all on squares of one colour.
func (p *Position) IsInsufficientMaterial() bool {
	if p.ByType(Pawn)|p.ByType(Rook)|p.ByType(Queen) != 0 {
		return false
	}
	knights, bishops := p.ByType(Knight), p.ByType(Bishop)
	if knights != 0 {
		return bits.OnesCount64(knights|bishops) <= 1
	}
	return bishops&darkSquares == 0 || bishops&^darkSquares == 0
}
