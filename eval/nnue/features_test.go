package nnue

import (
	"testing"

	"tura/position"
)

func TestFeatureIndex(t *testing.T) {
	sq := func(name string) position.Square {
		s, ok := position.ParseSquare(name)
		if !ok {
			t.Fatalf("no square %q", name)
		}
		return s
	}
	inBucket := func(kingBucket, feature int) int { return kingBucket*PieceInputs + feature }
	tests := []struct {
		perspective position.Color
		king        string
		piece       position.Piece
		square      string
		want        int
	}{
		{position.White, "d1", position.MakePiece(position.White, position.Pawn), "a1", inBucket(1, 0)},
		{position.White, "e1", position.MakePiece(position.White, position.Pawn), "a1", inBucket(1, 7)},
		{position.White, "e1", position.MakePiece(position.White, position.Pawn), "e2", inBucket(1, 11)},
		{position.White, "a8", position.MakePiece(position.White, position.King), "h8", inBucket(3, 5*64+63)},
		{position.White, "c1", position.MakePiece(position.Black, position.Pawn), "a1", inBucket(1, 384)},
		{position.White, "h5", position.MakePiece(position.Black, position.King), "h8", inBucket(3, 767-7)},
		{position.White, "d5", position.MakePiece(position.Black, position.King), "h8", inBucket(3, 767)},
		{position.Black, "e8", position.MakePiece(position.White, position.Pawn), "e2", inBucket(1, 384+51)},
		{position.Black, "d8", position.MakePiece(position.Black, position.Pawn), "a8", inBucket(1, 0)},
		{position.Black, "d8", position.MakePiece(position.Black, position.Queen), "d8", inBucket(1, 4*64+3)},
		{position.Black, "g8", position.MakePiece(position.Black, position.Knight), "g8", inBucket(0, 64+1)},
		{position.White, "b1", position.MakePiece(position.White, position.Pawn), "a2", inBucket(0, 8)},
		{position.White, "g2", position.MakePiece(position.White, position.Pawn), "h2", inBucket(0, 8)},
		{position.White, "d3", position.MakePiece(position.White, position.Pawn), "a2", inBucket(2, 8)},
		{position.Black, "g6", position.MakePiece(position.Black, position.Pawn), "h7", inBucket(2, 8)},
	}
	for _, test := range tests {
		got := FeatureIndex(test.perspective, sq(test.king), test.piece, sq(test.square))
		if got != test.want {
			t.Errorf("FeatureIndex(%v, %s, %v, %s): got %d, want %d",
				test.perspective, test.king, test.piece, test.square, got, test.want)
		}
	}
}

// TestFeatureIndexIsOneToOne checks that for each king square the 768 features
// are all different.
func TestFeatureIndexIsOneToOne(t *testing.T) {
	for perspective := position.White; perspective <= position.Black; perspective++ {
		for king := position.Square(0); king < position.NoSquare; king++ {
			var seen [Inputs]bool
			for color := position.White; color <= position.Black; color++ {
				for pt := position.Pawn; pt <= position.King; pt++ {
					for sq := position.Square(0); sq < position.NoSquare; sq++ {
						i := FeatureIndex(perspective, king, position.MakePiece(color, pt), sq)
						if i < 0 || i >= Inputs || seen[i] {
							t.Fatalf("perspective %v, king %v, %v %v on %v: feature %d is taken or out of range",
								perspective, king, color, pt, sq, i)
						}
						seen[i] = true
					}
				}
			}
		}
	}
}
