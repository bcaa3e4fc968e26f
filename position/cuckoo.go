package position

// Upcoming repetition after M. N. J. van Kervinck, "The design and implementation of the
// Rookie 2.0 chess program" and his note on cuckoo tables: the difference of the keys of
// two positions one reversible move apart is one of 3668 numbers, which a cuckoo hash
// table finds in two look-ups. Here the earlier position is compared with the current one;
// a hit is a move of the side to move that leads back to it.

const (
	cuckooSize = 8192
	cuckooMask = cuckooSize - 1

	// reversibleMoves is how many pairs of squares the pieces but pawns move between.
	reversibleMoves = 3668

	// cuckooShift takes the second hash of a key from other bits than the first.
	cuckooShift = 16
)

var (
	cuckooKeys  [cuckooSize]Key
	cuckooMoves [cuckooSize]Move
)

// cuckooFirst and cuckooSecond are the two places a key may be at.
func cuckooFirst(k Key) int  { return int(k & cuckooMask) }
func cuckooSecond(k Key) int { return int(k >> cuckooShift & cuckooMask) }

func initCuckoo() {
	count := 0
	for c := White; c <= Black; c++ {
		for pt := Knight; pt <= King; pt++ {
			pc := MakePiece(c, pt)
			for a := Square(0); a < NoSquare; a++ {
				for b := a + 1; b < NoSquare; b++ {
					if PieceAttacks(pt, c, a, 0)&b.bit() != 0 {
						insertCuckoo(zobristPiece[pc][a]^zobristPiece[pc][b]^zobristSide, NewMove(a, b))
						count++
					}
				}
			}
		}
	}
	if count != reversibleMoves {
		panic("position: the table of reversible moves is incomplete")
	}
}

// insertCuckoo puts an entry in its first place and moves what was there to its other
// place, until one was free.
func insertCuckoo(k Key, m Move) {
	for i := cuckooFirst(k); ; {
		cuckooKeys[i], k = k, cuckooKeys[i]
		cuckooMoves[i], m = m, cuckooMoves[i]
		if m == NoMove {
			return
		}
		if first := cuckooFirst(k); i != first {
			i = first
		} else {
			i = cuckooSecond(k)
		}
	}
}

// HasUpcomingRepetition tells whether the side to move has a reversible move after which
// IsRepetition(ply+1) holds. The position must have been reached at the given ply.
func (p *Position) HasUpcomingRepetition(ply int) bool {
	end := p.reversible()
	key := p.st.key
	for back := minRepetitionPlies - 1; back <= end; back += 2 {
		diff := key ^ p.states[p.n-back].key
		i := cuckooFirst(diff)
		if cuckooKeys[i] != diff {
			if i = cuckooSecond(diff); cuckooKeys[i] != diff {
				continue
			}
		}
		m := cuckooMoves[i]
		from, to := m.From(), m.To()
		if betweenTable[from][to]&p.Occupied() != 0 {
			continue
		}
		// The piece stands on one of the two squares. When it belongs to the opponent, the
		// move is the one that led from there to here, not one that leads back.
		if p.pieces[p.side&1][allTypes]&(from.bit()|to.bit()) == 0 {
			continue
		}
		if back < ply || p.occurredBefore(p.n-back) > 0 {
			return true
		}
	}
	return false
}
