//go:build tune

package search

import (
	"testing"

	"tura/position"
)

func TestTunableSet(t *testing.T) {
	before := reductionTable
	for _, tunable := range Tunables() {
		for _, c := range []struct{ set, want int }{
			{tunable.Max + 1, tunable.Max},
			{tunable.Min - 1, tunable.Min},
			{tunable.Default, tunable.Default},
		} {
			tunable.Set(c.set)
			if got := *tunable.value; got != c.want {
				t.Errorf("%s set to %d: got %d, want %d", tunable.Name, c.set, got, c.want)
			}
		}
		if tunable.Name != "lmrQuietDivisorPercent" {
			continue
		}
		tunable.Set(tunable.Default / 2)
		if reductionTable == before {
			t.Errorf("%s does not change the reductions", tunable.Name)
		}
		tunable.Set(tunable.Default)
	}
	if reductionTable != before {
		t.Error("the defaults do not give the reductions of before")
	}
}

// TestTunableExtremes searches with all numbers at the ends of their ranges.
func TestTunableExtremes(t *testing.T) {
	defer func() {
		for _, tunable := range Tunables() {
			tunable.Set(tunable.Default)
		}
	}()
	for name, value := range map[string]func(Tunable) int{
		"least":    func(t Tunable) int { return t.Min },
		"greatest": func(t Tunable) int { return t.Max },
	} {
		for _, tunable := range Tunables() {
			tunable.Set(value(tunable))
		}
		const nodes = 50000
		result := New().Search(position.New(), Limits{Nodes: nodes}, nil)
		if result.Best == position.NoMove || result.Depth < 2 {
			t.Errorf("%s values: got %v after depth %d", name, result.Best, result.Depth)
		}
	}
}
