package game

import (
	"time"

	"tura/position"
)

// Clock is the chess clock of a game. It reads the time from a function, so
// that tests can move it by hand. The flag of a player falls when a move has
// taken longer than the timer and the bank together (or the time for a move);
// a player with an empty bank lives on the timer. It is not safe for
// concurrent use.
type Clock struct {
	// Margin is how much a player may overstep before the flag falls. The
	// excess is not taken from anything: the bank is then empty.
	Margin time.Duration

	now     func() time.Time
	side    [2]sideClock
	running bool
	mover   position.Color
	started time.Time     // when the clock was last set going
	spent   time.Duration // time of this move before that
}

// sideClock is one player's half of the clock.
type sideClock struct {
	control TimeControl
	period  int // index of the current period, growing while the last repeats
	moves   int // moves made in it
	bank    time.Duration
	fallen  bool
}

// NewClock sets a clock for the two players. A nil now is time.Now.
func NewClock(white, black TimeControl, now func() time.Time) *Clock {
	if now == nil {
		now = time.Now
	}
	c := &Clock{now: now}
	for i, control := range [2]TimeControl{white, black} {
		p := control.period(0)
		c.side[i] = sideClock{control: control, bank: p.Bank + p.Increment}
	}
	return c
}

// Start sets the clock of player p going, for his next move or after Pause.
func (c *Clock) Start(p position.Color) { c.StartAt(p, c.now()) }

// StartAt is Start for a moment in the past, as when the command to move was
// sent. A clock that runs for p already is left alone.
func (c *Clock) StartAt(p position.Color, t time.Time) {
	if c.running && p == c.mover {
		return
	}
	if p != c.mover {
		c.spent = 0
	}
	c.mover, c.started, c.running = p, t, true
}

// Pause stops the clock in the middle of a move.
func (c *Clock) Pause() {
	if c.running {
		c.spent = c.elapsed(c.now())
		c.running = false
	}
}

// Press ends the move of the player whose clock runs: it stops, and timer,
// bank, increment and period are settled. It gives the time the move took and
// whether it was in time.
func (c *Clock) Press() (spent time.Duration, inTime bool) { return c.PressAt(c.now()) }

// PressAt is Press for a moment in the past, as when the move was read.
func (c *Clock) PressAt(t time.Time) (spent time.Duration, inTime bool) {
	if !c.running {
		return 0, true
	}
	spent = c.elapsed(t)
	c.running, c.spent = false, 0
	return spent, c.side[c.mover].settle(spent, c.Margin)
}

// Switch ends the move like Press and starts the opponent's clock at the same
// moment.
func (c *Clock) Switch() (spent time.Duration, inTime bool) {
	t := c.now()
	mover := c.mover
	spent, inTime = c.PressAt(t)
	c.StartAt(mover.Other(), t)
	return spent, inTime
}

// elapsed gives the time the present move has taken at t.
func (c *Clock) elapsed(t time.Time) time.Duration {
	if !c.running {
		return c.spent
	}
	return c.spent + max(t.Sub(c.started), 0)
}

// settle books a move that took spent; false when it was too long.
func (s *sideClock) settle(spent, margin time.Duration) bool {
	if !s.control.Timed() {
		return true
	}
	if spent > s.allowance()+margin {
		s.bank, s.fallen = 0, true
		return false
	}
	if s.control.MoveTime > 0 {
		return true
	}
	p := s.current()
	s.bank = max(s.bank-max(spent-p.Delay, 0), 0)
	s.moves++
	if p.Moves > 0 && s.moves == p.Moves {
		s.moves = 0
		s.period++
		s.bank += s.current().Bank
	}
	s.bank += s.current().Increment // that of the next move
	return true
}

// current gives the period the player is in.
func (s *sideClock) current() Period { return s.control.period(s.period) }

// allowance is the longest the present move may take.
func (s *sideClock) allowance() time.Duration {
	if s.control.MoveTime > 0 {
		return s.control.MoveTime
	}
	return s.bank + s.current().Delay
}

// Running tells whose clock runs, if one does.
func (c *Clock) Running() (p position.Color, ok bool) { return c.mover, c.running }

// Control gives the time control of player p.
func (c *Clock) Control(p position.Color) TimeControl { return c.side[p].control }

// Bank gives what is left in the bank of player p at this moment; the move
// timer is not in it. It is 0 with a fixed time for each move.
func (c *Clock) Bank(p position.Color) time.Duration {
	s := &c.side[p]
	return max(s.bank-max(c.thisMove(p)-s.current().Delay, 0), 0)
}

// Timer gives what is left at this moment of the free time before the bank
// runs: of the move timer, or of the fixed time for each move.
func (c *Clock) Timer(p position.Color) time.Duration {
	s := &c.side[p]
	free := s.current().Delay
	if s.control.MoveTime > 0 {
		free = s.control.MoveTime
	}
	return max(free-c.thisMove(p), 0)
}

// thisMove gives the time player p has used on a move not yet made.
func (c *Clock) thisMove(p position.Color) time.Duration {
	if p != c.mover {
		return 0
	}
	return c.elapsed(c.now())
}

// Increment gives the Fischer increment of player p in the present period.
func (c *Clock) Increment(p position.Color) time.Duration { return c.side[p].current().Increment }

// Delay gives the whole move timer of player p in the present period.
func (c *Clock) Delay(p position.Color) time.Duration { return c.side[p].current().Delay }

// MovesToGo gives the moves player p has still to make in the present period;
// 0 is the rest of the game.
func (c *Clock) MovesToGo(p position.Color) int {
	s := &c.side[p]
	if moves := s.current().Moves; moves > 0 {
		return moves - s.moves
	}
	return 0
}

// Allowance gives the longest the next move of player p may take, counted
// from its start; ok is false without a clock.
func (c *Clock) Allowance(p position.Color) (d time.Duration, ok bool) {
	s := &c.side[p]
	return s.allowance(), s.control.Timed()
}

// Fallen tells whether the flag of player p is down at this moment.
func (c *Clock) Fallen(p position.Color) bool {
	s := &c.side[p]
	return s.fallen || s.control.Timed() && c.thisMove(p) > s.allowance()+c.Margin
}

// Add gives player p more time, as an arbiter does after a wrong claim or an
// illegal move of the opponent; a negative d takes some.
func (c *Clock) Add(p position.Color, d time.Duration) {
	s := &c.side[p]
	s.bank = max(s.bank+d, 0)
}
