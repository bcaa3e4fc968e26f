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
	tests := []struct {
		perspective position.Color
		king        string
		piece       position.Piece
		square      string
		want        int
	}{
		{position.White, "d1", position.MakePiece(position.White, position.Pawn), "a1", 0},
		{position.White, "e1", position.MakePiece(position.White, position.Pawn), "a1", 7},
		{position.White, "e1", position.MakePiece(position.White, position.Pawn), "e2", 11},
		{position.White, "a8", position.MakePiece(position.White, position.King), "h8", 5*64 + 63},
		{position.White, "c1", position.MakePiece(position.Black, position.Pawn), "a1", 384},
		{position.White, "h5", position.MakePiece(position.Black, position.King), "h8", 767 - 7},
		{position.White, "d5", position.MakePiece(position.Black, position.King), "h8", 767},
		{position.Black, "e8", position.MakePiece(position.White, position.Pawn), "e2", 384 + 51},
		{position.Black, "d8", position.MakePiece(position.Black, position.Pawn), "a8", 0},
		{position.Black, "d8", position.MakePiece(position.Black, position.Queen), "d8", 4*64 + 3},
		{position.Black, "g8", position.MakePiece(position.Black, position.Knight), "g8", 64 + 1},
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
