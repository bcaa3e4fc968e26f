package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"tura/cmd/train/kernel"
	"tura/eval/nnue"
	"tura/internal/traindata"
)

// A config holds everything that the trained parameters depend on, besides the
// games. It is kept in the checkpoint: a run is only resumed with the same one.
type config struct {
	Hidden    int     // accumulator width of one perspective
	Buckets   int     // output layers
	Epochs    int     // passes over the positions
	Batch     int     // samples per step
	Threads   int     // workers; the sums, and so the last bits, depend on it
	Seed      uint64  // of the first parameters and of the order of the samples
	Rate      float64 // learning rate of the first batch
	LastRate  float64 // learning rate of the last batch
	WDL       ramp    // weight of the game's result in the target
	EndWDL    float64 // more of it in endgames
	Power     float64 // exponent of the error
	Decay     float64 // weight decay of AdamW
	KingDecay float64 // the same for the rows of the king buckets
	MinQB     int     // each output weight is clipped to fit this quantisation
	From      string  // checkpoint or network file with the first parameters, "" for random ones
	Selection selection
}

// options are a config with the files of one call.
type options struct {
	config
	data   patterns
	out    string // network file; the other files are named after it
	resume bool
}

// patterns collects the values of a repeated flag.
type patterns []string

// String lists the patterns.
func (p *patterns) String() string { return strings.Join(*p, " ") }

// Set adds a pattern (flag.Value).
func (p *patterns) Set(text string) error {
	*p = append(*p, text)
	return nil
}

// defaultConfig returns the settings of a first network; NNUE trainers of other
// engines use nearly the same.
func defaultConfig() config {
	return config{
		Hidden: nnue.Hidden, Buckets: nnue.Buckets, Epochs: 30, Batch: 16384, Threads: 2, Seed: 1,
		Rate: 1e-3, LastRate: 1e-5, WDL: ramp{0.2, 0.2}, Power: 2, Decay: 0.01, KingDecay: 2, MinQB: 64,
		Selection: selection{Filter: traindata.DefaultFilter(), HoldOut: 0.02},
	}
}

const endWDLUsage = "added to -wdl in positions of 4 pieces, less in those of more, nothing from 16 on"

// parse reads the command line of a training run; usage goes to w.
func parse(args []string, w io.Writer) (*options, error) {
	o := &options{config: defaultConfig()}
	set := flag.NewFlagSet("train", flag.ContinueOnError)
	set.SetOutput(w)
	set.Usage = func() {
		fmt.Fprintln(w, "usage: train -data PATTERN [-data PATTERN ...] -out NET [flags]\n       train eval [flags] NET FILE ...\n       train average [-out FILE] NET NET ...\n\nflags:")
		set.PrintDefaults()
	}
	set.Var(&o.data, "data", "games `pattern`, for example 'data/*.games'; with @SCALE when the chance to win is sigmoid(score/SCALE) and not /400; may be repeated")
	set.StringVar(&o.out, "out", defaultOut, "network `file`; checkpoint, losses, plot and summary are written beside it")
	set.BoolVar(&o.resume, "resume", false, "continue the run whose checkpoint is beside the network file")
	set.StringVar(&o.From, "from", o.From, "begin with the parameters of another run's `checkpoint`, or of a network file, instead of random ones")
	set.IntVar(&o.Hidden, "hidden", o.Hidden, fmt.Sprintf("accumulator `width` of one perspective, a multiple of %d", kernel.Block))
	set.IntVar(&o.Buckets, "buckets", o.Buckets, "output layers chosen by the number of pieces, 1, 2, 4 or 8")
	set.IntVar(&o.Epochs, "epochs", o.Epochs, "passes over all positions")
	set.IntVar(&o.Batch, "batch", o.Batch, "samples per step")
	set.IntVar(&o.Threads, "threads", o.Threads, "worker threads; the result depends on their number in the last bits")
	set.Uint64Var(&o.Seed, "seed", o.Seed, "seed of the first parameters and of the shuffling")
	set.Float64Var(&o.Rate, "rate", o.Rate, "learning rate of the first step")
	set.Float64Var(&o.LastRate, "lastrate", o.LastRate, "learning rate of the last step; half a cosine wave lies between")
	set.Var(&o.WDL, "wdl", "weight of the game's result in the target: `a`, or a:b from the first epoch to the last")
	set.Float64Var(&o.EndWDL, "endwdl", o.EndWDL, endWDLUsage)
	set.Float64Var(&o.Power, "power", o.Power, "exponent of the error between the chances to win, 1.25 to 3")
	set.Float64Var(&o.Decay, "decay", o.Decay, "weight decay")
	set.Float64Var(&o.KingDecay, "kingdecay", o.KingDecay, "weight decay of what the king buckets differ in")
	set.IntVar(&o.MinQB, "qb", o.MinQB, "quantisation that each output weight is clipped to fit: 64, 128 or 256; a smaller one is taken when their sum asks for it")
	o.Selection.flags(set)
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	if set.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q (quote the pattern of -data)", set.Arg(0))
	}
	if len(o.data) == 0 {
		return nil, errors.New("no games: name them with -data")
	}
	if slices.Contains(companions, filepath.Ext(o.out)) {
		return nil, fmt.Errorf("-out %s: the run writes another file of this name, end it in .bin", o.out)
	}
	return o, o.check()
}

// defaultOut is where networks are written.
const defaultOut = "out/net.bin"

// Files that a run writes beside the network.
const (
	checkpointExt = ".checkpoint"
	lossesExt     = ".csv"
	plotExt       = ".png"
	summaryExt    = ".txt"
)

var companions = []string{checkpointExt, lossesExt, plotExt, summaryExt}

// flags declares the flags of the selection.
func (s *selection) flags(set *flag.FlagSet) {
	set.Float64Var(&s.Later, "later", s.Later, "weight of the score that the same side had at its next turn, and so on")
	set.Float64Var(&s.HoldOut, "holdout", s.HoldOut, "`part` of the games that is kept for validation")
	set.IntVar(&s.Limit, "limit", s.Limit, "load at most this many positions, 0 = all")
	set.IntVar(&s.Filter.MinPly, "minply", s.Filter.MinPly, "leave out positions before this ply of the game")
	set.IntVar(&s.Filter.MaxScore, "maxscore", s.Filter.MaxScore, "leave out positions with a larger absolute score, in centipawns")
	set.IntVar(&s.Filter.MinPieces, "minpieces", s.Filter.MinPieces, "leave out positions with fewer pieces")
	set.BoolVar(&s.Filter.KeepCheck, "keepcheck", s.Filter.KeepCheck, "keep positions in check")
	set.BoolVar(&s.Filter.KeepNoisy, "keepnoisy", s.Filter.KeepNoisy, "keep positions whose move is a capture or promotion")
}

// check reports the first setting that makes no sense.
func (c *config) check() error {
	const (
		maxHidden      = 1024
		maxThreads     = 256
		minPow, maxPow = 1.25, 3
		largestRate    = 1
		largestQB      = 256
		mostKingDecay  = 20
	)
	if err := kernel.CheckWidth(c.Hidden); err != nil {
		return fmt.Errorf("-hidden: %w", err)
	}
	for _, rule := range []struct {
		ok   bool
		text string
	}{
		{c.Hidden <= maxHidden, fmt.Sprintf("-hidden %d: at most %d", c.Hidden, maxHidden)},
		{slices.Contains([]int{1, 2, 4, 8}, c.Buckets), fmt.Sprintf("-buckets %d: want 1, 2, 4 or 8", c.Buckets)},
		{c.Epochs > 0, fmt.Sprintf("-epochs %d: want at least 1", c.Epochs)},
		{c.Batch > 0, fmt.Sprintf("-batch %d: want at least 1", c.Batch)},
		{c.Threads > 0 && c.Threads <= maxThreads, fmt.Sprintf("-threads %d: want 1 to %d", c.Threads, maxThreads)},
		{c.Rate > 0 && c.Rate <= largestRate, fmt.Sprintf("-rate %v: want above 0, at most %d", c.Rate, largestRate)},
		{c.LastRate >= 0 && c.LastRate <= c.Rate, fmt.Sprintf("-lastrate %v: want 0 to -rate", c.LastRate)},
		{c.Power >= minPow && c.Power <= maxPow, fmt.Sprintf("-power %v: want %v to %v", c.Power, minPow, maxPow)},
		{c.EndWDL >= 0 && c.EndWDL <= 1, fmt.Sprintf("-endwdl %v: want 0 to 1", c.EndWDL)},
		{c.Decay >= 0 && c.Decay <= 1, fmt.Sprintf("-decay %v: want 0 to 1", c.Decay)},
		{c.KingDecay >= 0 && c.KingDecay <= mostKingDecay, fmt.Sprintf("-kingdecay %v: want 0 to %d", c.KingDecay, mostKingDecay)},
		{slices.Contains(quantisations, c.MinQB), fmt.Sprintf("-qb %d: want one of %v", c.MinQB, quantisations)},
		{c.Selection.Later >= 0 && c.Selection.Later < 1, fmt.Sprintf("-later %v: want 0 to below 1", c.Selection.Later)},
		{c.Selection.HoldOut >= 0 && c.Selection.HoldOut < 1, fmt.Sprintf("-holdout %v: want 0 to below 1", c.Selection.HoldOut)},
		{c.Selection.Limit >= 0, fmt.Sprintf("-limit %d: want 0 or more", c.Selection.Limit)},
	} {
		if !rule.ok {
			return errors.New(rule.text)
		}
	}
	return nil
}

// shape returns the sizes of the network.
func (c *config) shape() shape { return shape{hidden: c.Hidden, buckets: c.Buckets} }

// differs names the settings of which two configs have different values.
func (c *config) differs(other *config) []string {
	var names []string
	a, b := reflect.ValueOf(*c), reflect.ValueOf(*other)
	for i := range a.NumField() {
		if !a.Field(i).Equal(b.Field(i)) {
			names = append(names, strings.ToLower(a.Type().Field(i).Name))
		}
	}
	return names
}

// beside returns the name of the network file with another extension.
func (o *options) beside(extension string) string { return besideNet(o.out, extension) }

// besideNet returns the name of a network file with another extension.
func besideNet(name, extension string) string {
	return strings.TrimSuffix(name, filepath.Ext(name)) + extension
}

// processors says how many worker threads can run at once.
func processors() int { return runtime.GOMAXPROCS(0) }
