package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tura/book"
)

// bookMode is the file mode of a new book.
const bookMode = 0o644

// openBook opens the book at path ("" = the embedded one) and prints its warnings.
func openBook(path string, log io.Writer) (*book.Book, error) {
	b, err := book.Open(path)
	if err != nil {
		return nil, err
	}
	printWarnings(b, log)
	return b, nil
}

// printWarnings prints what was found wrong with b since the last call.
func printWarnings(b *book.Book, log io.Writer) {
	for _, text := range b.Warnings() {
		fmt.Fprintln(log, "makebook:", text)
	}
}

// saveBook writes records, which are in file order, to a book at path. The file is replaced
// at once, when all is written.
func saveBook(path string, records []book.Record) error {
	if len(records) == 0 {
		return fmt.Errorf("no moves for a book: %s is not written", path)
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("cannot write a book at %s: %w", path, err)
	}
	defer os.Remove(file.Name()) // fails when the file has got its name
	err = book.Write(file, records)
	if err == nil {
		err = file.Chmod(bookMode)
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	return err
}

// oneBook returns the only argument, a book's path; none stands for the embedded book.
func oneBook(args []string) (string, error) {
	switch len(args) {
	case 0:
		return "", nil
	case 1:
		return args[0], nil
	}
	return "", fmt.Errorf("one book expected, got %d arguments (flags come before the book): %q", len(args), args)
}
