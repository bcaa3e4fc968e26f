// Command tura is a UCI chess engine.
//
// Without arguments it speaks UCI on standard input and output. With arguments it obeys them as
// one command and exits, for instance "tura go movetime 3000", "tura bench" or "tura perft 6".
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"tura/syzygy"
	"tura/uci"
)

const (
	name   = "Tura 0.1"
	author = "the Tura authors"
)

const usage = `Tura, a UCI chess engine.

  tura                        speak UCI with a chess program (or type help)
  tura go movetime 3000       think about the start position and exit
  tura "position fen F" "go depth 12" ...
                              obey several commands one after the other
  tura bench [DEPTH]          search the bench positions: nodes and speed
  tura bench epd FILE [nodes N|movetime MS]
                              score the positions of an EPD file
  tura perft DEPTH            count the leaves of the tree of legal moves
  tura syzygy verify DIR      check the files of endgame tables

Flags before the command:
`

func main() {
	cpu := flag.String("cpuprofile", "", "write a CPU profile to `file`")
	mem := flag.String("memprofile", "", "write a memory profile to `file`")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	stop, err := startProfile(*cpu, *mem)
	if err == nil {
		err = run(flag.Args())
		err = stop(err)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tura:", err)
		os.Exit(1)
	}
}

// run speaks UCI, or obeys the commands given as arguments.
func run(args []string) error {
	engine := uci.New(config(), os.Stdout)
	switch {
	case len(args) == 0:
		engine.Run(os.Stdin)
		return nil
	case args[0] == "syzygy" && len(args) > 1 && args[1] == "verify":
		return syzygy.VerifyCommand(os.Stdout, args[2:])
	case strings.Contains(args[0], " "): // every argument is a command
		for _, line := range args {
			if err := engine.Command(line); err != nil {
				return err
			}
		}
		return nil
	}
	return engine.Command(strings.Join(args, " "))
}
