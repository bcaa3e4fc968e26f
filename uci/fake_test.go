package uci

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"tura/position"
	"tura/search"
)

// patience is how long a test waits for something that should happen at once.
const patience = 10 * time.Second

// fakeSearcher answers with the first legal move. A search without end waits for Stop; so does
// every search when slow is set.
type fakeSearcher struct {
	mu      sync.Mutex
	calls   []string
	limits  []search.Limits
	stopped chan struct{}
	hit     chan struct{}
	slow    bool
	// infos are reported before the answer; result, when set, is the answer.
	infos  []search.Info
	result *search.Result
	// delay is the time between the order to search and its begin.
	delay time.Duration
}

func newFake() *fakeSearcher { return &fakeSearcher{} }

func (f *fakeSearcher) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, fmt.Sprintf(format, args...))
}

// called returns the calls so far and forgets them.
func (f *fakeSearcher) called() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := strings.Join(f.calls, " ")
	f.calls = nil
	return s
}

// lastLimits returns the limits of the newest search.
func (f *fakeSearcher) lastLimits() search.Limits {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.limits) == 0 {
		return search.Limits{}
	}
	return f.limits[len(f.limits)-1]
}

func (f *fakeSearcher) SetHash(mb int) error {
	f.note("hash=%d", mb)
	if mb == maxHash {
		return errors.New("too big for this machine")
	}
	return nil
}
func (f *fakeSearcher) SetThreads(n int) { f.note("threads=%d", n) }
func (f *fakeSearcher) SetMultiPV(n int) { f.note("multipv=%d", n) }
func (f *fakeSearcher) ClearHash()       { f.note("clearhash") }
func (f *fakeSearcher) NewGame()         { f.note("newgame") }
func (f *fakeSearcher) Prepare() error   { f.note("prepare"); return nil }

func (f *fakeSearcher) Arm() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopped, f.hit = make(chan struct{}), make(chan struct{})
}

func (f *fakeSearcher) Stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, "stop")
	select {
	case <-f.stopped:
	default:
		close(f.stopped)
	}
}

func (f *fakeSearcher) PonderHit() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, "ponderhit")
	select {
	case <-f.hit:
	default:
		close(f.hit)
	}
}

func (f *fakeSearcher) Search(pos *position.Position, limits search.Limits, report func(search.Info)) search.Result {
	time.Sleep(f.delay)
	f.mu.Lock()
	f.calls = append(f.calls, "search")
	f.limits = append(f.limits, limits)
	stopped, hit := f.stopped, f.hit
	f.mu.Unlock()
	for _, i := range f.infos {
		report(i)
	}
	if f.slow || limits.Infinite {
		<-stopped
	} else if limits.Ponder {
		select {
		case <-stopped:
		case <-hit:
		}
	}
	if f.result != nil {
		return *f.result
	}
	var list position.MoveList
	pos.Clone().GenerateLegal(&list)
	best := list.Moves[0]
	if len(limits.SearchMoves) > 0 {
		best = limits.SearchMoves[0]
	}
	return search.Result{Best: best, Score: 12, Depth: 3, Nodes: 45}
}

// session is a client that talks to an engine over pipes.
type session struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan struct{}
}

// lineWriter cuts what is written into lines.
type lineWriter struct {
	lines chan string
	rest  string
}

func (w *lineWriter) Write(p []byte) (int, error) {
	w.rest += string(p)
	for {
		line, rest, ok := strings.Cut(w.rest, "\n")
		if !ok {
			return len(p), nil
		}
		w.lines <- line
		w.rest = rest
	}
}

func startSession(t *testing.T, cfg Config) *session {
	t.Helper()
	r, w := io.Pipe()
	s := &session{t: t, in: w, lines: make(chan string, 100_000), ended: make(chan struct{})}
	e := New(cfg, &lineWriter{lines: s.lines})
	go func() {
		defer close(s.ended)
		e.Run(r)
	}()
	t.Cleanup(func() {
		w.Close()
		s.wait()
	})
	return s
}

// send writes lines in one piece.
func (s *session) send(lines ...string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, strings.Join(lines, "\n")+"\n"); err != nil {
		s.t.Fatalf("the engine does not read: %v", err)
	}
}

// expect reads lines up to one that matches and returns all of them.
func (s *session) expect(pattern string) []string {
	s.t.Helper()
	re := regexp.MustCompile(pattern)
	var seen []string
	timeout := time.After(patience)
	for {
		select {
		case line := <-s.lines:
			seen = append(seen, line)
			if re.MatchString(line) {
				return seen
			}
		case <-timeout:
			s.t.Fatalf("no line matches %q; got %q", pattern, seen)
		}
	}
}

// silence checks that no line matches for a while.
func (s *session) silence(pattern string, d time.Duration) {
	s.t.Helper()
	re := regexp.MustCompile(pattern)
	timeout := time.After(d)
	for {
		select {
		case line := <-s.lines:
			if re.MatchString(line) {
				s.t.Fatalf("got the line %q too early", line)
			}
		case <-timeout:
			return
		}
	}
}

// wait waits for the end of the engine.
func (s *session) wait() {
	s.t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		s.t.Fatal("the engine does not end")
	}
}

// transcript runs a whole input and returns the output.
func transcript(cfg Config, input string) string {
	var out strings.Builder
	New(cfg, &out).Run(strings.NewReader(input))
	return out.String()
}

// count is the number of lines that begin with a prefix.
func count(output, prefix string) int {
	n := 0
	for line := range strings.Lines(output) {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}
