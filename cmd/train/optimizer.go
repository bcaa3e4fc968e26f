package main

import (
	"math"

	"tura/cmd/train/kernel"
	"tura/eval/nnue"
)

// Settings of AdamW that nobody has needed to change.
const (
	beta1       = 0.9
	beta2       = 0.999
	epsilon     = 1e-8
	weightLimit = 1.98             // clip of all weights; see rowLimit for what the accumulator holds
	freeLimit   = 1e6              // clip of the output biases: as good as none
	outputMax   = 127              // largest quantised output weight
	updateSpan  = 4 * kernel.Block // parameters that a worker updates in one go
)

// An optimizer holds the parameters, their moments and the number of steps made.
type optimizer struct {
	net       shape
	outLimit  float32 // clip of the output weights
	decay     float64 // weight decay
	kingDecay float64 // the same for the rows of the king buckets
	params    []float32
	table     []float32 // feature transformer of the parameters, kept up to date
	first     []float32 // first moments
	second    []float32 // second moments
	steps     int
}

// newOptimizer starts from the given parameters. The output weights are clipped so
// that they fit when multiplied by MinQB of the settings.
func newOptimizer(net shape, params []float32, c *config) *optimizer {
	out := min(weightLimit, outputMax/float64(c.MinQB))
	return &optimizer{
		net:       net,
		outLimit:  float32(out),
		decay:     c.Decay,
		kingDecay: c.KingDecay,
		params:    params,
		table:     net.table(params),
		first:     make([]float32, len(params)),
		second:    make([]float32, len(params)),
	}
}

// step sums the gradients of the workers over a batch of n samples, makes one
// AdamW step at the given learning rate and clears the gradients.
func (o *optimizer) step(workers []*worker, n int, rate float64) {
	o.steps++
	a := kernel.Adam{
		Beta1: beta1, OneMinusBeta1: 1 - beta1,
		Beta2: beta2, OneMinusBeta2: 1 - beta2,
		GradScale:   1 / float32(n),
		Rate:        float32(rate / (1 - math.Pow(beta1, float64(o.steps)))),
		SecondScale: float32(1 / (1 - math.Pow(beta2, float64(o.steps)))),
		Epsilon:     epsilon,
		Keep:        float32(1 - rate*o.decay),
	}
	parallel(len(workers), func(me int) {
		mine := func(from, to int, limit float32, work func(from, to int, a *kernel.Adam)) {
			a := a
			a.Limit = limit
			begin, stop := share((to-from)/kernel.Block, me, len(workers))
			for at, stop := from+begin*kernel.Block, from+stop*kernel.Block; at < stop; at += updateSpan {
				work(at, min(at+updateSpan, stop), &a)
			}
		}
		update := func(from, to int, a *kernel.Adam) { o.update(workers, from, to, a) }
		updateRows := func(from, to int, a *kernel.Adam) {
			king := *a
			king.Keep = float32(max(0, 1-rate*o.kingDecay))
			o.updateRows(workers, from, to, a, &king)
		}
		biases, shared := biasRow*o.net.hidden, sharedRow*o.net.hidden
		mine(0, len(o.net.shared(o.params)), weightLimit, updateRows)
		mine(biases, shared, weightLimit, update)
		mine(o.net.outStart(), o.net.biasStart(), o.outLimit, update)
		mine(o.net.biasStart(), o.net.size(), freeLimit, update)
	})
	biases := biasRow * o.net.hidden
	copy(o.table[biases:], o.net.own(o.params)[biases:])
}

// updateRows does the work of step for the numbers in [from, to) of the rows of every
// king bucket, as king says, and of the shared rows, whose gradient is the sum over the
// king buckets, as a says.
func (o *optimizer) updateRows(workers []*worker, from, to int, a, king *kernel.Adam) {
	size, shared := len(o.net.shared(o.params)), sharedRow*o.net.hidden
	sum := workers[0].grad[shared+from : shared+to]
	for bucket := range nnue.KingBuckets {
		at, end := bucket*size+from, bucket*size+to
		kernel.Scatter(sum, o.collect(workers, at, end), wholeRow)
		o.update(workers[:1], at, end, king)
	}
	o.update(workers[:1], shared+from, shared+to, a)
	for bucket := range nnue.KingBuckets {
		at, end := bucket*size+from, bucket*size+to
		copy(o.table[at:end], o.params[at:end])
	}
	o.net.addShared(o.table, o.params, from, to)
}

// update makes the step of the parameters in [from, to), a span that stays in the
// cache between the sum and the step.
func (o *optimizer) update(workers []*worker, from, to int, a *kernel.Adam) {
	grad := o.collect(workers, from, to)
	kernel.Update(o.params[from:to], o.first[from:to], o.second[from:to], grad, a)
}

// collect sums the workers' gradients in [from, to) into that of the first one.
func (o *optimizer) collect(workers []*worker, from, to int) []float32 {
	grad := workers[0].grad[from:to]
	for _, w := range workers[1:] {
		kernel.Reduce(grad, w.grad[from:to])
	}
	return grad
}
