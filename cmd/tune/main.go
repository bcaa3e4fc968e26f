// Command tune looks for better values of the engine's numbers by letting it
// play against itself:
//
//	go build -tags tune -o out/tura-tune .
//	tune -engine out/tura-tune -list > params.txt    # then keep some of the lines
//	tune -engine out/tura-tune -params params.txt -openings book.epd \
//	     -nodes 10000 -iterations 15000 -concurrency 2 -state tune.json
//
// The method is SPSA, simultaneous perturbation stochastic approximation
// (J. C. Spall, https://www.jhuapl.edu/SPSA/): each iteration moves all numbers
// up or down at random by a step c, plays pairs of games between the engine
// with these numbers and the engine with the opposite ones, and moves the
// numbers a little towards the side that won more. The steps shrink with the
// iterations; c_end and r_end are what they are at the end.
//
// # Parameters
//
// The file of -params has a line for each number: its name and, as far as they
// shall not be those of the engine's option, start, min, max and c_end. A name
// may have the wildcards * and ?, a value may be - for the engine's own, and #
// begins a comment. The engine's numbers are its number options whose names
// begin with a small letter.
//
//	rfpMargin       72 30 140 6
//	lmr*Milli       -  -  -   80
//	futilityMargin
//
// Without a c_end it is a twelfth of the start, and half a unit at least: an
// option takes whole numbers only, so values are rounded at random, up as often
// as their fraction says.
//
// # State
//
// With -state the run can be broken off and goes on where it was when it is
// started again with the same settings. With fixed nodes (-nodes), the same
// seed and the same concurrency a run that is not broken off gives the same
// values again; with a clock the games differ.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Exit codes.
const (
	exitFault = 1
	exitUsage = 2
)

func main() {
	cfg, err := parseFlags(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, cfg, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(exitFault)
	}
}

// run does what the command line asks for. The values come out on out, also
// when the run is broken off.
func run(ctx context.Context, cfg *config, out, progress io.Writer) error {
	if cfg.show {
		file, err := readState(cfg.state)
		if err == nil {
			_, err = io.WriteString(out, file.State.report(&file.Settings))
		}
		return err
	}
	options, err := listOptions(cfg.command)
	if err != nil {
		return err
	}
	if cfg.list {
		return writeOptions(out, options)
	}
	params, err := loadParams(cfg.params, options)
	if err != nil {
		return err
	}
	cfg.settings.Params = params
	t, err := newTuner(cfg.settings, cfg.state)
	if err != nil {
		return err
	}
	openings, err := loadOpenings(cfg.openings, cfg.settings.Seed, cfg.settings.Iterations*cfg.settings.Pairs)
	if err != nil {
		return err
	}
	newPlayer := func() (player, error) { return startTable(cfg, params, openings) }
	err = t.run(ctx, newPlayer, cfg.concurrency, newMeter(progress, cfg.report))
	_, writeErr := io.WriteString(out, t.state.report(&cfg.settings))
	return errors.Join(err, writeErr)
}
