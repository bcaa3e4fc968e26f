package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"

	"tura/eval/nnue"
	"tura/internal/traindata"
)

// evalOptions are the settings of `train eval`.
type evalOptions struct {
	selection
	wdl    ramp
	endWDL float64
	power  float64
	held   bool // only the games that a training run holds out
}

// evalCommand measures a quantised network on the positions of files of games.
func evalCommand(ctx context.Context, args []string, out, usage io.Writer) error {
	c := defaultConfig()
	o := evalOptions{selection: c.Selection, wdl: c.WDL, power: c.Power}
	set := flag.NewFlagSet("train eval", flag.ContinueOnError)
	set.SetOutput(usage)
	set.Usage = func() {
		fmt.Fprintln(usage, "usage: train eval [flags] NET FILE ...\n\nflags:")
		set.PrintDefaults()
	}
	o.selection.flags(set)
	set.Var(&o.wdl, "wdl", "weight of the game's result in the target")
	set.Float64Var(&o.endWDL, "endwdl", o.endWDL, endWDLUsage)
	set.Float64Var(&o.power, "power", o.power, "exponent of the error between the chances to win")
	set.BoolVar(&o.held, "held", false, "only the games that a training run holds out")
	if err := set.Parse(args); err != nil {
		return err
	}
	const netAndFile = 2
	if set.NArg() < netAndFile {
		set.Usage()
		return fmt.Errorf("train eval: need a network and at least one file of games")
	}
	q, err := readNetwork(set.Arg(0))
	if err != nil {
		return err
	}
	names, err := expand(set.Args()[1:])
	if err != nil {
		return err
	}
	data, err := load(ctx, names, o.selection, func(input) {})
	if err != nil {
		return err
	}
	records := data.validate
	if !o.held {
		records = append(records, data.train...)
	}
	if len(records) == 0 {
		return fmt.Errorf("none of the %d games is held out", data.games)
	}
	loss, bias, size := q.measure(records, objective{wdl: o.wdl.From, endWDL: o.endWDL, power: o.power})
	fmt.Fprintf(out, "%s: %d positions, loss %.6f (wdl %v, power %v), mean evaluation - score %+.1f cp, mean difference %.1f cp\n",
		set.Arg(0), len(records), loss, o.wdl.From, o.power, bias, size)
	return nil
}

// readNetwork reads a network file of the engine's shape.
func readNetwork(name string) (*quantised, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	n, err := nnue.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return fromNetwork(n), nil
}

// measure returns the mean loss of the network, and the mean and the mean size of
// the differences between its evaluation and the score of the search, in
// centipawns, over the positions whose score is at most scoreBound.
func (q *quantised) measure(records []traindata.Record, o objective) (loss, bias, size float64) {
	const scoreBound = 1000
	n := processors()
	type part struct {
		loss, bias, size float64
		counted          int
	}
	parts := make([]part, n)
	parallel(n, func(me int) {
		from, to := share(len(records), me, n)
		var p part
		var s sample
		acc := make([]int32, q.net.hidden)
		for i := from; i < to; i++ {
			r := &records[i]
			s.decode(r, q.net)
			value := q.evaluate(&s, acc)
			l, _ := lossOf(float64(value)/scale, o.target(r), o.power)
			p.loss += l
			if score := r.Score(); score >= -scoreBound && score <= scoreBound {
				p.bias += float64(value - score)
				p.size += math.Abs(float64(value - score))
				p.counted++
			}
		}
		parts[me] = p
	})
	counted := 0
	for _, p := range parts {
		loss += p.loss / float64(len(records))
		bias += p.bias
		size += p.size
		counted += p.counted
	}
	return loss, bias / float64(max(counted, 1)), size / float64(max(counted, 1))
}
