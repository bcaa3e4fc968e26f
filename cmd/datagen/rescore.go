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
	"tura/search"
)

// A rescorer searches the positions of stored games again and writes the games
// with the new scores to another file. Moves and results stay.
type rescorer struct {
	threads   int
	nodes     uint64 // hard limit of each search
	all       bool   // also positions that the filter drops whatever their score
	interval  time.Duration
	newEngine func() (engine, error)
	progress  io.Writer

	stop atomic.Bool

	mu    sync.Mutex // guards what follows
	file  *traindata.File
	done  map[uint64]bool // games that the output has
	tally tally           // kept counts the positions searched
	err   error
}

// open opens the output, which may hold a part of the games from an earlier run.
func (r *rescorer) open(out string) error {
	r.done = make(map[uint64]bool)
	file, err := traindata.OpenAppend(out, 0, func(g *traindata.Game) {
		r.done[fingerprint(g)] = true
		r.tally.add(len(g.Plies), 0, 0)
	})
	if err != nil {
		return err
	}
	if file.Seed() != 0 {
		return errors.Join(fmt.Errorf("%s is the file of a run of games; choose another -out", out), file.Close())
	}
	r.file = file
	return nil
}

// rescore works through the games of all files and closes the output.
func (r *rescorer) rescore(paths []string) error {
	meter := newMeter(r.progress, r.interval, r.tally, 0, 0)
	jobs := make(chan *traindata.Game, r.threads)
	var workers sync.WaitGroup
	for range r.threads {
		workers.Go(func() { r.work(jobs) })
	}
	finished := make(chan struct{})
	var faults []error
	go func() {
		defer close(finished)
		for _, path := range paths {
			if err := r.feed(path, jobs); err != nil && err != errStopped {
				faults = append(faults, err)
			}
		}
		close(jobs)
		workers.Wait()
	}()
	meter.watch(finished, func() tally {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.tally
	})
	return errors.Join(append(faults, r.err, r.file.Close())...)
}

var errStopped = errors.New("stopped")

// feed hands out the games of one file that are not done.
func (r *rescorer) feed(path string, jobs chan<- *traindata.Game) error {
	_, err := readGames(path, func(g *traindata.Game) error {
		if r.stop.Load() {
			return errStopped
		}
		key := fingerprint(g)
		if r.done[key] {
			return nil
		}
		r.done[key] = true
		job := *g
		job.Plies = append([]traindata.Ply(nil), g.Plies...)
		jobs <- &job
		return nil
	})
	if errors.Is(err, errStopped) {
		return errStopped
	}
	return err
}

// work rescores games until there are no more. After an error or a stop it only
// empties the channel.
func (r *rescorer) work(jobs <-chan *traindata.Game) {
	engine, err := r.newEngine()
	if err != nil {
		r.fail(err)
	}
	for game := range jobs {
		if r.stop.Load() {
			continue
		}
		searched, nodes, ok, err := r.game(engine, game)
		if err != nil {
			r.fail(err)
		}
		if ok {
			r.put(game, searched, nodes)
		}
	}
}

// game gives the positions of a game new scores. ok is false when it did not
// come to the end.
func (r *rescorer) game(engine engine, g *traindata.Game) (searched int, nodes uint64, ok bool, err error) {
	engine.NewGame()
	filter := traindata.DefaultFilter()
	filter.MaxScore = traindata.MaxScore // the old score decides nothing
	limits := search.Limits{Nodes: r.nodes}
	err = g.Replay(func(pos *position.Position, i int) error {
		if r.stop.Load() {
			return errStopped
		}
		ply := &g.Plies[i]
		if !r.all && !filter.Keep(pos, pos.GamePly(), ply.Move, ply.Score) {
			return nil
		}
		found := engine.Search(pos, limits, nil)
		ply.Score = storedScore(found.Score, pos.SideToMove())
		searched++
		nodes += found.Nodes
		return nil
	})
	if err == errStopped {
		return searched, nodes, false, nil
	}
	return searched, nodes, err == nil, err
}

func (r *rescorer) put(g *traindata.Game, searched int, nodes uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return
	}
	if err := r.file.Write(g); err != nil {
		r.err = err
		r.stop.Store(true)
		return
	}
	r.tally.add(len(g.Plies), searched, nodes)
}

func (r *rescorer) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	r.stop.Store(true)
}
