package main

import (
	"fmt"
	"io"
	"time"
)

// A tally counts what is in a games file.
type tally struct {
	games, plies int
	kept         int    // positions that pass the default filter
	nodes        uint64 // searched by this run
}

func (t *tally) add(plies, kept int, nodes uint64) {
	t.games++
	t.plies += plies
	t.kept += kept
	t.nodes += nodes
}

// A meter prints a progress line now and then.
type meter struct {
	w                io.Writer
	interval         time.Duration
	began            time.Time
	before           tally // what was there when the run began
	games, positions int   // targets, 0 = none
}

func newMeter(w io.Writer, interval time.Duration, before tally, games, positions int) *meter {
	return &meter{w: w, interval: interval, began: time.Now(), before: before, games: games, positions: positions}
}

// watch prints a line each interval and one when finished is closed.
func (m *meter) watch(finished <-chan struct{}, now func() tally) {
	ticker := time.NewTicker(m.interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			fmt.Fprintln(m.w, m.line(now(), time.Since(m.began)))
		case <-finished:
			fmt.Fprintln(m.w, m.line(now(), time.Since(m.began)))
			return
		}
	}
}

// line says how far the run has come. Rates are those of this run alone.
func (m *meter) line(now tally, elapsed time.Duration) string {
	seconds := max(elapsed.Seconds(), 1e-9)
	games := float64(now.games-m.before.games) / seconds
	plies := float64(now.plies-m.before.plies) / seconds
	kept := float64(now.kept-m.before.kept) / seconds
	const million = 1e6
	text := fmt.Sprintf("games %d  positions %d (%d kept)  %.1f games/s  %.0f positions/s (%.0f kept/s)  %.2f Mnps  elapsed %s",
		now.games, now.plies, now.kept, games, plies, kept, float64(now.nodes)/seconds/million, elapsed.Round(time.Second))
	left, ok := soonest(remaining(m.games-now.games, games, m.games > 0), remaining(m.positions-now.kept, kept, m.positions > 0))
	if ok {
		text += fmt.Sprintf("  left %s", left.Round(time.Second))
	}
	return text
}

// remaining returns the time until a count has been worked off at a rate per
// second, -1 when that is not known.
func remaining(count int, rate float64, wanted bool) time.Duration {
	const longest = 1e9 // seconds; beyond it a Duration overflows
	switch {
	case !wanted:
		return -1
	case count <= 0:
		return 0
	case rate <= 0 || float64(count)/rate > longest:
		return -1
	}
	return time.Duration(float64(count) / rate * float64(time.Second))
}

// soonest returns the shorter of two times, of which -1 is not known.
func soonest(a, b time.Duration) (left time.Duration, ok bool) {
	switch {
	case a < 0:
		return b, b >= 0
	case b < 0:
		return a, true
	}
	return min(a, b), true
}
