package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

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

// openingTries is the number of openings in a row of which one has to be fit for
// a game. A try costs one search at most.
const openingTries = 10000

// unfit returns the error of openingTries openings without one to play from.
func (o *openingRules) unfit() error {
	return fmt.Errorf("%d openings in a row end the game or score beyond %d centipawns: choose another book or a larger -lopsided", openingTries, o.maxScore)
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
	if _, over := outcome(pos); over {
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
// the last ones of the games of a PGN file. It refuses one that ends the game.
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
				return nil, fmt.Errorf("%s: game %d: %w", path, i+1, err)
			}
			book[i] = g.Position().FEN()
		}
		pos, err := position.FromFEN(book[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if _, over := outcome(pos); over {
			return nil, fmt.Errorf("%s: %s: the game is over in %s: take it out", path, place(path, i, book[i]), book[i])
		}
	}
	return book, nil
}

// place says where in a book its opening i stands: the line that begins with its
// position, or in a PGN file its number.
func place(path string, i int, fen string) string {
	text, _ := os.ReadFile(path) // it has been read before; without it the number has to do
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if strings.HasPrefix(strings.Join(strings.Fields(line), " "), fen) {
			return fmt.Sprintf("line %d", n)
		}
	}
	return fmt.Sprintf("opening %d", i+1)
}
