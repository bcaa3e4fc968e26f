package uciclient

import (
	"strconv"
	"strings"
	"time"
)

// Info is what an info line says about a search.
type Info struct {
	Depth, SelDepth int
	MultiPV         int // 0 when the line does not say
	HasScore        bool
	Score           int  // centipawns, or moves to mate; side to move's view
	Mate            bool // Score is moves to mate, negative when being mated
	Bound           bool // the score is only a bound
	Nodes           uint64
	Time            time.Duration
	PV              []string
}

// ParseInfo reads an info line; ok is false for any other line and for info
// string.
func ParseInfo(line string) (info Info, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "info" || words[1] == "string" {
		return info, false
	}
	number := func(i int) int {
		if i >= len(words) {
			return 0
		}
		n, _ := strconv.Atoi(words[i]) // 0 for what is not a number
		return n
	}
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "depth":
			info.Depth = number(i + 1)
		case "seldepth":
			info.SelDepth = number(i + 1)
		case "multipv":
			info.MultiPV = number(i + 1)
		case "cp", "mate":
			info.HasScore, info.Mate = true, words[i] == "mate"
			info.Score = number(i + 1)
		case "lowerbound", "upperbound":
			info.Bound = true
		case "nodes":
			info.Nodes = uint64(max(number(i+1), 0))
		case "time":
			info.Time = time.Duration(number(i+1)) * time.Millisecond
		case "pv":
			info.PV = words[i+1:]
			return info, true
		case "string":
			return info, true
		}
	}
	return info, true
}
