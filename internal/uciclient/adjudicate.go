package uciclient

import (
	"fmt"
	"strconv"
	"strings"

	"tura/game"
	"tura/position"
)

// EndRules say when a game is ended before the rules of chess end it. A number
// of moves of 0 means never; scores are centipawns.
type EndRules struct {
	// So many moves of both players in a row with a score of at least this for
	// the same side, or a mate, are a win.
	ResignScore, ResignMoves int
	// From this move on, so many moves of both players in a row with a score of
	// at most this, for whichever side, are a draw.
	DrawFrom, DrawScore, DrawMoves int
	// A game of so many moves of each side is a draw.
	MaxMoves int
}

// SetResign reads "SCORE,MOVES"; an empty text leaves the rule off.
func (r *EndRules) SetResign(text string) error {
	return readNumbers("resign", text, &r.ResignScore, &r.ResignMoves)
}

// SetDraw reads "FROM,SCORE,MOVES"; an empty text leaves the rule off.
func (r *EndRules) SetDraw(text string) error {
	return readNumbers("draw", text, &r.DrawFrom, &r.DrawScore, &r.DrawMoves)
}

// readNumbers reads whole numbers with commas between them; what names them in
// the error.
func readNumbers(what, text string, numbers ...*int) error {
	if text == "" {
		return nil
	}
	parts := strings.Split(text, ",")
	if len(parts) != len(numbers) {
		return fmt.Errorf("%s: want %d numbers with commas between them, got %q", what, len(numbers), text)
	}
	for i, part := range parts {
		v, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || v < 0 {
			return fmt.Errorf("%s: %q is not a number of 0 or more", what, part)
		}
		*numbers[i] = v
	}
	return nil
}

// An Adjudicator follows the scores of one game. The zero value of the other
// fields is the start of a game.
type Adjudicator struct {
	Rules EndRules
	won   int // plies in a row that White (> 0) or Black (< 0) was winning
	level int // plies in a row that nobody was
}

// Next tells whether the game ends after a move, and how: Ongoing means that it
// goes on. It suits Session.OnMove.
func (a *Adjudicator) Next(turn *Turn) game.Result {
	r := &a.Rules
	plies := turn.Game.Len()
	if r.MaxMoves > 0 && plies >= 2*r.MaxMoves {
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
	case score > 0 && (info.Mate || score >= r.ResignScore):
		a.won = max(a.won, 0) + 1
	case score < 0 && (info.Mate || -score >= r.ResignScore):
		a.won = min(a.won, 0) - 1
	default:
		a.won = 0
	}
	a.level++
	if move := (plies + 1) / 2; info.Mate || max(score, -score) > r.DrawScore || move < r.DrawFrom {
		a.level = 0
	}
	switch {
	case r.ResignMoves > 0 && a.won >= 2*r.ResignMoves:
		return game.WhiteWins
	case r.ResignMoves > 0 && -a.won >= 2*r.ResignMoves:
		return game.BlackWins
	case r.DrawMoves > 0 && a.level >= 2*r.DrawMoves:
		return game.Draw
	}
	return game.Ongoing
}
