package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"tura/eval/nnue"
	"tura/internal/traindata"
)

// qa is the quantisation of the feature transformer.
const qa = nnue.QA

// quantisations are the quantisations of the output weights that -qb offers, best
// first. Every output weight that the trainer makes fits the last one.
var quantisations = []int{256, 128, 64}

// coarser are the quantisations for output weights that fit one by one, but add
// up to too much. The last one fits every network that the trainer makes.
var coarser = []int{32, 16, 8}

// coarserNote says that the output weights have another quantisation than asked for.
const coarserNote = "QB %d and not the %d of -qb: with that the output weights would add up to more than %d"

// rowLimit is the clip of the rows when they are quantised: 32 of them and the bias
// (at most weightLimit), times qa, fit int16.
const rowLimit = 3.9

// calibrationPositions is the number of positions on which the output bias is
// set right and the error of quantisation is measured.
const calibrationPositions = 50000

// A quantised network has the integers of a network file; see the package
// comment of eval/nnue.
type quantised struct {
	net     shape
	qb      int
	ft      []int16 // weights of the feature transformer, one row for each feature
	bias    []int16
	out     []int16
	outBias []int32
}

// quantise rounds the parameters. QB is the largest of the quantisations with which
// no output weight exceeds outputMax and no bucket's weights add up to more than
// the engine's sum can hold.
func quantise(net shape, params []float32) (*quantised, error) {
	q := &quantised{net: net}
	largest := 0.0
	for _, w := range params[net.outStart():net.biasStart()] {
		largest = max(largest, math.Abs(float64(w)))
	}
	for _, qb := range slices.Concat(quantisations, coarser) {
		q.out = rounded(params[net.outStart():net.biasStart()], float64(qb))
		if largest*float64(qb) <= outputMax && q.largestSum() <= nnue.MaxOutSum {
			q.qb = qb
			break
		}
	}
	if q.qb == 0 {
		return nil, fmt.Errorf("output weight %.3f is too large to be quantised", largest)
	}
	table := net.table(params)
	for i, w := range table {
		table[i] = max(-rowLimit, min(rowLimit, w))
	}
	q.ft = rounded(table[:biasRow*net.hidden], qa)
	q.bias = rounded(table[biasRow*net.hidden:], qa)
	for b := range net.buckets {
		q.outBias = append(q.outBias, int32(math.Round(float64(params[net.bias(b)])*float64(qa*q.qb))))
	}
	return q, nil
}

// unquantised returns parameters that quantise to the numbers of q. What the rows of
// all king buckets have in common, their mean, goes to the rows that they share, as
// the weight decay of a run would have it.
func (q *quantised) unquantised() []float32 {
	p := make([]float32, q.net.size())
	own, shared := q.net.own(p), q.net.shared(p)
	for i, w := range slices.Concat(q.ft, q.bias) {
		own[i] = float32(w) / qa
	}
	for i := range shared {
		for bucket := range nnue.KingBuckets {
			shared[i] += own[bucket*len(shared)+i] / nnue.KingBuckets
		}
		for bucket := range nnue.KingBuckets {
			own[bucket*len(shared)+i] -= shared[i]
		}
	}
	for i, w := range q.out {
		p[q.net.outStart()+i] = float32(w) / float32(q.qb)
	}
	for b, w := range q.outBias {
		p[q.net.bias(b)] = float32(w) / float32(qa*q.qb)
	}
	return p
}

// largestSum returns the sum of the sizes of a bucket's output weights, for the
// bucket with the largest one.
func (q *quantised) largestSum() (largest int) {
	for b := range q.net.buckets {
		largest = max(largest, q.outSum(b))
	}
	return largest
}

// outSum returns the sum of the sizes of a bucket's output weights.
func (q *quantised) outSum(bucket int) (sum int) {
	for _, w := range q.out[bucket*2*q.net.hidden:][:2*q.net.hidden] {
		sum += abs(w)
	}
	return sum
}

// rounded multiplies and rounds to the nearest integer.
func rounded(weights []float32, by float64) []int16 {
	r := make([]int16, len(weights))
	for i, w := range weights {
		r[i] = int16(math.Round(float64(w) * by))
	}
	return r
}

// evaluate returns what the engine says of a sample, in centipawns. It is the
// plain form of the integer arithmetic, for networks of any shape. acc is room
// for one accumulator.
func (q *quantised) evaluate(s *sample, acc []int32) int {
	h := q.net.hidden
	out := q.out[s.bucket*2*h:][:2*h]
	var sum int64
	for half, offsets := range [...][]uint32{s.own[:s.rows-1], s.their[:s.rows-1]} {
		for i, b := range q.bias {
			acc[i] = int32(b)
		}
		for _, o := range offsets {
			for i, w := range q.ft[o:][:h] {
				acc[i] += int32(w)
			}
		}
		for i, w := range out[half*h:][:h] {
			x := min(max(acc[i], 0), qa)
			sum += int64(x * x * int32(w))
		}
	}
	return int((sum/qa + int64(q.outBias[s.bucket])) * int64(scale) / int64(qa*q.qb))
}

// A quantisationError tells how far the quantised network is from the one it
// was made of, in centipawns.
type quantisationError struct {
	Positions int
	QB        int
	Shift     float64 // mean difference before the output biases were set right
	Mean      float64 // mean absolute difference of the finished network
	Max       float64 // largest absolute difference of the finished network
}

// calibrate corrects the output biases so that on the given records the integer
// evaluation has the mean of the float one in each bucket, and measures what
// error is left.
func (q *quantised) calibrate(params []float32, records []traindata.Record) quantisationError {
	e := quantisationError{Positions: len(records), QB: q.qb}
	shift := make([]float64, q.net.buckets)
	count := make([]float64, q.net.buckets)
	diffs, buckets := q.differences(params, records)
	for i, d := range diffs {
		shift[buckets[i]] += d
		count[buckets[i]]++
		e.Shift += d / float64(len(records))
	}
	for b := range shift {
		step := math.Round(shift[b] / max(count[b], 1) * float64(qa*q.qb) / scale)
		q.outBias[b] += int32(step)
		shift[b] = step * scale / float64(qa*q.qb)
	}
	for i, d := range diffs {
		d = math.Abs(d - shift[buckets[i]])
		e.Mean += d / float64(len(records))
		e.Max = max(e.Max, d)
	}
	return e
}

// differences returns the float evaluation minus the integer one for each record,
// in centipawns, and the record's output bucket.
func (q *quantised) differences(params []float32, records []traindata.Record) (diffs []float64, buckets []int) {
	diffs = make([]float64, len(records))
	buckets = make([]int, len(records))
	threads, table := processors(), q.net.table(params)
	parallel(threads, func(me int) {
		w, acc := newWorker(q.net), make([]int32, q.net.hidden)
		from, to := share(len(records), me, threads)
		for i := from; i < to; i++ {
			w.sample.decode(&records[i], q.net)
			diffs[i] = scale*w.output(table, params) - float64(q.evaluate(&w.sample, acc))
			buckets[i] = w.sample.bucket
		}
	})
	return diffs, buckets
}

// calibrationSample draws positions from the ones trained on, always the same.
func calibrationSample(train []traindata.Record) []traindata.Record {
	rng := rand.New(rand.NewPCG(uint64(len(train)), streamSample))
	records := make([]traindata.Record, min(calibrationPositions, len(train)))
	for i := range records {
		records[i] = train[rng.IntN(len(train))]
	}
	return records
}

// export quantises the parameters.
func export(net shape, params []float32, train []traindata.Record) (*quantised, quantisationError, error) {
	q, err := quantise(net, params)
	if err != nil {
		return nil, quantisationError{}, err
	}
	e := q.calibrate(params, calibrationSample(train))
	return q, e, nil
}
