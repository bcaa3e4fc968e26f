package main

import (
	"tura/game"
	"tura/internal/uciclient"
	"tura/position"
)

// endRules say when a game is ended before the rules of chess end it.
type endRules struct {
	resignScore, resignMoves       int // win: so many moves of both with this score for one side
	drawFrom, drawScore, drawMoves int // draw: from a move on, so many moves of both with this score at most
	maxMoves                       int // draw after so many moves; 0 is never
}

// set reads the texts of the flags.
func (r *endRules) set(resign, draw string) error {
	n, err := parseNumbers("resign", resign, 2)
	if err != nil {
		return err
	}
	r.resignScore, r.resignMoves = n[0], n[1]
	if n, err = parseNumbers("draw", draw, 3); err != nil {
		return err
	}
	r.drawFrom, r.drawScore, r.drawMoves = n[0], n[1], n[2]
	return nil
}

// adjudicator follows the scores of a game.
type adjudicator struct {
	rules *endRules
	won   int // plies in a row that White (> 0) or Black (< 0) was winning
	level int // plies in a row that nobody was
}

// next tells whether the game ends after a move, and how.
func (a *adjudicator) next(turn *uciclient.Turn) game.Result {
	r := a.rules
	plies := turn.Game.Len()
	if r.maxMoves > 0 && plies >= 2*r.maxMoves {
		return game.Draw
	}
	info := turn.Best.Info
	if !info.HasScore {
		a.won, a.level = 0, 0
		return game.Ongoing
	}
	score := info.Score
	if turn.Player == position.Black {
		score = -score
	}
	switch {
	case score > 0 && (info.Mate || score >= r.resignScore):
		a.won = max(a.won, 0) + 1
	case score < 0 && (info.Mate || -score >= r.resignScore):
		a.won = min(a.won, 0) - 1
	default:
		a.won = 0
	}
	a.level++
	if info.Mate || max(score, -score) > r.drawScore || plies < 2*r.drawFrom {
		a.level = 0
	}
	switch {
	case r.resignMoves > 0 && a.won >= 2*r.resignMoves:
		return game.WhiteWins
	case r.resignMoves > 0 && -a.won >= 2*r.resignMoves:
		return game.BlackWins
	case r.drawMoves > 0 && a.level >= 2*r.drawMoves:
		return game.Draw
	}
	return game.Ongoing
}
