package game

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Period is a stretch of a game with time of its own.
type Period struct {
	// Moves is how many moves the player has to make in the period; 0 is all
	// the rest of the game.
	Moves int
	// Bank is put on the clock when the period begins; what is left of the
	// period before stays there.
	Bank time.Duration
	// Increment is added to the bank before each move, the first one included
	// (Fischer; "cumulative mode" in the glossary of the FIDE Laws).
	Increment time.Duration
	// Delay is the move timer: it runs first on every move, and the bank only
	// when it is spent. It does not accumulate (US delay).
	Delay time.Duration
}

// TimeControl is the time one player has for the game: a list of periods, or
// a fixed time for each move. The last period repeats when it has a number of
// moves. The zero value is a game without a clock.
type TimeControl struct {
	Periods []Period
	// MoveTime, when not 0, is the time for each single move; there are no
	// periods then.
	MoveTime time.Duration
}

// Timed tells whether there is a clock at all.
func (tc TimeControl) Timed() bool { return tc.MoveTime > 0 || len(tc.Periods) > 0 }

// period gives period i, the last one for ever after.
func (tc TimeControl) period(i int) Period {
	if len(tc.Periods) == 0 {
		return Period{}
	}
	return tc.Periods[min(i, len(tc.Periods)-1)]
}

// Texts of a time control that are not periods.
const (
	noClock = "-"
	perMove = "/move"
)

// Bounds of a time control. No game is longer than maxMoveCount moves, and when
// each of them adds a bank and an increment of maxSeconds (more than four days),
// the clock still stays inside a Duration.
const (
	maxMoveCount = 10000
	maxSeconds   = 4e5
)

// ParseTimeControl reads a time control. Times are seconds, with a decimal
// point if need be:
//
//	300        sudden death
//	300+3      Fischer increment
//	300d5      bank and move timer (US delay)
//	40/9000    moves in a time, repeating when it stands last
//	40/9000+30:1800+30   periods one after the other
//	5/move     fixed time for each move
//	-          no clock
//
// This is the PGN tag TimeControl, with d and /move added to it.
func ParseTimeControl(s string) (TimeControl, error) {
	var tc TimeControl
	s = strings.TrimSpace(s)
	if s == noClock {
		return tc, nil
	}
	if text, ok := strings.CutSuffix(s, perMove); ok {
		d, err := parseSeconds(text)
		if err == nil && d == 0 {
			err = errors.New("the time for a move must be more than 0")
		}
		if err != nil {
			return tc, fmt.Errorf("game: time control %q: %w", s, err)
		}
		tc.MoveTime = d
		return tc, nil
	}
	for _, text := range strings.Split(s, ":") {
		p, err := parsePeriod(text)
		if err != nil {
			return TimeControl{}, fmt.Errorf("game: time control %q: %w", s, err)
		}
		tc.Periods = append(tc.Periods, p)
	}
	for _, p := range tc.Periods[:len(tc.Periods)-1] {
		if p.Moves == 0 {
			return TimeControl{}, fmt.Errorf("game: time control %q: every period but the last needs its number of moves", s)
		}
	}
	return tc, nil
}

// parsePeriod reads [moves/]bank[+increment][dDelay].
func parsePeriod(s string) (p Period, err error) {
	if moves, rest, ok := strings.Cut(s, "/"); ok {
		p.Moves, err = strconv.Atoi(moves)
		if err != nil || p.Moves < 1 || p.Moves > maxMoveCount {
			return p, fmt.Errorf("%q is not a number of moves from 1 to %d", moves, maxMoveCount)
		}
		s = rest
	}
	s, delay, hasDelay := strings.Cut(s, "d")
	s, increment, hasIncrement := strings.Cut(s, "+")
	if p.Bank, err = parseSeconds(s); err != nil {
		return p, err
	}
	if hasIncrement {
		if p.Increment, err = parseSeconds(increment); err != nil {
			return p, err
		}
	}
	if hasDelay {
		if p.Delay, err = parseSeconds(delay); err != nil {
			return p, err
		}
	}
	if p.Bank+p.Increment+p.Delay == 0 {
		return p, errors.New("a period needs some time")
	}
	return p, nil
}

// parseSeconds reads a number of seconds, down to microseconds.
func parseSeconds(s string) (time.Duration, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !(v >= 0 && v <= maxSeconds) {
		return 0, fmt.Errorf("%q is not a number of seconds from 0 to %d", s, int(maxSeconds))
	}
	return time.Duration(math.Round(v*1e6)) * time.Microsecond, nil
}

// String writes the form that ParseTimeControl reads.
func (tc TimeControl) String() string {
	if tc.MoveTime > 0 {
		return seconds(tc.MoveTime) + perMove
	}
	if len(tc.Periods) == 0 {
		return noClock
	}
	parts := make([]string, len(tc.Periods))
	for i, p := range tc.Periods {
		text := seconds(p.Bank)
		if p.Moves > 0 {
			text = strconv.Itoa(p.Moves) + "/" + text
		}
		if p.Increment > 0 {
			text += "+" + seconds(p.Increment)
		}
		if p.Delay > 0 {
			text += "d" + seconds(p.Delay)
		}
		parts[i] = text
	}
	return strings.Join(parts, ":")
}

// seconds writes d as a decimal number of seconds.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}
