package nnue

import "tura/position"

// Layout of the features of one perspective.
const (
	squares       = 64              // features of one kind of piece
	theirs        = PieceInputs / 2 // first feature of the enemy's pieces
	mirrorFiles   = 7               // square ^ 7: left and right exchanged
	mirrorRanks   = 56              // square ^ 56: top and bottom exchanged
	rightHalf     = 2               // bit of a square that tells files e to h
	pieceCodes    = 16              // size of a table indexed by position.Piece
	bothColors    = 2               // size of a table indexed by position.Color
	typesPerColor = position.King   // piece types, Pawn to King
	firstType     = position.Pawn   // piece type of the first features
	colors        = position.Black  // largest colour, the bound of loops over both
)

// kingBuckets holds the king bucket of each square of a perspective's own king, as
// the perspective sees it, so on files a to d: at home in the corner or in the
// middle, and in endgames on the own or the other half of the board. (King buckets come
// from Yu Nasu's HalfKP, "Efficiently updatable neural-network-based evaluation
// functions for computer shogi", 2018, which has one for each square.)
var kingBuckets = [squares]uint8{
	0, 0, 1, 1, 0, 0, 0, 0,
	0, 0, 1, 1, 0, 0, 0, 0,
	2, 2, 2, 2, 0, 0, 0, 0,
	2, 2, 2, 2, 0, 0, 0, 0,
	3, 3, 3, 3, 0, 0, 0, 0,
	3, 3, 3, 3, 0, 0, 0, 0,
	3, 3, 3, 3, 0, 0, 0, 0,
	3, 3, 3, 3, 0, 0, 0, 0,
}

// A View is how a perspective sees the board: the squares it exchanges and the
// king bucket it is in, in one number. For a feature of the first king bucket and
// an unturned square, base + (View ^ square) is the feature of this view: the low
// six bits turn the square, and the others are PieceInputs times the king bucket.
type View uint16

// PerspectiveView returns the view of a perspective whose own king stands on
// kingSquare.
func PerspectiveView(perspective position.Color, kingSquare position.Square) View {
	turn := kingSquare>>rightHalf&1*mirrorFiles ^ position.Square(perspective)*mirrorRanks
	return View(turn) + PieceInputs*View(kingBuckets[kingSquare^turn])
}

// half returns 1 when the view mirrors left and right, else 0.
func (v View) half() View { return v & 1 }

// kingBucket returns the king bucket of the view.
func (v View) kingBucket() View { return v / PieceInputs }

// featureBase holds the first feature of each piece in the first king bucket, by
// perspective.
var featureBase = newFeatureBase()

func newFeatureBase() (base [bothColors][pieceCodes]uint16) {
	for perspective := position.White; perspective <= colors; perspective++ {
		for color := position.White; color <= colors; color++ {
			for pt := firstType; pt <= typesPerColor; pt++ {
				first := squares * int(pt-firstType)
				if color != perspective {
					first += theirs
				}
				base[perspective][position.MakePiece(color, pt)] = uint16(first)
			}
		}
	}
	return base
}

// FeatureIndex returns the number, 0 to Inputs-1, of the feature "this piece on
// this square" as seen by a perspective whose own king stands on kingSquare:
//
//	768·(king bucket) + 384·(enemy piece) + 64·(type - 1) + square'
//
// where square' is the square with top and bottom exchanged for Black and with
// left and right exchanged when the king is on files e to h, and the king bucket
// is chosen by the king's square turned likewise. The piece must not be NoPiece.
func FeatureIndex(perspective position.Color, kingSquare position.Square, piece position.Piece, square position.Square) int {
	return int(feature(perspective, PerspectiveView(perspective, kingSquare), piece, square))
}

// feature is FeatureIndex for a known view.
func feature(perspective position.Color, view View, piece position.Piece, square position.Square) uint16 {
	return featureBase[perspective&1][piece&(pieceCodes-1)] + uint16(view^View(square))
}
