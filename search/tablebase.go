package search

import (
	"fmt"
	"math/bits"
	"slices"

	"tura/position"
	"tura/syzygy"
	"tura/tt"
)

// Defaults of the tablebase options.
const (
	DefaultProbeDepth = 1
	DefaultProbeLimit = syzygy.MaxMen
)

// tbLinePlies is the length up to which the tablebases continue a line that
// ends early because they knew its result.
const tbLinePlies = 12

// tablebases are the endgame tables and how the search uses them.
type tablebases struct {
	tables *syzygy.Tables // nil = none
	depth  int            // positions with the most men that are probed are so from this depth
	limit  int            // most men, kings included
	rule50 bool           // cursed wins are draws
}

// men is the largest number of men that is probed, 0 without tables.
func (t *tablebases) men() int { return min(t.limit, t.tables.MaxPieces()) }

// SetPath uses the tables in a list of folders (separated as in PATH); an
// empty path lets go of them. The summary says what was found. With an error
// the search goes on without tables.
func (s *Searcher) SetPath(path string) (summary string, err error) {
	if s.tb.tables != nil {
		if err := s.tb.tables.Close(); err != nil {
			summary = err.Error()
		}
		s.tb.tables = nil
	}
	s.table.Clear() // its scores may come from the old tables
	if path == "" {
		return summary, nil
	}
	tables, err := syzygy.Open(path)
	if err != nil {
		return summary, fmt.Errorf("playing without tablebases: %w", err)
	}
	s.tb.tables = tables
	return fmt.Sprintf("found %d WDL and %d DTZ tables, up to %d men",
		tables.Count(), tables.CountDTZ(), tables.MaxPieces()), nil
}

// SetProbeDepth sets the least remaining depth at which positions with as many
// men as the largest table are probed.
func (s *Searcher) SetProbeDepth(depth int) { s.tb.depth = depth }

// SetProbeLimit sets the largest number of men, kings included, that is probed.
func (s *Searcher) SetProbeLimit(men int) { s.tb.limit = men }

// SetRule50 says whether the fifty-move rule counts in tablebase results.
func (s *Searcher) SetRule50(on bool) {
	if on != s.tb.rule50 && s.tb.tables != nil {
		s.table.Clear() // its scores come from the other rule
	}
	s.tb.rule50 = on
}

// TablebaseWarnings returns what was found wrong with the tables since the
// last call.
func (s *Searcher) TablebaseWarnings() []string { return s.tb.tables.Warnings() }

// wdlScore is the score of a tablebase result at ply. Results that the
// fifty-move rule takes back are draws, nearly.
func (t *tablebases) wdlScore(wdl syzygy.WDL, ply int) (score int, bound tt.Bound) {
	switch {
	case wdl == syzygy.Win || wdl == syzygy.CursedWin && !t.rule50:
		return tbWinScore - ply, tt.LowerBound
	case wdl == syzygy.Loss || wdl == syzygy.BlessedLoss && !t.rule50:
		return ply - tbWinScore, tt.UpperBound
	}
	return drawScore + int(wdl), tt.Exact
}

// probeTablebase asks the endgame tables. Their answer ends the node, or
// bounds its score when the node is on the principal variation.
func (w *worker) probeTablebase(n *node) (score int, ok bool) {
	tb, pos := &w.s.tb, w.pos
	if tb.tables == nil || n.ply == 0 || w.noProbes || pos.Rule50() != 0 {
		return 0, false
	}
	count, most := bits.OnesCount64(pos.Occupied()), tb.men()
	if count > most || count == most && n.depth < tb.depth {
		return 0, false
	}
	wdl, ok := tb.tables.ProbeWDL(pos)
	if !ok {
		return 0, false
	}
	w.tbHits++
	score, bound := tb.wdlScore(wdl, n.ply)
	if bound == tt.Exact || bound == tt.LowerBound && score >= n.beta || bound == tt.UpperBound && score <= n.alpha {
		w.tt.Store(pos.Key(), tt.Entry{
			Score: scoreToTT(score, n.ply), Eval: tt.NoEval,
			Depth: min(n.depth+tablebaseDepthBonus, MaxPly-1), Bound: bound, PV: n.f.ttPV,
		})
		return score, true
	}
	if bound == tt.LowerBound { // inside the window only on the principal variation
		n.floor, n.alpha = score, max(n.alpha, score)
	} else {
		n.ceiling = score
	}
	return 0, false
}

// knows tells whether the tables may know pos. Castling is for them to look at.
func (t *tablebases) knows(pos *position.Position) bool {
	return t.tables != nil && bits.OnesCount64(pos.Occupied()) <= t.men()
}

// rankRoot notes what the tablebases know of the root moves, and sorts these
// by it. known tells whether they know anything; noProbes that the tree need
// not ask them again: without distances it has to, for a won game gets nowhere
// when all it knows is that it is won.
func (t *tablebases) rankRoot(pos *position.Position, moves []rootMove) (known, noProbes bool) {
	if !t.knows(pos) {
		return false, false
	}
	p := pos.Clone()
	ranked, distances := t.tables.RankRoot(p, t.rule50)
	if !distances {
		var ok bool
		if ranked, ok = t.tables.RankRootWDL(p, t.rule50); !ok {
			return false, false
		}
	}
	best := syzygy.Loss
	for i := range moves {
		for _, r := range ranked {
			if r.Move == moves[i].move {
				moves[i].rank = r.Rank
				moves[i].tbScore, _ = t.wdlScore(r.WDL, 0)
				best = max(best, r.WDL)
			}
		}
	}
	slices.SortStableFunc(moves, func(a, b rootMove) int { return b.rank - a.rank })
	return true, distances || best <= syzygy.Draw
}

// continueLine appends best moves by the tablebases to the line of a root move
// of pos, when it is short and ends in a position that they know to be decided,
// as far as there is time. It tells whether it did.
func (t *tablebases) continueLine(pos *position.Position, rm *rootMove, clock *Clock) bool {
	line := &rm.pv
	before := line.n
	if t.tables == nil || Score(rm.shown(0).score).IsMate() {
		return false
	}
	p := pos.Clone()
	for _, m := range line.moves[:before] {
		p.Make(m)
	}
	for line.n < tbLinePlies && t.knows(p) && !clock.Late() {
		ranked, ok := t.tables.RankRoot(p, t.rule50)
		if !ok || len(ranked) == 0 || ranked[0].WDL == syzygy.Draw {
			break
		}
		line.moves[line.n] = ranked[0].Move
		line.n++
		p.Make(ranked[0].Move)
	}
	return line.n > before
}
