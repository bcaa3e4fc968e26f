package main

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"tura/internal/traindata"
	"tura/position"
)

// A run makes games with several workers and writes them to one file.
type run struct {
	threads   int
	games     int // target, 0 = none
	positions int // target of positions that pass the filter, 0 = none
	interval  time.Duration
	limits    moveLimits
	openings  openingRules
	rules     gameRules
	filter    traindata.Filter
	newEngine func() (engine, error)
	progress  io.Writer

	stop atomic.Bool // set from outside to end the run early

	mu    sync.Mutex // guards what follows
	file  *traindata.File
	done  map[uint32]bool // games of the file when it was opened
	next  uint32          // no game below has still to be given out
	tally tally           // what is in the file
	err   error
}

// open opens the games file and counts what is there.
func (r *run) open(path string, seed uint32) error {
	r.done = make(map[uint32]bool)
	var fault error
	file, err := traindata.OpenAppend(path, seed, func(g *traindata.Game) {
		kept, err := countKept(g, r.filter)
		if err != nil && fault == nil {
			fault = err
		}
		r.done[g.Number] = true
		r.tally.add(len(g.Plies), kept, 0)
	})
	if err != nil {
		return err
	}
	if fault == nil && file.Seed() == 0 {
		fault = errors.New("the games come from several runs (merged or rescored); choose another -out")
	}
	if fault != nil {
		return fmt.Errorf("%s: %w", path, errors.Join(fault, file.Close()))
	}
	r.file = file
	return nil
}

// countKept returns the number of positions of a game that pass the filter.
func countKept(g *traindata.Game, f traindata.Filter) (kept int, err error) {
	err = g.Replay(func(pos *position.Position, i int) error {
		if f.Keep(pos, pos.GamePly(), g.Plies[i].Move, g.Plies[i].Score) {
			kept++
		}
		return nil
	})
	return kept, err
}

// generate plays until a target is reached or the run is stopped, and closes
// the file. A game that is being played when the run is stopped is given up; the
// next run plays it again.
func (r *run) generate() error {
	meter := newMeter(r.progress, r.interval, r.tally, r.games, r.positions)
	var workers sync.WaitGroup
	for range r.threads {
		workers.Go(func() {
			if err := r.work(); err != nil {
				r.fail(err)
			}
		})
	}
	finished := make(chan struct{})
	go func() {
		workers.Wait()
		close(finished)
	}()
	meter.watch(finished, r.snapshot)
	return errors.Join(r.err, r.file.Close())
}

// work plays games until there is none left to play.
func (r *run) work() error {
	engine, err := r.newEngine()
	if err != nil {
		return err
	}
	p := player{engine: engine, limits: r.limits, openings: r.openings, rules: r.rules, filter: r.filter, stop: &r.stop}
	for {
		number, ok := r.take()
		if !ok {
			return nil
		}
		game, err := p.play(r.file.Seed(), number)
		if errors.Is(err, errStopped) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", number, err)
		}
		if err := r.put(game, p.kept, p.nodes); err != nil {
			return err
		}
	}
}

// take gives out the number of the next game.
func (r *run) take() (number uint32, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.done[r.next] {
		r.next++
	}
	if r.stop.Load() || r.games > 0 && int(r.next) >= r.games || r.positions > 0 && r.tally.kept >= r.positions {
		return 0, false
	}
	r.next++
	return r.next - 1, true
}

// put writes a finished game. After an error nothing is written any more.
func (r *run) put(game *traindata.Game, kept int, nodes uint64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = r.file.Write(game)
	}
	if r.err != nil {
		return r.err
	}
	r.tally.add(len(game.Plies), kept, nodes)
	return nil
}

func (r *run) snapshot() tally {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tally
}

// fail ends the run with the first error.
func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	r.stop.Store(true)
}
