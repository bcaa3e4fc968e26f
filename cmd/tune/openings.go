package main

import (
	"math/rand/v2"

	"tura/game"
	"tura/position"
)

// loadOpenings reads a file of openings and puts those that a run of so many
// pairs needs in random order. Without a file it is the start position.
func loadOpenings(path string, seed uint64, pairs int) ([]game.Opening, error) {
	if path == "" {
		return []game.Opening{{FEN: position.StartFEN}}, nil
	}
	openings, err := game.ReadOpenings(path)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0)) // stream 0 is no iteration
	rng.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
	return openings[:min(len(openings), pairs)], nil
}
