package main

import (
	"fmt"
	"io"
	"time"
)

// meter prints a line of progress now and then.
type meter struct {
	out      io.Writer
	interval time.Duration
	began    time.Time
	last     time.Time
	before   state // when the run was started
}

func newMeter(out io.Writer, interval time.Duration) *meter {
	return &meter{out: out, interval: interval}
}

func (m *meter) begin(t *tuner) {
	m.began, m.before = time.Now(), t.state
	m.last = m.began
	if m.before.Done > 0 {
		fmt.Fprintf(m.out, "going on after %d iterations\n", m.before.Done)
	}
}

// now prints a line when it is time for one.
func (m *meter) now(t *tuner) {
	if time.Since(m.last) >= m.interval {
		m.end(t)
	}
}

// end prints a line.
func (m *meter) end(t *tuner) {
	m.last = time.Now()
	fmt.Fprintln(m.out, m.line(&t.state, t.settings.Iterations, m.last.Sub(m.began)))
}

// line tells how far the run has come; rates are those of this run alone.
func (m *meter) line(now *state, iterations int, elapsed time.Duration) string {
	g := now.Games
	done := now.Done - m.before.Done
	perHour := float64(g.games()-m.before.Games.games()) / max(elapsed.Hours(), 1e-9)
	text := fmt.Sprintf("iteration %d of %d, %d games (+%d -%d =%d), %.0f games/h, elapsed %s",
		now.Done, iterations, g.games(), g.Wins, g.Losses, g.Draws, perHour, elapsed.Round(time.Second))
	if left := iterations - now.Done; done > 0 && left > 0 {
		rest := time.Duration(float64(elapsed) / float64(done) * float64(left))
		text += fmt.Sprintf(", left %s", rest.Round(time.Second))
	}
	return text
}
