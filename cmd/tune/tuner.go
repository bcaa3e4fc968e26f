package main

import (
	"context"
	"sync"
	"time"
)

// saveEvery is the shortest time between two writings of the state.
const saveEvery = 5 * time.Second

// job is a pair of games: one opening, colours changed.
type job struct {
	iteration int
	number    int // of the pair in the whole run, from 0
	try       *perturbation
}

// player plays pairs of games, one at a time. It belongs to one goroutine.
type player interface {
	// play plays the two games of a job. With a cancelled context its result
	// does not count.
	play(ctx context.Context, j job) (tally, error)
	close()
}

// answer is the result of a job.
type answer struct {
	job   job
	games tally
	err   error
}

// iteration is one that has begun and whose result is not learnt from yet.
type iteration struct {
	try   *perturbation
	left  int // pairs to be played
	games tally
}

// tuner runs the method. It belongs to one goroutine; players have their own.
type tuner struct {
	settings settings
	path     string // of the state file, empty for none
	state    state
	saved    time.Time

	next  int // next iteration to begin
	open  map[int]*iteration
	queue []job
}

// newTuner begins a run, or goes on with the one of the state file.
func newTuner(s settings, path string) (*tuner, error) {
	st, err := loadState(path, &s)
	return &tuner{settings: s, path: path, state: st, next: st.Done + 1, open: map[int]*iteration{}}, err
}

func (t *tuner) finished() bool { return t.state.Done >= t.settings.Iterations }

// lookahead is how many iterations may be open at a time, so that players need
// not wait for each other. An iteration begins exactly when the one that many
// before it has been learnt from: which values it starts with does not depend
// on who is faster.
func (t *tuner) lookahead(players int) int {
	pairs := t.settings.Pairs
	return 1 + (2*(players-1)+pairs-1)/pairs
}

// run plays until all iterations are done, ctx is cancelled or a player
// fails. What is done is saved in any case.
func (t *tuner) run(ctx context.Context, newPlayer func() (player, error), players int, show *meter) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	jobs, answers := make(chan job), make(chan answer)
	var crew sync.WaitGroup
	for range players {
		crew.Go(func() { work(ctx, newPlayer, jobs, answers) })
	}
	defer func() {
		cancel()
		crew.Wait()
		if saveErr := t.save(); err == nil {
			err = saveErr
		}
		show.end(t)
	}()
	show.begin(t)
	for range t.lookahead(players) {
		t.begin()
	}
	for !t.finished() {
		var hand chan<- job // nil, which never takes, while there is nothing to hand out
		var first job
		if len(t.queue) > 0 {
			hand, first = jobs, t.queue[0]
		}
		select {
		case hand <- first:
			t.queue = t.queue[1:]
		case a := <-answers:
			if a.err != nil {
				return a.err
			}
			if err := t.record(a); err != nil {
				return err
			}
			show.now(t)
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// work is the life of a player.
func work(ctx context.Context, newPlayer func() (player, error), jobs <-chan job, answers chan<- answer) {
	p, err := newPlayer()
	if err == nil {
		defer p.close()
	}
	for {
		a := answer{err: err}
		if err == nil {
			select {
			case a.job = <-jobs:
				a.games, a.err = p.play(ctx, a.job)
			case <-ctx.Done():
				return
			}
		}
		if ctx.Err() != nil {
			return
		}
		select {
		case answers <- a:
		case <-ctx.Done():
			return
		}
	}
}

// begin opens the next iteration, if there is one.
func (t *tuner) begin() {
	k := t.next
	if k > t.settings.Iterations {
		return
	}
	t.next++
	try := t.settings.perturb(t.state.Values, k)
	t.open[k] = &iteration{try: &try, left: t.settings.Pairs}
	for i := range t.settings.Pairs {
		t.queue = append(t.queue, job{iteration: k, number: (k-1)*t.settings.Pairs + i, try: &try})
	}
}

// record counts a pair, and learns from the iterations that are complete, in
// their order.
func (t *tuner) record(a answer) error {
	it := t.open[a.job.iteration]
	it.left--
	it.games.add(a.games)
	for {
		k := t.state.Done + 1
		it := t.open[k]
		if it == nil || it.left > 0 {
			break
		}
		delete(t.open, k)
		t.settings.learn(t.state.Values, k, it.try, it.games.Wins-it.games.Losses)
		t.state.Done = k
		t.state.Games.add(it.games)
		t.begin()
	}
	if time.Since(t.saved) < saveEvery {
		return nil
	}
	return t.save()
}

// save writes the state, when there is a file for it.
func (t *tuner) save() error {
	if t.path == "" {
		return nil
	}
	t.saved = time.Now()
	return t.state.save(t.path, &t.settings)
}
