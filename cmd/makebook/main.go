// Makebook makes opening books in the Polyglot format and looks into them.
//
//	makebook build   grow a book from the start position by Tura's own search
//	makebook pgn     make a book from games
//	makebook merge   join books
//	makebook dump    print what a book plays
//	makebook stats   print how large and how deep a book is, and what is wrong with it
//	makebook walk    play random walks through a book and print where they leave it
//
// "makebook <command> -h" lists the flags of a command.
//
// # The embedded book
//
// book/tura.bin is grown by build; book/tura.txt beside it says with which engine.
// To make it anew (the second command goes on from the analyses of the first, narrower):
//
//	makebook build -o tura.bin -nodes 500000 -positions 2500
//	makebook build -o tura.bin -nodes 500000 -positions 3100 -margin 20 -temperature 9 -limit 50
//	makebook stats tura.bin
//	TURA_BOOK=$PWD/tura.bin TURA_STOCKFISH=/usr/games/stockfish go test -v -run 'Walks|Polyglot' ./cmd/makebook
//
// The test plays random walks and asks another engine for the scores where they leave the
// book, and lets Debian's polyglot read it. The state file that build leaves beside the
// book holds all analyses: with it, the same command goes on after an interrupt, and other
// values of -margin, -temperature, -limit, -narrow and -max-ply make another book in little
// time.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// command is one thing makebook can do.
type command struct {
	name, summary string
	run           func(args []string, out, log io.Writer) error
}

// commands lists them in the order of the usage text.
func commands() []command {
	return []command{
		{"build", "grow a book from the start position by Tura's own search", runBuild},
		{"pgn", "make a book from games", runPGN},
		{"merge", "join books", runMerge},
		{"dump", "print what a book plays", runDump},
		{"stats", "print how large and how deep a book is", runStats},
		{"walk", "play random walks through a book", runWalk},
	}
}

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return
	case err != nil:
		fmt.Fprintln(os.Stderr, "makebook:", err)
		os.Exit(1)
	}
}

// run carries out the command that args begins with. Results go to out, progress and
// warnings to log.
func run(args []string, out, log io.Writer) error {
	if len(args) == 0 || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" || args[0] == "help" {
		usage(log)
		return flag.ErrHelp
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(args[1:], out, log)
		}
	}
	return fmt.Errorf("no command %q; makebook help lists them", args[0])
}

// usage prints the commands.
func usage(log io.Writer) {
	fmt.Fprintln(log, "usage: makebook <command> [flags] [files]")
	for _, c := range commands() {
		fmt.Fprintf(log, "  %-7s %s\n", c.name, c.summary)
	}
	fmt.Fprintln(log, `"makebook <command> -h" lists the flags of a command.`)
}

// newFlags returns a flag set for a command; arguments names what follows the flags.
func newFlags(name, arguments string, log io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(log)
	flags.Usage = func() {
		fmt.Fprintf(log, "usage: makebook %s [flags] %s\n", name, arguments)
		flags.PrintDefaults()
	}
	return flags
}
