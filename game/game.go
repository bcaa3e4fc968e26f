package game

import (
	"errors"
	"fmt"
	"time"

	"tura/position"
)

// ErrOver is returned by everything that would continue a game that has ended.
var ErrOver = errors.New("game: the game is over")

// ErrNoMoves is returned by TakeBack at the start of the game.
var ErrNoMoves = errors.New("game: there is no move to take back")

// Ply is one move of the game with what a record says about it.
type Ply struct {
	Move    position.Move
	Comment string // text behind the move, without the clock commands
	NAGs    []int  // numeric annotation glyphs: 1 is "!", 2 is "?"

	// Clock is what the mover's clock showed after the move, when HasClock.
	Clock    time.Duration
	HasClock bool
}

// Game is one game: its start, its moves, and how it ended. It is not safe
// for concurrent use.
type Game struct {
	// Tags are the PGN tags in the order of the record. Result, FEN, SetUp,
	// Variant and Termination are written from the game itself.
	Tags Tags
	// Comment stands before the first move.
	Comment string

	rules  Rules
	start  *position.Position
	pos    *position.Position
	plies  []Ply
	result Result
	reason Reason

	offer   offer
	offered [2]bool // the player has made an offer since his own last move
}

// New starts a game from the standard start position.
func New(rules Rules) *Game {
	return FromPosition(position.New(), rules)
}

// FromFEN starts a game from a position given as FEN (X-FEN and Shredder-FEN
// for Chess960). The error is that of position.FromFEN.
func FromFEN(fen string, rules Rules) (*Game, error) {
	pos, err := position.FromFEN(fen)
	if err != nil {
		return nil, fmt.Errorf("game: %w", err)
	}
	return FromPosition(pos, rules), nil
}

// FromPosition starts a game from a copy of pos, with the history pos has. The
// game is over at once when the rules say so.
func FromPosition(pos *position.Position, rules Rules) *Game {
	g := &Game{rules: rules, start: pos.Clone(), pos: pos.Clone()}
	g.result, g.reason = verdict(g.pos, rules)
	return g
}

// Rules gives the rule set of the game.
func (g *Game) Rules() Rules { return g.rules }

// Start gives a copy of the position the game began with.
func (g *Game) Start() *position.Position { return g.start.Clone() }

// Position gives the present position with its history. It belongs to the
// game: look, or Clone it.
func (g *Game) Position() *position.Position { return g.pos }

// SideToMove gives the player whose turn it is.
func (g *Game) SideToMove() position.Color { return g.pos.SideToMove() }

// Len gives the number of plies played.
func (g *Game) Len() int { return len(g.plies) }

// Ply gives ply i, 0 <= i < Len, for reading and annotating; its Move must
// stay as it is.
func (g *Game) Ply(i int) *Ply { return &g.plies[i] }

// Moves gives a copy of the list of moves.
func (g *Game) Moves() []position.Move {
	moves := make([]position.Move, len(g.plies))
	for i := range g.plies {
		moves[i] = g.plies[i].Move
	}
	return moves
}

// UCI gives the moves as a UCI client sends them behind "position ... moves".
func (g *Game) UCI() []string { return g.texts((*position.Position).UCI) }

// SAN gives the moves in standard algebraic notation.
func (g *Game) SAN() []string { return g.texts(SAN) }

// texts replays the game and writes each move in the position it was made in.
func (g *Game) texts(write func(*position.Position, position.Move) string) []string {
	pos := g.start.Clone()
	pos.SetChess960(g.pos.Chess960())
	out := make([]string, len(g.plies))
	for i := range g.plies {
		out[i] = write(pos, g.plies[i].Move)
		pos.Make(g.plies[i].Move)
	}
	return out
}

// Result gives the result; Ongoing while the game goes on.
func (g *Game) Result() Result { return g.result }

// Reason says why the game ended; NoReason while it goes on.
func (g *Game) Reason() Reason { return g.reason }

// Over tells whether the game has ended.
func (g *Game) Over() bool { return g.result != Ongoing }

// Play makes a legal move for the side to move. It declines an offer the
// opponent has on the table. The error is ErrOver, or says that the move is
// illegal; the game is then as it was, and it is for whoever runs the game to
// decide (see Forfeit).
func (g *Game) Play(m position.Move) error {
	if g.Over() {
		return ErrOver
	}
	if !g.pos.IsLegal(m) {
		return fmt.Errorf("game: illegal move %v in %s", m, g.pos.FEN())
	}
	g.push(m)
	g.result, g.reason = verdict(g.pos, g.rules)
	if g.Over() {
		g.offer = offer{}
	}
	return nil
}

// PlayUCI makes the move given as UCI text.
func (g *Game) PlayUCI(s string) error {
	m, err := g.pos.ParseMove(s)
	if err != nil {
		return fmt.Errorf("game: %w", err)
	}
	return g.Play(m)
}

// PlaySAN makes the move given in SAN.
func (g *Game) PlaySAN(s string) error {
	m, err := ParseSAN(g.pos, s)
	if err != nil {
		return err
	}
	return g.Play(m)
}

// push makes a legal move and updates the offers, without looking for the end.
func (g *Game) push(m position.Move) {
	mover := g.pos.SideToMove()
	g.pos.Make(m)
	g.plies = append(g.plies, Ply{Move: m})
	g.offered[mover] = false
	if g.offer.open && g.offer.by != mover {
		g.offer = offer{}
	}
}

// TakeBack takes the last move back, with whatever result and offers came
// after it.
func (g *Game) TakeBack() error {
	if len(g.plies) == 0 {
		return ErrNoMoves
	}
	g.pos.Unmake()
	g.plies = g.plies[:len(g.plies)-1]
	g.result, g.reason = Ongoing, NoReason
	g.offer, g.offered = offer{}, [2]bool{}
	return nil
}

// end closes the game.
func (g *Game) end(result Result, reason Reason) {
	g.result, g.reason = result, reason
	g.offer = offer{}
}
