package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadSteps(t *testing.T) {
	steps, err := readSteps(strings.NewReader("# comment\nfirst,a,0,0,0,\nsecond,b,30,4,100,5000 nodes\n\"third, and last\",c,-10,3,100,1+0.01\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []step{
		{version: "first"},
		{version: "second", elo: 30, err: 4, total: 30, totErr: 4},
		{version: "third, and last", elo: -10, err: 3, total: 20, totErr: 5},
	}
	if len(steps) != len(want) {
		t.Fatalf("got %d steps, want %d", len(steps), len(want))
	}
	for i := range want {
		if steps[i] != want[i] {
			t.Errorf("step %d: got %+v, want %+v", i, steps[i], want[i])
		}
	}
}

func TestReadStepsErrors(t *testing.T) {
	for name, c := range map[string]struct{ table, want string }{
		"empty":    {"# nothing\n", "no versions"},
		"columns":  {"a,b,1\n", "wrong number of fields"},
		"elo":      {"a,b,0,0,0,\na,b,x,1,1,\n", `line 2, column 3: "x"`},
		"no error": {"a,b,1,,1,\n", `line 1, column 4: ""`},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readSteps(strings.NewReader(c.table)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

// TestRun draws the table of the repository.
func TestRun(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "elo.png")
	if err := run(filepath.Join("..", "..", "docs", "elo-history.csv"), picture); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.DecodeConfig(bytes.NewReader(data)); err != nil {
		t.Error(err)
	}
}
