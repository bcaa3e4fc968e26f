package main

import (
	"math/rand/v2"

	"tura/game"
	"tura/position"
)

// loadOpenings reads the openings of the match, in the order they are played;
// without a file it is the start position, or all those of Chess960.
func loadOpenings(cfg *config) ([]game.Opening, error) {
	openings := []game.Opening{{FEN: position.StartFEN}}
	var err error
	switch {
	case cfg.openings != "":
		openings, err = game.ReadOpenings(cfg.openings)
	case cfg.chess960:
		openings, err = chess960Starts()
	}
	if err != nil {
		return nil, err
	}
	if cfg.shuffle {
		rng := rand.New(rand.NewPCG(cfg.seed, 0))
		rng.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
	}
	for i := range openings {
		openings[i].Chess960 = cfg.chess960
	}
	return openings, nil
}

// chess960Starts gives all start positions of Chess960.
func chess960Starts() ([]game.Opening, error) {
	openings := make([]game.Opening, game.Chess960Starts)
	for n := range openings {
		fen, err := game.Chess960FEN(n)
		if err != nil {
			return nil, err
		}
		openings[n].FEN = fen
	}
	return openings, nil
}
