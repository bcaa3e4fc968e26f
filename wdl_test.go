package main

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tura/uci"
)

// wdlField is a score with its chances, at their place in a line.
var wdlField = regexp.MustCompile(` score (cp|mate) (-?\d+)(?: lowerbound| upperbound)? wdl (\d+) (\d+) (\d+) nodes `)

// TestShowWDL: chances stand behind every score when they are asked for, and nowhere else.
func TestShowWDL(t *testing.T) {
	const on = "setoption name UCI_ShowWDL value true"
	tests := []struct {
		name  string
		lines []string
		wdl   bool
		last  string // pattern of the last line with a score
	}{
		{"by default", []string{"go depth 6"}, false, `score cp`},
		{"on", []string{on, "go depth 6"}, true, `score cp`},
		{"on and off", []string{on, "setoption name UCI_ShowWDL value false", "go depth 6"}, false, `score cp`},
		{"three lines", []string{on, "setoption name MultiPV value 3", "go depth 6"}, true, `multipv 3 score cp`},
		{"mate", []string{on, "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go depth 3"}, true, `score mate 1 wdl 1000 0 0 `},
		{"mated", []string{on, "position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1", "go depth 8"}, true, `score mate -\d+ wdl 0 0 1000 `},
		{"mated in three", []string{on, "position fen 7k/8/8/8/8/8/1R6/R6K b - - 0 1", "go depth 10"}, true, `score mate -3 wdl 0 0 1000 `},
		{"much better", []string{on, "position fen 4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "go nodes 1"}, true, ` wdl 1000 0 0 `},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		engine := uci.New(config(), &out)
		for _, line := range tt.lines {
			if err := engine.Command(line); err != nil {
				t.Fatalf("%s: %s: %v", tt.name, line, err)
			}
		}
		last := ""
		for line := range strings.Lines(out.String()) {
			if !strings.Contains(line, " score ") {
				continue
			}
			last = line
			if !tt.wdl && strings.Contains(line, " wdl ") {
				t.Errorf("%s: got chances nobody asked for: %s", tt.name, line)
			}
			if tt.wdl {
				checkChances(t, line)
			}
		}
		if !regexp.MustCompile(tt.last).MatchString(last) {
			t.Errorf("%s: got last line %q, want it to match %q", tt.name, last, tt.last)
		}
	}
}

// checkChances looks at the chances in one line.
func checkChances(t *testing.T, line string) {
	t.Helper()
	match := wdlField.FindStringSubmatch(line)
	if match == nil {
		t.Errorf("no chances behind the score in %s", line)
		return
	}
	var number [4]int // score, win, draw, loss
	for i := range number {
		n, err := strconv.Atoi(match[2+i])
		if err != nil {
			t.Fatal(err)
		}
		number[i] = n
	}
	score, win, draw, loss := number[0], number[1], number[2], number[3]
	if win+draw+loss != 1000 || score >= 0 && win < loss || score <= 0 && win > loss {
		t.Errorf("got %d %d %d for score %d in %s", win, draw, loss, score, line)
	}
}
