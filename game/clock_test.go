package game

import (
	"fmt"
	"testing"
	"time"

	"tura/position"
)

// fakeTime is a source of time that is moved by hand.
type fakeTime struct{ t time.Time }

func newFakeTime() *fakeTime { return &fakeTime{time.Unix(0, 0)} }

func (f *fakeTime) now() time.Time       { return f.t }
func (f *fakeTime) pass(d time.Duration) { f.t = f.t.Add(d) }

const ms = time.Millisecond

// TestClocks plays white moves of given lengths on each kind of clock.
func TestClocks(t *testing.T) {
	type move struct {
		spent time.Duration
		bank  time.Duration // afterwards
		toGo  int           // afterwards
	}
	tests := []struct {
		name    string
		control string
		bank    time.Duration // before the first move
		moves   []move
		fallen  bool // by the last move
	}{
		{"sudden death", "3", 3000 * ms, []move{{1000 * ms, 2000 * ms, 0}, {2000 * ms, 0, 0}, {0, 0, 0}}, false},
		{"sudden death, too long", "3", 3000 * ms, []move{{1000 * ms, 2000 * ms, 0}, {2001 * ms, 0, 0}}, true},
		{"increment", "3+1", 4000 * ms, []move{{500 * ms, 4500 * ms, 0}, {4500 * ms, 1000 * ms, 0}, {1000 * ms, 1000 * ms, 0}}, false},
		{"increment alone", "0+1", 1000 * ms, []move{{1000 * ms, 1000 * ms, 0}, {300 * ms, 1700 * ms, 0}}, false},
		{"the next increment is not there yet", "3+1", 4000 * ms, []move{{4001 * ms, 0, 0}}, true},
		{"timer runs first", "2d0.5", 2000 * ms,
			[]move{{300 * ms, 2000 * ms, 0}, {500 * ms, 2000 * ms, 0}, {700 * ms, 1800 * ms, 0}, {2300 * ms, 0, 0}}, false},
		{"timer does not accumulate", "2d0.5", 2000 * ms, []move{{0, 2000 * ms, 0}, {0, 2000 * ms, 0}, {2501 * ms, 0, 0}}, true},
		{"empty bank lives on the timer", "0d0.5", 0, []move{{500 * ms, 0, 0}, {500 * ms, 0, 0}, {499 * ms, 0, 0}}, false},
		{"empty bank, timer overstepped", "0d0.5", 0, []move{{500 * ms, 0, 0}, {501 * ms, 0, 0}}, true},
		{"timer and increment", "1+0.1d0.5", 1100 * ms, []move{{600 * ms, 1100 * ms, 0}, {400 * ms, 1200 * ms, 0}}, false},
		{"repeating", "2/3", 3000 * ms,
			[]move{{1000 * ms, 2000 * ms, 1}, {1500 * ms, 3500 * ms, 2}, {500 * ms, 3000 * ms, 1}, {3000 * ms, 3000 * ms, 2}}, false},
		{"repeating, too long before the control", "2/3", 3000 * ms, []move{{1000 * ms, 2000 * ms, 1}, {2001 * ms, 0, 1}}, true},
		{"repeating with increment", "2/3+1", 4000 * ms,
			[]move{{1000 * ms, 4000 * ms, 1}, {1000 * ms, 7000 * ms, 2}}, false},
		{"periods", "2/3+1:1/5:4d0.5", 4000 * ms,
			[]move{{1000 * ms, 4000 * ms, 1}, {2000 * ms, 7000 * ms, 1}, {1000 * ms, 10000 * ms, 0}, {1500 * ms, 9000 * ms, 0}}, false},
		{"a new period has its own increment", "1/3:5+1", 3000 * ms, []move{{1000 * ms, 8000 * ms, 0}, {1000 * ms, 8000 * ms, 0}}, false},
		{"move time", "0.5/move", 0, []move{{500 * ms, 0, 0}, {100 * ms, 0, 0}, {500 * ms, 0, 0}}, false},
		{"move time, too long", "0.5/move", 0, []move{{100 * ms, 0, 0}, {501 * ms, 0, 0}}, true},
		{"no clock", "-", 0, []move{{time.Hour, 0, 0}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			control, err := ParseTimeControl(tt.control)
			if err != nil {
				t.Fatal(err)
			}
			source := newFakeTime()
			c := NewClock(control, control, source.now)
			if got := c.Bank(position.White); got != tt.bank {
				t.Errorf("got bank %v at the start, want %v", got, tt.bank)
			}
			for i, m := range tt.moves {
				c.Start(position.White)
				source.pass(m.spent)
				wantFallen := tt.fallen && i == len(tt.moves)-1
				if got := c.Fallen(position.White); got != wantFallen {
					t.Errorf("move %d: got fallen %v while thinking, want %v", i+1, got, wantFallen)
				}
				spent, inTime := c.Press()
				if spent != m.spent || inTime == wantFallen || c.Fallen(position.White) != wantFallen {
					t.Errorf("move %d: got %v spent, in time %v", i+1, spent, inTime)
				}
				if got := c.Bank(position.White); got != m.bank {
					t.Errorf("move %d: got bank %v, want %v", i+1, got, m.bank)
				}
				if got := c.MovesToGo(position.White); got != m.toGo {
					t.Errorf("move %d: got %d moves to go, want %d", i+1, got, m.toGo)
				}
				if got := c.Bank(position.Black); got != tt.bank {
					t.Errorf("move %d: the opponent's bank has changed to %v", i+1, got)
				}
			}
		})
	}
}

// TestClockRunning reads a clock while it runs.
func TestClockRunning(t *testing.T) {
	control, err := ParseTimeControl("2d0.5")
	if err != nil {
		t.Fatal(err)
	}
	source := newFakeTime()
	c := NewClock(control, control, source.now)
	check := func(bank, timer time.Duration) {
		t.Helper()
		if gotBank, gotTimer := c.Bank(position.White), c.Timer(position.White); gotBank != bank || gotTimer != timer {
			t.Errorf("got bank %v, timer %v, want %v, %v", gotBank, gotTimer, bank, timer)
		}
	}
	if d, timed := c.Allowance(position.White); d != 2500*ms || !timed {
		t.Errorf("got allowance %v, %v, want 2.5s", d, timed)
	}
	check(2000*ms, 500*ms)
	c.Start(position.White)
	source.pass(200 * ms)
	check(2000*ms, 300*ms)
	source.pass(400 * ms)
	check(1900*ms, 0)
	c.Pause()
	source.pass(time.Hour)
	check(1900*ms, 0)
	c.Start(position.White)
	source.pass(100 * ms)
	check(1800*ms, 0)
	c.Start(position.White) // runs already
	check(1800*ms, 0)
	if spent, inTime := c.Switch(); spent != 700*ms || !inTime {
		t.Errorf("got %v, %v, want 700ms in time", spent, inTime)
	}
	check(1800*ms, 500*ms)
	if p, running := c.Running(); p != position.Black || !running {
		t.Errorf("got %v running: %v, want black", p, running)
	}
	source.pass(2600 * ms)
	if !c.Fallen(position.Black) || c.Fallen(position.White) {
		t.Error("want black's flag down, white's up")
	}
	c.Add(position.White, 2*time.Minute)
	check(121800*ms, 500*ms)
	c.Add(position.White, -time.Hour)
	check(0, 500*ms)
	if _, inTime := c.Press(); inTime {
		t.Error("black was in time")
	}
	if spent, inTime := c.Press(); spent != 0 || !inTime {
		t.Errorf("pressing a clock that stands: got %v, %v", spent, inTime)
	}
}

// TestClockMargin lets a player overstep a little.
func TestClockMargin(t *testing.T) {
	control, err := ParseTimeControl("1+0.5")
	if err != nil {
		t.Fatal(err)
	}
	source := newFakeTime()
	c := NewClock(control, TimeControl{}, source.now)
	c.Margin = 20 * ms
	c.StartAt(position.White, source.now())
	if _, inTime := c.PressAt(source.now().Add(1520 * ms)); !inTime || c.Bank(position.White) != 500*ms {
		t.Errorf("got in time %v, bank %v, want true, the increment", inTime, c.Bank(position.White))
	}
	c.StartAt(position.White, source.now())
	if _, inTime := c.PressAt(source.now().Add(521 * ms)); inTime {
		t.Error("got in time beyond the margin")
	}
	if _, timed := c.Allowance(position.Black); timed {
		t.Error("black has no clock")
	}
}

func TestParseTimeControl(t *testing.T) {
	tests := []struct {
		text string
		want string // as written again; empty: an error
	}{
		{"300", "300"}, {"300+3", "300+3"}, {"8+0.08", "8+0.08"}, {"40/9000", "40/9000"}, {"2700d5", "2700d5"},
		{"40/9000+30:1800+30", "40/9000+30:1800+30"}, {"40/7200:20/3600:900+30", "40/7200:20/3600:900+30"},
		{"5/move", "5/move"}, {"0.05/move", "0.05/move"}, {"-", "-"}, {" 60 ", "60"}, {"0d0.2", "0d0.2"},
		{"2+1d0.5", "2+1d0.5"}, {"60+0", "60"}, {"1e2", "100"},
		{"", ""}, {"x", ""}, {"0", ""}, {"-5", ""}, {"+3", ""}, {"40/", ""}, {"/300", ""}, {"0/300", ""}, {"-1/300", ""},
		{"300:300", ""}, {"40/300:", ""}, {"0/move", ""}, {"x/move", ""}, {"NaN", ""}, {"Inf", ""}, {"1e9", ""}, {"300d", ""},
		{"300+", ""}, {"99999999999999999999/5", ""}, {"400000+400000", "400000+400000"}, {"400001", ""},
	}
	for _, tt := range tests {
		tc, err := ParseTimeControl(tt.text)
		switch {
		case tt.want == "" && err == nil:
			t.Errorf("%q was read as %v", tt.text, tc)
		case tt.want != "" && err != nil:
			t.Errorf("%q: %v", tt.text, err)
		case tt.want != "" && tc.String() != tt.want:
			t.Errorf("%q: got %q, want %q", tt.text, tc, tt.want)
		}
	}
}

// TestLongestClock plays the longest game with the largest time control: the
// bank grows to its end.
func TestLongestClock(t *testing.T) {
	control, err := ParseTimeControl(fmt.Sprintf("1/%[1]d+%[1]dd%[1]d", int(maxSeconds)))
	if err != nil {
		t.Fatal(err)
	}
	source := newFakeTime()
	c := NewClock(control, control, source.now)
	for i := range maxMoveCount {
		before := c.Bank(position.White)
		c.Start(position.White)
		if _, inTime := c.Press(); !inTime || c.Bank(position.White) <= before {
			t.Fatalf("move %d: got bank %v after %v, in time %v", i+1, c.Bank(position.White), before, inTime)
		}
	}
}
