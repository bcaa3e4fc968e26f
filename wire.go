package main

import (
	"tura/bench"
	"tura/book"
	"tura/position"
	"tura/search"
	"tura/uci"
)

// config connects the parts of the engine.
func config() uci.Config {
	return uci.Config{
		Name:     name,
		Author:   author,
		Searcher: search.New(),
		OpenBook: openBook,
		Bench:    bench.Command,
	}
}

// openBook opens a book file, or the built-in book when path is empty.
func openBook(path string, best bool, maxPly int) (uci.Book, error) {
	b, err := book.Open(path)
	if err != nil {
		return nil, err
	}
	b.Best, b.MaxPly = best, maxPly
	return ownBook{b}, nil
}

// ownBook draws its moves from the global source of randomness.
type ownBook struct{ *book.Book }

func (b ownBook) Probe(pos *position.Position) (position.Move, bool) { return b.Book.Probe(pos, nil) }
