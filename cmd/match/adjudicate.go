package main

import (
	"tura/game"
	"tura/internal/uciclient"
	"tura/position"
)

// mateCentipawns stands for any mate score.
const mateCentipawns = 30000

// resignRule adjudicates a game that both engines hold for decided: the last
// moves of both had a score of at least score for the same side.
type resignRule struct {
	score, moves int // moves 0: never
}

func (r *resignRule) set(s string) error {
	if s == "" {
		return nil
	}
	n, err := parseNumbers("resign", s, 2)
	if err != nil {
		return err
	}
	r.score, r.moves = n[0], n[1]
	return nil
}

// drawRule adjudicates a game that is level: from move from on, the last moves
// of both engines had scores of at most score.
type drawRule struct {
	from, score, moves int // moves 0: never
}

func (r *drawRule) set(s string) error {
	if s == "" {
		return nil
	}
	n, err := parseNumbers("draw", s, 3)
	if err != nil {
		return err
	}
	r.from, r.score, r.moves = n[0], n[1], n[2]
	return nil
}

// adjudicator follows the scores of a game.
type adjudicator struct {
	resign    resignRule
	draw      drawRule
	maxMoves  int
	whiteWins int // plies in a row that white is winning
	blackWins int
	level     int // plies in a row that nobody is
}

// next books the score that the mover gave and says how the game is to end, if
// it is.
func (a *adjudicator) next(g *game.Game, mover position.Color, info uciclient.Info) game.Result {
	moves := (g.Len() + 1) / 2
	if a.maxMoves > 0 && g.Len() >= 2*a.maxMoves {
		return game.Draw
	}
	if !info.HasScore {
		a.whiteWins, a.blackWins, a.level = 0, 0, 0
		return game.Ongoing
	}
	score := centipawns(info)
	if mover == position.Black {
		score = -score
	}
	a.whiteWins = inARow(a.whiteWins, score >= a.resign.score)
	a.blackWins = inARow(a.blackWins, score <= -a.resign.score)
	a.level = inARow(a.level, moves >= a.draw.from && score <= a.draw.score && score >= -a.draw.score)
	switch {
	case a.resign.moves > 0 && a.whiteWins >= 2*a.resign.moves:
		return game.WhiteWins
	case a.resign.moves > 0 && a.blackWins >= 2*a.resign.moves:
		return game.BlackWins
	case a.draw.moves > 0 && a.level >= 2*a.draw.moves:
		return game.Draw
	}
	return game.Ongoing
}

// inARow counts on, or starts anew.
func inARow(n int, again bool) int {
	if again {
		return n + 1
	}
	return 0
}

// centipawns gives the score with mates as a big number.
func centipawns(info uciclient.Info) int {
	switch {
	case !info.Mate:
		return info.Score
	case info.Score > 0:
		return mateCentipawns
	}
	return -mateCentipawns
}
