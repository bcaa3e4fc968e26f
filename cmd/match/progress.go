package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progressEvery is the shortest time between two lines of progress in a file.
const progressEvery = 30 * time.Second

// progress shows how far the match is: a bar on a terminal, a line now and
// then elsewhere.
type progress struct {
	mu   sync.Mutex
	out  *os.File
	bar  *progressbar.ProgressBar
	last time.Time
}

func newProgress(out *os.File, games int) *progress {
	p := &progress{out: out, last: time.Now()}
	if term.IsTerminal(int(out.Fd())) {
		p.bar = progressbar.NewOptions(games,
			progressbar.OptionSetWriter(out),
			progressbar.OptionShowCount(),
			progressbar.OptionShowDescriptionAtLineEnd(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish())
	}
	return p
}

// game counts a finished game and shows the score line.
func (p *progress) game(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Describe(line)
		_ = p.bar.Add(1) // a terminal that is gone is no fault of the match
		return
	}
	if time.Since(p.last) >= progressEvery {
		p.last = time.Now()
		fmt.Fprintln(p.out, line)
	}
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish() // see game
	}
}
