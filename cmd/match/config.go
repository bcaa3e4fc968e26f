package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"tura/game"
	"tura/internal/uciclient"
)

// engineConfig is one of the two engines.
type engineConfig struct {
	command []string
	name    string   // for the record; empty takes the engine's own
	options []option // set before the first game
	control game.TimeControl
}

// option is a UCI option to set.
type option struct{ name, value string }

// config is what the command line asks for.
type config struct {
	engines     [2]engineConfig
	games       int
	concurrency int
	rules       game.Rules
	delay       uciclient.DelayWay
	depth       int
	nodes       uint64
	margin      time.Duration
	openings    string
	chess960    bool
	shuffle     bool
	seed        uint64
	pgn         string
	trace       string
	ends        uciclient.EndRules
	sprt        *sprtBounds
}

// Defaults of the command line.
const (
	defaultGames   = 100
	defaultControl = "8+0.08"
)

// optionList collects repeated -opt flags.
type optionList []option

func (l *optionList) String() string { return "" }

func (l *optionList) Set(s string) error {
	name, value, _ := strings.Cut(s, "=")
	if strings.TrimSpace(name) == "" {
		return errors.New("want name=value, or the name of a button")
	}
	*l = append(*l, option{strings.TrimSpace(name), strings.TrimSpace(value)})
	return nil
}

// parseFlags reads the command line; usage and faults of flags go to stderr.
func parseFlags(args []string, stderr io.Writer) (*config, error) {
	cfg := &config{}
	fs := flag.NewFlagSet("match", flag.ContinueOnError)
	fs.SetOutput(stderr)
	a := fs.String("a", "", "engine A: program and arguments, separated by blanks (quote an argument with blanks: '…')")
	b := fs.String("b", "", "engine B; empty is A again")
	fs.StringVar(&cfg.engines[0].name, "aname", "", "name of A in the record")
	fs.StringVar(&cfg.engines[1].name, "bname", "", "name of B in the record")
	var both, aOptions, bOptions optionList
	fs.Var(&both, "opt", "UCI option of both engines, name=value; may be repeated")
	fs.Var(&aOptions, "aopt", "UCI option of A")
	fs.Var(&bOptions, "bopt", "UCI option of B")
	tc := fs.String("tc", defaultControl, "time control, in seconds")
	btc := fs.String("btc", "", "time control of B when it is not the same")
	delay := fs.String("delay", string(uciclient.DelayOption), "how a move timer is told: option, mode or words")
	fs.IntVar(&cfg.depth, "depth", 0, "depth of each search")
	fs.Uint64Var(&cfg.nodes, "nodes", 0, "nodes of each search")
	fs.DurationVar(&cfg.margin, "margin", 0, "time a move may overstep the clock")
	fs.IntVar(&cfg.games, "games", defaultGames, "number of games")
	fs.IntVar(&cfg.concurrency, "concurrency", 1, "games at the same time")
	rules := fs.String("rules", game.Table.String(), "rule set: table or board")
	fs.StringVar(&cfg.openings, "openings", "", "openings: a .pgn file, or one FEN or EPD a line")
	fs.BoolVar(&cfg.chess960, "chess960", false, "speak Chess960 to the engines")
	fs.BoolVar(&cfg.shuffle, "shuffle", false, "take the openings in random order")
	fs.Uint64Var(&cfg.seed, "seed", 1, "seed of the random order")
	fs.StringVar(&cfg.pgn, "pgn", "", "append the games to this file")
	fs.StringVar(&cfg.trace, "trace", "", "write all lines to and from the engines to this file")
	fs.IntVar(&cfg.ends.MaxMoves, "maxmoves", 0, "draw after so many moves of each side; 0 is never")
	resign := fs.String("resign", "", "adjudicate a loss: SCORE,MOVES (centipawns, both engines agreeing)")
	draw := fs.String("draw", "", "adjudicate a draw: FROM,SCORE,MOVES (from move FROM on)")
	sprt := fs.String("sprt", "", "sequential test: ELO0,ELO1 with errors of 5 %")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("%q is not a flag; flags begin with -", fs.Arg(0))
	}
	if err := cfg.setEngines([2]string{*a, *b}, [2]string{*tc, *btc}, [2]optionList{aOptions, bOptions}, both); err != nil {
		return nil, err
	}
	return cfg, cfg.setRules(*rules, *delay, *resign, *draw, *sprt)
}

// setEngines fills in the two engines.
func (cfg *config) setEngines(commands, controls [2]string, options [2]optionList, both optionList) error {
	for i := range cfg.engines {
		e := &cfg.engines[i]
		if i == 1 && commands[i] == "" {
			commands[i] = commands[0]
		}
		if i == 1 && controls[i] == "" {
			controls[i] = controls[0]
		}
		var err error
		if e.command, err = splitCommand(commands[i]); err != nil {
			return err
		}
		if len(e.command) == 0 {
			return errors.New("no engine; name one with -a")
		}
		if e.control, err = game.ParseTimeControl(controls[i]); err != nil {
			return err
		}
		e.options = append(append([]option{}, both...), options[i]...)
	}
	return nil
}

// setRules reads the flags that need more than the flag package, and checks
// the rest.
func (cfg *config) setRules(rules, delay, resign, draw, sprt string) (err error) {
	if cfg.rules, err = game.ParseRules(rules); err != nil {
		return err
	}
	if cfg.rules == game.Record {
		return errors.New("rules: want table or board")
	}
	switch cfg.delay = uciclient.DelayWay(delay); cfg.delay {
	case uciclient.DelayOption, uciclient.DelayMode, uciclient.DelayWords:
	default:
		return fmt.Errorf("delay: %q is not a way to tell a move timer; want option, mode or words", delay)
	}
	if err := cfg.ends.SetResign(resign); err != nil {
		return err
	}
	if err := cfg.ends.SetDraw(draw); err != nil {
		return err
	}
	if cfg.sprt, err = parseSPRT(sprt); err != nil {
		return err
	}
	if cfg.games < 1 || cfg.concurrency < 1 || cfg.ends.MaxMoves < 0 || cfg.depth < 0 || cfg.margin < 0 {
		return errors.New("games and concurrency must be 1 at least; maxmoves, depth and margin 0 at least")
	}
	timed := cfg.engines[0].control.Timed() && cfg.engines[1].control.Timed()
	if !timed && cfg.depth == 0 && cfg.nodes == 0 {
		return errors.New("without a clock give -depth or -nodes")
	}
	return nil
}

// splitCommand cuts a command line at blanks; quotes of both kinds hold an
// argument together.
func splitCommand(s string) (words []string, err error) {
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inWord = r, true
		case r == ' ' || r == '\t':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("command %q: a quote is not closed", s)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
