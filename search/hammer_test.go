package search

import (
	"os"
	"strconv"
	"testing"
	"time"

	"tura/position"
)

// hammerSearches is how many searches TestHammer runs; the environment variable
// TURA_HAMMER asks for another number.
const hammerSearches = 200

// TestHammer runs many short searches with four threads on one table, with
// stops in the middle and tables of changing size. It is meant for -race.
func TestHammer(t *testing.T) {
	searches := hammerSearches
	if n, err := strconv.Atoi(os.Getenv("TURA_HAMMER")); err == nil {
		searches = n
	}
	s := New()
	s.SetThreads(4)
	pos := mustFEN(t, kiwipete)
	for i := range searches {
		limits := Limits{Nodes: uint64(100 + i%400)}
		switch i % 10 {
		case 3:
			if err := s.SetHash(1 + i%7); err != nil {
				t.Fatal(err)
			}
		case 5:
			limits = Limits{Infinite: true}
		case 7:
			s.NewGame()
		case 9:
			s.ClearHash()
		}
		s.Arm()
		done := make(chan Result)
		go func() { done <- s.Search(pos, limits, func(Info) {}) }()
		if limits.Infinite {
			time.Sleep(time.Duration(i%5) * 100 * time.Microsecond)
			s.Stop()
		}
		if r := <-done; r.Best == position.NoMove || !pos.IsLegal(r.Best) {
			t.Fatalf("search %d: best move %v", i, r.Best)
		}
	}
}
