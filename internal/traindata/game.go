package traindata

import (
	"fmt"

	"tura/position"
)

const (
	// MateThreshold is the smallest absolute stored score that stands for a
	// mate; evaluations and tablebase-free search scores are below it.
	MateThreshold = 30000

	// MaxScore is the largest absolute score that a ply holds.
	MaxScore = 32000

	// MaxPlies is the largest number of plies that a game holds.
	MaxPlies = 1<<16 - 1
)

// A Ply is one move of a game together with what the search thought of the
// position before it.
type Ply struct {
	Move  position.Move
	Score int16 // centipawns from White's view; mates are beyond MateThreshold
}

// A Game is one self-play game.
type Game struct {
	Number uint32 // number within its run: with the run's seed it determines the game
	Start  string // FEN of the first searched position
	Plies  []Ply
	Result int8 // White's view: 1 won, 0 drawn, -1 lost
}

// Replay plays the game on a position of its own and calls visit for each ply
// before its move is made. It stops with the error of visit, or with an error
// that names the ply when the start position or a move is not legal.
func (g *Game) Replay(visit func(pos *position.Position, i int) error) error {
	pos, err := position.FromFEN(g.Start)
	if err != nil {
		return fmt.Errorf("game %d: start position: %w", g.Number, err)
	}
	for i := range g.Plies {
		move := g.Plies[i].Move
		if !pos.IsLegal(move) {
			return fmt.Errorf("game %d, ply %d: move %v is not legal in %s", g.Number, i, move, pos.FEN())
		}
		if err := visit(pos, i); err != nil {
			return err
		}
		pos.Make(move)
	}
	return nil
}
