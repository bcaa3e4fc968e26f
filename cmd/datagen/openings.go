package main

import (
	"fmt"
	"math/rand/v2"

	"tura/game"
	"tura/position"
)

// openingRules say how the first positions of games are made.
type openingRules struct {
	book     []string // FENs to start from; nil = the start position
	chess960 float64  // share of games that start from a Chess960 position, 0 to 1
	endgames float64  // share of games that start from an endgame, 0 to 1
	plies    int      // random plies: this number or one more
	maxScore int      // openings whose first score is beyond this are rejected, centipawns
}

// random returns a fresh opening, or nil when the random moves ended the game.
// An endgame is random enough without such moves.
func (o *openingRules) random(rng *rand.Rand, list *position.MoveList) *position.Position {
	if o.endgames > 0 && rng.Float64() < o.endgames {
		return randomEndgame(rng)
	}
	pos, err := position.FromFEN(o.start(rng))
	if err != nil {
		return nil // the book has been checked, so this does not happen
	}
	for range o.plies + rng.IntN(2) {
		pos.GenerateLegal(list)
		if list.N == 0 {
			return nil
		}
		pos.Make(list.Moves[rng.IntN(list.N)])
	}
	if !pos.HasLegalMove() || pos.IsInsufficientMaterial() {
		return nil
	}
	return pos
}

// start returns the FEN that the random plies begin at.
func (o *openingRules) start(rng *rand.Rand) string {
	if o.chess960 > 0 && rng.Float64() < o.chess960 {
		fen, err := game.Chess960FEN(rng.IntN(game.Chess960Starts))
		if err == nil { // the number is in range
			return fen
		}
	}
	if len(o.book) > 0 {
		return o.book[rng.IntN(len(o.book))]
	}
	return position.StartFEN
}

// readBook reads the positions to start from: those of an EPD or FEN file, or
// the last ones of the games of a PGN file.
func readBook(path string) ([]string, error) {
	openings, err := game.ReadOpenings(path)
	if err != nil {
		return nil, err
	}
	book := make([]string, len(openings))
	for i := range openings {
		book[i] = openings[i].FEN
		if len(openings[i].Moves) > 0 {
			g, err := openings[i].Game(game.Table)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			book[i] = g.Position().FEN()
		}
	}
	return book, nil
}
