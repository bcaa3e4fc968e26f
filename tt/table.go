package tt

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"tura/position"
)

const (
	bucketSize  = 4
	entryBytes  = 16
	bucketBytes = bucketSize * entryBytes
	megabyte    = 1 << 20

	// MinMB and MaxMB are the sizes in megabytes that Resize takes; a 32-bit program
	// takes less.
	MinMB = 1
	MaxMB = 1 << 20

	// addressableMB is what the numbers of a 32-bit program can count.
	addressableMB = math.MaxInt / megabyte

	ageWeight     = 4    // plies of depth that one generation of age costs an entry
	keepMargin    = 4    // a same-position entry this many plies deeper survives
	keepMarginPV  = 6    // the same against an entry of the principal variation
	hashFullProbe = 1000 // entries that HashFull looks at
)

type slot struct {
	check atomic.Uint64 // key XOR data
	data  atomic.Uint64
}

type bucket struct{ slots [bucketSize]slot }

// Table is a transposition table of a fixed number of buckets. Probe and Store
// may be called by any number of goroutines at once; Resize, Clear and
// NewSearch only while nobody searches.
type Table struct {
	mem     *memory
	buckets []bucket // of mem
	gen     uint8
}

// New returns a table of mb megabytes (see Resize).
func New(mb int) (*Table, error) {
	t := &Table{}
	return t, t.Resize(mb)
}

// MB is the size of the table in megabytes.
func (t *Table) MB() int { return len(t.buckets) * bucketBytes / megabyte }

// Resize drops everything and makes the table mb megabytes large, MinMB to
// MaxMB. When that much memory cannot be had the table keeps its size and the
// error says so.
func (t *Table) Resize(mb int) error {
	if err := CheckSize(mb, t.MB()); err != nil {
		return err
	}
	n := mb * megabyte / bucketBytes
	if n == len(t.buckets) {
		t.Clear()
		return nil
	}
	old := len(t.buckets)
	t.release() // let the old block go before asking for the new one
	t.gen = 0
	err := t.allocate(n)
	if err != nil && old > 0 {
		if again := t.allocate(old); again != nil {
			return again
		}
	}
	return err
}

// memory is a block of buckets that may lie outside the heap. It is given back
// when the table lets go of it or is itself no longer reachable.
type memory struct{ buckets []bucket }

func (t *Table) allocate(n int) error {
	block, err := newBlock(n)
	if err != nil {
		return err
	}
	t.mem, t.buckets = &memory{block}, block
	runtime.SetFinalizer(t.mem, (*memory).free)
	return nil
}

func (t *Table) release() {
	m := t.mem
	t.mem, t.buckets = nil, nil
	if m != nil {
		runtime.SetFinalizer(m, nil)
		m.free()
	}
}

func (m *memory) free() {
	block := m.buckets
	m.buckets = nil
	freeBlock(block)
}

// CheckSize says why a table of mb megabytes cannot be had in place of one of
// have megabytes; nil means that it can.
func CheckSize(mb, have int) error {
	if most := min(MaxMB, addressableMB); mb < MinMB || mb > most {
		return fmt.Errorf("hash size %d MB is outside %d..%d", mb, MinMB, most)
	}
	if free, ok := availableMB(); ok && mb > free+have {
		return fmt.Errorf("hash size %d MB does not fit into the %d MB of free memory", mb, free+have)
	}
	return nil
}

// Clear forgets every entry. It works on all cores.
func (t *Table) Clear() {
	t.gen = 0
	workers := runtime.GOMAXPROCS(0)
	part := (len(t.buckets) + workers - 1) / workers
	var wg sync.WaitGroup
	for from := 0; from < len(t.buckets); from += part {
		wg.Add(1)
		go func(b []bucket) {
			defer wg.Done()
			clear(b)
		}(t.buckets[from:min(from+part, len(t.buckets))])
	}
	wg.Wait()
}

// NewSearch starts a new generation: older entries become the first victims.
func (t *Table) NewSearch() { t.gen = (t.gen + 1) & genMask }

// bucketOf maps a key to its bucket by the high word of key times the number
// of buckets, which needs no power-of-two size (Lemire, "Fast random integer
// generation in an interval", 2019).
func (t *Table) bucketOf(key position.Key) *bucket {
	hi, _ := bits.Mul64(uint64(key), uint64(len(t.buckets)))
	return &t.buckets[hi]
}

// Prefetch asks the processor to load the bucket of key into its cache.
func (t *Table) Prefetch(key position.Key) { prefetch(t.bucketOf(key)) }

// Probe returns what is stored for key. ok is false, and the entry empty, when
// there is nothing.
func (t *Table) Probe(key position.Key) (e Entry, ok bool) {
	b := t.bucketOf(key)
	for i := range b.slots {
		d := b.slots[i].data.Load()
		if b.slots[i].check.Load()^d == uint64(key) && d != 0 {
			return unpack(d), true
		}
	}
	return Entry{Eval: NoEval}, false
}

// Store keeps e under key. The move of an older entry for the same position
// survives when e has none.
func (t *Table) Store(key position.Key, e Entry) {
	b := t.bucketOf(key)
	victim, worst := &b.slots[0], int(^uint(0)>>1)
	for i := range b.slots {
		s := &b.slots[i]
		d := s.data.Load()
		if d == 0 || s.check.Load()^d == uint64(key) {
			if d != 0 {
				if e.Move == position.NoMove {
					e.Move = position.Move(d)
				}
				margin := keepMargin
				if e.PV {
					margin = keepMarginPV
				}
				if e.Bound != Exact && dataGen(d) == t.gen && e.Depth+margin <= dataDepth(d) {
					return
				}
			}
			victim = s
			break
		}
		age := int((t.gen - dataGen(d)) & genMask)
		if worth := dataDepth(d) - ageWeight*age; worth < worst {
			victim, worst = s, worth
		}
	}
	d := pack(&e, t.gen)
	writeSlot(victim, uint64(key)^d, d)
}

// HashFull is the share of entries written by the current search in per mille,
// taken from a sample at the start of the table.
func (t *Table) HashFull() int {
	seen, full := 0, 0
	for i := range t.buckets {
		for j := range t.buckets[i].slots {
			if d := t.buckets[i].slots[j].data.Load(); d != 0 && dataGen(d) == t.gen {
				full++
			}
			seen++
		}
		if seen >= hashFullProbe {
			break
		}
	}
	if seen == 0 {
		return 0
	}
	return full * hashFullProbe / seen
}
