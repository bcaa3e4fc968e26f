package main

import (
	"fmt"
	"os"

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
		Eval:       searcher.Evaluate,
		LoadEval:   func(path string) error { return loadEval(searcher, path) },
		SetElo:     searcher.SetElo,
		OpenBook:   openBook,
		Tablebases: searcher,
		Bench:      bench.Command,
		Tunables:   tunables(),
	}
}

// loadEval makes the searcher evaluate with the network in a file, or with the
// embedded one when path is empty.
func loadEval(s *search.Searcher, path string) error {
	if path == "" {
		return s.LoadNetwork(nil)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := s.LoadNetwork(file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
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
