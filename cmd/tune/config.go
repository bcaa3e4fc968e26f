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

// Defaults of the command line.
const (
	defaultIterations = 15000
	defaultNodes      = 10000
	defaultREnd       = 0.002
	defaultResign     = "600,4"
	defaultDraw       = "40,10,8"
	defaultMaxMoves   = 150
	defaultReport     = 30 * time.Second
)

// config is what the command line asks for.
type config struct {
	command     []string // the engine and its arguments
	options     []setting
	params      string
	list, show  bool
	openings    string
	state       string
	control     game.TimeControl
	nodes       uint64
	rules       uciclient.EndRules
	concurrency int
	report      time.Duration
	settings    settings // without the parameters
}

// setting is an option with the value to set.
type setting struct{ name, value string }

// settingList collects repeated -opt flags.
type settingList []setting

func (l *settingList) String() string { return "" }

func (l *settingList) Set(s string) error {
	name, value, _ := strings.Cut(s, "=")
	if strings.TrimSpace(name) == "" {
		return errors.New("want name=value")
	}
	*l = append(*l, setting{strings.TrimSpace(name), strings.TrimSpace(value)})
	return nil
}

// parseFlags reads the command line; usage and faults of flags go to stderr.
func parseFlags(args []string, stderr io.Writer) (*config, error) {
	cfg := &config{}
	s := &cfg.settings
	fs := flag.NewFlagSet("tune", flag.ContinueOnError)
	fs.SetOutput(stderr)
	engine := fs.String("engine", "", "the engine: program and arguments, separated by blanks")
	fs.Var((*settingList)(&cfg.options), "opt", "UCI option of the engine, name=value; may be repeated")
	fs.StringVar(&cfg.params, "params", "", "file with the parameters")
	fs.BoolVar(&cfg.list, "list", false, "list the numbers of the engine, as a file for -params, and exit")
	fs.BoolVar(&cfg.show, "show", false, "print the values of the state file and exit")
	fs.StringVar(&cfg.openings, "openings", "", "openings: a .pgn file, or one FEN or EPD a line")
	fs.StringVar(&cfg.state, "state", "", "file that keeps how far the run has come")
	tc := fs.String("tc", "-", "time control, in seconds (8+0.08); - is no clock")
	fs.Uint64Var(&cfg.nodes, "nodes", 0, fmt.Sprintf("nodes of each search; %d without a clock", defaultNodes))
	fs.IntVar(&s.Iterations, "iterations", defaultIterations, "iterations in all")
	fs.IntVar(&s.Pairs, "pairs", 1, "pairs of games in an iteration")
	fs.Uint64Var(&s.Seed, "seed", 1, "seed of the steps and of the order of the openings")
	fs.Float64Var(&s.REnd, "rend", defaultREnd, "r_end: learning rate at the end, relative to c_end²")
	fs.IntVar(&cfg.concurrency, "concurrency", 1, "games at the same time")
	resign := fs.String("resign", defaultResign, "adjudicate a win: SCORE,MOVES (centipawns, both engines agreeing); 0,0 is never")
	draw := fs.String("draw", defaultDraw, "adjudicate a draw: FROM,SCORE,MOVES (from move FROM on); 0,0,0 is never")
	fs.IntVar(&cfg.rules.MaxMoves, "maxmoves", defaultMaxMoves, "draw after so many moves of each side; 0 is never")
	fs.DurationVar(&cfg.report, "report", defaultReport, "time between two lines of progress")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("%q is not a flag; flags begin with -", fs.Arg(0))
	}
	cfg.command = strings.Fields(*engine)
	var err error
	if cfg.control, err = game.ParseTimeControl(*tc); err != nil {
		return nil, err
	}
	if !cfg.control.Timed() && cfg.nodes == 0 {
		cfg.nodes = defaultNodes
	}
	if err := cfg.rules.SetResign(*resign); err != nil {
		return nil, err
	}
	if err := cfg.rules.SetDraw(*draw); err != nil {
		return nil, err
	}
	return cfg, cfg.check()
}

// check tells what cannot be.
func (cfg *config) check() error {
	s := &cfg.settings
	switch {
	case cfg.show && cfg.state == "":
		return errors.New("-show needs a -state file")
	case len(cfg.command) == 0 && !cfg.show:
		return errors.New("no engine; name one with -engine")
	case cfg.params == "" && !cfg.list && !cfg.show:
		return errors.New("no parameters; name a file with -params (-list writes one)")
	case s.Iterations < 1 || s.Pairs < 1 || cfg.concurrency < 1:
		return errors.New("iterations, pairs and concurrency must be 1 at least")
	case !(s.REnd > 0):
		return errors.New("rend must be greater than 0")
	case cfg.rules.MaxMoves < 0 || cfg.report <= 0:
		return errors.New("maxmoves must be 0 at least, report greater than 0")
	}
	return nil
}
