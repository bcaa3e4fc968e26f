package nnue

import "tura/position"

// Layout of the features of one perspective.
const (
	squares       = 64             // features of one kind of piece
	theirs        = Inputs / 2     // first feature of the enemy's pieces
	mirrorFiles   = 7              // square ^ 7: left and right exchanged
	mirrorRanks   = 56             // square ^ 56: top and bottom exchanged
	rightHalf     = 2              // bit of a square that tells files e to h
	pieceCodes    = 16             // size of a table indexed by position.Piece
	bothColors    = 2              // size of a table indexed by position.Color
	typesPerColor = position.King  // piece types, Pawn to King
	firstType     = position.Pawn  // piece type of the first features
	colors        = position.Black // largest colour, the bound of loops over both
)

// featureBase holds the first feature of each piece, by perspective.
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
//	384·(enemy piece) + 64·(type - 1) + square'
//
// where square' is the square with top and bottom exchanged for Black and with
// left and right exchanged when the king is on files e to h. The piece must not
// be NoPiece.
func FeatureIndex(perspective position.Color, kingSquare position.Square, piece position.Piece, square position.Square) int {
	return int(feature(perspective, orientation(perspective, kingSquare), piece, square))
}

// orientation returns the square to exclusive-or squares with.
func orientation(perspective position.Color, kingSquare position.Square) position.Square {
	return kingSquare>>rightHalf&1*mirrorFiles ^ position.Square(perspective)*mirrorRanks
}

// feature is FeatureIndex for a known orientation.
func feature(perspective position.Color, orient position.Square, piece position.Piece, square position.Square) uint16 {
	return featureBase[perspective&1][piece&(pieceCodes-1)] + uint16(square^orient)
}
