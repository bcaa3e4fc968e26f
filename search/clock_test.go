package search

import (
	"testing"
	"time"

	"tura/position"
)

const ms = time.Millisecond

// fakeTime is a time source that stands still until told otherwise.
type fakeTime struct{ t time.Time }

func newFakeTime() *fakeTime { return &fakeTime{time.Unix(1_000_000, 0)} }

func (f *fakeTime) now() time.Time          { return f.t }
func (f *fakeTime) advance(d time.Duration) { f.t = f.t.Add(d) }

// bank makes limits with the same bank and increment for both sides.
func bank(time_, inc time.Duration) Limits {
	return Limits{
		Time: [2]time.Duration{time_, time_}, HasTime: [2]bool{true, true},
		Inc: [2]time.Duration{inc, inc}, Overhead: 15 * ms,
	}
}

// steady are factors of a search in which nothing happens.
var steady = Factors{Stability: 2, NodeShare: 0.8}

// limitsOf finds by trial when a clock's soft and hard limit are reached.
func limitsOf(l Limits, us position.Color, f Factors) (soft, hard time.Duration) {
	const step, end = ms, 200 * time.Second
	source := newFakeTime()
	c := newClock(&l, us, 40, source.now)
	soft, hard = -1, -1
	for at := time.Duration(0); at < end && (soft < 0 || hard < 0); at += step {
		if soft < 0 && c.SoftExpired(f) {
			soft = at
		}
		if hard < 0 && c.HardExpired() {
			hard = at
		}
		source.advance(step)
	}
	return soft, hard
}

// TestClockLimits pins the range of both limits for every kind of clock, in a quiet search.
func TestClockLimits(t *testing.T) {
	movesToGo := func(n int, l Limits) Limits { l.MovesToGo = n; return l }
	delay := func(d time.Duration, l Limits) Limits { l.Delay = d; return l }
	overhead := func(d time.Duration, l Limits) Limits { l.Overhead = d; return l }
	moveTime := func(d time.Duration, l Limits) Limits { l.MoveTime, l.HasMoveTime = d, true; return l }
	white := Limits{Time: [2]time.Duration{100 * ms, 0}, HasTime: [2]bool{true, false}, Overhead: 15 * ms}
	black := Limits{Time: [2]time.Duration{0, 100 * ms}, HasTime: [2]bool{false, true}, Overhead: 15 * ms}

	tests := []struct {
		name             string
		limits           Limits
		softMin, softMax time.Duration
		hardMin, hardMax time.Duration
	}{
		{"fischer 8+0.08", bank(8080*ms, 80*ms), 150 * ms, 400 * ms, 800 * ms, 2500 * ms},
		{"fischer, 1 ms left", bank(1*ms, 1000*ms), 0, 1 * ms, 1 * ms, 1 * ms},
		{"fischer, increment of the next move is not there yet", bank(100*ms, 1000*ms), 5 * ms, 40 * ms, 20 * ms, 85 * ms},
		{"bullet 0.2+0.005", bank(205*ms, 5*ms), 2 * ms, 10 * ms, 10 * ms, 60 * ms},
		{"sudden death", bank(60*time.Second, 0), 700 * ms, 2500 * ms, 4 * time.Second, 15 * time.Second},
		{"sudden death, little left", bank(100*ms, 0), 1 * ms, 5 * ms, 2 * ms, 30 * ms},
		{"40 moves in 3 s", movesToGo(40, bank(3*time.Second, 0)), 30 * ms, 120 * ms, 100 * ms, 700 * ms},
		{"9 moves in 3 s", movesToGo(9, bank(3*time.Second, 0)), 150 * ms, 600 * ms, 500 * ms, 2000 * ms},
		{"last move before the control", movesToGo(1, bank(3*time.Second, 0)), 1500 * ms, 2800 * ms, 2500 * ms, 2985 * ms},
		{"repeating control with increment", movesToGo(20, bank(3*time.Second, 100*ms)), 100 * ms, 400 * ms, 500 * ms, 2000 * ms},
		{"more moves to go than a game has", movesToGo(100000, bank(1*time.Second, 0)), 5 * ms, 40 * ms, 20 * ms, 300 * ms},
		{"both banks zero", bank(0, 0), 0, 1 * ms, 1 * ms, 1 * ms},
		{"negative bank", bank(-50*ms, 100*ms), 0, 1 * ms, 1 * ms, 1 * ms},
		{"only the own clock", white, 1 * ms, 5 * ms, 2 * ms, 30 * ms},
		{"only the other clock", black, 1 * ms, 5 * ms, 2 * ms, 30 * ms},
		{"only increments", Limits{Inc: [2]time.Duration{100 * ms, 100 * ms}}, 2 * ms, 30 * ms, 10 * ms, 80 * ms},
		{"large overhead", overhead(500*ms, bank(600*ms, 0)), 1 * ms, 20 * ms, 2 * ms, 100 * ms},
		{"overhead above the bank", overhead(5*time.Second, bank(1*time.Second, 0)), 1 * ms, 30 * ms, 10 * ms, 500 * ms},

		{"move time", moveTime(100*ms, Limits{Overhead: 15 * ms}), 85 * ms, 85 * ms, 85 * ms, 85 * ms},
		{"move time, no overhead", moveTime(100*ms, Limits{}), 100 * ms, 100 * ms, 100 * ms, 100 * ms},
		{"move time below the overhead", moveTime(4*ms, Limits{Overhead: 15 * ms}), 3 * ms, 3 * ms, 3 * ms, 3 * ms},
		{"move time 0", moveTime(0, Limits{Overhead: 15 * ms}), 0, 0, 0, 0},
		{"move time and a long clock", moveTime(100*ms, bank(600*time.Second, 0)), 85 * ms, 85 * ms, 85 * ms, 85 * ms},
		{"move time and a short clock", moveTime(10*time.Second, bank(1*time.Second, 0)), 5 * ms, 40 * ms, 20 * ms, 300 * ms},

		{"delay 200 ms, bank 2 s", delay(200*ms, bank(2*time.Second, 0)), 185 * ms, 350 * ms, 500 * ms, 2185 * ms},
		{"delay 200 ms, bank 0", delay(200*ms, bank(0, 0)), 185 * ms, 185 * ms, 185 * ms, 186 * ms},
		{"delay without any bank", Limits{Delay: 200 * ms, Overhead: 15 * ms}, 185 * ms, 185 * ms, 185 * ms, 186 * ms},
		{"delay, negative bank", delay(200*ms, bank(-70*ms, 0)), 185 * ms, 185 * ms, 185 * ms, 186 * ms},
		{"delay shorter than the overhead", delay(5*ms, bank(0, 0)), 1 * ms, 3 * ms, 1 * ms, 3 * ms},
		{"long delay, long bank", delay(5*time.Second, bank(120*time.Second, 0)), 4985 * ms, 9 * time.Second, 20 * time.Second, 125 * time.Second},
		{"delay, last move before the control", delay(1*time.Second, movesToGo(1, bank(2*time.Second, 0))), 985 * ms, 2800 * ms, 2500 * ms, 2985 * ms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, us := range []position.Color{position.White, position.Black} {
				soft, hard := limitsOf(tt.limits, us, steady)
				if soft < tt.softMin || soft > tt.softMax {
					t.Errorf("colour %d: got soft limit %v, want %v to %v", us, soft, tt.softMin, tt.softMax)
				}
				if hard < tt.hardMin || hard > tt.hardMax {
					t.Errorf("colour %d: got hard limit %v, want %v to %v", us, hard, tt.hardMin, tt.hardMax)
				}
			}
		})
	}
}

// TestClockNeverBeyondBank tries many clocks: the hard limit leaves the overhead, or half of what
// there is when that is less, and the soft limit never lies behind the hard one.
func TestClockNeverBeyondBank(t *testing.T) {
	eager := Factors{Stability: 0, NodeShare: 0.01, ScoreDrop: 500}
	for _, b := range []time.Duration{1, 2, 7, 20, 100, 999, 60_000, 7_200_000} {
		for _, inc := range []time.Duration{0, 1, 10, 1000, 30_000} {
			for _, mtg := range []int{0, 1, 2, 3, 10, 40, 500} {
				for _, o := range []time.Duration{0, 1, 15, 1000, 5000} {
					for _, d := range []time.Duration{0, 1, 200, 10_000} {
						l := bank(b*ms, inc*ms)
						l.MovesToGo, l.Overhead, l.Delay = mtg, o*ms, d*ms
						c := newClock(&l, position.White, 100, newFakeTime().now)
						all := (b + d) * ms
						limit := max(all-min(o*ms, all/2), minLimit)
						if c.hard > limit || c.hard <= 0 {
							t.Fatalf("%+v: got hard limit %v, want at most %v", l, c.hard, limit)
						}
						if got := c.scale(eager); got > c.hard || got <= 0 {
							t.Fatalf("%+v: got soft limit %v, want at most the hard one %v", l, got, c.hard)
						}
						if free := d*ms - o*ms; free > c.hard {
							t.Fatalf("%+v: got hard limit %v, want all of the free %v", l, c.hard, free)
						}
					}
				}
			}
		}
	}
}

// TestClockFactors checks that every factor moves the soft limit in the right direction.
func TestClockFactors(t *testing.T) {
	scaled := func(f Factors) time.Duration {
		l := bank(60*time.Second, 0)
		return newClock(&l, position.White, 40, newFakeTime().now).scale(f)
	}
	base := scaled(steady)
	tests := []struct {
		name    string
		factors Factors
		longer  bool
	}{
		{"best move changed", Factors{Stability: 0, NodeShare: 0.8}, true},
		{"best move stands long", Factors{Stability: 9, NodeShare: 0.8}, false},
		{"score falls", Factors{Stability: 2, NodeShare: 0.8, ScoreDrop: 30}, true},
		{"score rises", Factors{Stability: 2, NodeShare: 0.8, ScoreDrop: -30}, false},
		{"nodes spread", Factors{Stability: 2, NodeShare: 0.3}, true},
		{"all nodes under one move", Factors{Stability: 2, NodeShare: 0.99}, false},
		{"only move", Factors{OnlyMove: true}, false},
		{"mate", Factors{Mate: true}, false},
	}
	for _, tt := range tests {
		if got := scaled(tt.factors); got > base != tt.longer || got == base {
			t.Errorf("%s: got %v, want longer than %v: %t", tt.name, got, base, tt.longer)
		}
	}
}

// TestClockFreeTimer: with a move timer no quiet search ends before the timer, however clear the
// best move is, unless there is nothing to think about.
func TestClockFreeTimer(t *testing.T) {
	l := bank(2*time.Second, 0)
	l.Delay = 200 * ms
	clear := Factors{Stability: 20, NodeShare: 1, ScoreDrop: -500}
	if soft, _ := limitsOf(l, position.White, clear); soft != 185*ms {
		t.Errorf("got soft limit %v, want the whole timer less the overhead, 185ms", soft)
	}
	for _, f := range []Factors{{OnlyMove: true}, {Mate: true}} {
		if soft, _ := limitsOf(l, position.White, f); soft != 0 {
			t.Errorf("%+v: got soft limit %v, want 0", f, soft)
		}
	}
}

// TestClockWithout checks searches without a clock.
func TestClockWithout(t *testing.T) {
	infinite := bank(1*time.Second, 0)
	infinite.Infinite = true
	for name, l := range map[string]Limits{
		"nothing": {}, "depth": {Depth: 5}, "nodes": {Nodes: 100}, "infinite with a clock": infinite,
	} {
		source := newFakeTime()
		c := newClock(&l, position.White, 0, source.now)
		source.advance(1000 * time.Hour)
		if c.HardExpired() || c.SoftExpired(Factors{OnlyMove: true, Mate: true}) {
			t.Errorf("%s: the clock expired", name)
		}
	}
}

func TestClockPonder(t *testing.T) {
	ponder := func() (*Clock, *fakeTime) {
		l := bank(2*time.Second, 0)
		l.Ponder = true
		source := newFakeTime()
		return newClock(&l, position.White, 40, source.now), source
	}
	t.Run("never expires before the hit", func(t *testing.T) {
		c, source := ponder()
		source.advance(time.Hour)
		if c.HardExpired() || c.SoftExpired(steady) {
			t.Error("the clock expired while pondering")
		}
	})
	t.Run("spent soft limit ends it at the hit", func(t *testing.T) {
		c, source := ponder()
		source.advance(time.Hour)
		c.SoftExpired(steady)
		c.PonderHit()
		if !c.HardExpired() {
			t.Error("the search goes on after a ponder hit that came late")
		}
	})
	t.Run("early hit starts the clock", func(t *testing.T) {
		c, source := ponder()
		source.advance(2 * ms)
		c.PonderHit()
		if c.HardExpired() || c.SoftExpired(steady) {
			t.Error("the clock expired at the hit")
		}
		source.advance(c.hard - ms)
		if c.HardExpired() {
			t.Error("the hard limit does not count from the hit")
		}
		source.advance(ms)
		if !c.HardExpired() || !c.SoftExpired(steady) {
			t.Error("the clock did not expire after the hit")
		}
	})
	t.Run("without a ponder search it means nothing", func(t *testing.T) {
		l := bank(2*time.Second, 0)
		c := newClock(&l, position.White, 40, newFakeTime().now)
		before := c.deadline.Load()
		c.PonderHit()
		if got := c.deadline.Load(); got != before {
			t.Errorf("got deadline %v, want %v", time.Duration(got), time.Duration(before))
		}
	})
}

// TestClockStart: the time between the order and the start of the search is spent time.
func TestClockStart(t *testing.T) {
	source := newFakeTime()
	l := bank(1*time.Second, 0)
	l.Start = source.now()
	source.advance(700 * ms)
	c := newClock(&l, position.White, 40, source.now)
	if got := c.Elapsed(); got != 700*ms {
		t.Errorf("got %v elapsed, want 700ms", got)
	}
	if !c.HardExpired() {
		t.Error("the hard limit does not count from the order")
	}
}

// TestClockGames plays whole games on the clock with an engine that always searches to a random
// point between its limits and loses a little time on every move: no flag may fall.
func TestClockGames(t *testing.T) {
	const lag = 3 * ms
	tests := []struct {
		name             string
		bank, inc, delay time.Duration
		period           int // moves in a period, 0 = one bank for the game
		moves            int
	}{
		{"0.2+0.005", 200 * ms, 5 * ms, 0, 0, 300},
		{"1+0.01", 1000 * ms, 10 * ms, 0, 0, 300},
		{"60 s", 60 * time.Second, 0, 0, 0, 150},
		{"40 moves in 3 s", 3 * time.Second, 0, 0, 40, 200},
		{"5 moves in 0.2 s + 0.01", 200 * ms, 10 * ms, 0, 5, 200},
		{"1 s with a timer of 200 ms", time.Second, 0, 200 * ms, 0, 200},
		{"timer of 50 ms alone", 0, 0, 50 * ms, 0, 200},
	}
	for _, tt := range tests {
		for _, hardest := range []bool{false, true} {
			left := tt.bank + tt.inc
			for move := range tt.moves {
				l := bank(left, tt.inc)
				l.Delay = tt.delay
				if tt.period > 0 {
					l.MovesToGo = tt.period - move%tt.period
				}
				c := newClock(&l, position.White, 2*move, newFakeTime().now)
				used := c.scale(steady)
				if hardest && move%7 == 0 {
					used = c.hard
				}
				if over := used + lag - tt.delay; over > 0 {
					left -= over
				}
				if left < 0 {
					t.Errorf("%s, often to the hard limit %t: flag fell at move %d", tt.name, hardest, move+1)
					break
				}
				left += tt.inc
				if tt.period > 0 && l.MovesToGo == 1 {
					left += tt.bank
				}
			}
		}
	}
}
