// Command match plays games between two UCI engines and keeps the score.
//
//	match -a "./tura" -b "./old/tura" -tc 8+0.08 -games 100 -concurrency 2 \
//	      -openings book.pgn -pgn games.pgn
//
// Games come in pairs: the same opening, colours changed. Package game is the
// referee and keeps the clock. Time controls are written as in the PGN tag:
// 60+0.6 (increment), 40/60 (repeating), 60 (sudden death), 2d0.2 (bank and
// move timer), 0.05/move; "-" with -nodes or -depth plays without a clock.
//
// UCI has no word for a move timer. It is told by the option Move Timer when
// the engine has it (-delay option), by the option Clock Mode with the timer
// as winc and binc (-delay mode), or by the words wdelay and bdelay of the go
// command (-delay words).
//
// Under the rules of the board nobody claims draws for the engines, for UCI
// has no word for it: repetitions count at the fifth, moves at seventy-five.
//
// The score line gives wins, losses and draws of A, the Elo difference with
// its error (95 %), and with -sprt the log-likelihood ratio; a decided test
// ends the match.
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
		fmt.Fprintln(os.Stderr, "match:", err)
		os.Exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, cfg, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "match:", err)
		os.Exit(exitFault)
	}
}

// run plays the match and writes the report, as far as it came.
func run(ctx context.Context, cfg *config, out io.Writer, progress *os.File) (err error) {
	m, err := newMatch(cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	show := newProgress(progress, cfg.games)
	err = m.play(ctx, show.game)
	show.end()
	fmt.Fprint(out, m.report())
	return err
}
