package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"tura/game"
	"tura/internal/uciclient"
	"tura/position"
)

// handshakeTime is how long an engine may take to answer uci.
const handshakeTime = 30 * time.Second

// match is the whole match: what is to be played, and the score so far.
type match struct {
	cfg      *config
	openings []game.Opening
	trace    *tracer
	pgn      io.WriteCloser

	mu      sync.Mutex // guards what follows, and pgn
	score   score
	reasons map[game.Reason]int
	names   [2]string
	fault   error // the first one that ended a worker
}

// newMatch loads the openings and opens the files.
func newMatch(cfg *config) (*match, error) {
	openings, err := loadOpenings(cfg)
	if err != nil {
		return nil, err
	}
	m := &match{cfg: cfg, openings: openings, reasons: map[game.Reason]int{}}
	if cfg.pgn != "" {
		if m.pgn, err = os.OpenFile(cfg.pgn, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
			return nil, err
		}
	}
	if cfg.trace != "" {
		if m.trace, err = newTracer(cfg.trace); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// close closes the files.
func (m *match) close() (err error) {
	if m.pgn != nil {
		err = m.pgn.Close()
	}
	return errors.Join(err, m.trace.close())
}

// play plays all games; visit is called with the score line after each. It
// ends early without an error when the sequential test is decided or ctx is
// cancelled, and with one when an engine cannot be started.
func (m *match) play(ctx context.Context, visit func(line string)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pairs := make(chan int)
	var workers sync.WaitGroup
	for range min(m.cfg.concurrency, (m.cfg.games+1)/2) {
		workers.Go(func() {
			if err := m.work(ctx, pairs, visit); err != nil {
				m.fail(err)
				cancel()
			}
		})
	}
	for pair := 0; 2*pair < m.cfg.games && !m.decided() && ctx.Err() == nil; pair++ {
		select {
		case pairs <- pair:
		case <-ctx.Done():
		}
	}
	close(pairs)
	workers.Wait()
	return m.fault
}

// fail notes the first fault.
func (m *match) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fault == nil {
		m.fault = err
	}
}

func (m *match) decided() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cfg.sprt.decided(&m.score)
}

// worker plays one game at a time with two engines of its own.
type worker struct {
	match   *match
	players [2]*uciclient.Player // A, B
}

// work plays the pairs it is given.
func (m *match) work(ctx context.Context, pairs <-chan int, visit func(string)) error {
	w := &worker{match: m}
	defer w.stop()
	for pair := range pairs {
		whole, sum := true, 0
		for aColor := position.White; aColor <= position.Black; aColor++ {
			number := 2*pair + int(aColor)
			if number >= m.cfg.games || ctx.Err() != nil {
				whole = false
				break
			}
			g, err := w.game(ctx, number, aColor)
			if err != nil {
				return err
			}
			if g == nil {
				whole = false
				break
			}
			sum += points(g.Result(), aColor)
			if err := m.record(g, aColor); err != nil {
				return err
			}
			visit(m.line())
		}
		if whole {
			m.mu.Lock()
			m.score.pairs[sum]++
			m.mu.Unlock()
		}
	}
	return nil
}

// start starts the engines that do not run.
func (w *worker) start() error {
	cfg := w.match.cfg
	for i := range w.players {
		if w.players[i] != nil {
			continue
		}
		engine, err := w.match.startEngine(i)
		if err != nil {
			return err
		}
		w.players[i] = &uciclient.Player{
			Engine:  engine,
			Control: cfg.engines[i].control,
			Delay:   cfg.delay,
			Depth:   cfg.depth,
			Nodes:   cfg.nodes,
		}
	}
	return nil
}

// startEngine starts engine i and sets its options.
func (m *match) startEngine(i int) (*uciclient.Engine, error) {
	cfg := &m.cfg.engines[i]
	engine, err := uciclient.Start(uciclient.Config{
		Path:   cfg.command[0],
		Args:   cfg.command[1:],
		Stderr: os.Stderr,
		Trace:  m.trace.of("AB"[i : i+1]),
	})
	if err != nil {
		return nil, err
	}
	if err := engine.Handshake(handshakeTime); err != nil {
		engine.Kill()
		return nil, fmt.Errorf("%s: no uciok: %w", cfg.command[0], err)
	}
	for _, o := range cfg.options {
		if !engine.HasOption(o.name) {
			_ = engine.Close() // the fault below is the one to tell
			return nil, fmt.Errorf("%s has no option %q", cfg.command[0], o.name)
		}
		if err := engine.SetOption(o.name, o.value); err != nil {
			return nil, fmt.Errorf("%s: %w", cfg.command[0], err)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.names[i] == "" {
		m.names[i] = engineName(cfg, engine)
		if i == 1 && m.names[1] == m.names[0] {
			m.names[1] += " B"
		}
	}
	return engine, nil
}

// engineName is the name for the record.
func engineName(cfg *engineConfig, engine *uciclient.Engine) string {
	switch {
	case cfg.name != "":
		return cfg.name
	case engine.Name != "":
		return engine.Name
	}
	return cfg.command[0]
}

// stop ends the engines.
func (w *worker) stop() {
	for i, p := range w.players {
		if p != nil {
			_ = p.Engine.Close() // how it ends is of no matter any more
			w.players[i] = nil
		}
	}
}

// game plays one game; nil without an error when ctx was cancelled meanwhile.
func (w *worker) game(ctx context.Context, number int, aColor position.Color) (*game.Game, error) {
	if err := w.start(); err != nil {
		return nil, err
	}
	// A cancelled game ends because its engines do.
	engines := [2]*uciclient.Engine{w.players[0].Engine, w.players[1].Engine}
	stopWatch := context.AfterFunc(ctx, func() {
		for _, e := range engines {
			e.Kill()
		}
	})
	g, err := w.match.newGame(number, aColor)
	if err != nil {
		stopWatch()
		return nil, err
	}
	judge := uciclient.Adjudicator{Rules: w.match.cfg.ends}
	session := uciclient.Session{
		Players: [2]*uciclient.Player{w.players[aColor], w.players[aColor.Other()]},
		Margin:  w.match.cfg.margin,
		OnMove:  judge.Next,
	}
	err = session.Play(g)
	if !stopWatch() {
		return nil, nil
	}
	var fault *uciclient.PlayerError
	if errors.As(err, &fault) {
		i := fault.Player ^ aColor // 0 is A
		w.players[i].Engine.Kill()
		_ = w.players[i].Engine.Close() // it was killed
		w.players[i] = nil
		return g, nil
	}
	return g, err
}

// newGame sets up a game with opening and tags.
func (m *match) newGame(number int, aColor position.Color) (*game.Game, error) {
	n := number / 2 % len(m.openings)
	g, err := m.openings[n].Game(m.cfg.rules)
	if err != nil {
		return nil, fmt.Errorf("opening %d: %w", n+1, err)
	}
	m.mu.Lock()
	white, black := m.names[aColor], m.names[aColor.Other()]
	m.mu.Unlock()
	control := [2]string{m.cfg.engines[0].control.String(), m.cfg.engines[1].control.String()}
	g.Tags.Set("Event", "engine match")
	g.Tags.Set("Date", time.Now().Format("2006.01.02"))
	g.Tags.Set("Round", fmt.Sprint(number+1))
	g.Tags.Set("White", white)
	g.Tags.Set("Black", black)
	if control[0] == control[1] {
		g.Tags.Set("TimeControl", control[0])
	} else {
		g.Tags.Set("WhiteTimeControl", control[aColor])
		g.Tags.Set("BlackTimeControl", control[aColor.Other()])
	}
	return g, nil
}

// record counts a game and writes it down.
func (m *match) record(g *game.Game, aColor position.Color) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.score.add(g.Result(), aColor)
	m.reasons[g.Reason()]++
	if m.pgn == nil {
		return nil
	}
	return g.WritePGN(m.pgn)
}

// line gives the score in one line.
func (m *match) line() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	line := fmt.Sprintf("%s - %s: %s", m.names[0], m.names[1], m.score.line())
	if m.cfg.sprt != nil {
		line += ", " + m.cfg.sprt.line(&m.score)
	}
	return line
}

// report gives the whole result.
func (m *match) report() string {
	var out strings.Builder
	fmt.Fprintln(&out, m.line())
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.score.pairs; p != [5]int{} {
		fmt.Fprintf(&out, "pairs by points 0, 1/2, 1, 1 1/2, 2: %d %d %d %d %d\n", p[0], p[1], p[2], p[3], p[4])
	}
	for reason := game.Checkmate; reason <= game.Adjudication; reason++ {
		if n := m.reasons[reason]; n > 0 {
			fmt.Fprintf(&out, "  %d %s\n", n, reason)
		}
	}
	return out.String()
}
