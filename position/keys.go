package position

import "fmt"

// Key is the Zobrist key of a position: the exclusive or of one fixed random number
// for every piece on its square, for the set of castling rights, for the file of the
// en passant square and for Black to move. Equal in every process.
// See https://www.chessprogramming.org/Zobrist_Hashing.
type Key uint64

var (
	zobristPiece     [pieceCodes][squareCount]Key
	zobristEnPassant [squareCount + 1]Key // zero for NoSquare
	zobristCastling  [castlingSets]Key    // zero for no rights
	zobristSide      Key
)

// keyMask tells, by piece, which of the partial keys a piece belongs to.
var keyMask [pieceCodes]struct{ pawn, minor, nonPawn Key }

// zobristSeed starts the random numbers. Any change makes every stored key invalid.
const zobristSeed = 0x54757261_526F6F6B

// splitMix64 is the generator of Steele, Lea and Flood, "Fast splittable pseudorandom
// number generators" (2014): one step from the state to a well mixed number.
func splitMix64(state *uint64) uint64 {
	*state += 0x9E3779B97F4A7C15
	z := *state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func initKeys() {
	state := uint64(zobristSeed)
	for c := White; c <= Black; c++ {
		for pt := Pawn; pt <= King; pt++ {
			pc := MakePiece(c, pt)
			for sq := range zobristPiece[pc] {
				zobristPiece[pc][sq] = Key(splitMix64(&state))
			}
			const all = ^Key(0)
			mask := &keyMask[pc]
			switch pt {
			case Pawn:
				mask.pawn = all
			case Knight, Bishop:
				mask.minor, mask.nonPawn = all, all
			case Rook, Queen:
				mask.nonPawn = all
			case King:
				mask.minor, mask.nonPawn = all, all
			}
		}
	}
	for file := range fileCount {
		k := Key(splitMix64(&state))
		for sq := Square(file); sq < NoSquare; sq += fileCount {
			zobristEnPassant[sq] = k
		}
	}
	// A set of rights has the exclusive or of its members, so that keys stay independent.
	var single [castlingKinds]Key
	for i := range single {
		single[i] = Key(splitMix64(&state))
	}
	for set := range zobristCastling {
		for i, k := range single {
			if set>>i&1 != 0 {
				zobristCastling[set] ^= k
			}
		}
	}
	zobristSide = Key(splitMix64(&state))
}

// toggle adds a piece to, or takes it from, the partial keys of the state.
func (st *state) toggle(pc Piece, k Key) {
	mask := &keyMask[pc&(pieceCodes-1)]
	st.pawnKey ^= k & mask.pawn
	st.minorKey ^= k & mask.minor
	st.nonPawnKey[pc>>3&1] ^= k & mask.nonPawn
}

// computeKeys fills all keys of the current state from the board.
func (p *Position) computeKeys() {
	st := p.st
	st.pawnKey, st.minorKey = 0, 0
	st.nonPawnKey = [2]Key{}
	key := zobristCastling[st.rights] ^ zobristEnPassant[st.enPassant]
	if p.side == Black {
		key ^= zobristSide
	}
	for sq, pc := range p.board {
		if pc != NoPiece {
			k := zobristPiece[pc][sq]
			key ^= k
			st.toggle(pc, k)
		}
	}
	st.key = key
}

// KeyAfter returns the key of the position after m, for prefetching: exact for normal
// moves except a double push that allows an en passant capture, exact for promotions
// and en passant, and only near for castling.
func (p *Position) KeyAfter(m Move) Key {
	st := p.st
	from, to := m.From(), m.To()
	pc, captured := p.board[from], p.board[to]
	key := st.key ^ zobristSide ^ zobristEnPassant[st.enPassant] ^
		zobristPiece[pc&(pieceCodes-1)][from] ^ zobristPiece[captured&(pieceCodes-1)][to]
	lost := st.rights & (p.rightsLost[from] | p.rightsLost[to])
	key ^= zobristCastling[lost&(castlingSets-1)]
	switch {
	case m.IsPromotion():
		pc = MakePiece(p.side, m.Promotion())
	case m.IsEnPassant():
		key ^= zobristPiece[MakePiece(p.side.Other(), Pawn)][to^enPassantStep]
	}
	return key ^ zobristPiece[pc&(pieceCodes-1)][to]
}

// String returns the key as sixteen upper-case hexadecimal digits.
func (k Key) String() string { return fmt.Sprintf("%016X", uint64(k)) }
