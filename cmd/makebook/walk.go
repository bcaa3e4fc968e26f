package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"tura/book"
	"tura/position"
)

// maxWalk is the number of plies after which a walk that goes round in circles is stopped.
const maxWalk = 200

// runWalk plays weighted random walks from the start position until the book knows no move
// and prints, for each, the ply, the FEN where it left the book and the moves.
func runWalk(args []string, out, log io.Writer) error {
	flags := newFlags("walk", "[book]", log)
	count := flags.Int("n", 200, "number of walks")
	seed := flags.Uint64("seed", 1, "seed of the draws")
	if err := flags.Parse(args); err != nil {
		return err
	}
	path, err := oneBook(flags.Args())
	if err != nil {
		return err
	}
	b, err := openBook(path, log)
	if err != nil {
		return err
	}
	defer b.Close()
	random := rand.New(rand.NewPCG(*seed, 0))
	for range *count {
		pos, moves := walk(b, random)
		fmt.Fprintf(out, "%d\t%s\t%s\n", len(moves), pos.FEN(), strings.Join(moves, " "))
	}
	printWarnings(b, log)
	return nil
}

// walk plays moves of b from the start position until it knows none, and returns the last
// position and the moves.
func walk(b *book.Book, random *rand.Rand) (*position.Position, []string) {
	pos := position.New()
	var moves []string
	for len(moves) < maxWalk {
		m, ok := b.Probe(pos, random)
		if !ok {
			break
		}
		moves = append(moves, pos.UCI(m))
		pos.Make(m)
	}
	return pos, moves
}
