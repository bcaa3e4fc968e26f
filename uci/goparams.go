package uci

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"tura/position"
	"tura/search"
)

const (
	// maxClockMs is the largest time taken from a client, about 115 days.
	maxClockMs = 10_000_000_000
	// maxMovesToGo is the largest number of moves to the time control.
	maxMovesToGo = 1_000_000
)

// goCommand is a parsed go command.
type goCommand struct {
	limits search.Limits
	clock  bool // a word of the clock was given
	// noLimit says that the search is infinite because the line has no limit.
	noLimit bool
	// delay is the move timer by colour (wdelay, bdelay), for clients that know the words.
	delay [2]time.Duration
	// perft is the depth of go perft; -1 when a search is asked for.
	perft int
	// unknown are the words that were skipped.
	unknown []string
}

// goWords maps the words of go that take a number to what they do with it.
var goWords = map[string]func(g *goCommand, n int64){
	"wtime":     func(g *goCommand, n int64) { g.setTime(position.White, n) },
	"btime":     func(g *goCommand, n int64) { g.setTime(position.Black, n) },
	"winc":      func(g *goCommand, n int64) { g.clock, g.limits.Inc[position.White] = true, clockTime(max(n, 0)) },
	"binc":      func(g *goCommand, n int64) { g.clock, g.limits.Inc[position.Black] = true, clockTime(max(n, 0)) },
	"wdelay":    func(g *goCommand, n int64) { g.clock, g.delay[position.White] = true, clockTime(max(n, 0)) },
	"bdelay":    func(g *goCommand, n int64) { g.clock, g.delay[position.Black] = true, clockTime(max(n, 0)) },
	"movestogo": func(g *goCommand, n int64) { g.limits.MovesToGo = int(min(max(n, 0), maxMovesToGo)) },
	"movetime": func(g *goCommand, n int64) {
		g.limits.HasMoveTime, g.limits.MoveTime = true, clockTime(max(n, 0))
	},
	// A limit below the smallest sensible one asks for the shortest search, not for an endless one.
	"depth": func(g *goCommand, n int64) { g.limits.Depth = int(min(max(n, 1), search.MaxPly)) },
	"nodes": func(g *goCommand, n int64) { g.limits.Nodes = uint64(max(n, 1)) },
	"mate":  func(g *goCommand, n int64) { g.limits.Mate = int(min(max(n, 1), search.MaxPly)) },
	"perft": func(g *goCommand, n int64) { g.perft = int(min(max(n, 0), maxPerftDepth)) },
}

func (g *goCommand) setTime(c position.Color, n int64) {
	g.clock = true
	g.limits.HasTime[c], g.limits.Time[c] = true, clockTime(n)
}

// clockTime converts a client's milliseconds. Negative banks exist (a flag has fallen on a human).
func clockTime(ms int64) time.Duration {
	return time.Duration(min(max(ms, -maxClockMs), maxClockMs)) * time.Millisecond
}

// parseGo reads the words after go. They come in any order; unknown words, and words whose number
// is missing, are skipped. pos gives searchmoves its meaning.
func parseGo(words []string, pos *position.Position) goCommand {
	g := goCommand{perft: -1}
	for i := 0; i < len(words); i++ {
		word := strings.ToLower(words[i])
		switch word {
		case "infinite":
			g.limits.Infinite = true
			continue
		case "ponder":
			g.limits.Ponder = true
			continue
		case "searchmoves":
			i += g.searchMoves(words[i+1:], pos)
			continue
		}
		set, known := goWords[word]
		if known && i+1 < len(words) {
			if n, err := parseNumber(words[i+1]); err == nil {
				set(&g, n)
				i++
				continue
			}
		}
		g.unknown = append(g.unknown, words[i])
	}
	g.oneSided(pos.SideToMove())
	g.openEnded()
	return g
}

// oneSided lets a search for us, without any bank, run on the increment or move timer of the other
// side when that is all the client sent.
func (g *goCommand) oneSided(us position.Color) {
	l, them := &g.limits, us.Other()
	if l.HasTime[0] || l.HasTime[1] || l.Inc[us] > 0 || g.delay[us] > 0 {
		return
	}
	l.Inc[us], g.delay[us] = l.Inc[them], g.delay[them]
}

// searchMoves takes the moves that follow searchmoves and returns how many words it used. Moves
// that are not legal are left out; when none is left the search is not restricted.
func (g *goCommand) searchMoves(words []string, pos *position.Position) int {
	used := 0
	for used < len(words) && looksLikeMove(words[used]) {
		if m, err := pos.ParseMove(words[used]); err == nil {
			g.limits.SearchMoves = append(g.limits.SearchMoves, m)
		} else {
			g.unknown = append(g.unknown, words[used])
		}
		used++
	}
	return used
}

// openEnded makes a search without any limit an infinite one.
func (g *goCommand) openEnded() {
	l := &g.limits
	if !l.HasTime[0] && !l.HasTime[1] && l.Inc[0]+l.Inc[1] == 0 && g.delay[0]+g.delay[1] == 0 &&
		!l.HasMoveTime && l.Depth == 0 && l.Nodes == 0 && l.Mate == 0 {
		g.noLimit = !l.Infinite
		l.Infinite = true
	}
}

// parseNumber reads a whole number and clamps what does not fit.
func parseNumber(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return n, nil // the nearest value that fits
	}
	return n, err
}

// looksLikeMove tells a move in coordinate form, or the null move 0000, from a word.
func looksLikeMove(s string) bool {
	if s == "0000" {
		return true
	}
	if len(s) < 4 || len(s) > 5 {
		return false
	}
	file := func(c byte) bool { return c >= 'a' && c <= 'h' }
	rank := func(c byte) bool { return c >= '1' && c <= '8' }
	return file(s[0]) && rank(s[1]) && file(s[2]) && rank(s[3]) &&
		(len(s) == 4 || strings.IndexByte("nbrqNBRQ", s[4]) >= 0)
}
