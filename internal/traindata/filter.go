package traindata

import (
	"math/bits"

	"tura/position"
)

// A Filter says which positions of a game are worth training on. Positions in
// check and positions whose move is noisy are left out because their static
// eval says little about them; the first plies because they are random and
// repeat themselves.
type Filter struct {
	MinPly    int  // smallest game ply, counted from the beginning of the whole game
	MaxScore  int  // largest absolute score in centipawns
	MinPieces int  // smallest number of pieces, kings and pawns included
	KeepCheck bool // keep positions in check
	KeepNoisy bool // keep positions whose move is a capture or promotion
}

// DefaultFilter returns the filter that the embedded network is trained with.
func DefaultFilter() Filter {
	const (
		minPly    = 16
		maxScore  = 10000
		minPieces = 4
	)
	return Filter{MinPly: minPly, MaxScore: maxScore, MinPieces: minPieces}
}

// Keep tells whether the position, at the given game ply, in which the game
// continued with move and the search found score, passes the filter. The score
// may be from either side's view.
func (f Filter) Keep(pos *position.Position, ply int, move position.Move, score int16) bool {
	return ply >= f.MinPly &&
		int(score) <= f.MaxScore && int(score) >= -f.MaxScore &&
		bits.OnesCount64(pos.Occupied()) >= f.MinPieces &&
		(f.KeepCheck || !pos.InCheck()) &&
		(f.KeepNoisy || !pos.IsNoisy(move))
}

// Expand replays the game and emits a record for each position that passes the
// filter. The record is used again after emit returns. It ends with an error at
// a move that is not legal.
func Expand(g *Game, f Filter, emit func(*Record)) error {
	var record Record
	return g.Replay(func(pos *position.Position, i int) error {
		ply := &g.Plies[i]
		if f.Keep(pos, pos.GamePly(), ply.Move, ply.Score) {
			record.Encode(pos, ply.Score, g.Result)
			emit(&record)
		}
		return nil
	})
}
