package main

import (
	"bytes"
	"context"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tura/book"
	"tura/position"
)

// testLines is the number of moves of a fake analysis.
const testLines = 4

// fakeAnalyse makes up an analysis: scores from -40 to 39 that depend on the position only,
// good moves more likely for the side to move.
func fakeAnalyse(pos *position.Position) (analysis, error) {
	var legal position.MoveList
	pos.GenerateLegal(&legal)
	a := analysis{depth: 1}
	for _, m := range legal.Moves[:legal.N] {
		h := fnv.New32a()
		io.WriteString(h, pos.FEN()+m.String())
		a.lines = append(a.lines, line{m, int(h.Sum32()%80) - 40})
	}
	slices.SortStableFunc(a.lines, func(a, b line) int { return b.score - a.score })
	a.lines = a.lines[:min(len(a.lines), testLines)]
	return a, nil
}

var testSelection = selection{margin: 20, limit: 60, temperature: 10, maxPly: 12}

// newTestBuilder returns a builder of a tree of fake analyses, kept in the state file at
// path when it is not empty.
func newTestBuilder(t *testing.T, positions, jobs int, path string) *builder {
	t.Helper()
	b := &builder{tree: newTree(testSelection), positions: positions, settle: 1, batch: 3, log: io.Discard}
	for range jobs {
		b.analysts = append(b.analysts, fakeAnalyse)
	}
	if path != "" {
		var err error
		if b.state, err = openState(path, "test", b.tree); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.state.close() })
	}
	return b
}

// grow lets b grow and returns the book as a file's bytes.
func grow(t *testing.T, b *builder) []byte {
	t.Helper()
	if err := b.grow(context.Background()); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := book.Write(&file, b.tree.records()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestGrowIsDeterministic(t *testing.T) {
	want := grow(t, newTestBuilder(t, 60, 1, ""))
	if len(want) == 0 {
		t.Fatal("empty book")
	}
	if got := grow(t, newTestBuilder(t, 60, 3, "")); !bytes.Equal(got, want) {
		t.Error("the book depends on the number of jobs")
	}
	path := filepath.Join(t.TempDir(), "state")
	for _, positions := range []int{1, 7, 25, 40} {
		b := newTestBuilder(t, positions, 1, path)
		grow(t, b)
		if err := b.state.close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := grow(t, newTestBuilder(t, 60, 1, path)); !bytes.Equal(got, want) {
		t.Error("the book depends on how often the work was interrupted")
	}
}

func TestStateFileCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	b := newTestBuilder(t, 60, 1, path)
	want := grow(t, b)
	b.state.close()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{len(text) - 1, len(text) - 8, len(text) * 2 / 3, len(text) / 2, 40} {
		if err := os.WriteFile(path, text[:size], stateMode); err != nil {
			t.Fatal(err)
		}
		b := newTestBuilder(t, 60, 1, path)
		if len(b.tree.nodes) >= 60 {
			t.Errorf("cut at %d: %d positions loaded", size, len(b.tree.nodes))
		}
		if got := grow(t, b); !bytes.Equal(got, want) {
			t.Errorf("cut at %d: another book", size)
		}
		b.state.close()
		if again, _ := os.ReadFile(path); !bytes.Equal(again, text) {
			t.Errorf("cut at %d: another state file", size)
		}
	}
}

func TestStateFileErrors(t *testing.T) {
	const start = "463b96181691fc9c\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t"
	tests := []struct {
		name, text, want string
	}{
		{"not a state file", "hello\n", "not a state file"},
		{"a book", "\x00\x01\x02\x03", "not a state file"},
		{"other flags", stateMagic + " other\n", "made with other flags (other)"},
		{"fields", stateMagic + " test\nx\nend 1\n", "1 fields instead of 4"},
		{"key", stateMagic + " test\nq" + start + "9\te2e4:30\nend 1\n", "invalid syntax"},
		{"move", stateMagic + " test\n" + start + "9\te2e5:30\nend 1\n", "e2e5"},
		{"score", stateMagic + " test\n" + start + "9\te2e4\nend 1\n", "invalid syntax"},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(path, []byte(test.text), stateMode); err != nil {
			t.Fatal(err)
		}
		_, err := openState(path, "test", newTree(testSelection))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want one with %q", test.name, err, test.want)
		}
	}
}

// testPosition returns the position after moves from the start.
func testPosition(t *testing.T, moves string) *position.Position {
	t.Helper()
	pos, err := setUp(position.StartFEN, moves)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// addTest puts the position after moves into the tree with these lines, "e2e4:30 d2d4:20".
func addTest(t *testing.T, tr *tree, moves, lines string) {
	t.Helper()
	pos := testPosition(t, moves)
	_, _, a, err := parseState("0\t" + pos.FEN() + "\t1\t" + lines)
	if err == nil {
		err = tr.add(book.Key(pos), pos, a)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestValuesComeFromBelow(t *testing.T) {
	tr := newTree(testSelection)
	addTest(t, tr, "", "e2e4:30 d2d4:25 g1f3:22")
	addTest(t, tr, "e2e4", "e7e5:-10 c7c5:-25") // 1.e4 is worth 10 only
	tr.evaluate()
	root := tr.nodes[tr.root]
	if root.value != 25 {
		t.Errorf("value of the start position: got %d, want 25", root.value)
	}
	var got []string
	for _, e := range root.edges {
		if e.share > 0 {
			got = append(got, e.move.String())
		}
	}
	if want := []string{"e2e4", "d2d4", "g1f3"}; !slices.Equal(got, want) {
		t.Errorf("book moves: got %v, want %v", got, want)
	}
	// 1.e4 e5 turns out to be bad for Black and is no book move any more, nor is 1.e4 the
	// weakest of White's.
	addTest(t, tr, "e2e4 e7e5", "g1f3:80")
	tr.evaluate()
	if got := tr.nodes[book.Key(testPosition(t, "e2e4"))].edges[0].share; got != 0 {
		t.Errorf("share of a refuted move: got %v, want 0", got)
	}
	if got := root.value; got != 25 {
		t.Errorf("value of the start position: got %d, want 25", got)
	}
	if got := root.edges[0].value; got != 25 {
		t.Errorf("value of 1.e4: got %d, want 25", got)
	}
}

func TestFollow(t *testing.T) {
	tr := newTree(testSelection)
	if _, leaves := tr.follow(); len(leaves) != 1 || leaves[0].key != tr.root {
		t.Fatalf("an empty tree leads to %v, want the start position", leaves)
	}
	addTest(t, tr, "", "e2e4:30 d2d4:20 a2a4:-30")
	tr.evaluate()
	nodes, leaves := tr.follow()
	if len(nodes) != 1 || len(leaves) != 2 {
		t.Fatalf("got %d nodes and %d leaves, want 1 and 2", len(nodes), len(leaves))
	}
	if leaves[0].move.String() != "e2e4" || leaves[1].move.String() != "d2d4" {
		t.Errorf("got leaves %v and %v, want e2e4 and d2d4", leaves[0].move, leaves[1].move)
	}
	if sum := leaves[0].mass + leaves[1].mass; sum < 0.999 || sum > 1.001 {
		t.Errorf("probabilities of the leaves: got sum %v, want 1", sum)
	}
	records := tr.records()
	if len(records) != 2 || records[0].Weight != topWeight || records[1].Weight != 368 {
		t.Errorf("got records %v, want weights 1000 and 368 (1/e)", records)
	}
}

func TestNarrow(t *testing.T) {
	tr := newTree(selection{margin: 20, limit: 60, temperature: 10, narrow: 2, maxPly: 12})
	addTest(t, tr, "", "e2e4:30 d2d4:12")
	addTest(t, tr, "e2e4", "e7e5:-30 c7c5:-48")
	addTest(t, tr, "e2e4 e7e5", "g1f3:30 d2d4:19")
	tr.evaluate()
	for _, test := range []struct {
		moves string
		want  bool // the second move is a book move
	}{{"", true}, {"e2e4", false}, {"e2e4 e7e5", false}} {
		n := tr.nodes[book.Key(testPosition(t, test.moves))]
		if got := n.edges[1].share > 0; got != test.want {
			t.Errorf("after %q: got %v, want %v", test.moves, got, test.want)
		}
	}
}

func TestSettle(t *testing.T) {
	b := newTestBuilder(t, 30, 1, "")
	b.settle = 0
	grow(t, b)
	if got := len(b.tree.nodes); got < 45 || got > 47 {
		t.Errorf("got %d positions, want half more than 30", got)
	}
}

func TestTranspositionsMeet(t *testing.T) {
	tr := newTree(testSelection)
	addTest(t, tr, "", "e2e4:0 d2d4:0")
	addTest(t, tr, "e2e4", "e7e6:0")
	addTest(t, tr, "d2d4", "e7e6:0")
	addTest(t, tr, "e2e4 e7e6", "d2d4:0")
	addTest(t, tr, "d2d4 e7e6", "e2e4:0")
	tr.evaluate()
	_, leaves := tr.follow()
	if len(leaves) != 1 || leaves[0].mass < 0.999 {
		t.Errorf("got %d leaves, want one that all walks lead to", len(leaves))
	}
}

func TestCircle(t *testing.T) {
	tr := newTree(testSelection)
	addTest(t, tr, "", "g1f3:10")
	addTest(t, tr, "g1f3", "g8f6:-10")
	addTest(t, tr, "g1f3 g8f6", "f3g1:10")
	addTest(t, tr, "g1f3 g8f6 f3g1", "f6g8:-10")
	if got := len(tr.records()); got != 4 {
		t.Errorf("got %d records, want 4", got)
	}
}
