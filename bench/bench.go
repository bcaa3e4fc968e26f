package bench

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tura/position"
	"tura/search"
)

const (
	// DefaultDepth is the depth of the bench whose node count commits are signed with.
	DefaultDepth = 13
	// hash is the size of the transposition table in megabytes, for bench and EPD files alike.
	hash = 16
)

// usage tells how Command is called.
const usage = "usage: bench [DEPTH] | bench epd FILE [nodes N|movetime MS]"

// Command runs "bench" with its arguments: nothing or a depth for the bench positions, or epd, a
// file and a limit. The error says what is wrong with them.
func Command(w io.Writer, args []string) error {
	if len(args) > 0 && args[0] == "epd" {
		return epdCommand(w, args[1:])
	}
	depth := DefaultDepth
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || n > search.MaxPly || len(args) > 1 {
			return fmt.Errorf("bench: cannot use %q as a depth from 1 to %d; %s",
				strings.Join(args, " "), search.MaxPly, usage)
		}
		depth = n
	}
	return Run(w, depth)
}

// Run searches the bench positions to a depth with one thread, each as a new game, and prints one
// line for each and the total of nodes and the speed in nodes per second last. The number of
// nodes depends on nothing but the program and the depth.
func Run(w io.Writer, depth int) error {
	s, err := newSearcher()
	if err != nil {
		return err
	}
	nodes, spent := uint64(0), time.Duration(0)
	for i, fen := range positions {
		pos, err := position.FromFEN(fen)
		if err != nil {
			return fmt.Errorf("bench: position %d: %w", i+1, err)
		}
		s.NewGame()
		if err := s.Prepare(); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		start := time.Now()
		res := s.Search(pos, search.Limits{Depth: depth}, nil)
		spent += time.Since(start)
		nodes += res.Nodes
		fmt.Fprintf(w, "%2d/%d %9d %-6s %s\n", i+1, len(positions), res.Nodes, pos.UCI(res.Best), fen)
	}
	fmt.Fprintf(w, "%d nodes %d nps\n", nodes, int64(float64(nodes)/max(spent, time.Millisecond).Seconds()))
	return nil
}

// newSearcher returns a searcher with the settings that all benches share.
func newSearcher() (*search.Searcher, error) {
	s := search.New()
	s.SetThreads(1)
	return s, s.SetHash(hash)
}
