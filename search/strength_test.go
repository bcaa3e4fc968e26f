package search

import (
	"testing"

	"tura/position"
)

// TestSetEloForgets: what full strength has found out must not help a limited
// engine, nor its errors disturb full strength.
func TestSetEloForgets(t *testing.T) {
	pos := mustFEN(t, kiwipete)
	const elo, depth = 800, 8
	weak := New()
	weak.SetElo(elo)
	want := weak.Search(pos, Limits{}, nil)

	s := New()
	full := s.Search(pos, Limits{Depth: depth}, nil)
	s.SetElo(elo)
	if got := s.Search(pos, Limits{}, nil); got != want {
		t.Errorf("after a search of full strength: %+v, want %+v", got, want)
	}
	s.SetElo(0)
	if got := s.Search(pos, Limits{Depth: depth}, nil); got != full {
		t.Errorf("full strength after a limited search: %+v, want %+v", got, full)
	}
	s.SetElo(0)                 // changes nothing, so nothing is forgotten
	const shallower = depth - 2 // no deeper than the table knows
	cold := New().Search(pos, Limits{Depth: shallower}, nil)
	if got := s.Search(pos, Limits{Depth: shallower}, nil); got.Nodes >= cold.Nodes {
		t.Errorf("%d nodes with a table of a deeper search, %d without", got.Nodes, cold.Nodes)
	}
	if _, hit := s.table.Probe(pos.Key()); !hit {
		t.Error("the table has lost the root")
	}
}

// TestLimitedNodes: other threads do not bring a limited engine more nodes.
func TestLimitedNodes(t *testing.T) {
	s := New()
	s.SetThreads(4)
	s.SetElo(MinElo)
	limit := s.handicap.nodes
	for range 5 {
		if r := s.Search(position.New(), Limits{}, nil); r.Nodes > limit {
			t.Errorf("%d nodes, want at most %d", r.Nodes, limit)
		}
	}
	s.SetElo(0)
	if s.Search(position.New(), Limits{Nodes: 1000}, nil); len(s.workers) != 4 {
		t.Errorf("%d threads at full strength, want 4", len(s.workers))
	}
}

// TestErrorsChange: the same level errs differently in the next game, even if
// the client sets it again.
func TestErrorsChange(t *testing.T) {
	s := New()
	key := position.New().Key()
	seen := map[int]bool{}
	const games = 20
	for range games {
		s.SetElo(MinElo)
		s.NewGame()
		seen[s.handicap.errorOf(key)] = true
	}
	if len(seen) < games/2 {
		t.Errorf("%d different errors in %d games", len(seen), games)
	}
}
