package book

import (
	"math/bits"

	"tura/position"
)

// squares is the number of squares of the board.
const squares = 64

// doublePush is the distance in squares of a pawn's double push.
const doublePush = 16

// Key returns the Polyglot key of pos: the exclusive or of one published number for each
// piece on its square, each castling right, the file of a pawn that can be taken en
// passant and White to move. It has nothing to do with [position.Position.Key].
//
// The format counts a pawn that has just made a double push as soon as an enemy pawn stands
// beside it, whether or not the capture is legal (the capturing pawn may be pinned).
// A position remembers the en passant square only when the capture is legal. Key therefore
// looks at the last move as well. When the position was set up from a FEN there is no last
// move, and a capture that is not legal is not counted: a book may then miss the position.
//
// The numbers of the four castling rights name a side, not a rook. A Chess960 position whose
// castling rook is not the outermost one has no key of its own; see ambiguousCastling.
func Key(pos *position.Position) uint64 {
	var key uint64
	for c := position.White; c <= position.Black; c++ {
		for pt := position.Pawn; pt <= position.King; pt++ {
			first := randomPiece + squares*pieceKind(c, pt)
			for set := pos.Pieces(c, pt); set != 0; set &= set - 1 {
				key ^= random[first+bits.TrailingZeros64(set)]
			}
		}
		for side := range castlingSides {
			if pos.CastlingRook(c, side) != position.NoSquare {
				key ^= random[randomCastle+castlingSides*int(c)+side]
			}
		}
	}
	if sq := enPassantTarget(pos); sq != position.NoSquare {
		key ^= random[randomEnPassant+sq.File()]
	}
	if pos.SideToMove() == position.White {
		key ^= random[randomTurn]
	}
	return key
}

// castlingSides is the number of castling sides: 0 = king side, 1 = queen side.
const castlingSides = 2

// pieceKind is the format's number of a piece: black pawn 0, white pawn 1, black knight 2
// and so on up to white king 11.
func pieceKind(c position.Color, pt position.PieceType) int {
	kind := 2 * (int(pt) - int(position.Pawn))
	if c == position.White {
		kind++
	}
	return kind
}

// enPassantTarget returns the square behind a pawn that has just made a double push when a
// pawn of the side to move attacks that square, legally or not, and NoSquare otherwise.
func enPassantTarget(pos *position.Position) position.Square {
	if sq := pos.EnPassant(); sq != position.NoSquare {
		return sq
	}
	us, them := pos.SideToMove(), pos.SideToMove().Other()
	last := pos.Dirty()
	if last.NSub != 1 || last.NAdd != 1 {
		return position.NoSquare // no move, or a capture, promotion or castling
	}
	from, to := last.Sub[0], last.Add[0]
	low, high := min(from.Square, to.Square), max(from.Square, to.Square)
	if to.Piece != position.MakePiece(them, position.Pawn) || high-low != doublePush {
		return position.NoSquare
	}
	// When moves have been taken back, the record of the last one is not that of the move
	// that led here; this finds out.
	if pos.Rule50() != 0 || pos.PieceAt(to.Square) != to.Piece || pos.PieceAt(from.Square) != position.NoPiece {
		return position.NoSquare
	}
	behind := (low + high) / 2
	if position.PawnAttacks(them, behind)&pos.Pieces(us, position.Pawn) == 0 {
		return position.NoSquare
	}
	return behind
}

// ambiguousCastling says whether a castling right of pos belongs to a rook that has another
// rook of its colour further out on the same side (Chess960). By the format's convention
// such positions are not in a book; their key would be that of another position.
func ambiguousCastling(pos *position.Position) bool {
	for c := position.White; c <= position.Black; c++ {
		for side := range castlingSides {
			rook := pos.CastlingRook(c, side)
			if rook == position.NoSquare {
				continue
			}
			others := pos.Pieces(c, position.Rook) & firstRank(c) &^ (1 << rook)
			if others&beyond(rook, side) != 0 {
				return true
			}
		}
	}
	return false
}

// firstRank returns the squares of the back rank of c.
func firstRank(c position.Color) uint64 {
	const rank1, rank8 = 0xff, 0xff << 56
	if c == position.White {
		return rank1
	}
	return rank8
}

// beyond returns the squares further out than sq: above it in square order on the king
// side, below it on the queen side.
func beyond(sq position.Square, side int) uint64 {
	below := uint64(1)<<sq - 1
	if side == 0 {
		return ^below
	}
	return below
}
