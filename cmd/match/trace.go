package main

import (
	"bufio"
	"fmt"
	"os"
	"sync"
	"time"
)

// tracer writes the lines of all engines to a file. A nil tracer writes
// nothing.
type tracer struct {
	mu    sync.Mutex
	file  *os.File
	out   *bufio.Writer
	start time.Time
	count int // engines seen so far, to tell processes apart
}

func newTracer(path string) (*tracer, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &tracer{file: file, out: bufio.NewWriter(file), start: time.Now()}, nil
}

// of gives the trace function for a new process of engine A or B.
func (t *tracer) of(engine string) func(sent bool, line string) {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count++
	name := fmt.Sprintf("%s%d", engine, t.count)
	return func(sent bool, line string) {
		sign := "<"
		if sent {
			sign = ">"
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		fmt.Fprintf(t.out, "%.3f %s %s %s\n", time.Since(t.start).Seconds(), name, sign, line)
	}
}

func (t *tracer) close() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.out.Flush(); err != nil {
		return err
	}
	return t.file.Close()
}
