package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tura/eval/nnue"
)

// constantNetwork returns a network of the engine's shape with the same number everywhere.
func constantNetwork(number, qb int) *quantised {
	q := &quantised{net: shape{nnue.Hidden, nnue.Buckets}, qb: qb}
	q.ft = slices.Repeat([]int16{int16(number)}, inputs*nnue.Hidden)
	q.bias = slices.Repeat([]int16{int16(number)}, nnue.Hidden)
	q.out = slices.Repeat([]int16{int16(number)}, nnue.Buckets*2*nnue.Hidden)
	q.outBias = slices.Repeat([]int32{int32(number)}, nnue.Buckets)
	return q
}

// TestAverage: the mean of networks has the means of their numbers, and its summary names them.
func TestAverage(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, q *quantised) string {
		name = filepath.Join(dir, name)
		file, err := q.file()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file, 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	one, two := write("one.bin", constantNetwork(-4, 128)), write("two.bin", constantNetwork(9, 128))
	if err := os.WriteFile(filepath.Join(dir, "one.txt"), []byte("from games\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		nets []string
		want int
	}{
		{[]string{one, two}, 3}, // 2.5, rounded
		{[]string{one, one, two}, 0},
		{[]string{one, one, one, two}, -1}, // -0.75
		{[]string{two, two}, 9},
	} {
		out := filepath.Join(dir, "new", "mean.bin")
		var answer bytes.Buffer
		if err := averageCommand(append([]string{"-out", out}, c.nets...), &answer, io.Discard); err != nil {
			t.Fatal(err)
		}
		got, err := readNetwork(out)
		if err != nil {
			t.Fatal(err)
		}
		want := constantNetwork(c.want, 128)
		if got.qb != want.qb || !slices.Equal(got.ft, want.ft) || !slices.Equal(got.bias, want.bias) ||
			!slices.Equal(got.out, want.out) || !slices.Equal(got.outBias, want.outBias) {
			t.Errorf("%q: another mean than %d: %d", c.nets, c.want, got.ft[0])
		}
		summary, err := os.ReadFile(besideNet(out, summaryExt))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(summary), "from games"); n != min(1, strings.Count(strings.Join(c.nets, " "), one)) {
			t.Errorf("%q: %d times what is said of the first network:\n%s", c.nets, n, summary)
		}
		for _, name := range c.nets {
			if !strings.Contains(string(summary), name) {
				t.Errorf("%q: a summary without it:\n%s", name, summary)
			}
		}
	}
	other := write("other.bin", constantNetwork(1, 64))
	for _, bad := range [][]string{{one}, {one, filepath.Join(dir, "absent")}, {one, other}} {
		if err := averageCommand(append([]string{"-out", filepath.Join(dir, "bad.bin")}, bad...), io.Discard, io.Discard); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "bad.bin")); err == nil {
		t.Error("wrote a network in spite of an error")
	}
}
