package uciclient

import (
	"strconv"
	"strings"
	"time"
)

// Limits are the arguments of go. Times are sent in whole milliseconds,
// rounded down.
type Limits struct {
	// Clock says that the clocks of both sides are sent: White and Black are
	// the banks, the increments are left out when 0.
	Clock              bool
	White, Black       time.Duration
	WhiteInc, BlackInc time.Duration
	// WhiteDelay and BlackDelay are the move timers, sent as the words wdelay
	// and bdelay that are not UCI; 0 leaves them out.
	WhiteDelay, BlackDelay time.Duration
	MovesToGo              int           // 0: left out
	MoveTime               time.Duration // 0: left out
	Depth                  int           // 0: left out
	Nodes                  uint64        // 0: left out
	Infinite               bool
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
	if l.Clock {
		add("wtime", l.White)
		add("btime", l.Black)
		addSome("winc", l.WhiteInc)
		addSome("binc", l.BlackInc)
		addSome("wdelay", l.WhiteDelay)
		addSome("bdelay", l.BlackDelay)
		if l.MovesToGo > 0 {
			words = append(words, "movestogo", strconv.Itoa(l.MovesToGo))
		}
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
