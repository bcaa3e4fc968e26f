package main

import (
	"fmt"

	"tura/position"
	"tura/search"
)

// hardFactor times the nodes asked for is where a search is stopped in the middle of an
// iteration.
const hardFactor = 10

// settings say how positions are analysed; the same settings give the same analysis.
type settings struct {
	nodes uint64 // no new iteration is begun after that many
	lines int    // best moves to look for (MultiPV)
	hash  int    // size of the transposition table in MB
}

// String names the settings in a state file.
func (s settings) String() string {
	return fmt.Sprintf("nodes=%d lines=%d hash=%d", s.nodes, s.lines, s.hash)
}

// analyst analyses positions one after the other. Each search begins with empty tables, so
// that it does not depend on those before.
type analyst struct {
	settings
	searcher *search.Searcher
}

// newAnalyst returns an analyst with a searcher of its own.
func newAnalyst(s settings) (*analyst, error) {
	a := &analyst{s, search.New()}
	if err := a.searcher.SetHash(s.hash); err != nil {
		return nil, err
	}
	a.searcher.SetThreads(1)
	a.searcher.SetMultiPV(s.lines)
	return a, nil
}

// analyse searches pos and returns its best moves with the scores of the deepest iteration
// that finished for all of them.
func (a *analyst) analyse(pos *position.Position) (analysis, error) {
	var legal position.MoveList
	pos.GenerateLegal(&legal)
	if legal.N == 0 {
		return analysis{}, nil
	}
	c := collector{want: min(a.lines, legal.N)}
	a.searcher.NewGame()
	a.searcher.Prepare()
	limits := search.Limits{SoftNodes: a.nodes, Nodes: a.nodes * hardFactor}
	result := a.searcher.Search(pos, limits, c.collect)
	for depth := result.Depth; depth > 0; depth-- {
		if lines := c.complete(depth); lines != nil {
			return analysis{depth, lines}, nil
		}
	}
	return analysis{}, fmt.Errorf("no iteration of the search of %s finished within %d nodes", pos.FEN(), a.nodes*hardFactor)
}

// collector keeps the last report of each line at each depth. A line that fails high or low
// is reported again at the same depth when its score is known.
type collector struct {
	want   int
	depths map[int][]line
}

// collect takes a report of the search.
func (c *collector) collect(info search.Info) {
	rank := max(info.MultiPV, 1) - 1
	if info.CurrMove != position.NoMove || len(info.PV) == 0 || rank >= c.want {
		return
	}
	if c.depths == nil {
		c.depths = make(map[int][]line)
	}
	if c.depths[info.Depth] == nil {
		c.depths[info.Depth] = make([]line, c.want)
	}
	score := min(max(int(info.Score), -mateValue), mateValue)
	c.depths[info.Depth][rank] = line{info.PV[0], score}
}

// complete returns the lines of a depth when all are there and no move is there twice.
func (c *collector) complete(depth int) []line {
	lines := c.depths[depth]
	seen := make(map[position.Move]bool)
	for _, l := range lines {
		if l.move == position.NoMove || seen[l.move] {
			return nil
		}
		seen[l.move] = true
	}
	return lines
}
