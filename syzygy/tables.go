package syzygy

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"
)

// Tables is the set of tablebase files found in some folders. Any number of
// goroutines may probe it at once, each with its own position. A nil *Tables is
// an empty set: every probe fails.
//
// Files of up to 1 MiB have their checksum verified when they are opened. Larger
// ones do not, for lack of time: what Verify is for. No other program may shorten
// a file that is open, the operating system would end this one.
type Tables struct {
	slots     []slot // open hash table, its length a power of two
	shift     uint   // 64 less the binary logarithm of that length
	files     []*tableFile
	count     [kinds]int
	maxPieces int

	mu       sync.Mutex // guards what follows, and the opening of files
	warnings []string
	mappings []mmap.MMap
}

// A slot leads from a material to its files.
type slot struct {
	material material // 0: the slot is free
	swap     bool     // the files have white's men and black's exchanged
	files    *[kinds]tableFile
}

// A tableFile is a file that may be open already.
type tableFile struct {
	path     string // empty: there is no such file
	kind     kind
	material material
	opened   atomic.Pointer[table]
}

// unusable takes the place of a table whose file is missing or damaged.
var unusable = new(table)

// Open looks for tables in a list of folders, separated like the folders of
// PATH: by a colon on Unix, by a semicolon on Windows. It only notes which files
// there are; each is opened and checked when it is needed first. A folder that
// cannot be read becomes a warning; it is an error when no WDL file is found.
func Open(paths string) (*Tables, error) {
	t := new(Tables)
	found := make(map[material]*[kinds]tableFile)
	for _, dir := range filepath.SplitList(paths) {
		if dir == "" {
			continue
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.warn(fmt.Sprintf("syzygy: folder %s cannot be read: %v", dir, err))
			continue
		}
		for _, entry := range entries {
			t.add(found, dir, entry.Name())
		}
	}
	t.index(found)
	if t.Count() == 0 {
		message := fmt.Sprintf("syzygy: no %s file in %q", extension[kindWDL], paths)
		return nil, errors.New(strings.Join(append([]string{message}, t.warnings...), "; "))
	}
	return t, nil
}

// add notes a file, if it is one of a table. Of two files for the same material
// the first one counts.
func (t *Tables) add(found map[material]*[kinds]tableFile, dir, name string) {
	k, m, ok := parseFileName(name)
	if !ok {
		return
	}
	files := found[m]
	if files == nil {
		if m != m.swapped() && found[m.swapped()] != nil {
			return // KvKQ beside KQvK
		}
		files = new([kinds]tableFile)
		found[m] = files
	}
	if f := &files[k]; f.path == "" {
		f.path, f.kind, f.material = filepath.Join(dir, name), k, m
		t.count[k]++
		t.files = append(t.files, f)
		if k == kindWDL {
			t.maxPieces = max(t.maxPieces, m.men())
		}
	}
}

// index builds the hash table.
func (t *Tables) index(found map[material]*[kinds]tableFile) {
	const load = 4 // slots for each table: two colours, half of them free
	logarithm := bits.Len(uint(load*len(found) + load))
	t.slots = make([]slot, 1<<logarithm)
	t.shift = uint(64 - logarithm)
	for m, files := range found {
		t.insert(slot{m, false, files})
		if m != m.swapped() {
			t.insert(slot{m.swapped(), true, files})
		}
	}
}

// home returns the slot where the search for a material begins.
func (t *Tables) home(m material) int {
	const goldenRatio = 0x9E3779B97F4A7C15 // 2^64 divided by it: spreads best
	return int(uint64(m) * goldenRatio >> t.shift)
}

func (t *Tables) insert(s slot) {
	i := t.home(s.material)
	for t.slots[i].files != nil {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = s
}

// find returns the slot of a material, nil when there is none.
func (t *Tables) find(m material) *slot {
	for i := t.home(m); ; i = (i + 1) & (len(t.slots) - 1) {
		s := &t.slots[i&(len(t.slots)-1)]
		if s.material == m && s.files != nil {
			return s
		}
		if s.files == nil {
			return nil
		}
	}
}

// use returns the opened table, nil when there is none that can be used.
func (t *Tables) use(f *tableFile) *table {
	opened := f.opened.Load()
	if opened == nil {
		opened = t.open(f)
	}
	if opened == unusable {
		return nil
	}
	return opened
}

// open opens a file, unless another goroutine just did. A file that cannot be
// used is reported and never tried again.
func (t *Tables) open(f *tableFile) *table {
	t.mu.Lock()
	defer t.mu.Unlock()
	if opened := f.opened.Load(); opened != nil {
		return opened
	}
	if f.path == "" {
		f.opened.Store(unusable)
		return unusable
	}
	opened, err := openTable(f.path, f.kind, f.material)
	if err != nil {
		t.warnings = append(t.warnings, fmt.Sprintf("syzygy: %s: %v", f.path, err))
		opened = unusable
	} else {
		t.mappings = append(t.mappings, opened.mapping)
	}
	f.opened.Store(opened)
	return opened
}

// discard reports a file in which a probe met damaged data, and takes it out of
// use. Its mapping stays, other probes may be reading it.
func (t *Tables) discard(f *tableFile) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if opened := f.opened.Load(); opened == nil || opened == unusable {
		return
	}
	f.opened.Store(unusable)
	t.warnings = append(t.warnings, fmt.Sprintf("syzygy: %s: damaged data: copy or download the file again", f.path))
}

func (t *Tables) warn(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.warnings = append(t.warnings, message)
}

// Warnings returns what went wrong since the last call: folders that cannot be
// read, files that are damaged. Every fault is reported once.
func (t *Tables) Warnings() []string {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.warnings
	t.warnings = nil
	return w
}

// Count returns the number of WDL files found.
func (t *Tables) Count() int { return t.counted(kindWDL) }

// CountDTZ returns the number of DTZ files found.
func (t *Tables) CountDTZ() int { return t.counted(kindDTZ) }

func (t *Tables) counted(k kind) int {
	if t == nil {
		return 0
	}
	return t.count[k]
}

// MaxPieces returns the number of men, kings included, of the largest table
// found; 0 when there is none.
func (t *Tables) MaxPieces() int {
	if t == nil {
		return 0
	}
	return t.maxPieces
}

// Names returns the names of the WDL tables found, such as KQvK, sorted.
func (t *Tables) Names() []string {
	var names []string
	if t != nil {
		for _, f := range t.files {
			if f.kind == kindWDL {
				names = append(names, strings.TrimSuffix(filepath.Base(f.path), extension[kindWDL]))
			}
		}
	}
	sort.Strings(names)
	return names
}

// Close releases all files. No probe may be running or come after it.
func (t *Tables) Close() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var failures []error
	for _, f := range t.files {
		f.opened.Store(unusable)
	}
	for _, mapping := range t.mappings {
		failures = append(failures, mapping.Unmap())
	}
	t.mappings = nil
	return errors.Join(failures...)
}
