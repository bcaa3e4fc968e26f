package search

import (
	"math"
	"sync/atomic"
	"time"

	"tura/position"
)

// Constants of time management. Shapes and sizes follow what strong open engines agree on
// (a fixed share of bank and coming increments, scaled by what the search has seen so far).
const (
	// horizonMoves is the number of moves the bank is planned for when the client names none.
	horizonMoves = 50
	// softBase divided by the moves to go is the share of the planned time for one move.
	softBase = 1.25
	// Early moves get a little less and late moves a little more than the even share.
	rampBase, rampSlope, rampMax = 0.85, 0.0025, 1.15
	// reserveMaxShare limits what is kept back for the overheads of all coming moves.
	reserveMaxShare = 0.5
	// So many overheads stay in the bank for the moves that come late all the same, unless that
	// leaves less than spareMinShare of it. The rest is to spare.
	keptOverheads, spareMinShare = 4, 0.25
	// softMaxShare of what is to spare is the most that one move plans for in an open-ended game,
	// softLastShare of the bank for the last move before the time control.
	softMaxShare, softLastShare = 0.15, 0.7
	// hardMaxShare of what is to spare, or hardFactor times the soft limit, ends a search in the
	// middle; with moves to go it is hardPeriodFactor, and the last move before the time control
	// may use hardLastShare of the bank.
	hardMaxShare, hardLastShare  = 0.75, 1.0
	hardFactor, hardPeriodFactor = 5.0, 4.0
	// delaySoftMaxShare and delayHardMaxShare are the most one move takes out of the bank when a
	// move timer runs before it: nothing refills that bank.
	delaySoftMaxShare, delayHardMaxShare = 0.15, 0.5
	// overheadMaxShare limits the overhead when little time is left.
	overheadMaxShare = 0.5
	// graceShare of the overhead is what may be used after the hard limit, to complete a line.
	graceShare = 0.25
	// moveTimeOverheadMaxShare is the same for a fixed time a move.
	moveTimeOverheadMaxShare = 0.25

	// A best move with a large share of the nodes needs no more time.
	nodeShareBase, nodeShareFactor = 1.5, 1.4
	// A falling score asks for more time: this much a centipawn.
	scoreDropBase, scoreDropWeight, scoreDropMin, scoreDropMax = 0.95, 0.02, 0.8, 1.6
	// scaleMax limits what all of them together ask for.
	scaleMax = 2.5

	minBank  = time.Millisecond
	maxBank  = 30 * 24 * time.Hour
	minLimit = time.Millisecond

	noDeadline = time.Duration(math.MaxInt64)
)

// stabilityFactor scales the soft limit by the number of iterations the best move has stood.
var stabilityFactor = [...]float64{2.2, 1.3, 1.05, 0.92, 0.82}

// Factors is what the search knows after an iteration about the need for more time.
type Factors struct {
	Stability int     // iterations the best move has not changed
	ScoreDrop int     // centipawns: running average of the scores, this one's included, minus this one's
	NodeShare float64 // share of all nodes spent under the best move, 0..1; 0 = unknown
	OnlyMove  bool    // there is one legal move
	Mate      bool    // a forced mate is proven: more time changes nothing
}

// Clock tells the search when to stop. It holds a soft limit (start no new iteration), which is
// scaled by Factors, and a hard limit (stop now). A search without a clock has neither.
//
// Elapsed, HardExpired, Late and PonderHit may be called from any goroutine; SoftExpired belongs to the
// goroutine that runs the iterations.
type Clock struct {
	now   func() time.Time
	start time.Time

	timed  bool          // a bank, a move timer or a move time was given
	fixed  bool          // only a move time was given: soft and hard are the same
	free   time.Duration // part of the move timer that is used in any case
	soft   time.Duration // limit before scaling, from the start of the move
	softTo time.Duration // largest scaled soft limit
	hard   time.Duration // limit from the start of the move
	grace  time.Duration // what Late leaves beyond the hard limit

	scaled   atomic.Int64 // the soft limit as last scaled
	deadline atomic.Int64 // hard limit as time since start; noDeadline while pondering
}

// NewClock starts the clock of one search for the side us to move in a position gamePly plies
// after the start of the game.
func NewClock(l *Limits, us position.Color, gamePly int) *Clock {
	return newClock(l, us, gamePly, time.Now)
}

// newClock is NewClock with a time source.
func newClock(l *Limits, us position.Color, gamePly int, now func() time.Time) *Clock {
	c := &Clock{now: now, start: l.Start, soft: noDeadline, softTo: noDeadline, hard: noDeadline}
	c.grace = share(max(l.Overhead, 0), graceShare)
	if c.start.IsZero() {
		c.start = now()
	}
	if !l.Infinite {
		c.plan(l, us, gamePly)
	}
	c.scaled.Store(int64(c.soft))
	if l.Ponder {
		c.deadline.Store(int64(noDeadline))
	} else {
		c.deadline.Store(int64(c.hard))
	}
	return c
}

// plan sets the limits from what the client sent.
func (c *Clock) plan(l *Limits, us position.Color, gamePly int) {
	if bank, ok := bankOf(l, us); ok {
		c.timed = true
		if l.Delay > 0 {
			c.planDelay(l, bank, gamePly)
		} else {
			c.planBank(l, bank, l.Inc[us], gamePly)
		}
	}
	if l.HasMoveTime {
		t := max(l.MoveTime, 0)
		t -= min(l.Overhead, share(t, moveTimeOverheadMaxShare))
		c.fixed = !c.timed
		c.timed = true
		c.hard, c.softTo, c.free = min(c.hard, t), min(c.softTo, t), min(c.free, t)
		if c.fixed {
			c.soft = t
		}
	}
}

// bankOf returns the bank of the side to move and whether there is one. A client that sent only
// the other side's clock, or only increments, still plays on the clock.
func bankOf(l *Limits, us position.Color) (time.Duration, bool) {
	them := us.Other()
	switch {
	case l.HasTime[us]:
		return clampBank(l.Time[us]), true
	case l.HasTime[them]:
		return clampBank(l.Time[them]), true
	case l.Delay > 0:
		return 0, true
	case l.Inc[us] > 0:
		return clampBank(l.Inc[us]), true
	}
	return 0, false
}

func clampBank(d time.Duration) time.Duration { return min(max(d, minBank), maxBank) }

// share is a part of a duration.
func share(d time.Duration, part float64) time.Duration {
	return time.Duration(float64(d) * part)
}

// horizon is the number of moves to plan for and whether the client named the last one.
func horizon(movesToGo int) (moves int, last bool) {
	if movesToGo <= 0 || movesToGo > horizonMoves {
		return horizonMoves, false
	}
	return movesToGo, movesToGo == 1
}

// evenShare is the share of the planned time for one of so many moves.
func evenShare(moves, gamePly int) float64 {
	ramp := min(rampBase+rampSlope*float64(max(gamePly, 0)), rampMax)
	return softBase / float64(moves) * ramp
}

// planBank plans for a bank with or without increment: Fischer clock, repeating control, sudden
// death. The increment for this move is already in the bank, that for the last one never comes.
func (c *Clock) planBank(l *Limits, bank, inc time.Duration, gamePly int) {
	inc = min(max(inc, 0), maxBank)
	overhead := min(max(l.Overhead, 0), share(bank, overheadMaxShare))
	moves, last := horizon(l.MovesToGo)

	gross := bank + time.Duration(moves-1)*inc
	reserve := min(time.Duration(moves+2)*max(l.Overhead, 0), share(gross, reserveMaxShare))
	spare := max(bank-keptOverheads*max(l.Overhead, 0), share(bank, spareMinShare))
	softMax, hardMax, factor := softMaxShare, hardMaxShare, hardFactor
	switch {
	case last:
		spare = bank
		softMax, hardMax, factor = softLastShare, hardLastShare, math.Inf(1)
	case l.MovesToGo > 0:
		softMax, factor = hardMaxShare, hardPeriodFactor
	}
	soft := min(share(gross-reserve, evenShare(moves, gamePly)), share(spare, softMax))
	hard := time.Duration(min(float64(spare)*hardMax, float64(soft)*factor))
	c.hard = max(min(hard, bank-overhead), minLimit)
	c.soft = min(max(soft, minLimit), c.hard)
	c.softTo = c.hard
}

// planDelay plans for a move timer that runs before the bank. The timer, less the overhead, is
// free at every move and always used; the bank is spent on the moves that need it.
func (c *Clock) planDelay(l *Limits, bank time.Duration, gamePly int) {
	delay := min(l.Delay, maxBank)
	overhead := min(max(l.Overhead, 0), share(bank+delay, overheadMaxShare))
	c.free = max(delay-overhead, minLimit)
	moves, last := horizon(l.MovesToGo)
	softMax, hardMax := delaySoftMaxShare, delayHardMaxShare
	if last {
		softMax, hardMax = softLastShare, hardLastShare
	}
	// While the bank is smaller than the overhead it cannot be measured: live on the timer.
	if bank <= overhead {
		bank = 0
	}
	c.soft = c.free + share(bank, min(evenShare(moves, gamePly), softMax))
	c.softTo = c.free + share(bank, softMax)
	c.hard = max(min(c.free+share(bank, hardMax), bank+delay-overhead), minLimit)
}

// Elapsed is the time since the search was ordered, pondering included.
func (c *Clock) Elapsed() time.Duration { return c.now().Sub(c.start) }

// HardExpired reports whether the search must stop now. It is never true while pondering.
func (c *Clock) HardExpired() bool {
	deadline := time.Duration(c.deadline.Load())
	return deadline != noDeadline && c.Elapsed() >= deadline
}

// Late reports whether the hard limit has passed by so much that the answer must go out at once.
func (c *Clock) Late() bool {
	deadline := time.Duration(c.deadline.Load())
	return deadline != noDeadline && c.Elapsed() >= deadline+c.grace
}

// SoftExpired reports, after an iteration, whether no further one should be started. It is never
// true while pondering, but what it learns then counts at PonderHit.
func (c *Clock) SoftExpired(f Factors) bool {
	if !c.timed {
		return false
	}
	limit := c.scale(f)
	c.scaled.Store(int64(limit))
	if time.Duration(c.deadline.Load()) == noDeadline {
		return false
	}
	return c.Elapsed() >= limit
}

// scale is the soft limit for what the search has seen.
func (c *Clock) scale(f Factors) time.Duration {
	if c.fixed {
		return c.soft
	}
	if f.OnlyMove || f.Mate {
		return 0
	}
	s := stabilityFactor[min(max(f.Stability, 0), len(stabilityFactor)-1)]
	if f.NodeShare > 0 {
		s *= (nodeShareBase - min(f.NodeShare, 1)) * nodeShareFactor
	}
	s *= min(max(scoreDropBase+scoreDropWeight*float64(f.ScoreDrop), scoreDropMin), scoreDropMax)
	return min(max(share(c.soft, min(s, scaleMax)), c.free), c.softTo, c.hard)
}

// PonderHit starts the clock of a search that was pondering: the move it expected was played. The
// hard limit counts from now; a soft limit that is already spent ends the search at once.
func (c *Clock) PonderHit() {
	if !c.timed || time.Duration(c.deadline.Load()) != noDeadline {
		return
	}
	elapsed := c.Elapsed()
	deadline := elapsed + c.hard
	if elapsed >= time.Duration(c.scaled.Load()) {
		deadline = elapsed
	}
	c.deadline.Store(int64(deadline))
}
