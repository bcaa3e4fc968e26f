package main

import (
	"math/rand/v2"
	"sync/atomic"

	"tura/internal/traindata"
	"tura/position"
)

// gameRules say when a game is ended before the rules of chess end it.
type gameRules struct {
	winScore  int // centipawns
	winPlies  int // plies in a row with at least winScore for the same side
	drawScore int // centipawns
	drawPlies int // plies in a row with at most drawScore
	drawStart int // game ply at which the count of drawPlies begins
	maxPlies  int // plies from the opening on, a longer game is drawn
}

// A player plays games with itself. It belongs to one goroutine.
type player struct {
	engine   engine
	limits   moveLimits
	openings openingRules
	rules    gameRules
	filter   traindata.Filter
	stop     *atomic.Bool

	list  position.MoveList
	game  traindata.Game
	kept  int    // positions of the game that pass the filter
	nodes uint64 // searched for the game, rejected openings included
}

// play plays the game with the given number of the run with the given seed. The
// game stays valid until the next call. The error is errStopped when the run was
// stopped, or says that there is no opening to play from.
func (p *player) play(seed, number uint32) (*traindata.Game, error) {
	rng := rand.New(rand.NewPCG(uint64(seed), uint64(number)))
	p.nodes = 0
	for range openingTries {
		if p.stop.Load() {
			return nil, errStopped
		}
		opening := p.openings.random(rng, &p.list)
		if opening == nil {
			continue
		}
		p.engine.NewGame()
		if p.playFrom(opening.FEN()) {
			p.game.Number = number
			return &p.game, nil
		}
	}
	return nil, p.openings.unfit()
}

// playFrom plays one game from an opening. It returns false when the opening is
// lopsided or the run was stopped.
func (p *player) playFrom(fen string) bool {
	pos, err := position.FromFEN(fen)
	if err != nil {
		return false
	}
	p.game = traindata.Game{Start: fen, Plies: p.game.Plies[:0]}
	p.kept = 0
	judge := adjudicator{rules: &p.rules}
	for {
		if result, over := outcome(pos); over {
			p.game.Result = result
			return true
		}
		if p.stop.Load() {
			return false
		}
		found := p.engine.Search(pos, p.limits.of(pos), nil)
		p.nodes += found.Nodes
		if found.Best == position.NoMove {
			return false // only when the search was stopped
		}
		score := storedScore(found.Score, pos.SideToMove())
		if len(p.game.Plies) == 0 && abs(int(score)) > p.openings.maxScore {
			return false
		}
		p.game.Plies = append(p.game.Plies, traindata.Ply{Move: found.Best, Score: score})
		if p.filter.Keep(pos, pos.GamePly(), found.Best, score) {
			p.kept++
		}
		if result, over := judge.ended(int(score), pos.GamePly()); over {
			p.game.Result = result
			return true
		}
		pos.Make(found.Best)
	}
}

// outcome tells whether the rules of chess end the game here, and how, from
// White's view.
func outcome(pos *position.Position) (result int8, over bool) {
	const repetitions = 2 // earlier occurrences
	if !pos.HasLegalMove() {
		if !pos.InCheck() {
			return 0, true
		}
		if pos.SideToMove() == position.White {
			return -1, true
		}
		return 1, true
	}
	return 0, pos.IsFiftyMoveDraw() || pos.IsInsufficientMaterial() || pos.RepetitionCount() >= repetitions
}

// An adjudicator ends games whose result is clear.
type adjudicator struct {
	rules *gameRules
	plies int // plies since the opening
	won   int // plies in a row that White (> 0) or Black (< 0) was winning
	drawn int // plies in a row with a score near 0
}

// ended takes the score of the next ply, from White's view, and tells whether
// the game is over and with which result.
func (a *adjudicator) ended(score, gamePly int) (result int8, over bool) {
	a.plies++
	switch {
	case score >= a.rules.winScore:
		a.won = max(a.won, 0) + 1
	case score <= -a.rules.winScore:
		a.won = min(a.won, 0) - 1
	default:
		a.won = 0
	}
	a.drawn++
	if abs(score) > a.rules.drawScore || gamePly < a.rules.drawStart {
		a.drawn = 0
	}
	switch {
	case a.won >= a.rules.winPlies:
		return 1, true
	case -a.won >= a.rules.winPlies:
		return -1, true
	}
	return 0, a.drawn >= a.rules.drawPlies || a.plies >= a.rules.maxPlies
}

func abs(x int) int { return max(x, -x) }
