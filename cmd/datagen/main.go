// Command datagen makes the games from which the evaluation network is trained,
// and looks after the files that hold them. The engine plays against itself with
// a fixed number of nodes a move, one worker for each core, from openings of
// random moves; see package traindata for the file.
//
//	datagen -out FILE -games N        play until the file holds N games
//	datagen -out FILE -positions N    … until N positions pass the filter
//	datagen stats FILES               figures about the games
//	datagen verify FILES              replay all games
//	datagen merge OUT FILES           collect games, without duplicates
//	datagen rescore -out OUT FILES    search the stored positions again
//	datagen starts FILES              endgames of the games, as a book for -book
//	datagen genfens N seed S book B   openings for OpenBench
//
// A run may be interrupted or killed at any time: started again with the same
// -out it goes on where it was. The games depend on the seed, the number of the
// game and the options only, not on the number of workers or on interruptions.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"tura/internal/traindata"
)

const usage = `usage: datagen -out FILE [-games N] [-positions N] [options]
       datagen stats FILES
       datagen verify FILES
       datagen merge OUT FILES
       datagen rescore -out OUT [options] FILES
       datagen starts [options] FILES
       datagen genfens N seed S [book None|FILE]

options of datagen, datagen rescore and datagen starts: datagen -h, datagen rescore -h, datagen starts -h
`

func main() {
	err := command(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "datagen: %v\n", err)
		os.Exit(1)
	}
}

// command runs the command line.
func command(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return errors.New("nothing to do")
	}
	name, rest, _ := strings.Cut(args[0], " ")
	files := args[1:]
	switch name {
	case "stats", "verify":
		if len(files) == 0 {
			return fmt.Errorf("%s: name at least one games file", name)
		}
		if name == "stats" {
			return stats(stdout, files)
		}
		return verify(stdout, files)
	case "merge":
		if len(files) < 2 {
			return errors.New("merge: name the output and at least one games file")
		}
		return merge(stdout, files[0], files[1:])
	case "rescore":
		return rescoreCommand(files, stderr)
	case "starts":
		return startsCommand(files, stdout, stderr)
	case "genfens":
		return genfensCommand(append([]string{rest}, files...), stdout)
	}
	return playCommand(args, stderr)
}

// Defaults of the options.
const (
	defaultNodes     = 200
	defaultHash      = 8 // MB
	defaultInterval  = 5 * time.Second
	defaultPlies     = 8
	defaultBookPlies = 1
	defaultLopsided  = 400 // centipawns
	rescoreNodes     = 5000
	defaultEndMen    = 14
)

func defaultRules() gameRules {
	return gameRules{winScore: 2000, winPlies: 4, drawScore: 10, drawPlies: 10, drawStart: 80, maxPlies: 400}
}

// playCommand plays games.
func playCommand(args []string, stderr io.Writer) error {
	r := run{rules: defaultRules(), filter: traindata.DefaultFilter(), progress: stderr}
	flags := flag.NewFlagSet("datagen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	out := flags.String("out", "", "games `file`, appended to when it is there")
	flags.IntVar(&r.games, "games", 0, "stop when the file holds this many games (0 = do not)")
	flags.IntVar(&r.positions, "positions", 0, "stop when this many positions of the file pass the default filter (0 = do not)")
	flags.IntVar(&r.threads, "threads", runtime.NumCPU(), "games at the same time")
	nodes := flags.Uint64("nodes", defaultNodes, "soft node limit of a move; the hard one is 8 times as much")
	endNodes := flags.Uint64("endnodes", 0, "the same with few men on the board (0 = as -nodes)")
	endMen := flags.Int("endmen", defaultEndMen, "few men: at most this many, kings and pawns included")
	hash := flags.Int("hash", defaultHash, "table of each worker in MB")
	tables := flags.String("syzygy", "", "`folders` with Syzygy tables, separated as in PATH")
	seed := flags.Uint("seed", 0, "seed of a new file, 1 to 4294967295 (0 = at random)")
	book := flags.String("book", "", "EPD or FEN `file` with positions to start from")
	flags.IntVar(&r.openings.plies, "plies", -1, "random plies of an opening, or one more (-1 = 8, with -book 1)")
	flags.IntVar(&r.openings.maxScore, "lopsided", defaultLopsided, "reject openings whose first score is beyond this many centipawns")
	flags.Float64Var(&r.openings.chess960, "chess960", 0, "share of games that start from a Chess960 position, 0 to 1")
	flags.Float64Var(&r.openings.endgames, "endgames", 0, "share of games that start from a random endgame, 0 to 1")
	flags.IntVar(&r.rules.winScore, "win", r.rules.winScore, "a game is won at this score, in centipawns, for 4 plies")
	flags.IntVar(&r.rules.drawScore, "draw", r.rules.drawScore, "a game is drawn at this score, in centipawns, for 10 plies after ply 80")
	flags.DurationVar(&r.interval, "progress", defaultInterval, "time between progress lines")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := checkPlay(flags, &r, *out, *nodes, uint64(*seed)); err != nil {
		return err
	}
	if err := r.openings.load(*book); err != nil {
		return err
	}
	r.limits = moveLimits{usual: softLimits(*nodes)}
	if *endNodes > 0 {
		r.limits.endgame, r.limits.men = softLimits(*endNodes), *endMen
	}
	r.newEngine = func() (engine, error) { return newEngine(*hash, *tables) }
	if *seed == 0 {
		*seed = uint(rand.Uint32() | 1)
	}
	if err := r.open(*out, uint32(*seed)); err != nil {
		return err
	}
	if *seed != uint(r.file.Seed()) && isSet(flags, "seed") {
		return errors.Join(fmt.Errorf("%s was begun with seed %d; leave -seed out or choose another -out", *out, r.file.Seed()), r.file.Close())
	}
	fmt.Fprintf(stderr, "%s: seed %d, %d games are there", *out, r.file.Seed(), r.tally.games)
	if torn := r.file.Torn(); torn > 0 {
		fmt.Fprintf(stderr, ", %d bytes of a torn game cut off", torn)
	}
	fmt.Fprintln(stderr)
	stopOnSignal(&r.stop)
	return r.generate()
}

// checkPlay checks the options of playCommand.
func checkPlay(flags *flag.FlagSet, r *run, out string, nodes, seed uint64) error {
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unknown command or argument %q; see datagen -h", flags.Arg(0))
	case out == "":
		return errors.New("name the games file with -out")
	case r.games < 0 || r.positions < 0:
		return errors.New("-games and -positions count from 0")
	case r.threads < 1:
		return fmt.Errorf("-threads %d: at least one is needed", r.threads)
	case nodes < 1:
		return errors.New("-nodes 0: a search needs a limit")
	case seed > 1<<32-1:
		return fmt.Errorf("-seed %d is beyond 4294967295", seed)
	case r.openings.chess960 < 0 || r.openings.chess960 > 1:
		return fmt.Errorf("-chess960 %g is not between 0 and 1", r.openings.chess960)
	case r.openings.endgames < 0 || r.openings.endgames > 1:
		return fmt.Errorf("-endgames %g is not between 0 and 1", r.openings.endgames)
	case r.interval <= 0:
		return fmt.Errorf("-progress %v: a time is needed", r.interval)
	case r.openings.maxScore < 0:
		return fmt.Errorf("-lopsided %d is below 0", r.openings.maxScore)
	}
	return nil
}

// load reads the book, when there is one, and fills in the number of plies.
func (o *openingRules) load(path string) error {
	plies := defaultPlies
	if path != "" {
		plies = defaultBookPlies
		book, err := readBook(path)
		if err != nil {
			return err
		}
		o.book = book
	}
	if o.plies < 0 {
		o.plies = plies
	}
	return nil
}

func isSet(flags *flag.FlagSet, name string) (set bool) {
	flags.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// rescoreCommand searches stored positions again.
func rescoreCommand(args []string, stderr io.Writer) error {
	r := rescorer{progress: stderr}
	flags := flag.NewFlagSet("datagen rescore", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("out", "", "games `file` to write; games that it holds already are not searched again")
	flags.IntVar(&r.threads, "threads", runtime.NumCPU(), "games at the same time")
	flags.Uint64Var(&r.nodes, "nodes", rescoreNodes, "nodes of each search")
	flags.BoolVar(&r.all, "all", false, "also search positions that the default filter drops")
	hash := flags.Int("hash", defaultHash, "table of each worker in MB")
	tables := flags.String("syzygy", "", "`folders` with Syzygy tables, separated as in PATH")
	flags.DurationVar(&r.interval, "progress", defaultInterval, "time between progress lines")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case *out == "":
		return errors.New("rescore: name the output with -out")
	case flags.NArg() == 0:
		return errors.New("rescore: name at least one games file")
	case r.threads < 1 || r.nodes < 1 || r.interval <= 0:
		return errors.New("rescore: -threads, -nodes and -progress must be above 0")
	}
	r.newEngine = func() (engine, error) { return newEngine(*hash, *tables) }
	if err := r.open(*out); err != nil {
		return err
	}
	stopOnSignal(&r.stop)
	return r.rescore(flags.Args())
}

// genfensCommand writes openings for OpenBench.
func genfensCommand(args []string, stdout io.Writer) error {
	order, err := parseFens(args)
	if err != nil {
		return err
	}
	rules := openingRules{plies: -1, maxScore: defaultLopsided}
	if err := rules.load(order.book); err != nil {
		return err
	}
	engine, err := newEngine(defaultHash, "")
	if err != nil {
		return err
	}
	return genfens(stdout, engine, rules, order, defaultNodes)
}

// stopOnSignal sets stop at the first interrupt or termination signal; the
// second one ends the program at once.
func stopOnSignal(stop *atomic.Bool) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals)
		stop.Store(true)
	}()
}
