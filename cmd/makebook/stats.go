package main

import (
	"fmt"
	"io"

	"tura/book"
	"tura/position"
)

// runStats prints size, depth and faults of a book.
func runStats(args []string, out, log io.Writer) error {
	flags := newFlags("stats", "[book]", log)
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
	records, err := b.Records()
	if err != nil {
		return err
	}
	printStats(b, records, out)
	printWarnings(b, log)
	return nil
}

// printStats prints what can be said of b, whose records are given.
func printStats(b *book.Book, records []book.Record, out io.Writer) {
	positions, zeros, twice := countRecords(records)
	reach, reachable := reachFromStart(b)
	fmt.Fprintf(out, "book       %s\n", b.Name())
	fmt.Fprintf(out, "records    %d (%d bytes)\n", len(records), len(records)*book.RecordSize)
	fmt.Fprintf(out, "positions  %d (%.2f moves a position)\n", positions, float64(len(records))/float64(max(1, positions)))
	fmt.Fprintf(out, "reachable  %d positions by book moves from the start position\n", reachable)
	fmt.Fprintf(out, "mean exit  ply %.2f of a weighted walk; deepest ply %d\n", reach.meanExit, reach.deepest)
	fmt.Fprintf(out, "weight 0   %d records\n", zeros)
	fmt.Fprintf(out, "repeated   %d records (the same move of the same position again)\n", twice)
}

// countRecords counts the positions, the records of weight 0, and the records whose move is
// already in another record of the same position.
func countRecords(records []book.Record) (positions, zeros, twice int) {
	seen := make(map[uint16]bool)
	for i, r := range records {
		if i == 0 || r.Key != records[i-1].Key {
			positions++
			clear(seen)
		}
		if r.Weight == 0 {
			zeros++
		}
		if seen[r.Move] {
			twice++
		}
		seen[r.Move] = true
	}
	return positions, zeros, twice
}

// reach is what can be got to from a position by moves of a book.
type reach struct {
	deepest  int     // plies of the longest walk
	meanExit float64 // expected number of plies of a weighted walk
}

// explorer follows the moves of a book.
type explorer struct {
	book      *book.Book
	pos       *position.Position
	found     map[uint64]reach // by key; a position on the way to itself counts as an exit
	positions int              // known to the book
}

// reachFromStart follows all moves of b from the start position, and also returns how many
// positions known to b it came through.
func reachFromStart(b *book.Book) (reach, int) {
	e := explorer{book: b, pos: position.New(), found: make(map[uint64]reach)}
	return e.explore(0), e.positions
}

// explore returns what can be got to from the current position, ply plies from the start.
func (e *explorer) explore(ply int) reach {
	key := book.Key(e.pos)
	if r, known := e.found[key]; known || ply >= maxWalk {
		return r
	}
	e.found[key] = reach{}
	var r reach
	entries := e.book.Entries(e.pos)
	for _, entry := range entries {
		p := share(entry, entries)
		if p == 0 {
			continue
		}
		e.pos.Make(entry.Move)
		after := e.explore(ply + 1)
		e.pos.Unmake()
		r.deepest = max(r.deepest, after.deepest+1)
		r.meanExit += p * (after.meanExit + 1)
	}
	if len(entries) > 0 {
		e.positions++
	}
	e.found[key] = r
	return r
}
