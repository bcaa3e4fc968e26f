package book

import (
	_ "embed" // the embedded book
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"

	"tura/position"
)

// embedded is the book inside the program, made by cmd/makebook; tura.txt beside it says
// how. It may be empty.
//
//go:embed tura.bin
var embedded string

// embeddedName is what messages call the embedded book.
const embeddedName = "embedded book"

// Errors that [Open] wraps, for errors.Is.
var (
	ErrEmpty    = errors.New("the book has no records")
	ErrNotABook = errors.New("not a Polyglot book")
	ErrUnsorted = errors.New("the records are not ordered by key")
)

// maxWarnings is the number of pending warnings a book keeps; more are dropped.
const maxWarnings = 8

// Book is an open book. Best and MaxPly may be changed between probes. A Book serves one
// goroutine at a time.
type Book struct {
	// Best makes Probe return the move with the highest weight, the first one in the file
	// among equals. Otherwise a move is drawn with a probability proportional to its weight.
	Best bool
	// MaxPly is the number of plies of the game the book is used for: a position from
	// game ply MaxPly on is not looked up. 0 = no limit.
	MaxPly int

	name     string
	source   io.ReaderAt
	closer   io.Closer // nil for the embedded book
	count    int
	warnings []string
	warned   map[uint64]bool // keys of positions with a reported illegal move
	broken   bool            // a read failed: the book is not asked again
}

// Entry is one move of a book in a position.
type Entry struct {
	Move   position.Move // a legal move
	Weight uint16        // 0 = never to be played
}

// Open opens the book in the file at path, or the embedded book when path is empty. The file
// stays open and is read in place until Close.
//
// The error names the file and says what is wrong: it is missing or a folder, it holds less
// than one record (ErrNotABook, or ErrEmpty when there is nothing at all), or the records
// are not ordered by key (ErrUnsorted). A file with a few bytes after its last whole record
// is used without them; Warnings tells.
func Open(path string) (*Book, error) {
	if path == "" {
		return New(strings.NewReader(embedded), int64(len(embedded)), embeddedName)
	}
	info, err := os.Stat(path) // before opening it: a named pipe would keep Open waiting
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", kindOf(info.Mode()), ErrNotABook)
	}
	if err != nil {
		return nil, fmt.Errorf("book: cannot use %q: %w", path, cause(err))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("book: cannot open %q: %w", path, cause(err))
	}
	b, err := New(file, info.Size(), path)
	if err != nil {
		file.Close()
		return nil, err
	}
	b.closer = file
	return b, nil
}

// cause strips the operation and path that package os puts before an error, as the caller
// names the path itself.
func cause(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// kindOf names a thing that is not a plain file.
func kindOf(mode fs.FileMode) string {
	if mode.IsDir() {
		return "a folder"
	}
	return "not a plain file"
}

// New returns a book over the size bytes of source. name stands for it in messages. Errors
// are those of Open.
func New(source io.ReaderAt, size int64, name string) (*Book, error) {
	b := &Book{name: name, source: source, count: int(size / RecordSize)}
	switch {
	case size == 0:
		return nil, fmt.Errorf("book: cannot use %q: %w", name, ErrEmpty)
	case b.count == 0:
		return nil, fmt.Errorf("book: cannot use %q: %d bytes are less than one record of %d: %w",
			name, size, RecordSize, ErrNotABook)
	case size%RecordSize != 0:
		b.warn("the size of %d is not a multiple of %d; what follows the last whole record is ignored", size, RecordSize)
	}
	if err := b.checkOrder(); err != nil {
		return nil, fmt.Errorf("book: cannot use %q: %w", name, err)
	}
	return b, nil
}

// Close closes the book's file. The embedded book needs no Close, and it does no harm there.
func (b *Book) Close() error {
	b.broken = true
	if b.closer == nil {
		return nil
	}
	closer := b.closer
	b.closer = nil
	return closer.Close()
}

// Name returns the path of the book's file, or "embedded book".
func (b *Book) Name() string { return b.name }

// Len returns the number of records.
func (b *Book) Len() int { return b.count }

// Record returns record i, 0 <= i < Len, or the error of reading it.
func (b *Book) Record(i int) (Record, error) {
	var buffer [RecordSize]byte
	if i < 0 || i >= b.count {
		return Record{}, fmt.Errorf("book: %q has no record %d of %d", b.name, i, b.count)
	}
	if n, err := b.source.ReadAt(buffer[:], int64(i)*RecordSize); n < RecordSize {
		return Record{}, fmt.Errorf("book: cannot read record %d of %q: %w", i, b.name, cause(err))
	}
	return decodeRecord(buffer[:]), nil
}

// Records reads the whole book into memory.
func (b *Book) Records() ([]Record, error) {
	records := make([]Record, b.count)
	for i := range records {
		var err error
		if records[i], err = b.Record(i); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// Warnings returns what was found wrong with the book since the last call, oldest first, as
// text that names the book, and forgets it. Ask after Open and after Probe.
func (b *Book) Warnings() []string {
	pending := b.warnings
	b.warnings = nil
	return pending
}

// warn adds a warning.
func (b *Book) warn(format string, args ...any) {
	if len(b.warnings) < maxWarnings {
		b.warnings = append(b.warnings, fmt.Sprintf("book %q: ", b.name)+fmt.Sprintf(format, args...))
	}
}

// Entries returns the legal moves the book knows in pos, in the order of the file, and nil
// when it knows none. MaxPly does not matter here.
func (b *Book) Entries(pos *position.Position) []Entry {
	if b.broken || ambiguousCastling(pos) {
		return nil
	}
	key := Key(pos)
	first, err := b.search(key)
	if err != nil {
		b.fail(err)
		return nil
	}
	var entries []Entry
	var legal position.MoveList
	for i := first; i < b.count; i++ {
		r, err := b.Record(i)
		if err != nil {
			b.fail(err)
			return nil
		}
		if r.Key != key {
			break
		}
		if i == first {
			pos.GenerateLegal(&legal)
		}
		m, ok := find(&legal, r.Move)
		if !ok {
			b.warnIllegal(pos, r)
			continue
		}
		entries = append(entries, Entry{m, r.Weight})
	}
	return entries
}

// search returns the index of the first record whose key is not below key.
func (b *Book) search(key uint64) (int, error) {
	low, high := 0, b.count
	for low < high {
		middle := low + (high-low)/2
		r, err := b.Record(middle)
		if err != nil {
			return 0, err
		}
		if r.Key < key {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, nil
}

// fail reports a read error and leaves the book alone from now on.
func (b *Book) fail(err error) {
	b.broken = true
	b.warn("%v; it is not used any more", err)
}

// warnIllegal reports an illegal move, once for a position.
func (b *Book) warnIllegal(pos *position.Position, r Record) {
	if b.warned[r.Key] || len(b.warned) >= maxWarnings {
		return
	}
	if b.warned == nil {
		b.warned = make(map[uint64]bool)
	}
	b.warned[r.Key] = true
	b.warn("illegal move %s left out in %s", r.MoveText(), pos.FEN())
}

// Probe returns a move of the book for pos, by Best and MaxPly, and whether there is one.
// The move is legal and its weight is above 0. random is the source of the draw; nil stands
// for the shared one of math/rand/v2, which is different in every process.
func (b *Book) Probe(pos *position.Position, random *rand.Rand) (position.Move, bool) {
	if b.MaxPly > 0 && pos.GamePly() >= b.MaxPly {
		return position.NoMove, false
	}
	entries := b.Entries(pos)
	var total uint64
	var best Entry
	for _, e := range entries {
		total += uint64(e.Weight)
		if e.Weight > best.Weight {
			best = e
		}
	}
	if total == 0 {
		return position.NoMove, false
	}
	if b.Best {
		return best.Move, true
	}
	return draw(entries, uniform(random, total)), true
}

// uniform returns a number from 0 to n-1.
func uniform(random *rand.Rand, n uint64) uint64 {
	if random == nil {
		return rand.Uint64N(n)
	}
	return random.Uint64N(n)
}

// draw returns the move whose share of the total weight holds the number at, which is below
// the total.
func draw(entries []Entry, at uint64) position.Move {
	for _, e := range entries {
		if at < uint64(e.Weight) {
			return e.Move
		}
		at -= uint64(e.Weight)
	}
	return position.NoMove
}
