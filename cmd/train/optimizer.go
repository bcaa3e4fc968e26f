package main

import (
	"math"

	"tura/cmd/train/kernel"
)

// Settings of AdamW that nobody has needed to change.
const (
	beta1       = 0.9
	beta2       = 0.999
	epsilon     = 1e-8
	weightLimit = 1.98             // clip of all weights: the accumulator then fits int16
	freeLimit   = 1e6              // clip of the output biases: as good as none
	outputMax   = 127              // largest quantised output weight
	updateSpan  = 4 * kernel.Block // parameters that a worker updates in one go
)

// An optimizer holds the parameters, their moments and the number of steps made.
type optimizer struct {
	net    shape
	limits [allParts]float32 // clip of each part of the parameters
	decay  float64           // weight decay
	params []float32
	first  []float32 // first moments
	second []float32 // second moments
	steps  int
}

// newOptimizer starts from the given parameters. The output weights are clipped so
// that they fit when multiplied by minQB.
func newOptimizer(net shape, params []float32, decay float64, minQB int) *optimizer {
	out := min(weightLimit, outputMax/float64(minQB))
	return &optimizer{
		net:    net,
		limits: [allParts]float32{weightLimit, float32(out), freeLimit},
		decay:  decay,
		params: params,
		first:  make([]float32, len(params)),
		second: make([]float32, len(params)),
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
		from := 0
		for part, end := range o.net.parts() {
			span := a
			span.Limit = o.limits[part]
			blocks := (end - from) / kernel.Block
			begin, stop := share(blocks, me, len(workers))
			o.update(workers, from+begin*kernel.Block, from+stop*kernel.Block, &span)
			from = end
		}
	})
}

// update does the work of step for the parameters in [from, to), in spans that
// stay in the cache between the sum and the step.
func (o *optimizer) update(workers []*worker, from, to int, a *kernel.Adam) {
	for ; from < to; from += updateSpan {
		end := min(from+updateSpan, to)
		grad := workers[0].grad[from:end]
		for _, w := range workers[1:] {
			kernel.Reduce(grad, w.grad[from:end])
		}
		kernel.Update(o.params[from:end], o.first[from:end], o.second[from:end], grad, a)
	}
}
