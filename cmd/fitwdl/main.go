// Command fitwdl fits the engine's WDL model, which turns a score into chances
// of win, draw and loss, to games that the engine has played.
//
//	match -a ./tura -b ./tura -tc 8+0.08 -games 2000 -concurrency 2 -openings book.epd -pgn games.pgn
//	fitwdl -o search/wdlfit.go -plot docs/wdl.png games.pgn
//
// The games come from cmd/match, fastchess or cutechess-cli: the comment behind
// a move has to begin with score and depth, {+0.35/12 0.25s}, from the mover's
// point of view. Moves with other comments (book moves, mates) do not count,
// nor do games without a result or lost by time, an illegal move or a crash.
// Each scored position counts once, with the result of its game, under its
// score and its material (see search.WDLMaterial); positions with less material
// than the model's range are taken as its lower end. Then the polynomials a and
// b are found that make these results the most likely ones.
//
// Scores mean what they mean to the engine that gave them: with -player only
// those of certain players are taken, such as -player tura for games against
// other engines.
//
// The result is Go source for package search, on standard output without -o,
// and a table that compares the games with the model. It needs some hundred
// games to be of use, and some thousand to be good.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// Exit codes.
const (
	exitFault = 1
	exitUsage = 2
)

// Defaults of the flags, in centipawns. Beyond the limit nearly all games are
// won, and how sure exactly is of no interest.
const (
	defaultLimit = 1000
	defaultBin   = 5
)

// filePermission is that of the files that are written.
const filePermission = 0o644

// config is what the command line asks for.
type config struct {
	output, plot string // files to write, empty = none
	players      []string
	limit, bin   int
	files        []string
}

func main() {
	cfg, err := parseFlags(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fitwdl:", err)
		os.Exit(exitUsage)
	}
	if err := run(cfg, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "fitwdl:", err)
		os.Exit(exitFault)
	}
}

// parseFlags reads the command line.
func parseFlags(args []string, log io.Writer) (*config, error) {
	var cfg config
	flags := flag.NewFlagSet("fitwdl", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.Usage = func() {
		fmt.Fprintln(log, "usage: fitwdl [flags] games.pgn ...")
		flags.PrintDefaults()
	}
	flags.StringVar(&cfg.output, "o", "", "Go `file` to write the model to instead of standard output")
	flags.StringVar(&cfg.plot, "plot", "", "PNG `file` to draw games and model in")
	players := flags.String("player", "", "take the scores of players whose name contains one of these `texts`, separated by commas; empty means all")
	flags.IntVar(&cfg.limit, "limit", defaultLimit, "largest score that counts, in centipawns")
	flags.IntVar(&cfg.bin, "bin", defaultBin, "width in centipawns of the steps to which scores are rounded")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	cfg.files = flags.Args()
	if *players != "" {
		cfg.players = strings.Split(*players, ",")
	}
	switch {
	case len(cfg.files) == 0:
		return nil, errors.New("no PGN files given; fitwdl -h shows the usage")
	case cfg.bin < 1 || cfg.limit < cfg.bin:
		return nil, fmt.Errorf("-bin %d and -limit %d do not go together; want 1 <= bin <= limit", cfg.bin, cfg.limit)
	}
	return &cfg, nil
}

// run reads the games, fits, and writes the results to out and to the files
// that are asked for; progress and warnings go to log.
func run(cfg *config, out io.Writer, log *os.File) error {
	s := newSample(cfg, log)
	if err := s.readFiles(cfg.files); err != nil {
		return err
	}
	fmt.Fprintln(log, s.summary())
	cells := s.sorted()
	model, err := fit(cells)
	if err != nil {
		return err
	}
	source, err := sourceOf(model, s)
	if err != nil {
		return err
	}
	if cfg.output == "" {
		fmt.Fprintf(out, "%s\n", source)
	} else if err := os.WriteFile(cfg.output, source, filePermission); err != nil {
		return err
	}
	if err := writeTable(out, cells, model); err != nil {
		return err
	}
	if cfg.plot == "" {
		return nil
	}
	return savePlot(cfg.plot, cells, model)
}
