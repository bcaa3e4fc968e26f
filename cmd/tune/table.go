package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"tura/game"
	"tura/internal/uciclient"
	"tura/position"
)

// maxAttempts is how often a pair is played when engines break down.
const maxAttempts = 3

// table is where two engines play: the one with the numbers of plus, and the
// one with those of minus.
type table struct {
	cfg      *config
	params   []param
	openings []game.Opening
	seats    [2]*uciclient.Player // plus, minus
}

// startTable starts the engines of a table.
func startTable(cfg *config, params []param, openings []game.Opening) (*table, error) {
	t := &table{cfg: cfg, params: params, openings: openings}
	if err := t.start(); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// start starts the engines that do not run.
func (t *table) start() error {
	for i := range t.seats {
		if t.seats[i] != nil {
			continue
		}
		engine, err := t.startEngine()
		if err != nil {
			return err
		}
		t.seats[i] = &uciclient.Player{Engine: engine, Control: t.cfg.control, Nodes: t.cfg.nodes}
	}
	return nil
}

func (t *table) startEngine() (*uciclient.Engine, error) {
	command := t.cfg.command
	engine, err := uciclient.Start(uciclient.Config{Path: command[0], Args: command[1:], Stderr: os.Stderr})
	if err != nil {
		return nil, err
	}
	if err := engine.Handshake(handshakeTime); err != nil {
		engine.Kill()
		return nil, fmt.Errorf("%s: no answer to uci: %w", command[0], err)
	}
	for _, o := range t.cfg.options {
		err := fmt.Errorf("there is no option %q", o.name)
		if engine.HasOption(o.name) {
			err = engine.SetOption(o.name, o.value)
		}
		if err != nil {
			_ = engine.Close() // the fault is the one to tell
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
	}
	return engine, nil
}

// close ends the engines.
func (t *table) close() {
	for i := range t.seats {
		t.leave(i)
	}
}

// leave ends an engine.
func (t *table) leave(seat int) {
	if p := t.seats[seat]; p != nil {
		_ = p.Engine.Close() // how it ends is of no matter any more
		t.seats[seat] = nil
	}
}

// play plays a pair of games. When an engine breaks down it is started anew and
// the pair played again.
func (t *table) play(ctx context.Context, j job) (games tally, err error) {
	for range maxAttempts {
		games, err = t.pair(ctx, j)
		var fault *uciclient.PlayerError
		if ctx.Err() != nil || !errors.As(err, &fault) {
			break
		}
	}
	return games, err
}

// pair plays both games of a pair.
func (t *table) pair(ctx context.Context, j job) (games tally, err error) {
	if err := t.start(); err != nil {
		return games, err
	}
	// Games of a cancelled context end because their engines do.
	engines := [2]*uciclient.Engine{t.seats[0].Engine, t.seats[1].Engine}
	defer context.AfterFunc(ctx, func() {
		for _, e := range engines {
			e.Kill()
		}
	})()
	for seat, values := range [][]int{j.try.plus, j.try.minus} {
		if err := t.setNumbers(seat, values); err != nil {
			return games, err
		}
	}
	for plus := position.White; plus <= position.Black; plus++ {
		result, err := t.game(&t.openings[j.number%len(t.openings)], plus)
		if err != nil {
			return games, err
		}
		switch winner, won := result.Winner(); {
		case !won:
			games.Draws++
		case winner == plus:
			games.Wins++
		default:
			games.Losses++
		}
	}
	return games, nil
}

// setNumbers gives an engine its numbers.
func (t *table) setNumbers(seat int, values []int) error {
	for i, v := range values {
		if err := t.seats[seat].Engine.SetOption(t.params[i].Name, strconv.Itoa(v)); err != nil {
			t.leave(seat)
			return &uciclient.PlayerError{Player: position.Color(seat), Err: err}
		}
	}
	return nil
}

// game plays one game in which the side with plus has the given colour.
func (t *table) game(o *game.Opening, plus position.Color) (game.Result, error) {
	g, err := o.Game(game.Table)
	if err != nil {
		return game.Ongoing, err
	}
	judge := uciclient.Adjudicator{Rules: t.cfg.rules}
	session := uciclient.Session{
		Players: [2]*uciclient.Player{t.seats[plus], t.seats[plus.Other()]},
		OnMove:  judge.Next,
	}
	err = session.Play(g)
	var fault *uciclient.PlayerError
	if errors.As(err, &fault) {
		t.seats[fault.Player^plus].Engine.Kill()
		t.leave(int(fault.Player ^ plus))
	}
	return g.Result(), err
}
