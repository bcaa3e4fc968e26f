package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tura/position"
)

// record makes a record of a move, in coordinates, after moves from the start position.
func record(t testing.TB, moves, move string, weight uint16) Record {
	t.Helper()
	pos := play(t, moves)
	m, err := pos.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	return Record{Key: Key(pos), Move: Encode(m), Weight: weight}
}

// file returns the bytes of a book with these records.
func file(t testing.TB, records ...Record) []byte {
	t.Helper()
	Sort(records)
	var out bytes.Buffer
	if err := Write(&out, records); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// open opens a book over data.
func open(t testing.TB, data []byte) *Book {
	t.Helper()
	b, err := New(bytes.NewReader(data), int64(len(data)), "test")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// small returns a small sound book.
func small(t testing.TB) []byte {
	t.Helper()
	return file(t,
		record(t, "", "e2e4", 60), record(t, "", "d2d4", 30), record(t, "", "g1f3", 10), record(t, "", "a2a3", 0),
		record(t, "e2e4", "e7e5", 5), record(t, "e2e4", "c7c5", 5),
		record(t, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6", "e1g1", 1),
		record(t, "a2a3", "a7a6", 0),
	)
}

// text lists entries as "e2e4:60 d2d4:30".
func text(pos *position.Position, entries []Entry) string {
	var out []string
	for _, e := range entries {
		out = append(out, pos.UCI(e.Move))
	}
	return strings.Join(out, " ")
}

func TestEntries(t *testing.T) {
	b := open(t, small(t))
	tests := []struct{ moves, want string }{
		{"", "e2e4 d2d4 g1f3 a2a3"},
		{"e2e4", "c7c5 e7e5"},
		{"e2e4 e7e5 g1f3 b8c6 f1b5 g8f6", "e1g1"},
		{"g1f3 b8c6 e2e4 g8f6 f1b5 e7e5", "e1g1"}, // by transposition, and no pawn can take e.p.
		{"e2e4 e7e5", ""},
		{"d2d4", ""},
	}
	for _, test := range tests {
		pos := play(t, test.moves)
		if got := text(pos, b.Entries(pos)); got != test.want {
			t.Errorf("after %q: got %q, want %q", test.moves, got, test.want)
		}
	}
	if got := b.Warnings(); got != nil {
		t.Errorf("warnings: got %q, want none", got)
	}
	if got, want := b.Len(), 8; got != want {
		t.Errorf("length: got %d, want %d", got, want)
	}
}

func TestProbeBest(t *testing.T) {
	b := open(t, small(t))
	b.Best = true
	for range 50 {
		if m, ok := b.Probe(position.New(), nil); !ok || m.String() != "e2e4" {
			t.Fatalf("got %v, %v, want e2e4", m, ok)
		}
	}
	if m, ok := b.Probe(play(t, "a2a3"), nil); ok {
		t.Errorf("got %v, which has weight 0, want none", m)
	}
}

func TestProbeWeights(t *testing.T) {
	b := open(t, small(t))
	random := rand.New(rand.NewPCG(1, 2))
	const draws = 20000
	count := make(map[string]int)
	for range draws {
		m, ok := b.Probe(position.New(), random)
		if !ok {
			t.Fatal("got no move")
		}
		count[m.String()]++
	}
	for move, want := range map[string]float64{"e2e4": 0.6, "d2d4": 0.3, "g1f3": 0.1, "a2a3": 0} {
		if got := float64(count[move]) / draws; got < want-0.02 || got > want+0.02 {
			t.Errorf("%s: got share %.3f, want %.2f", move, got, want)
		}
	}
	if _, ok := b.Probe(play(t, "a2a3"), nil); ok {
		t.Error("got a move of weight 0, want none")
	}
}

func TestProbeMaxPly(t *testing.T) {
	b := open(t, small(t))
	for _, test := range []struct {
		maxPly int
		moves  string
		want   bool
	}{{0, "e2e4", true}, {1, "", true}, {1, "e2e4", false}, {2, "e2e4", true}} {
		b.MaxPly = test.maxPly
		if _, got := b.Probe(play(t, test.moves), nil); got != test.want {
			t.Errorf("MaxPly %d after %q: got %v, want %v", test.maxPly, test.moves, got, test.want)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	folder := t.TempDir()
	sound := small(t)
	swapped := bytes.Clone(sound)
	copy(swapped[:RecordSize], sound[len(sound)-RecordSize:])
	tests := []struct {
		name string
		data []byte // nil: no such file
		want error
	}{
		{"missing", nil, fs.ErrNotExist},
		{"empty", []byte{}, ErrEmpty},
		{"short", sound[:RecordSize-1], ErrNotABook},
		{"unsorted", swapped, ErrUnsorted},
		{"text", []byte(strings.Repeat("this is no book but a text, ", 20)), ErrUnsorted},
	}
	for _, test := range tests {
		path := filepath.Join(folder, test.name)
		if test.data != nil {
			if err := os.WriteFile(path, test.data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Open(path)
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got error %v, want %v with the path", test.name, err, test.want)
		}
	}
	if _, err := Open(folder); !errors.Is(err, ErrNotABook) || !strings.Contains(err.Error(), "folder") {
		t.Errorf("folder: got error %v, want %v", err, ErrNotABook)
	}
}

func TestOpenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.bin")
	if err := os.WriteFile(path, small(t), 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(b.Entries(position.New())); got != 4 {
		t.Errorf("got %d entries, want 4", got)
	}
	for range 2 {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, ok := b.Probe(position.New(), nil); ok {
		t.Error("got a move from a closed book")
	}
}

func TestTrailingBytes(t *testing.T) {
	b := open(t, append(small(t), '\n'))
	if got := b.Warnings(); len(got) != 1 || !strings.Contains(got[0], "not a multiple of 16") {
		t.Errorf("got warnings %q, want one about the size", got)
	}
	if got := b.Warnings(); got != nil {
		t.Errorf("second call: got %q, want none", got)
	}
	if got := len(b.Entries(position.New())); got != 4 {
		t.Errorf("got %d entries, want 4", got)
	}
}

func TestIllegalMoves(t *testing.T) {
	start := Key(position.New())
	b := open(t, file(t,
		Record{Key: start, Move: 0, Weight: 90},                                   // a1a1
		Record{Key: start, Move: 36 | 12<<6, Weight: 80},                          // e2e5
		Record{Key: start, Move: 28 | 12<<6 | 4<<12, Weight: 70},                  // e2e4 with promotion
		Record{Key: start, Move: 28 | 12<<6 | 1<<15, Weight: 60},                  // e2e4, highest bit set
		Record{Key: Key(play(t, "e2e4")), Move: 28 | 12<<6, Weight: 1, Learn: 99}, // White's move
	))
	pos := position.New()
	if got, want := text(pos, b.Entries(pos)), "e2e4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b.Entries(pos)
	if got := b.Warnings(); len(got) != 1 || !strings.Contains(got[0], "illegal move a1a1") {
		t.Errorf("got warnings %q, want one about a1a1", got)
	}
	if m, ok := b.Probe(play(t, "e2e4"), nil); ok {
		t.Errorf("got %v, want no move", m)
	}
	if got := b.Warnings(); len(got) != 1 || !strings.Contains(got[0], "illegal move e2e4") {
		t.Errorf("got warnings %q, want one about e2e4", got)
	}
}

func TestEncodeDecode(t *testing.T) {
	tests := []struct {
		fen, move string
		want      uint16
	}{
		{position.StartFEN, "e2e4", 28 | 12<<6},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 7 | 4<<6},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", 0 | 4<<6},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", 63 | 60<<6},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", 56 | 60<<6},
		{"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", 56 | 48<<6 | 1<<12},
		{"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8b", 56 | 48<<6 | 2<<12},
		{"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8r", 56 | 48<<6 | 3<<12},
		{"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 56 | 48<<6 | 4<<12},
		{"6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 43 | 36<<6},
		{"6k1/8/8/8/8/8/8/4R1K1 w - - 0 1", "e1h1", 0}, // no castling: the rook cannot go there
	}
	for _, test := range tests {
		pos := parse(t, test.fen)
		if test.want == 0 {
			if m, ok := Decode(pos, 7|4<<6); ok {
				t.Errorf("%s: got %v for e1h1, want no move", test.fen, m)
			}
			continue
		}
		m, err := pos.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := Encode(m); got != test.want {
			t.Errorf("%s %s: got %#x, want %#x", test.fen, test.move, got, test.want)
		}
		if got, ok := Decode(pos, test.want); !ok || got != m {
			t.Errorf("%s %#x: got %v, %v, want %v", test.fen, test.want, got, ok, m)
		}
	}
}

func TestMerge(t *testing.T) {
	a := []Record{{Key: 1, Move: 5, Weight: 10, Learn: 7}, {Key: 2, Move: 1, Weight: 60000}, {Key: 2, Move: 2, Weight: 1}, {Key: 2, Move: 3}}
	b := []Record{{Key: 1, Move: 5, Weight: 5, Learn: 8}, {Key: 1, Move: 6, Weight: 20}, {Key: 2, Move: 1, Weight: 60000}, {Key: 3, Move: 9, Weight: 2}}
	want := []Record{
		{Key: 1, Move: 6, Weight: 20}, {Key: 1, Move: 5, Weight: 15, Learn: 7},
		{Key: 2, Move: 1, Weight: MaxWeight}, {Key: 2, Move: 2, Weight: 1}, {Key: 2, Move: 3},
		{Key: 3, Move: 9, Weight: 2},
	}
	got := Merge(a, b)
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("record %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

func TestWriteUnsorted(t *testing.T) {
	if err := Write(new(bytes.Buffer), []Record{{Key: 2}, {Key: 1}}); err == nil {
		t.Error("got no error for records out of order")
	}
}

// virtualBook is a book of any size that is made up as it is read: record i has key
// i*spacing. It counts the reads of a single record.
type virtualBook struct {
	spacing uint64
	reads   int
	fail    bool
}

func (v *virtualBook) ReadAt(p []byte, offset int64) (int, error) {
	if v.fail {
		return 0, errors.New("the disk is gone")
	}
	if len(p) == RecordSize {
		v.reads++
	}
	for at := 0; at < len(p); at += RecordSize {
		r := Record{Key: uint64(offset+int64(at)) / RecordSize * v.spacing, Move: 28 | 12<<6, Weight: 1}
		copy(p[at:], r.appendTo(nil))
	}
	return len(p), nil
}

func TestLargeBookReadInPlace(t *testing.T) {
	const records = 7_000_000 // 112 MB
	start := Key(position.New())
	source := &virtualBook{spacing: start / (records / 2)}
	b, err := New(source, records*RecordSize, "large")
	if err != nil {
		t.Fatal(err)
	}
	const maxReads = 25 // the binary logarithm of records, and the record itself
	for _, i := range []uint64{0, 1, 12345, records - 1} {
		got, err := b.search(i * source.spacing)
		if err != nil || got != int(i) {
			t.Errorf("record %d: got %d, %v", i, got, err)
		}
	}
	source.reads = 0
	b.Entries(position.New())
	if source.reads > maxReads {
		t.Errorf("got %d reads for a look-up, want at most %d", source.reads, maxReads)
	}
	source.fail = true
	if _, ok := b.Probe(position.New(), nil); ok {
		t.Error("got a move from a disk that is gone")
	}
	if got := b.Warnings(); len(got) != 1 || !strings.Contains(got[0], "the disk is gone") {
		t.Errorf("got warnings %q, want one about the disk", got)
	}
	source.fail = false
	if _, ok := b.Probe(position.New(), nil); ok || len(b.Warnings()) != 0 {
		t.Error("a broken book is asked again")
	}
}

func TestLargeBookUnsorted(t *testing.T) {
	const records = 1_200_000
	keys := rand.New(rand.NewPCG(3, 4))
	data := make([]byte, records*RecordSize)
	for i := range records {
		binary.BigEndian.PutUint64(data[i*RecordSize:], keys.Uint64())
	}
	if _, err := New(bytes.NewReader(data), int64(len(data)), "test"); !errors.Is(err, ErrUnsorted) {
		t.Errorf("got error %v, want %v", err, ErrUnsorted)
	}
}

// The embedded book is empty or sound.
func TestEmbedded(t *testing.T) {
	b, err := Open("")
	if embedded == "" {
		if !errors.Is(err, ErrEmpty) {
			t.Errorf("got error %v, want %v", err, ErrEmpty)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if entries := b.Entries(position.New()); len(entries) < 2 {
		t.Errorf("got %d moves in the start position, want a choice", len(entries))
	}
	if got := b.Warnings(); got != nil {
		t.Errorf("got warnings %q, want none", got)
	}
}

func TestRealBooks(t *testing.T) {
	tests := []struct {
		name     string
		records  int
		warnings int
		fen      string
		want     string
	}{
		{"book/gnuchess-smallbook.bin", 2417, 1, position.StartFEN, "e2e4 d2d4 g1f3 c2c4 g2g3 b2b3 b2b4"},
		{"book/lasker-trap.bin", 7, 0, position.StartFEN, ""},
	}
	for _, test := range tests {
		b, err := Open(dataFile(t, test.name))
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if got := len(b.Warnings()); got != test.warnings {
			t.Errorf("%s: got %d warnings, want %d", test.name, got, test.warnings)
		}
		if got := b.Len(); got != test.records {
			t.Errorf("%s: got %d records, want %d", test.name, got, test.records)
		}
		pos := parse(t, test.fen)
		if got := text(pos, b.Entries(pos)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, RecordSize+1))
	f.Add(bytes.Repeat([]byte{0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 1, 0, 0, 0, 0}, 3))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := New(bytes.NewReader(data), int64(len(data)), "fuzz")
		if err != nil {
			return
		}
		pos := position.New()
		if m, ok := b.Probe(pos, nil); ok && !pos.IsLegal(m) {
			t.Errorf("illegal move %v", m)
		}
	})
}

func BenchmarkProbe(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 6))
	records := []Record{{Key: Key(position.New()), Move: 28 | 12<<6, Weight: 1}}
	for len(records) < 6000 {
		records = append(records, Record{Key: random.Uint64(), Weight: 1})
	}
	opened := open(b, file(b, records...))
	pos := position.New()
	for b.Loop() {
		if _, ok := opened.Probe(pos, random); !ok {
			b.Fatal("no move")
		}
	}
}
