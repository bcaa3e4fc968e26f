package traindata

import (
	"encoding/binary"
	"math/bits"

	"tura/position"
)

// RecordSize is the number of bytes of a Record.
const RecordSize = 32

// A Record is one training position as its side to move sees it: when Black is
// to move the board is flipped upside down (square ^ 56) and the colours change
// places. Little-endian layout:
//
//	 0  occupied squares, 8 bytes
//	 8  a nibble for each piece in the order of its square, lower nibble first:
//	    0 to 5 for pawn to king, bit 3 set for a piece of the opponent, 16 bytes
//	24  score in centipawns, signed, 2 bytes
//	26  result: 0 lost, 1 drawn, 2 won
//	27  flags: bit 0 is set when Black is to move
//	28  own king's square
//	29  opponent's king's square
//	30  ply of the game, 2 bytes
//
// Score and result are from the side to move's view as well.
type Record [RecordSize]byte

// Places of the fields in a Record.
const (
	recordNibbles   = 8
	recordScore     = 24
	recordResult    = 26
	recordFlags     = 27
	recordOwnKing   = 28
	recordTheirKing = 29
	recordPly       = 30

	flagBlack = 1
	flipRank  = 56
)

// Encode stores the position with its score in centipawns and the game's result
// (1, 0, -1), both from White's view.
func (r *Record) Encode(pos *position.Position, score int16, result int8) {
	us := pos.SideToMove()
	flip := position.Square(0)
	occupied := pos.Occupied()
	r[recordFlags] = 0
	if us == position.Black {
		flip = flipRank
		occupied = bits.ReverseBytes64(occupied)
		score, result = -score, -result
		r[recordFlags] = flagBlack
	}
	binary.LittleEndian.PutUint64(r[:], occupied)
	clear(r[recordNibbles:recordScore])
	for i := 0; occupied != 0 && i < maxPieces; i++ {
		sq := position.Square(bits.TrailingZeros64(occupied))
		occupied &= occupied - 1
		piece := pos.PieceAt(sq ^ flip)
		nibble := byte(piece.Type() - position.Pawn)
		if piece.Color() != us {
			nibble |= blackBit
		}
		r[recordNibbles+i/2] |= nibble << (i % 2 * nibbleBits)
	}
	binary.LittleEndian.PutUint16(r[recordScore:], uint16(score))
	r[recordResult] = byte(result + 1)
	r[recordOwnKing] = byte(pos.KingSquare(us) ^ flip)
	r[recordTheirKing] = byte(pos.KingSquare(us.Other()) ^ flip)
	binary.LittleEndian.PutUint16(r[recordPly:], uint16(pos.GamePly()))
}

// Occupied returns the occupied squares.
func (r *Record) Occupied() uint64 { return binary.LittleEndian.Uint64(r[:]) }

// Nibble returns the code of the piece on the i-th occupied square, 0 <= i < 32:
// piece type - 1, plus 8 for a piece of the opponent.
func (r *Record) Nibble(i int) byte {
	return r[recordNibbles+i>>1] >> (i & 1 * nibbleBits) & nibbleMask
}

// Score returns the score in centipawns from the side to move's view.
func (r *Record) Score() int { return int(int16(binary.LittleEndian.Uint16(r[recordScore:]))) }

// Result returns the result of the game for the side to move: 0 lost, 1 drawn,
// 2 won.
func (r *Record) Result() int { return int(r[recordResult]) }

// OwnKing returns the square of the side to move's king, as that side sees it.
func (r *Record) OwnKing() position.Square { return position.Square(r[recordOwnKing]) }

// TheirKing returns the square of the opponent's king, as the side to move
// sees it.
func (r *Record) TheirKing() position.Square { return position.Square(r[recordTheirKing]) }

// BlackToMove tells whether Black is to move in the game.
func (r *Record) BlackToMove() bool { return r[recordFlags]&flagBlack != 0 }

// GamePly returns the number of half-moves before this position.
func (r *Record) GamePly() int { return int(binary.LittleEndian.Uint16(r[recordPly:])) }

// Decode calls visit for each piece in the order of the squares, with the
// square as the side to move sees it.
func (r *Record) Decode(visit func(pt position.PieceType, theirs bool, sq position.Square)) {
	for i, occupied := 0, r.Occupied(); occupied != 0 && i < maxPieces; i++ {
		nibble := r.Nibble(i)
		visit(position.PieceType(nibble&^blackBit)+position.Pawn, nibble&blackBit != 0, position.Square(bits.TrailingZeros64(occupied)))
		occupied &= occupied - 1
	}
}
