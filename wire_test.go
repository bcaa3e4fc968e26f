package main

import (
	"runtime"
	"testing"
)

// TestRoomForInput: however many threads search, the input is read at once.
func TestRoomForInput(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	searcher := config().Searcher
	for _, threads := range []int{1, 4, runtime.NumCPU(), 256, 1} {
		searcher.SetThreads(threads)
		if got, want := runtime.GOMAXPROCS(0), max(runtime.NumCPU(), threads+spareProcs); got != want {
			t.Errorf("%d threads: got room for %d, want %d", threads, got, want)
		}
	}
}
