package main

import (
	"sync"

	"tura/cmd/train/kernel"
	"tura/internal/traindata"
)

// A worker computes losses and gradients of its share of the samples. It has
// everything it writes to itself, the gradient too, so that workers never wait
// for each other within a batch and the result does not depend on their pace.
type worker struct {
	net     shape
	grad    []float32 // summed gradient of the batch, same layout as the parameters
	acc     []float32 // both accumulators of the current sample, side to move first
	records [lookahead]traindata.Record
	sample  sample
	loss    float64 // summed loss of the last call
}

// lookahead is the number of records that are copied together: they lie all over
// the memory, and their cache misses then overlap.
const lookahead = 32

func newWorker(net shape) *worker {
	return &worker{net: net, grad: make([]float32, net.size()), acc: make([]float32, 2*net.hidden)}
}

// newWorkers returns n workers.
func newWorkers(net shape, n int) []*worker {
	ws := make([]*worker, n)
	for i := range ws {
		ws[i] = newWorker(net)
	}
	return ws
}

// output runs the sample forward and leaves the accumulators in w.acc. The table is
// that of the parameters, see shape.table.
func (w *worker) output(table, p []float32) float64 {
	h, s := w.net.hidden, &w.sample
	kernel.Accumulate(w.acc[:h], table, s.own[:s.rows])
	kernel.Accumulate(w.acc[h:], table, s.their[:s.rows])
	sum := kernel.Forward(w.acc, w.net.out(p, s.bucket))
	return float64(sum + p[w.net.bias(s.bucket)])
}

// each decodes the records of data that order names, one after the other,
// and calls visit with each of them.
func (w *worker) each(data []traindata.Record, order []uint32, visit func(r *traindata.Record)) {
	for len(order) > 0 {
		n := min(len(order), lookahead)
		for i, at := range order[:n] {
			w.records[i] = data[at]
		}
		order = order[n:]
		for i := range n {
			w.sample.decode(&w.records[i], w.net)
			visit(&w.records[i])
		}
	}
}

// backward adds the gradients of the records that order names to w.grad and sets
// w.loss to the sum of their losses. The gradient of the shared rows is left out: it
// is the sum of those of the king buckets.
func (w *worker) backward(table, p []float32, data []traindata.Record, order []uint32, o objective) {
	h, s := w.net.hidden, &w.sample
	rows := w.net.own(w.grad)
	w.loss = 0
	w.each(data, order, func(r *traindata.Record) {
		loss, slope := lossOf(w.output(table, p), o.target(r), o.power)
		w.loss += loss
		kernel.Backward(w.acc, w.net.out(p, s.bucket), w.net.out(w.grad, s.bucket), float32(slope))
		w.grad[w.net.bias(s.bucket)] += float32(slope)
		kernel.Scatter(rows, w.acc[:h], s.own[:s.rows])
		kernel.Scatter(rows, w.acc[h:], s.their[:s.rows])
	})
}

// measure sets w.loss to the sum of the losses of the records that order names.
func (w *worker) measure(table, p []float32, data []traindata.Record, order []uint32, o objective) {
	w.loss = 0
	w.each(data, order, func(r *traindata.Record) {
		loss, _ := lossOf(w.output(table, p), o.target(r), o.power)
		w.loss += loss
	})
}

// share returns the part of n things that falls to one of the workers.
func share(n, worker, workers int) (from, to int) {
	return n * worker / workers, n * (worker + 1) / workers
}

// parallel runs do for each worker and waits for all of them.
func parallel(workers int, do func(worker int)) {
	var wg sync.WaitGroup
	for i := 1; i < workers; i++ {
		wg.Go(func() { do(i) })
	}
	do(0)
	wg.Wait()
}
