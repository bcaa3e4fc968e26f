package main

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"tura/internal/traindata"
)

// sigmoid is the chance to win that belongs to a network output.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// scoreChance holds the sigmoid of every score, in centipawns, that a record can
// store, shifted by scoreOffset.
var scoreChance = func() []float32 {
	t := make([]float32, 2*scoreOffset)
	for i := range t {
		t[i] = float32(sigmoid(float64(i-scoreOffset) / scale))
	}
	return t
}()

const scoreOffset = 1 << 15

// objective is what a network is measured by.
type objective struct {
	wdl    float64 // weight of the game's result in the target
	endWDL float64 // more of it in endgames, see weight
	power  float64 // exponent of the error
}

// weight returns the weight of the result in a position with so many pieces. In
// endgames the score of a short search misses more, and the result less.
func (o objective) weight(pieces int) float64 {
	const most, fewest = 16, 4 // pieces from which on and up to which it is the same
	part := float64(most-max(fewest, min(most, pieces))) / (most - fewest)
	return min(1, o.wdl+o.endWDL*part)
}

// target is what the network should say of the record, as a chance to win:
// the search score and the result of the game, mixed by the weight of the latter.
func (o objective) target(r *traindata.Record) float64 {
	const win = 2 // result of a won game
	score := float64(scoreChance[r.Score()+scoreOffset])
	wdl := o.wdl
	if o.endWDL > 0 {
		wdl = o.weight(bits.OnesCount64(r.Occupied()))
	}
	return (1-wdl)*score + wdl*float64(r.Result())/win
}

// lossOf returns |predicted - wanted|^power for a network output and a target,
// and its derivative by the output.
func lossOf(output, wanted, power float64) (loss, slope float64) {
	const square = 2
	p := sigmoid(output)
	d := p - wanted
	if power == square {
		return d * d, square * d * p * (1 - p)
	}
	size := math.Abs(d)
	if size == 0 {
		return 0, 0
	}
	less := math.Pow(size, power-1)
	return less * size, math.Copysign(power*less, d) * p * (1 - p)
}

// A ramp is a number that changes evenly from the first epoch to the last.
type ramp struct {
	From, To float64
}

// at returns the value in an epoch, counted from 0.
func (r ramp) at(epoch, epochs int) float64 {
	if epochs <= 1 {
		return r.From
	}
	return r.From + (r.To-r.From)*float64(epoch)/float64(epochs-1)
}

// String is the text that Set reads.
func (r *ramp) String() string {
	if r.From == r.To {
		return fmt.Sprint(r.From)
	}
	return fmt.Sprintf("%v:%v", r.From, r.To)
}

// Set reads "a" or "a:b", both between 0 and 1 (flag.Value).
func (r *ramp) Set(text string) error {
	first, second, two := strings.Cut(text, ":")
	if !two {
		second = first
	}
	for _, f := range []struct {
		text string
		to   *float64
	}{{first, &r.From}, {second, &r.To}} {
		x, err := strconv.ParseFloat(f.text, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return fmt.Errorf("%q: want a number from 0 to 1, or two with a colon between", text)
		}
		*f.to = x
	}
	return nil
}

// cosine returns the learning rate of a batch, counted from 0: from first down
// to last along half a cosine wave.
func cosine(first, last float64, batch, batches int) float64 {
	if batches <= 1 {
		return first
	}
	part := float64(batch) / float64(batches-1)
	return last + (first-last)*(1+math.Cos(math.Pi*part))/2
}
