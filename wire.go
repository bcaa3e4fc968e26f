package main

import (
	"tura/bench"
	"tura/book"
	"tura/search"
	"tura/uci"
)

// config connects the parts of the engine.
func config() uci.Config {
	searcher := search.New()
	return uci.Config{
		Name:       name,
		Author:     author,
		Searcher:   searcher,
		SetElo:     searcher.SetElo,
		OpenBook:   openBook,
		Tablebases: searcher,
		Bench:      bench.Command,
		Tunables:   tunables(),
	}
}

// openBook opens a book file, or the built-in book when path is empty.
func openBook(path string, best bool, maxPly int) (uci.Book, error) {
	b, err := book.Open(path)
	if err != nil {
		return nil, err
	}
	b.Best, b.MaxPly = best, maxPly
	return b, nil
}
