package tt

import (
	"math/rand"
	"sync"
	"testing"

	"tura/position"
)

func TestPackRoundTrip(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 100000 {
		want := Entry{
			Move:  position.Move(r.Intn(1 << 16)),
			Score: r.Intn(1<<16) - 1<<15,
			Eval:  r.Intn(1<<16) - 1<<15,
			Depth: r.Intn(256),
			Bound: Bound(r.Intn(4)),
			PV:    r.Intn(2) == 1,
		}
		gen := uint8(r.Intn(1 << genBits))
		d := pack(&want, gen)
		if got := unpack(d); got != want || dataGen(d) != gen {
			t.Fatalf("unpack(pack(%+v, %d)) = %+v, generation %d", want, gen, got, dataGen(d))
		}
	}
}

func mustNew(t *testing.T, mb int) *Table {
	t.Helper()
	table, err := New(mb)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestStoreProbe(t *testing.T) {
	table := mustNew(t, 1)
	e := Entry{Move: 123, Score: -250, Eval: 40, Depth: 7, Bound: LowerBound, PV: true}
	if _, ok := table.Probe(99); ok {
		t.Error("an empty table answers")
	}
	table.Store(99, e)
	if got, ok := table.Probe(99); !ok || got != e {
		t.Errorf("Probe = %+v, %v, want %+v", got, ok, e)
	}
	table.Store(99, Entry{Score: 10, Eval: 40, Depth: 9, Bound: UpperBound})
	if got, _ := table.Probe(99); got.Move != e.Move || got.Depth != 9 {
		t.Errorf("a store without a move gives %+v, want the old move and the new depth", got)
	}
	table.Store(99, Entry{Move: 5, Depth: 1, Bound: UpperBound})
	if got, _ := table.Probe(99); got.Depth != 9 {
		t.Errorf("a shallow bound replaced a deep one: %+v", got)
	}
	table.Store(99, Entry{Move: 5, Depth: 1, Bound: Exact})
	if got, _ := table.Probe(99); got.Depth != 1 {
		t.Errorf("an exact score did not replace: %+v", got)
	}
	table.Clear()
	if _, ok := table.Probe(99); ok {
		t.Error("a cleared table answers")
	}
}

func TestReplacement(t *testing.T) {
	table := mustNew(t, 1)
	// Keys with the same high bits share a bucket.
	for i := range bucketSize {
		table.Store(position.Key(i+1), Entry{Move: position.Move(i + 1), Depth: 10 + i, Bound: LowerBound})
	}
	table.Store(100, Entry{Move: 9, Depth: 3, Bound: LowerBound})
	if _, ok := table.Probe(1); ok {
		t.Error("the shallowest entry should have been the victim")
	}
	table.NewSearch()
	table.NewSearch()
	table.NewSearch()
	table.Store(3, Entry{Move: 3, Depth: 1, Bound: LowerBound}) // fresh although shallow
	table.Store(101, Entry{Move: 9, Depth: 2, Bound: LowerBound})
	if _, ok := table.Probe(3); !ok {
		t.Error("a fresh entry was replaced before old ones")
	}
	if _, ok := table.Probe(100); ok {
		t.Error("the old shallow entry should have been the victim")
	}
}

func TestResize(t *testing.T) {
	table := mustNew(t, 2)
	for _, mb := range []int{0, -3, MaxMB + 1} {
		if err := table.Resize(mb); err == nil || table.MB() != 2 {
			t.Errorf("Resize(%d): error %v, size %d MB", mb, err, table.MB())
		}
	}
	if free, ok := availableMB(); ok && free < MaxMB {
		if err := table.Resize(MaxMB); err == nil || table.MB() != 2 {
			t.Errorf("Resize beyond the memory: error %v, size %d MB", err, table.MB())
		}
	}
	if err := table.Resize(3); err != nil || table.MB() != 3 {
		t.Errorf("Resize(3): error %v, size %d MB", err, table.MB())
	}
}

func TestHashFull(t *testing.T) {
	table := mustNew(t, 1)
	r := rand.New(rand.NewSource(2))
	for range 4 * len(table.buckets) {
		table.Store(position.Key(r.Uint64()), Entry{Move: 1, Depth: 1, Bound: Exact})
	}
	if got := table.HashFull(); got < 500 || got > 1000 {
		t.Errorf("HashFull = %d after filling", got)
	}
	table.NewSearch()
	if got := table.HashFull(); got != 0 {
		t.Errorf("HashFull = %d at a new search, want 0", got)
	}
}

// TestHammer lets four goroutines write entries whose fields depend on the key
// and checks that nobody ever reads a mixture. Run it with -race.
func TestHammer(t *testing.T) {
	table := mustNew(t, 1)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Add(1)
		go func(seed int64) {
			defer wg.Done()
			r := rand.New(rand.NewSource(seed))
			for range 200000 {
				key := position.Key(r.Intn(64)+1) | position.Key(r.Intn(4))<<62
				if e, ok := table.Probe(key); ok && (e.Score != int(key&63) || e.Move == 0) {
					t.Errorf("key %x reads %+v", key, e)
					return
				}
				table.Store(key, Entry{Move: position.Move(r.Intn(1000) + 1), Score: int(key & 63), Depth: r.Intn(20), Bound: Exact})
			}
		}(int64(g))
	}
	wg.Wait()
}
