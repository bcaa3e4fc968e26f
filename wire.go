package main

import (
	"fmt"
	"os"
	"runtime"

	"tura/bench"
	"tura/book"
	"tura/search"
	"tura/uci"
)

// config connects the parts of the engine.
func config() uci.Config {
	searcher := search.New()
	makeRoom(1)
	return uci.Config{
		Name:       name,
		Author:     author,
		Searcher:   roomySearcher{searcher},
		WDL:        search.WDL,
		Eval:       searcher.Evaluate,
		LoadEval:   func(path string) error { return loadEval(searcher, path) },
		SetElo:     searcher.SetElo,
		OpenBook:   openBook,
		Tablebases: searcher,
		Bench:      bench.Command,
		Tunables:   tunables(),
	}
}

// spareProcs is how many goroutines want to run at once besides the search threads: the reader of
// the input, the owner of the engine, and one of the runtime.
const spareProcs = 3

// roomySearcher is a searcher that leaves room for the input beside its threads.
type roomySearcher struct{ *search.Searcher }

// SetThreads sets the number of search threads.
func (s roomySearcher) SetThreads(n int) {
	s.Searcher.SetThreads(n)
	makeRoom(n)
}

// makeRoom lets Go run more goroutines at once than there are cores. Search threads never wait, so
// with one place a core a stop would have to wait until the scheduler takes a place away from one
// of them, 10 ms or more; the operating system, with a place for everybody, does it at once.
func makeRoom(threads int) {
	runtime.GOMAXPROCS(max(procs, threads+spareProcs))
}

// procs is what Go has found to be right for this machine, or the environment has asked for.
var procs = runtime.GOMAXPROCS(0)

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
