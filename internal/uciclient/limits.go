package uciclient

import (
	"strconv"
	"strings"
	"time"
)

// Limits are the arguments of go. Times are sent in whole milliseconds,
// rounded down.
type Limits struct {
	// Clock tells by colour (white, black) whose clock is sent: Bank as wtime
	// and btime, Inc as winc and binc, Delay as the words wdelay and bdelay that
	// are not UCI. Inc and Delay are left out when 0.
	Clock            [2]bool
	Bank, Inc, Delay [2]time.Duration
	MovesToGo        int           // 0: left out
	MoveTime         time.Duration // 0: left out
	Depth            int           // 0: left out
	Nodes            uint64        // 0: left out
	Infinite         bool
}

// clockWords are the words of the go command for a clock, by colour.
var clockWords = [2]struct{ bank, inc, delay string }{
	{"wtime", "winc", "wdelay"},
	{"btime", "binc", "bdelay"},
}

// Command gives the line of the go command.
func (l Limits) Command() string {
	words := []string{"go"}
	add := func(word string, d time.Duration) {
		words = append(words, word, strconv.FormatInt(d.Milliseconds(), 10))
	}
	addSome := func(word string, d time.Duration) {
		if d > 0 {
			add(word, d)
		}
	}
	for c, on := range l.Clock {
		if on {
			add(clockWords[c].bank, l.Bank[c])
		}
	}
	for c, on := range l.Clock {
		if on {
			addSome(clockWords[c].inc, l.Inc[c])
			addSome(clockWords[c].delay, l.Delay[c])
		}
	}
	if l.MovesToGo > 0 {
		words = append(words, "movestogo", strconv.Itoa(l.MovesToGo))
	}
	addSome("movetime", l.MoveTime)
	if l.Depth > 0 {
		words = append(words, "depth", strconv.Itoa(l.Depth))
	}
	if l.Nodes > 0 {
		words = append(words, "nodes", strconv.FormatUint(l.Nodes, 10))
	}
	if l.Infinite {
		words = append(words, "infinite")
	}
	return strings.Join(words, " ")
}
