//go:build tune

package main

import (
	"tura/search"
	"tura/uci"
)

// tunables offers the numbers of the search as options.
func tunables() []uci.Tunable {
	var list []uci.Tunable
	for _, t := range search.Tunables() {
		list = append(list, uci.Tunable{Name: t.Name, Default: t.Default, Min: t.Min, Max: t.Max, Set: t.Set})
	}
	return list
}
