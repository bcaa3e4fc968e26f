package main

import (
	"errors"
	"fmt"
	"io"

	"tura/book"
)

// runMerge joins books: a move known to several gets the sum of its weights.
func runMerge(args []string, out, log io.Writer) error {
	flags := newFlags("merge", "book book ...", log)
	path := flags.String("o", "", "`file` to write the joined book to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *path == "" || flags.NArg() == 0 {
		return errors.New("merge needs -o file and the books to join")
	}
	var all [][]book.Record
	for _, name := range flags.Args() {
		records, err := readBook(name, log)
		if err != nil {
			return err
		}
		all = append(all, records)
	}
	merged := book.Merge(all...)
	if err := saveBook(*path, merged); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d records from %d books\n", *path, len(merged), len(all))
	return nil
}

// readBook reads all records of the book at path.
func readBook(path string, log io.Writer) ([]book.Record, error) {
	b, err := openBook(path, log)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return b.Records()
}
