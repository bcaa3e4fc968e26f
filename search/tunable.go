//go:build tune

package search

// Tunable is a number of the search that can be changed between two searches.
// There are some only with the build tag tune.
type Tunable struct {
	Name              string
	Default, Min, Max int
	value             *int
}

// newTunable describes a variable; its value now is the default.
func newTunable(name string, value *int, lowest, highest int) Tunable {
	return Tunable{Name: name, Default: *value, Min: lowest, Max: highest, value: value}
}

// Tunables lists the numbers that can be tuned.
func Tunables() []Tunable { return tunables }

// Set changes the number, for all searchers, and what is computed from it. No
// search may run.
func (t Tunable) Set(value int) {
	*t.value = min(max(value, t.Min), t.Max)
	reductionTable = newReductionTable()
}
