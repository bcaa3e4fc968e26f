package uciclient

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tura/game"
	"tura/position"
)

// DelayWay says how an engine learns of the move timer, for which UCI has no
// word.
type DelayWay string

// The ways to tell an engine of the move timer.
const (
	// DelayOption sets the option Move Timer and sends only the bank.
	DelayOption DelayWay = "option"
	// DelayMode sets the option Clock Mode to Delay and sends the timer as
	// winc and binc.
	DelayMode DelayWay = "mode"
	// DelayWords sends the words wdelay and bdelay with go.
	DelayWords DelayWay = "words"
)

// Options an engine may have for the move timer, and the values of the second.
const (
	optionMoveTimer = "Move Timer"
	optionClockMode = "Clock Mode"
	modeDelay       = "Delay"
	modeIncrement   = "Increment"
	optionChess960  = "UCI_Chess960"
)

// Default times of a Session.
const (
	// DefaultPatience is how long an engine may take to get ready.
	DefaultPatience = 30 * time.Second
	// DefaultStall is how long a search without a clock may take.
	DefaultStall = 10 * time.Minute
	// lateGrace is how long a move is still awaited after the flag has fallen,
	// to tell a late engine from a hanging one.
	lateGrace = time.Second
)

// Player is an engine with the conditions it plays under.
type Player struct {
	Engine  *Engine
	Control game.TimeControl
	Delay   DelayWay // empty is DelayOption
	Depth   int      // limits of each search, besides the clock; 0 is none
	Nodes   uint64

	timer time.Duration // value of the option Move Timer
	mode  string        // value of the option Clock Mode, when it was set
}

// Session is a board with two players, in the order white, black.
type Session struct {
	Players  [2]*Player
	Margin   time.Duration // see game.Clock
	Patience time.Duration // 0 is DefaultPatience
	Stall    time.Duration // 0 is DefaultStall
	// OnMove, when not nil, is called after each move. A result other than
	// Ongoing adjudicates the game.
	OnMove func(*Turn) game.Result
}

// Turn is one move of a Session.
type Turn struct {
	Game   *game.Game // after the move
	Player position.Color
	Spent  time.Duration // from go to bestmove
	// Bank and Timer are what the player had before the move: the bank, and the
	// free time before it.
	Bank, Timer time.Duration
	Clock       *game.Clock // after the move
	Best        Best
}

// PlayerError is an engine that cannot go on: it has to be started anew.
type PlayerError struct {
	Player position.Color
	Err    error
}

func (e *PlayerError) Error() string {
	return fmt.Sprintf("uciclient: %v player: %v", e.Player, e.Err)
}

func (e *PlayerError) Unwrap() error { return e.Err }

// Play plays the game to its end, from the position it stands at. Engines have
// had their Handshake. Faults of an engine end the game against it: a late
// move, an illegal one, a crash. Each move gets the clock and a comment with
// the engine's score, depth and time. A *PlayerError says that an engine is
// not fit for another game.
func (s *Session) Play(g *game.Game) error {
	clock := game.NewClock(s.Players[position.White].Control, s.Players[position.Black].Control, nil)
	clock.Margin = s.Margin
	for c, p := range s.Players {
		if err := p.prepare(g.Position().Chess960(), s.patience()); err != nil {
			return s.abandon(g, position.Color(c), err)
		}
	}
	start := startText(g)
	for !g.Over() {
		c := g.SideToMove()
		turn, err := s.turn(g, clock, start)
		if err != nil {
			return s.abandon(g, c, err)
		}
		if g.Over() && turn == nil {
			return nil // flag or illegal move
		}
		if s.OnMove == nil {
			continue
		}
		if result := s.OnMove(turn); result != game.Ongoing && !g.Over() {
			return g.Adjudicate(result)
		}
	}
	return nil
}

func (s *Session) patience() time.Duration {
	if s.Patience == 0 {
		return DefaultPatience
	}
	return s.Patience
}

// startText gives the FEN of the start for the position command; empty for the
// standard start.
func startText(g *game.Game) string {
	if fen := g.Start().FEN(); fen != position.StartFEN {
		return fen
	}
	return ""
}

// abandon ends the game against a player who cannot go on.
func (s *Session) abandon(g *game.Game, c position.Color, err error) error {
	if !g.Over() {
		if err := g.Forfeit(c, game.Abandoned); err != nil {
			return err
		}
	}
	return &PlayerError{c, err}
}

// prepare makes the engine ready for a game.
func (p *Player) prepare(chess960 bool, patience time.Duration) error {
	if p.Engine.HasOption(optionChess960) {
		if err := p.Engine.SetOption(optionChess960, fmt.Sprint(chess960)); err != nil {
			return err
		}
	} else if chess960 {
		return errors.New("the engine has no option UCI_Chess960")
	}
	return p.Engine.NewGame(patience)
}

// turn lets the side to move make its move. A nil turn without an error means
// that the player lost the game instead; an error that the engine is gone.
func (s *Session) turn(g *game.Game, clock *game.Clock, start string) (*Turn, error) {
	c := g.SideToMove()
	p := s.Players[c]
	if err := p.tellDelay(clock.Delay(c)); err != nil {
		return nil, err
	}
	if err := p.Engine.Position(start, g.UCI()); err != nil {
		return nil, err
	}
	if err := p.Engine.Ready(s.patience()); err != nil {
		return nil, err
	}
	turn := &Turn{Game: g, Player: c, Bank: clock.Bank(c), Timer: clock.Timer(c), Clock: clock}
	limits := p.limits(clock, c)
	if err := p.Engine.Go(limits); err != nil {
		return nil, err
	}
	clock.StartAt(c, p.Engine.Sent())
	best, err := p.Engine.BestMove(s.deadline(clock, c), nil)
	if errors.Is(err, ErrTimeout) {
		return nil, s.timeout(g, clock, c)
	}
	if err != nil {
		return nil, err
	}
	turn.Best = best
	spent, inTime := clock.PressAt(best.Read)
	turn.Spent = spent
	if !inTime {
		return nil, g.FlagFall(c)
	}
	if err := g.PlayUCI(best.Move); err != nil {
		noteIllegal(g, best.Move)
		return nil, g.Forfeit(c, game.IllegalMove)
	}
	annotate(g, clock, turn)
	return turn, nil
}

// noteIllegal writes down what the player wanted to play.
func noteIllegal(g *game.Game, move string) {
	comment := &g.Comment
	if n := g.Len(); n > 0 {
		comment = &g.Ply(n - 1).Comment
	}
	*comment = strings.TrimSpace(*comment + " illegal answer: " + move)
}

// deadline is when nobody waits for the move any more.
func (s *Session) deadline(clock *game.Clock, c position.Color) time.Time {
	allowance, timed := clock.Allowance(c)
	if !timed {
		allowance = s.Stall
		if allowance == 0 {
			allowance = DefaultStall
		}
	}
	return s.Players[c].Engine.Sent().Add(allowance + s.Margin + lateGrace)
}

// timeout ends the game of a player who has not moved at all, and sees whether
// the engine still listens.
func (s *Session) timeout(g *game.Game, clock *game.Clock, c position.Color) error {
	p := s.Players[c]
	if p.Control.Timed() {
		clock.Press()
		if err := g.FlagFall(c); err != nil {
			return err
		}
	}
	if err := p.Engine.Stop(); err != nil {
		return err
	}
	if _, err := p.Engine.BestMove(time.Now().Add(lateGrace), nil); err != nil {
		return err
	}
	if !g.Over() {
		return g.Forfeit(c, game.Abandoned)
	}
	return nil
}

// tellDelay sets the engine's options for the move timer where they have
// changed.
func (p *Player) tellDelay(delay time.Duration) error {
	switch p.Delay {
	case DelayMode:
		mode := modeIncrement
		if delay > 0 {
			mode = modeDelay
		}
		if mode == p.mode || p.mode == "" && delay == 0 {
			return nil
		}
		p.mode = mode
		return p.Engine.SetOption(optionClockMode, mode)
	case DelayWords:
		return nil
	}
	if delay == p.timer || !p.Engine.HasOption(optionMoveTimer) {
		return nil
	}
	p.timer = delay
	return p.Engine.SetOption(optionMoveTimer, fmt.Sprint(delay.Milliseconds()))
}

// limits gives the arguments of go for the player to move.
func (p *Player) limits(clock *game.Clock, mover position.Color) Limits {
	l := Limits{Depth: p.Depth, Nodes: p.Nodes, MoveTime: p.Control.MoveTime}
	if !p.Control.Timed() || l.MoveTime > 0 {
		return l
	}
	l.MovesToGo = clock.MovesToGo(mover)
	for _, c := range [2]position.Color{position.White, position.Black} {
		control := clock.Control(c)
		l.Clock[c] = control.Timed() && control.MoveTime == 0
		l.Bank[c] = clock.Bank(c)
		l.Inc[c] = clock.Increment(c)
		switch p.Delay {
		case DelayMode:
			if delay := clock.Delay(c); delay > 0 {
				l.Inc[c] = delay
			}
		case DelayWords:
			l.Delay[c] = clock.Delay(c)
		}
	}
	return l
}

// annotate writes clock, score, depth and time behind the last move.
func annotate(g *game.Game, clock *game.Clock, turn *Turn) {
	ply := g.Ply(g.Len() - 1)
	if control := clock.Control(turn.Player); control.Timed() && control.MoveTime == 0 {
		ply.Clock, ply.HasClock = clock.Bank(turn.Player), true
	}
	ply.Comment = fmt.Sprintf("%.3fs", turn.Spent.Seconds())
	if info := turn.Best.Info; info.HasScore {
		ply.Comment = fmt.Sprintf("%s/%d %s", scoreText(info), info.Depth, ply.Comment)
	}
}

// scoreText writes a score in pawns with its sign, or as a distance to mate in
// moves: +M3, -M2.
func scoreText(info Info) string {
	const centipawns = 100
	switch {
	case !info.Mate:
		return fmt.Sprintf("%+.2f", float64(info.Score)/centipawns)
	case info.Score > 0:
		return fmt.Sprintf("+M%d", info.Score)
	}
	return fmt.Sprintf("-M%d", -info.Score)
}
