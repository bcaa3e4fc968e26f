package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"tura/cmd/train/kernel"
	"tura/eval/nnue"
)

// progress writes what the trainer does to a terminal or a log: one line for
// each epoch, and on a terminal a line in between that is written over.
type progress struct {
	w        io.Writer
	terminal bool
	width    int // of the line to be written over
	last     time.Time
}

// progressInterval is the time between two states of the line.
const progressInterval = 500 * time.Millisecond

func newProgress(file *os.File) *progress {
	return &progress{w: file, terminal: term.IsTerminal(int(file.Fd()))}
}

// line writes a line that stays.
func (p *progress) line(format string, args ...any) {
	p.clear()
	fmt.Fprintf(p.w, format+"\n", args...)
}

// clear removes the line that is written over.
func (p *progress) clear() {
	if p.width > 0 {
		fmt.Fprint(p.w, "\r", strings.Repeat(" ", p.width), "\r")
		p.width = 0
	}
}

// batch shows how far the run is.
func (p *progress) batch(t *trainer) {
	if !p.terminal || time.Since(p.last) < progressInterval {
		return
	}
	p.last = time.Now()
	const percent = 100
	text := fmt.Sprintf("epoch %d/%d %3d %%  loss %.6f  %.2f M samples/s  %s left",
		t.Epoch+1, t.Config.Epochs, percent*t.Batch/t.batches, t.meanLoss(), t.speed()/million, round(t.left()))
	fmt.Fprintf(p.w, "\r%-*s", p.width, text)
	p.width = len(text)
}

// epoch reports a finished epoch.
func (p *progress) epoch(t *trainer) {
	e := t.History[len(t.History)-1]
	p.line("epoch %d/%d  loss %.6f  validation %.6f  rate %.2e  wdl %.2f  %.2f M samples/s  %s left",
		e.Epoch, t.Config.Epochs, e.Train, e.Validate, e.Rate, e.WDL, e.Speed/million, round(t.left()))
}

const million = 1e6

// round shortens a duration for people.
func round(d time.Duration) time.Duration { return d.Round(time.Second) }

// writeLosses writes the history as comma-separated values.
func writeLosses(w io.Writer, history []epochLoss) error {
	c := csv.NewWriter(w)
	c.Write([]string{"epoch", "loss", "validation", "wdl", "rate", "samples/s"})
	number := func(x float64, digits int) string { return strconv.FormatFloat(x, 'g', digits, 64) }
	const digits, few = 8, 4
	for _, e := range history {
		c.Write([]string{strconv.Itoa(e.Epoch), number(e.Train, digits), number(e.Validate, digits),
			number(e.WDL, few), number(e.Rate, few), strconv.FormatFloat(e.Speed, 'f', 0, 64)})
	}
	c.Flush()
	return c.Error()
}

// writeSummary writes where the network comes from: games, settings, losses.
func writeSummary(w io.Writer, t *trainer, netName string, checksum uint32, e quantisationError) error {
	c := t.Config
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("network       %s, CRC-32 %08x", netName, checksum)
	line("architecture  (768 mirrored, %d king buckets -> %d) x 2 -> 1, SCReLU, %d output bucket(s)", nnue.KingBuckets, c.Hidden, c.Buckets)
	line("made          %s, %s", time.Now().UTC().Format(time.DateOnly), revision())
	line("processor     %s/%s, %d threads, AVX2/FMA kernels: %v", runtime.GOOS, runtime.GOARCH, c.Threads, kernel.Assembly())
	line("time          %s of training", round(t.Duration))
	line("")
	line("positions     %d to train on (%d games), %d to validate on (%d games)",
		len(t.data.train), t.data.games, len(t.data.validate), t.data.heldOut)
	f := c.Selection.Filter
	line("filter        ply >= %d, |score| <= %d cp, pieces >= %d, in check kept: %v, noisy best move kept: %v",
		f.MinPly, f.MaxScore, f.MinPieces, f.KeepCheck, f.KeepNoisy)
	line("scores        those of the same side's later turns count %g", c.Selection.Later)
	line("held out      %g of the games, limit %d positions", c.Selection.HoldOut, c.Selection.Limit)
	for _, in := range t.data.inputs {
		line("games         %s", in)
	}
	line("")
	line("epochs        %d of %d batches of %d samples, seed %d", c.Epochs, t.batches, t.batch, c.Seed)
	if c.From != "" {
		line("from          the parameters of %s", c.From)
	}
	line("rate          %g to %g, cosine", c.Rate, c.LastRate)
	line("optimizer     AdamW, betas %g %g, weight decay %g (%g of what the king buckets differ in), clip %g, each output weight fits QB %d", beta1, beta2, c.Decay, c.KingDecay, weightLimit, c.MinQB)
	line("target        (1-wdl) sigmoid(score/%g) + wdl result, wdl %v and up to %g more in endgames, error to the power of %g", scale, &c.WDL, c.EndWDL, c.Power)
	line("")
	line("quantisation  QA %d, QB %d; on %d positions the integer network differs by %.2f cp on average,",
		qa, e.QB, e.Positions, e.Mean)
	line("              at most %.1f cp (output bias corrected, mean shift before %+.2f cp)", e.Max, e.Shift)
	if e.QB < c.MinQB {
		line("              "+coarserNote, e.QB, c.MinQB, nnue.MaxOutSum)
	}
	line("")
	line("epoch      loss  validation   wdl      rate")
	for _, h := range t.History {
		line("%5d  %.6f    %.6f  %.2f  %.2e", h.Epoch, h.Train, h.Validate, h.WDL, h.Rate)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String describes the file in one line.
func (in input) String() string {
	torn := ""
	if in.Torn {
		torn = ", ends within a game"
	}
	return fmt.Sprintf("%s: %d games, %d positions, %d bytes, seed %d, score scale %g%s", in.Name, in.Games, in.Positions, in.Bytes, in.Seed, in.ScoreScale, torn)
}

// revision names the program: commit, when the build knows it, and Go version.
func revision() string {
	const short = 12
	commit := "unknown commit"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = "commit " + s.Value[:min(short, len(s.Value))]
			}
		}
	}
	return commit + ", " + runtime.Version()
}
