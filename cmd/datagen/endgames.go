package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tura/position"
)

// Endgames to start from. Games that begin in the opening pass through few of
// them, and through those with an even score only; here the pieces are dealt.
const (
	endgamePly       = 80 // game ply of the start
	endgamePawns     = 6  // the stronger side has fewer pawns
	endgamePawnSlack = 3  // the weaker side has up to so many pawns more
	endgameTries     = 200
)

// endgamePieces are the pieces of both sides beside kings and pawns, stronger
// side first. Rook endings come up most in play, and stand here more often.
var endgamePieces = [...][2]string{
	{"", ""}, {"", ""}, {"", ""},
	{"R", "R"}, {"R", "R"}, {"R", "R"}, {"R", "R"}, {"RR", "RR"}, {"RR", "RR"},
	{"N", "N"}, {"B", "B"}, {"B", "B"}, {"B", "N"}, {"BB", "BN"}, {"BN", "BN"}, {"BN", "BB"}, {"BB", "NN"},
	{"Q", "Q"}, {"Q", "Q"}, {"QN", "QB"}, {"QB", "QN"}, {"QR", "QR"},
	{"RB", "RN"}, {"RN", "RB"}, {"RB", "RB"}, {"RN", "RN"}, {"RBN", "RBN"}, {"RRB", "RRN"},
	{"N", ""}, {"B", ""}, {"R", ""}, {"R", "N"}, {"R", "B"}, {"R", "BN"}, {"R", "BB"}, {"RR", "RB"}, {"RR", "RN"},
	{"RB", "R"}, {"RN", "R"}, {"Q", "R"}, {"Q", "RB"}, {"Q", "RN"}, {"Q", "RR"}, {"Q", "BN"}, {"Q", "BB"}, {"RB", "BBN"},
}

// randomEndgame deals an endgame: pieces of the list on random squares, pawns
// that make up for what a side lacks (with the same pieces one more or less at
// most), either side to move. It returns nil when no legal position came of it.
func randomEndgame(rng *rand.Rand) *position.Position {
	for range endgameTries {
		pieces := endgamePieces[rng.IntN(len(endgamePieces))]
		pawns := rng.IntN(endgamePawns)
		weaker := pawns
		if pieces[0] != pieces[1] {
			weaker += rng.IntN(endgamePawnSlack + 1)
		} else {
			weaker += rng.IntN(3) - 1
		}
		weaker = max(0, min(weaker, endgamePawns))
		white := pieces[0] + "K" + strings.Repeat("P", pawns)
		black := pieces[1] + "K" + strings.Repeat("P", weaker)
		if rng.IntN(2) == 0 {
			white, black = black, white
		}
		pos, err := position.FromFEN(dealFEN(rng, white, black))
		if err == nil && pos.HasLegalMove() && !pos.IsInsufficientMaterial() {
			return pos
		}
	}
	return nil
}

// dealFEN puts the pieces, given by capital letters, on random squares, pawns
// not on the first and last rank. The position may be illegal.
func dealFEN(rng *rand.Rand, white, black string) string {
	const pawnSquares, firstPawnSquare = 48, 8
	var board [64]byte
	deal := func(letters string) {
		for _, letter := range []byte(letters) {
			for {
				square := rng.IntN(len(board))
				if letter == 'P' || letter == 'p' {
					square = firstPawnSquare + rng.IntN(pawnSquares)
				}
				if board[square] == 0 {
					board[square] = letter
					break
				}
			}
		}
	}
	deal(white)
	deal(strings.ToLower(black))

	var fen strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for _, letter := range board[rank*8 : rank*8+8] {
			if letter == 0 {
				empty++
				continue
			}
			if empty > 0 {
				fmt.Fprint(&fen, empty)
				empty = 0
			}
			fen.WriteByte(letter)
		}
		if empty > 0 {
			fmt.Fprint(&fen, empty)
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	side := "wb"[rng.IntN(2)]
	fmt.Fprintf(&fen, " %c - - 0 %d", side, endgamePly/2+1)
	return fen.String()
}
