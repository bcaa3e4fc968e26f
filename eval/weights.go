package eval

import "tura/position"

// A pair is a middlegame and an endgame value in centipawns, packed into one
// number so that both are added at once.
type pair int32

const pairShift = 16

// both makes a pair.
func both(middle, end int) pair { return pair(middle<<pairShift + end) }

func (p pair) end() int    { return int(int16(p)) }
func (p pair) middle() int { return int((p - pair(int16(p))) >> pairShift) }

// blend mixes the two values by the phase.
func (p pair) blend(phase int) int {
	return (p.middle()*phase + p.end()*(maxPhase-phase)) / maxPhase
}

// The phase: how much of the middlegame each piece is worth.
const (
	phaseMinor = 1
	phaseRook  = 2
	phaseQueen = 4
	maxPhase   = 4*phaseMinor + 4*phaseMinor + 4*phaseRook + 2*phaseQueen
)

// tempo is what the right to move is worth.
const tempo = 12

// material holds the piece values, pawn to king.
var material = [...]pair{
	both(85, 112), both(335, 310), both(350, 325), both(480, 550), both(1010, 1000), 0,
}

// A pieceSquare describes where a piece type stands well: a value for its rank
// as its owner counts them, and one for the distance of its file from the edge
// (0 = a or h, 3 = d or e). The two are added.
type pieceSquare struct {
	rankMiddle, rankEnd [8]int
	fileMiddle, fileEnd [4]int
}

var pieceSquares = [...]pieceSquare{
	{ // pawn: advance, hold the centre
		rankMiddle: [8]int{0, -6, -4, 6, 14, 26, 50, 0},
		rankEnd:    [8]int{0, -6, -4, 2, 12, 30, 60, 0},
		fileMiddle: [4]int{-14, -4, 0, 12},
		fileEnd:    [4]int{4, 2, 0, -4},
	},
	{ // knight: towards the centre, not on the rim
		rankMiddle: [8]int{-28, -12, 4, 10, 18, 20, 4, -30},
		rankEnd:    [8]int{-20, -8, 2, 8, 10, 4, -6, -20},
		fileMiddle: [4]int{-28, -8, 6, 12},
		fileEnd:    [4]int{-20, -6, 4, 8},
	},
	{ // bishop: off the back rank
		rankMiddle: [8]int{-14, 4, 6, 6, 6, 4, -2, -12},
		rankEnd:    [8]int{-8, -4, 0, 4, 4, 2, -2, -6},
		fileMiddle: [4]int{-6, 4, 2, 4},
		fileEnd:    [4]int{-6, -2, 2, 4},
	},
	{ // rook: the seventh rank, central files
		rankMiddle: [8]int{0, -8, -10, -8, -2, 6, 18, 10},
		rankEnd:    [8]int{-4, -6, -4, 0, 4, 6, 10, 6},
		fileMiddle: [4]int{-10, -4, 4, 8},
		fileEnd:    [4]int{0, 0, 0, 0},
	},
	{ // queen: stay back early, take the centre late
		rankMiddle: [8]int{-2, 4, 2, 0, 0, 2, 4, 2},
		rankEnd:    [8]int{-26, -14, 2, 12, 16, 14, 8, 0},
		fileMiddle: [4]int{-4, 0, 2, 2},
		fileEnd:    [4]int{-14, -4, 6, 12},
	},
	{ // king: hide first, then come to the centre
		rankMiddle: [8]int{18, 0, -32, -56, -74, -84, -90, -94},
		rankEnd:    [8]int{-32, -10, 4, 16, 24, 26, 16, -8},
		fileMiddle: [4]int{16, 22, -6, -14},
		fileEnd:    [4]int{-20, -4, 8, 16},
	},
}

// placed is material plus piece-square value by piece and square, from White's
// view. A piece is colour<<3 | type, as position.Piece.
var placed = makePlaced()

func makePlaced() (table [16][64]pair) {
	for i := range pieceSquares {
		ps := &pieceSquares[i]
		for sq := range position.Square(64) {
			rank, file := sq.Rank(), min(sq.File(), 7-sq.File())
			value := material[i] + both(ps.rankMiddle[rank]+ps.fileMiddle[file], ps.rankEnd[rank]+ps.fileEnd[file])
			pt := position.Pawn + position.PieceType(i)
			table[position.MakePiece(position.White, pt)][sq] = value
			table[position.MakePiece(position.Black, pt)][sq^flipRank] = -value
		}
	}
	return table
}

// flipRank, xored to a square, mirrors it between the two players.
const flipRank = 56

// Pawns.
var (
	doubledPawn   = both(-8, -22)
	isolatedPawn  = both(-12, -14)
	connectedPawn = both(8, 6) // defended by a pawn

	// passedPawn is indexed by the rank as its owner counts them.
	passedPawn = [8]pair{0, both(0, 8), both(2, 14), both(10, 30), both(28, 58), both(58, 108), both(100, 175), 0}
)

const (
	// A passed pawn gains when the kings are badly or well placed: for each
	// rank from passedKingMinRank on, per square of distance to the square
	// before it.
	passedKingMinRank  = 3
	passedTheirKing    = 5
	passedOwnKing      = 3
	passedBlockedShare = 2 // a blocked one loses 1/2 of its endgame value
)

// Pieces, indexed by piece type - 1 where an array.
var (
	// mobility is the value of each reachable square beyond mobilityBase.
	mobility = [...]pair{0, both(4, 4), both(4, 5), both(2, 5), both(1, 3)}

	bishopPair     = both(28, 50)
	rookOpenFile   = both(28, 12)
	rookHalfOpen   = both(13, 8)
	attackedByPawn = both(42, 30) // a piece that a pawn attacks
	attackedRook   = both(22, 22) // rook or queen attacked by a knight or bishop
	shelterPawn    = both(24, 0)  // on the king's or a neighbouring file, one square ahead
	shelterFar     = both(12, 0)  // two squares ahead
	kingOpenFile   = both(-24, 0) // file at the king without own pawns
)

// mobilityBase is the usual number of reachable squares.
var mobilityBase = [...]int{0, 4, 6, 7, 13}

// ringAttack weighs an attack on the king ring, by the piece type; each attacked
// square of the ring adds ringSquare.
var ringAttack = [...]int{0, 4, 3, 5, 8}

const (
	ringSquare    = 1
	minAttackers  = 2   // fewer are no danger
	dangerDivisor = 3   // danger*danger/dangerDivisor centipawns in the middlegame
	maxDanger     = 500 // centipawns
	noQueenShare  = 3   // without a queen an attack is worth 1/3
)

// Endgames.
const (
	edgeWeight  = 12 // a lone king, per square away from the centre
	closeWeight = 6  // per square that the kings are closer

	// Scaling of drawish material, in sixteenths.
	scaleFull           = 16
	scaleNoPawns        = 3  // no pawns and at most a minor piece more
	scaleOppositeOnly   = 9  // opposite bishops and pawns only
	scaleOppositePieces = 13 // opposite bishops with other pieces

	// fadeDivisor: with the fifty-move count the value falls by count/fadeDivisor.
	fadeDivisor = 200
)
