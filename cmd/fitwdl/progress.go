package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// Shortest times between two lines of progress, on a terminal, where a line
// takes the place of the one before, and in a file.
const (
	terminalInterval = 200 * time.Millisecond
	fileInterval     = 30 * time.Second
)

const percent = 100

// progress shows how much of the files has been read.
type progress struct {
	out         *os.File
	terminal    bool
	interval    time.Duration
	last        time.Time
	read, total int64 // bytes
}

// newProgress begins with the files; the error is that of a file that cannot
// be looked at.
func newProgress(out *os.File, files []string) (*progress, error) {
	p := &progress{out: out, interval: fileInterval, last: time.Now()}
	if p.terminal = term.IsTerminal(int(out.Fd())); p.terminal {
		p.interval = terminalInterval
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		p.total += info.Size()
	}
	return p, nil
}

// Write counts bytes that were read.
func (p *progress) Write(b []byte) (int, error) {
	p.read += int64(len(b))
	return len(b), nil
}

// reader reads from r and counts.
func (p *progress) reader(r io.Reader) io.Reader { return io.TeeReader(r, p) }

// line shows a text when it is time for it.
func (p *progress) line(text string) {
	if time.Since(p.last) < p.interval {
		return
	}
	p.last = time.Now()
	text = fmt.Sprintf("%d %%: %s", p.read*percent/max(p.total, 1), text)
	if p.terminal {
		fmt.Fprintf(p.out, "\r%s\x1b[K", text)
		return
	}
	fmt.Fprintln(p.out, text)
}

// end takes the line on the terminal away.
func (p *progress) end() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
