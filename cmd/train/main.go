// Command train fits the evaluation network to games of self-play.
//
//	train -data 'data/*.games' -out out/net.bin -epochs 8 -wdl 0.05 -rate 2e-3
//	train -data 'data/*.games' -out out/net.bin -epochs 8 -wdl 0.05 -rate 2e-3 -resume
//	train eval out/net.bin data/other.games
//	train average -out out/mean.bin out/one.bin out/two.bin
//
// The games are replayed, filtered and kept in memory as 32-byte positions, so
// that every epoch can shuffle all of them together: neighbouring positions of a
// game are nearly the same, and a network fed with them in order learns the
// game instead of chess. Two per cent of the games are held out, and the loss
// on their positions is reported after each epoch.
//
// The network is that of package eval/nnue, in float32. Only some twenty of the
// inputs are active in a position, so for each sample the active rows are
// summed, the output and its derivative are computed, and the derivative is
// added to the same rows of the gradient; package kernel has these loops. Each
// worker thread has a gradient of its own; after each batch they are summed
// and AdamW makes one step. The same seed and the same number of threads
// give the same network on the same machine, also when the run was interrupted
// and resumed.
//
// Beside the network, net.bin, the run writes net.checkpoint (state after each
// epoch), net.csv and net.png (losses), net.txt (where the network comes from).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"tura/eval/nnue"
)

func main() {
	if err := command(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// command runs one call of the program.
func command(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(args) > 0 && args[0] == "eval" {
		return evalCommand(ctx, args[1:], os.Stdout, os.Stderr)
	}
	if len(args) > 0 && args[0] == "average" {
		return averageCommand(args[1:], os.Stdout, os.Stderr)
	}
	o, err := parse(args, os.Stderr)
	if err != nil {
		return err
	}
	return train(ctx, o, newProgress(os.Stderr))
}

// train makes a network as the options say.
func train(ctx context.Context, o *options, p *progress) error {
	if err := os.MkdirAll(filepath.Dir(o.out), 0o755); err != nil {
		return err
	}
	names, err := expand(o.data)
	if err != nil {
		return err
	}
	data, err := load(ctx, names, o.Selection, func(in input) { p.line("%v", in) })
	if err != nil {
		return err
	}
	checkpoint := o.beside(checkpointExt)
	t, err := openRun(checkpoint, o.resume, o.config, data)
	if err != nil {
		return err
	}
	if !t.net.native() {
		p.line("note: this tree's engine reads networks of %d x %d outputs; for %d x %d set eval/nnue Hidden and Buckets",
			nnue.Hidden, nnue.Buckets, o.Hidden, o.Buckets)
	}
	p.line("%d positions of %d games to train on, %d of %d held out; %d steps of %d samples in each of %d epochs",
		len(data.train), data.games, len(data.validate), data.heldOut, t.batches, t.batch, o.Epochs)
	t.onBatch = func() { p.batch(t) }
	t.onEpoch = func() error {
		p.epoch(t)
		if err := t.save(checkpoint); err != nil {
			return err
		}
		return writeFile(o.beside(lossesExt), func(w io.Writer) error { return writeLosses(w, t.History) })
	}
	if err := t.run(ctx); errors.Is(err, errInterrupted) {
		if err := t.save(checkpoint); err != nil {
			return err
		}
		return fmt.Errorf("interrupted in epoch %d, continue with -resume", t.Epoch+1)
	} else if err != nil {
		return err
	}
	return finish(t, o, p)
}

// finish writes the network and its papers.
func finish(t *trainer, o *options, p *progress) error {
	q, e, err := export(t.net, t.Params, t.data.train)
	if err != nil {
		return err
	}
	file, err := q.file()
	if err != nil {
		return err
	}
	err = writeFile(o.out, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
	if err != nil {
		return err
	}
	p.line("%s: QB %d, differs from the float network by %.2f cp on average, at most %.1f (mean shift before correction %+.2f)",
		o.out, e.QB, e.Mean, e.Max, e.Shift)
	if e.QB < o.MinQB {
		p.line("note: "+coarserNote, e.QB, o.MinQB, nnue.MaxOutSum)
	}
	if err := writeFile(o.beside(plotExt), func(w io.Writer) error { return writePlot(w, t.History) }); err != nil {
		return err
	}
	return writeFile(o.beside(summaryExt), func(w io.Writer) error {
		return writeSummary(w, t, filepath.Base(o.out), checksumOf(file), e)
	})
}
