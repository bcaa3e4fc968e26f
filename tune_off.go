//go:build !tune

package main

import "tura/uci"

// tunables is empty: the numbers of the search are constants without the build tag tune.
func tunables() []uci.Tunable { return nil }
