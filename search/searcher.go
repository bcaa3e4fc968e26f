package search

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"tura/eval"
	"tura/eval/nnue"
	"tura/position"
	"tura/tt"
)

const (
	// DefaultHash is the size of the transposition table of a new Searcher in megabytes.
	DefaultHash = 16
	// MaxThreads is the largest number of search threads.
	MaxThreads = 256
)

// Searcher searches positions. It keeps the transposition table and the
// histories from one search to the next. Its methods belong to one goroutine,
// except Stop and PonderHit, which may be called from any.
type Searcher struct {
	table       tt.Table
	hash        int // megabytes wanted
	threads     int
	multiPV     int
	workers     []*worker
	clearWanted bool
	net         *nnue.Network // nil = the embedded one
	plainEval   bool          // evals are not scaled
	tb          tablebases
	handicap    handicap

	stop   atomic.Bool
	mu     sync.Mutex // guards hit and the pointer clock
	wake   *sync.Cond // signalled by Stop and PonderHit
	hit    bool
	clock  *Clock
	limits Limits
	report func(Info)
}

// New returns a Searcher with a table of DefaultHash megabytes and one thread.
// Nothing large is allocated before Prepare or the first search.
func New() *Searcher {
	s := &Searcher{hash: DefaultHash, threads: 1, multiPV: 1}
	s.tb = tablebases{depth: DefaultProbeDepth, limit: DefaultProbeLimit, rule50: true}
	s.wake = sync.NewCond(&s.mu)
	return s
}

// SetHash makes the transposition table mb megabytes large. The error says why
// that cannot be; the table keeps its size then.
func (s *Searcher) SetHash(mb int) error {
	if err := tt.CheckSize(mb, s.table.MB()); err != nil {
		return err
	}
	s.hash = mb
	return nil
}

// SetThreads sets the number of search threads, 1..MaxThreads.
func (s *Searcher) SetThreads(n int) { s.threads = max(1, min(n, MaxThreads)) }

// SetMultiPV sets how many best lines are searched and reported.
func (s *Searcher) SetMultiPV(n int) { s.multiPV = max(1, n) }

// ClearHash forgets the transposition table.
func (s *Searcher) ClearHash() { s.table.Clear() }

// NewGame forgets everything that was learnt; the work is done by Prepare.
func (s *Searcher) NewGame() {
	s.clearWanted = true
	s.handicap.game++
}

// setNetwork replaces the network that evaluates; nil restores the embedded one.
func (s *Searcher) setNetwork(net *nnue.Network) {
	s.net = net
	s.workers = nil // they are made anew with the network
	s.clearWanted = true
}

// LoadNetwork replaces the network that evaluates by the one in a network file;
// nil restores the embedded one. With an error the old network stays.
func (s *Searcher) LoadNetwork(file io.Reader) error {
	var net *nnue.Network
	if file != nil {
		var err error
		if net, err = nnue.Read(file); err != nil {
			return err
		}
	}
	s.setNetwork(net)
	return nil
}

// SetPlainEval says whether the search takes evals as the network gives them. It
// does not scale them then by the pieces on the board and the fifty-move counter
// and does not flatten them: a network trained on the scores would learn that,
// and the next search do it a second time.
func (s *Searcher) SetPlainEval(on bool) { s.plainEval = on }

// Evaluate is the static eval of pos in centipawns from the side to move's
// view; of a position in check it means little.
func (s *Searcher) Evaluate(pos *position.Position) int {
	e := eval.New(s.network())
	e.Reset(pos)
	return e.Evaluate(pos)
}

// network is the network to use. The program carries a valid one: a test sees
// to it.
func (s *Searcher) network() *nnue.Network {
	if s.net == nil {
		net, err := nnue.Default()
		if err != nil {
			panic(err)
		}
		s.net = net
	}
	return s.net
}

// Prepare does the allocation and clearing that the settings ask for. Search
// calls it too, but then on the clock. When the memory for the table cannot be
// had, the error says so and the old table stays.
func (s *Searcher) Prepare() error {
	var err error
	resize := s.hash != s.table.MB()
	if resize {
		if err = s.table.Resize(s.hash); err != nil {
			if s.table.MB() == 0 {
				s.hash = DefaultHash
				if err2 := s.table.Resize(s.hash); err2 != nil {
					s.hash = tt.MinMB
					s.table.Resize(s.hash)
				}
			}
			s.hash = s.table.MB()
		}
	}
	if s.clearWanted && (!resize || err != nil) {
		s.table.Clear()
	}
	threads := s.threads
	if s.handicap.nodes > 0 {
		threads = 1 // others would not keep to so few nodes
	}
	if len(s.workers) > threads {
		clear(s.workers[threads:]) // let go of their memory
		s.workers = s.workers[:threads]
	}
	if s.clearWanted {
		for _, w := range s.workers {
			w.hist.clear()
		}
	}
	for len(s.workers) < threads {
		w := &worker{s: s, id: len(s.workers), tt: &s.table, pos: position.New(), eval: eval.New(s.network())}
		w.hist.begin()
		s.workers = append(s.workers, w)
	}
	s.clearWanted = false
	return err
}

// Arm forgets earlier calls of Stop and PonderHit. Whoever starts Search in a
// goroutine of its own calls Arm first, so that a Stop that comes before the
// goroutine runs is not lost.
func (s *Searcher) Arm() {
	s.mu.Lock()
	s.hit = false
	s.mu.Unlock()
	s.stop.Store(false)
}

// Stop ends the running search as soon as possible.
func (s *Searcher) Stop() {
	s.stop.Store(true)
	s.mu.Lock()
	s.wake.Broadcast()
	s.mu.Unlock()
}

// PonderHit tells a search that began with Limits.Ponder that the expected
// move was played: from now on its clock runs.
func (s *Searcher) PonderHit() {
	s.mu.Lock()
	s.hit = true
	if s.clock != nil {
		s.clock.PonderHit()
	}
	s.wake.Broadcast()
	s.mu.Unlock()
}

// Search searches pos, which it does not change, within the limits and returns
// the best move. It blocks until then; with Limits.Infinite or Limits.Ponder
// until Stop or PonderHit, or until it has used up its nodes. report, which may be nil, receives the progress.
// With one thread, equal settings and a depth or node limit it always returns
// the same after NewGame.
func (s *Searcher) Search(pos *position.Position, limits Limits, report func(Info)) Result {
	if limits.Start.IsZero() {
		limits.Start = time.Now()
	}
	if s.handicap.nodes > 0 && (limits.Nodes == 0 || limits.Nodes > s.handicap.nodes) {
		limits.Nodes = s.handicap.nodes
	}
	s.limits, s.report = limits, report
	clock := NewClock(&limits, pos.SideToMove(), pos.GamePly())
	s.mu.Lock()
	s.clock = clock
	if s.hit {
		clock.PonderHit()
	}
	s.mu.Unlock()
	s.Prepare()
	s.table.NewSearch()

	s.workers[0].pos.CopyFrom(pos)
	moves := rootMovesOf(s.workers[0].pos, limits.SearchMoves)
	result := Result{}
	if len(moves) == 0 {
		s.reportNoMove(pos)
	} else {
		result = s.run(pos, moves)
	}
	s.waitForRelease()
	s.stop.Store(false)
	return result
}

// rootMovesOf lists the legal moves of pos, or those of them that are in only.
// It uses pos for the list, so pos must not belong to the caller of Search.
func rootMovesOf(pos *position.Position, only []position.Move) []position.Move {
	var list position.MoveList
	pos.GenerateLegal(&list)
	if len(only) == 0 {
		return append([]position.Move(nil), list.Moves[:list.N]...)
	}
	var moves []position.Move
	for _, m := range list.Moves[:list.N] {
		for _, o := range only {
			if m == o {
				moves = append(moves, m)
				break
			}
		}
	}
	return moves
}

// reportNoMove reports a position that is already mate or stalemate.
func (s *Searcher) reportNoMove(pos *position.Position) {
	if s.report == nil {
		return
	}
	info := Info{MultiPV: 1, Score: drawScore, Bound: tt.Exact}
	if pos.InCheck() {
		info.Score = Score(matedIn(0))
	}
	s.report(info)
}

// run searches with all workers and chooses among their results.
func (s *Searcher) run(pos *position.Position, moves []position.Move) Result {
	main := s.workers[0]
	main.initRoot(moves)
	var known bool
	if known, main.noProbes = s.tb.rankRoot(pos, main.rootMoves); known {
		main.tbHits++
	}
	for _, w := range s.workers[1:] {
		w.pos.CopyFrom(pos)
		w.initRoot(moves)
		copy(w.rootMoves, main.rootMoves)
		w.noProbes = main.noProbes
	}
	var helpers sync.WaitGroup
	for _, w := range s.workers[1:] {
		helpers.Add(1)
		go func() {
			defer helpers.Done()
			w.iterate()
			w.publish()
		}()
	}
	main.iterate()
	s.waitForRelease()
	if len(s.workers) > 1 {
		s.stop.Store(true)
		helpers.Wait()
	}

	best := s.vote()
	rm := &best.rootMoves[0]
	s.reportResult(pos, best)
	result := Result{
		Best: rm.move, Score: s.shownScore(rm.shown(best.rootDepth)),
		Depth: best.completed, Nodes: s.totalNodes(),
	}
	result.Ponder = s.expectedReply(pos, &main.rootMoves[0])
	return result
}

// reportResult reports the lines once more when the last report does not show
// the result of the search, which best found, or not as far as it is known.
func (s *Searcher) reportResult(pos *position.Position, best *worker) {
	main := s.workers[0]
	rm := &best.rootMoves[0]
	changed := best != main || main.reported != [...]position.Move{rm.move, rm.pv.reply()}
	if best != main {
		main.rootMoves[0] = *rm
	}
	lines := main.rootMoves[:main.lines()]
	for i := range lines {
		changed = s.tb.continueLine(pos, &lines[i], s.clock) || changed
	}
	if changed {
		main.reportLines(len(lines), best.rootDepth)
	}
}

// waitForRelease holds back the answer while the client wants the search to go
// on: infinite until Stop, ponder until Stop or PonderHit.
func (s *Searcher) waitForRelease() {
	s.mu.Lock()
	for !s.stop.Load() && (s.limits.Infinite || s.limits.Ponder && !s.hit) {
		s.wake.Wait()
	}
	s.mu.Unlock()
}

// expectedReply is the second move of the line, or the table's move after the
// best one.
func (s *Searcher) expectedReply(pos *position.Position, rm *rootMove) position.Move {
	if rm.pv.n > 1 {
		return rm.pv.moves[1]
	}
	after := s.workers[0].pos // searches are over: the worker's position is free
	after.CopyFrom(pos)
	after.Make(rm.move)
	e, ok := s.table.Probe(after.Key())
	if ok && e.Move != position.NoMove && after.IsLegal(e.Move) {
		return e.Move
	}
	return position.NoMove
}

// totalNodes is the number of nodes of all workers.
func (s *Searcher) totalNodes() uint64 {
	total := s.workers[0].nodes
	for _, w := range s.workers[1:] {
		total += w.published.Load()
	}
	return total
}

func (s *Searcher) totalTBHits() uint64 {
	total := s.workers[0].tbHits
	for _, w := range s.workers[1:] {
		total += w.pubTBHits.Load()
	}
	return total
}
