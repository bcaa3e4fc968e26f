package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A state is all that a run has reached; it is what a checkpoint holds.
type state struct {
	Version  int
	Config   config
	Digest   uint64 // of the positions
	Epoch    int    // finished epochs
	Batch    int    // finished batches of the current epoch
	LossSum  float64
	Steps    int
	Params   []float32
	First    []float32
	Second   []float32
	History  []epochLoss
	Duration time.Duration // time spent on training, all calls together
}

// An epochLoss is one line of the history of a run.
type epochLoss struct {
	Epoch    int     // from 1
	Train    float64 // mean loss during the epoch
	Validate float64 // mean loss on the held-out games after the epoch, 0 when there are none
	WDL      float64
	Rate     float64 // learning rate at the end
	Speed    float64 // samples per second
}

// A trainer fits a network to a dataset.
type trainer struct {
	state
	net       shape
	data      *dataset
	optimizer *optimizer
	workers   []*worker
	order     []uint32 // of the positions to train on, in this epoch
	batch     int      // samples per step
	batches   int      // steps per epoch
	done      int      // samples done by this call, for the speed
	started   time.Time

	onBatch func()       // called after each step; may be nil
	onEpoch func() error // called after each epoch; may be nil
}

// errInterrupted is returned by run when its context ended; the state is good
// to be saved and resumed.
var errInterrupted = errors.New("interrupted")

// newTrainer starts a run from nothing.
func newTrainer(c config, data *dataset) *trainer {
	return startWith(c.shape().initialise(c.Seed), c, data)
}

// startWith starts a run with the given parameters. The optimizer starts from
// nothing: its moments belong to the positions of an earlier run.
func startWith(params []float32, c config, data *dataset) *trainer {
	net := c.shape()
	s := state{Version: stateVersion, Config: c, Digest: data.digest(), Params: params}
	s.First = make([]float32, net.size())
	s.Second = make([]float32, net.size())
	return fromState(s, data)
}

// resume continues a run from its checkpoint. It refuses other settings and
// other positions, which would make a run that nobody can repeat.
func resume(s state, c config, data *dataset) (*trainer, error) {
	if names := s.Config.differs(&c); len(names) > 0 {
		return nil, fmt.Errorf("the checkpoint was made with other settings: %s", strings.Join(names, ", "))
	}
	if s.Digest != data.digest() {
		return nil, errors.New("the checkpoint was made with other positions: give the same games, or start a new run")
	}
	if n := c.shape().size(); len(s.Params) != n || len(s.First) != n || len(s.Second) != n {
		return nil, errors.New("the checkpoint is damaged: its parameters have the wrong number")
	}
	return fromState(s, data), nil
}

func fromState(s state, data *dataset) *trainer {
	t := &trainer{state: s, net: s.Config.shape(), data: data}
	t.optimizer = newOptimizer(t.net, t.Params, &s.Config)
	t.optimizer.first, t.optimizer.second, t.optimizer.steps = t.First, t.Second, t.Steps
	t.workers = newWorkers(t.net, s.Config.Threads)
	t.order = make([]uint32, len(data.train))
	t.batch = min(s.Config.Batch, len(data.train))
	t.batches = len(data.train) / t.batch
	return t
}

// run trains until all epochs are done or ctx ends.
func (t *trainer) run(ctx context.Context) error {
	t.started = time.Now()
	before := t.Duration
	for t.Epoch < t.Config.Epochs {
		shuffle(t.order, t.Config.Seed, t.Epoch)
		start, skipped := time.Now(), t.Batch
		for t.Batch < t.batches {
			if ctx.Err() != nil {
				return errInterrupted
			}
			t.step()
			t.Duration = before + time.Since(t.started)
			if t.onBatch != nil {
				t.onBatch()
			}
		}
		speed := float64((t.batches-skipped)*t.batch) / time.Since(start).Seconds()
		t.endEpoch(speed)
		t.Duration = before + time.Since(t.started)
		if t.onEpoch != nil {
			if err := t.onEpoch(); err != nil {
				return err
			}
		}
	}
	return nil
}

// step trains on the next batch. The samples left over at the end of an epoch,
// fewer than a batch, are other ones in every epoch.
func (t *trainer) step() {
	o := t.objective()
	order := t.order[t.Batch*t.batch : (t.Batch+1)*t.batch]
	parallel(len(t.workers), func(me int) {
		from, to := share(len(order), me, len(t.workers))
		t.workers[me].backward(t.optimizer.table, t.Params, t.data.train, order[from:to], o)
	})
	for _, w := range t.workers {
		t.LossSum += w.loss
	}
	t.optimizer.step(t.workers, len(order), t.rate())
	t.Steps = t.optimizer.steps
	t.Batch++
	t.done += len(order)
}

// objective returns the objective of the current epoch.
func (t *trainer) objective() objective {
	return objective{wdl: t.Config.WDL.at(t.Epoch, t.Config.Epochs), endWDL: t.Config.EndWDL, power: t.Config.Power}
}

// rate returns the learning rate of the next step.
func (t *trainer) rate() float64 {
	return cosine(t.Config.Rate, t.Config.LastRate, t.Epoch*t.batches+t.Batch, t.Config.Epochs*t.batches)
}

// endEpoch measures the network and moves to the next epoch.
func (t *trainer) endEpoch(speed float64) {
	o := t.objective()
	t.Batch-- // the rate of the last step
	rate := t.rate()
	t.Batch++
	t.History = append(t.History, epochLoss{
		Epoch:    t.Epoch + 1,
		Train:    t.meanLoss(),
		Validate: t.validate(o),
		WDL:      o.wdl,
		Rate:     rate,
		Speed:    speed,
	})
	t.Epoch++
	t.Batch = 0
	t.LossSum = 0
}

// meanLoss returns the mean loss of the current epoch so far.
func (t *trainer) meanLoss() float64 {
	if t.Batch == 0 {
		return 0
	}
	return t.LossSum / float64(t.Batch*t.batch)
}

// validate returns the mean loss on the held-out games, 0 when there are none.
func (t *trainer) validate(o objective) float64 {
	return meanLoss(t.workers, t.optimizer.table, t.Params, t.data, o)
}

// meanLoss measures the parameters, with their table, on the positions of d that are kept for validation.
func meanLoss(workers []*worker, table, params []float32, d *dataset, o objective) float64 {
	if len(d.validate) == 0 {
		return 0
	}
	order := identity(len(d.validate))
	parallel(len(workers), func(me int) {
		from, to := share(len(order), me, len(workers))
		workers[me].measure(table, params, d.validate, order[from:to], o)
	})
	sum := 0.0
	for _, w := range workers {
		sum += w.loss
	}
	return sum / float64(len(d.validate))
}

// speed returns the samples per second of this call.
func (t *trainer) speed() float64 {
	return float64(t.done) / max(time.Since(t.started).Seconds(), 1e-9)
}

// left returns the time that the rest of the run will take at the present speed.
func (t *trainer) left() time.Duration {
	samples := float64((t.Config.Epochs-t.Epoch)*t.batches-t.Batch) * float64(t.batch)
	if t.done == 0 {
		return 0
	}
	return time.Duration(samples / t.speed() * float64(time.Second))
}
