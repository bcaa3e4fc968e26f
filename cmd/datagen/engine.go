package main

import (
	"math/bits"

	"tura/internal/traindata"
	"tura/position"
	"tura/search"
)

// An engine is what datagen needs of a searcher; *search.Searcher is one, and
// the tests have a small one of their own.
type engine interface {
	NewGame()
	Search(pos *position.Position, lim search.Limits, report func(search.Info)) search.Result
}

// newEngine returns a searcher with one thread, a table of hash MB of its own and
// the endgame tables in the folders of path, if any, whose scores a network can
// learn from.
func newEngine(hash int, path string) (engine, error) {
	s := search.New()
	s.SetPlainEval(true)
	if _, err := s.SetPath(path); err != nil {
		return nil, err
	}
	if err := s.SetHash(hash); err != nil {
		return nil, err
	}
	if err := s.Prepare(); err != nil {
		return nil, err
	}
	return s, nil
}

// hardFactor is the hard node limit as a multiple of the soft one.
const hardFactor = 8

// tablebaseScore is stored for a win known from endgame tables, in centipawns.
const tablebaseScore = 5000

// softLimits returns the limits of one search in a game.
func softLimits(nodes uint64) search.Limits {
	return search.Limits{SoftNodes: nodes, Nodes: nodes * hardFactor}
}

// moveLimits are the limits of the searches of a game. Endgames can have limits
// of their own: plans are longer there than a small search sees, and a position
// with few men costs less to search.
type moveLimits struct {
	usual   search.Limits
	endgame search.Limits // with at most men on the board
	men     int           // both sides, kings and pawns included; 0 = usual ones always
}

// of returns the limits for the search of a position.
func (l *moveLimits) of(pos *position.Position) search.Limits {
	if bits.OnesCount64(pos.Occupied()) <= l.men {
		return l.endgame
	}
	return l.usual
}

// storedScore turns the score of the side to move into the score that a games
// file holds: centipawns from White's view, mates beyond
// traindata.MateThreshold and everything else below it. What the endgame tables
// know to be won is stored as a won game: as a mate the trainer would leave it
// out, and learn of the drawn ones alone.
func storedScore(score search.Score, us position.Color) int16 {
	value := int(score)
	if moves, ok := score.MateIn(); ok {
		value = traindata.MaxScore - moves
		if score < 0 {
			value = -traindata.MaxScore - moves
		}
	} else if score.IsTablebase() {
		value = max(-tablebaseScore, min(tablebaseScore, value))
	} else {
		value = max(-traindata.MateThreshold+1, min(traindata.MateThreshold-1, value))
	}
	if us == position.Black {
		value = -value
	}
	return int16(value)
}
