//go:build !tune

package main

import "tura/uci"

// tunables: the numbers of the search are options only with the build tag tune.
func tunables() []uci.Tunable { return nil }
