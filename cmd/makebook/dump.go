package main

import (
	"fmt"
	"io"
	"strings"

	"tura/book"
	"tura/position"
)

// percent turns a share into per cent.
const percent = 100

// runDump prints the moves of a book in a position, and below it to some depth, or all its
// records as they stand.
func runDump(args []string, out, log io.Writer) error {
	flags := newFlags("dump", "[book]", log)
	fen := flags.String("fen", position.StartFEN, "position to begin with")
	moves := flags.String("moves", "", "`moves` played from there, \"e2e4 e7e5\"")
	depth := flags.Int("depth", 1, "plies to print")
	raw := flags.Bool("raw", false, "print all records: key, move, weight, learn")
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
	if *raw {
		return dumpRecords(b, out)
	}
	pos, err := setUp(*fen, *moves)
	if err != nil {
		return err
	}
	dumpMoves(b, pos, *depth, "", make(map[uint64]bool), out)
	printWarnings(b, log)
	return nil
}

// setUp returns the position after moves, separated by spaces, from fen.
func setUp(fen, moves string) (*position.Position, error) {
	pos, err := position.FromFEN(fen)
	if err != nil {
		return nil, err
	}
	for _, text := range strings.Fields(moves) {
		m, err := pos.ParseMove(text)
		if err != nil {
			return nil, err
		}
		pos.Make(m)
	}
	return pos, nil
}

// dumpRecords prints every record of b in a line.
func dumpRecords(b *book.Book, out io.Writer) error {
	records, err := b.Records()
	if err != nil {
		return err
	}
	for _, r := range records {
		fmt.Fprintf(out, "%016x %-5s %5d %d\n", r.Key, r.MoveText(), r.Weight, r.Learn)
	}
	return nil
}

// dumpMoves prints the moves of b in pos and, indented, what follows to depth plies. A
// position met before (seen) is not printed again.
func dumpMoves(b *book.Book, pos *position.Position, depth int, indent string, seen map[uint64]bool, out io.Writer) {
	if depth <= 0 {
		return
	}
	seen[book.Key(pos)] = true
	entries := b.Entries(pos)
	for _, e := range entries {
		fmt.Fprintf(out, "%s%-5s %5d %5.1f%%", indent, pos.UCI(e.Move), e.Weight, percent*share(e, entries))
		pos.Make(e.Move)
		known := seen[book.Key(pos)]
		if known && depth > 1 {
			fmt.Fprint(out, " (see above)")
		}
		fmt.Fprintln(out)
		if !known {
			dumpMoves(b, pos, depth-1, indent+"  ", seen, out)
		}
		pos.Unmake()
	}
}

// share is the probability of e among entries in a weighted draw.
func share(e book.Entry, entries []book.Entry) float64 {
	total := 0
	for _, other := range entries {
		total += int(other.Weight)
	}
	if total == 0 {
		return 0
	}
	return float64(e.Weight) / float64(total)
}
