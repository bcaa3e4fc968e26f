package traindata

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"tura/position"
)

// Layout of a packed start position; see the package comment.
const (
	packedSize      = 32
	packedNibbles   = 8
	packedSide      = 24
	packedEnPassant = 25
	packedRule50    = 26
	packedFullMove  = 28

	maxPieces      = 32
	nibbleBits     = 4
	nibbleMask     = 1<<nibbleBits - 1
	blackBit       = 8
	castlingNibble = 6 // in place of the rook's 3
)

// pack writes the position into b, which has packedSize bytes.
func pack(b []byte, pos *position.Position) {
	clear(b[:packedSize])
	occupied := pos.Occupied()
	binary.LittleEndian.PutUint64(b, occupied)
	var castling uint64
	for _, c := range [...]position.Color{position.White, position.Black} {
		for side := range castlingSides {
			if rook := pos.CastlingRook(c, side); rook != position.NoSquare {
				castling |= 1 << rook
			}
		}
	}
	for i := 0; occupied != 0 && i < maxPieces; i++ {
		sq := position.Square(bits.TrailingZeros64(occupied))
		occupied &= occupied - 1
		piece := pos.PieceAt(sq)
		nibble := byte(piece.Type() - position.Pawn)
		if castling>>sq&1 != 0 {
			nibble = castlingNibble
		}
		if piece.Color() == position.Black {
			nibble |= blackBit
		}
		b[packedNibbles+i/2] |= nibble << (i % 2 * nibbleBits)
	}
	b[packedSide] = byte(pos.SideToMove())
	b[packedEnPassant] = byte(pos.EnPassant())
	binary.LittleEndian.PutUint16(b[packedRule50:], uint16(pos.Rule50()))
	binary.LittleEndian.PutUint16(b[packedFullMove:], uint16(pos.FullMove()))
}

// castlingSides is the number of sides that a king can castle to.
const castlingSides = 2

var errPacked = errors.New("damaged start position")

// unpack turns a packed start position into a FEN. The FEN is not checked
// beyond what is needed to write it: position.FromFEN does that.
func unpack(b []byte) (string, error) {
	occupied := binary.LittleEndian.Uint64(b)
	if n := bits.OnesCount64(occupied); n < 2 || n > maxPieces {
		return "", fmt.Errorf("%w: %d pieces", errPacked, n)
	}
	var board [64]byte     // FEN letters, 0 = empty
	var castling [2]uint64 // castling rooks by colour
	for i, occ := 0, occupied; occ != 0; i++ {
		sq := bits.TrailingZeros64(occ)
		occ &= occ - 1
		nibble := b[packedNibbles+i/2] >> (i % 2 * nibbleBits) & nibbleMask
		kind, black := nibble&^blackBit, nibble&blackBit != 0
		if kind > castlingNibble {
			return "", fmt.Errorf("%w: piece %d", errPacked, nibble)
		}
		letter := "PNBRQKR"[kind]
		if kind == castlingNibble {
			castling[colour(black)] |= 1 << sq
		}
		if black {
			letter += 'a' - 'A'
		}
		board[sq] = letter
	}
	var s strings.Builder
	writeBoard(&s, &board)
	side := b[packedSide]
	if side > 1 {
		return "", fmt.Errorf("%w: side to move %d", errPacked, side)
	}
	s.WriteByte(' ')
	s.WriteByte("wb"[side])
	s.WriteByte(' ')
	writeCastling(&s, &board, castling)
	s.WriteByte(' ')
	ep := position.Square(b[packedEnPassant])
	if ep > position.NoSquare {
		return "", fmt.Errorf("%w: en passant square %d", errPacked, ep)
	}
	if ep == position.NoSquare {
		s.WriteByte('-')
	} else {
		s.WriteString(ep.String())
	}
	s.WriteByte(' ')
	s.WriteString(strconv.Itoa(int(binary.LittleEndian.Uint16(b[packedRule50:]))))
	s.WriteByte(' ')
	s.WriteString(strconv.Itoa(int(binary.LittleEndian.Uint16(b[packedFullMove:]))))
	return s.String(), nil
}

func colour(black bool) int {
	if black {
		return 1
	}
	return 0
}

// writeBoard writes the first field of a FEN.
func writeBoard(s *strings.Builder, board *[64]byte) {
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			letter := board[rank*8+file]
			if letter == 0 {
				empty++
				continue
			}
			if empty > 0 {
				s.WriteByte('0' + byte(empty))
				empty = 0
			}
			s.WriteByte(letter)
		}
		if empty > 0 {
			s.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			s.WriteByte('/')
		}
	}
}

// writeCastling writes the castling field of a FEN: K and Q for the outermost
// rook of the king's side and queen's side, the letter of its file for another.
func writeCastling(s *strings.Builder, board *[64]byte, castling [2]uint64) {
	if castling[0]|castling[1] == 0 {
		s.WriteByte('-')
		return
	}
	for c, rooks := range castling {
		lower := byte(c) * ('a' - 'A')
		home := board[c*56 : c*56+8]
		king := strings.IndexByte(string(home), 'K'+lower)
		for file := 7; file >= 0; file-- {
			if rooks>>(c*56+file)&1 == 0 {
				continue
			}
			letter, beyond := byte('Q'), home[:file]
			if file > king {
				letter, beyond = 'K', home[file+1:]
			}
			if strings.IndexByte(string(beyond), 'R'+lower) >= 0 {
				letter = 'A' + byte(file)
			}
			s.WriteByte(letter + lower)
		}
	}
}
