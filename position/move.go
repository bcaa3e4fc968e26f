package position

// Move is a move in sixteen bits: 0-5 the square it leaves, 6-11 the square it goes
// to, 12-15 a flag. A castling move goes to the square of the castling rook.
type Move uint16

// NoMove is no move at all; no legal move has this value.
const NoMove Move = 0

// The flags of a move. Captures and double pushes of pawns have FlagNormal.
// FlagPromotion is the first of four: knight, bishop, rook, queen.
const (
	FlagNormal    = 0
	FlagCastling  = 1
	FlagEnPassant = 2
	FlagPromotion = 4
)

const (
	moveToShift    = 6
	moveFlagShift  = 12
	moveSquareMask = 63
	// A move is a promotion when its two highest bits are 01 (flags 4 to 7).
	movePromotionShift = 14
	movePromotionMark  = 1
	movePieceMask      = 3
)

// NewMove returns the normal move from one square to another.
func NewMove(from, to Square) Move {
	return Move(from) | Move(to)<<moveToShift
}

// NewMoveFlag returns the move with one of the Flag constants
// (FlagPromotion + 0..3 for knight, bishop, rook, queen).
func NewMoveFlag(from, to Square, flag int) Move {
	return Move(from) | Move(to)<<moveToShift | Move(flag)<<moveFlagShift
}

// promotionFlag returns the flag of a promotion to pt (knight to queen).
func promotionFlag(pt PieceType) int { return int(pt) - int(Knight) + FlagPromotion }

// From returns the square the move leaves.
func (m Move) From() Square { return Square(m & moveSquareMask) }

// To returns the square the move goes to; the rook's square for castling.
func (m Move) To() Square { return Square(m >> moveToShift & moveSquareMask) }

// Flag returns the flag of the move.
func (m Move) Flag() int { return int(m >> moveFlagShift) }

// IsPromotion tells whether the move promotes a pawn.
func (m Move) IsPromotion() bool { return m>>movePromotionShift == movePromotionMark }

// Promotion returns the piece type a pawn becomes, NoPieceType when it stays a pawn.
func (m Move) Promotion() PieceType {
	if !m.IsPromotion() {
		return NoPieceType
	}
	return PieceType(m>>moveFlagShift&movePieceMask) + Knight
}

// IsCastling tells whether the move is castling.
func (m Move) IsCastling() bool { return m>>moveFlagShift == FlagCastling }

// IsEnPassant tells whether the move is an en passant capture.
func (m Move) IsEnPassant() bool { return m>>moveFlagShift == FlagEnPassant }

// String returns from, to and promotion letter, "e7e8q"; castling is king takes rook,
// and NoMove "0000". The text for a client is Position.UCI.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	s := m.From().String() + m.To().String()
	if m.IsPromotion() {
		s += m.Promotion().String()
	}
	return s
}

// maxMoves is the room of a MoveList. No legal chess position has more than 218 moves.
const maxMoves = 256

// MoveList is a list of moves of fixed room; only the first N are valid.
type MoveList struct {
	Moves [maxMoves]Move
	N     int
}

// add appends a move.
func (l *MoveList) add(m Move) {
	l.Moves[l.N&(maxMoves-1)] = m
	l.N++
}
