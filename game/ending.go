package game

import (
	"errors"
	"fmt"

	"tura/position"
)

// Errors of offers and claims.
var (
	// ErrOfferAgain refuses a second offer before the player's next move.
	ErrOfferAgain = errors.New("game: one draw offer a move; make a move before offering again")
	// ErrNoOffer is returned when there is no offer of the opponent to answer.
	ErrNoOffer = errors.New("game: the opponent has not offered a draw")
	// ErrClaim rejects a claim that the position does not support. A wrong
	// claim stays on the table as an offer.
	ErrClaim = errors.New("game: neither the third repetition nor fifty moves; the claim counts as a draw offer")
)

// offer is a draw offer on the table.
type offer struct {
	open bool
	by   position.Color
}

// OfferDraw puts a draw offer of player c on the table, where it stays until
// the opponent accepts, declines or makes a move. A player has one offer for
// each of his moves. An offer made while the opponent's is open accepts it.
func (g *Game) OfferDraw(c position.Color) error {
	switch {
	case g.Over():
		return ErrOver
	case g.offer.open && g.offer.by != c:
		return g.AcceptDraw(c)
	case g.offer.open || g.offered[c]:
		return ErrOfferAgain
	}
	g.offer = offer{open: true, by: c}
	g.offered[c] = true
	return nil
}

// DrawOffer tells who has an offer on the table.
func (g *Game) DrawOffer() (by position.Color, open bool) {
	return g.offer.by, g.offer.open
}

// AcceptDraw ends the game: player c accepts the opponent's offer.
func (g *Game) AcceptDraw(c position.Color) error {
	if err := g.needOffer(c); err != nil {
		return err
	}
	g.end(Draw, Agreement)
	return nil
}

// DeclineDraw takes the opponent's offer off the table; a move does the same.
func (g *Game) DeclineDraw(c position.Color) error {
	if err := g.needOffer(c); err != nil {
		return err
	}
	g.offer = offer{}
	return nil
}

// needOffer checks that player c has an offer to answer.
func (g *Game) needOffer(c position.Color) error {
	switch {
	case g.Over():
		return ErrOver
	case !g.offer.open || g.offer.by == c:
		return ErrNoOffer
	}
	return nil
}

// Claimable names the draw that the player to move may claim in the present
// position (ThirdRepetition or FiftyMoves), or NoReason. Under Table rules the
// game has ended before anybody could claim.
func (g *Game) Claimable() Reason {
	if g.Over() {
		return NoReason
	}
	return claimable(g.pos)
}

// ClaimDraw claims, for the player to move, the third repetition or fifty
// moves in the present position. A right claim ends the game; a wrong one
// gives ErrClaim and is an offer to the opponent.
func (g *Game) ClaimDraw() error {
	if g.Over() {
		return ErrOver
	}
	if reason := claimable(g.pos); reason != NoReason {
		g.end(Draw, reason)
		return nil
	}
	return g.wrongClaim()
}

// ClaimDrawWith claims, for the player to move, the draw that would be there
// after move m, which he intends to make. A right claim ends the game without
// the move. After a wrong one the move has to be made (article 9.5.3): it is
// played, and ErrClaim returned. A move that mates is played and wins. An
// illegal move is an error and changes nothing.
func (g *Game) ClaimDrawWith(m position.Move) error {
	if g.Over() {
		return ErrOver
	}
	if !g.pos.IsLegal(m) {
		return fmt.Errorf("game: illegal move %v in %s", m, g.pos.FEN())
	}
	g.pos.Make(m)
	reason := claimable(g.pos)
	mate := g.pos.InCheck() && !g.pos.HasLegalMove()
	g.pos.Unmake()
	switch {
	case mate:
		return g.Play(m)
	case reason != NoReason:
		g.end(Draw, reason)
		return nil
	}
	claim := g.wrongClaim()
	if claim == nil {
		return nil
	}
	if err := g.Play(m); err != nil {
		return err
	}
	return claim
}

// wrongClaim turns a claim into an offer of the side to move (article
// 9.1.2.3), if he still has one, and reports it. When the opponent's offer is
// open the two agree: the game ends and there is no error.
func (g *Game) wrongClaim() error {
	err := g.OfferDraw(g.pos.SideToMove())
	if err != nil && !errors.Is(err, ErrOfferAgain) {
		return err
	}
	if g.Over() {
		return nil
	}
	return ErrClaim
}

// Resign ends the game as lost for c.
func (g *Game) Resign(c position.Color) error {
	return g.Forfeit(c, Resignation)
}

// Forfeit ends the game as lost for c, by decision of whoever runs it.
func (g *Game) Forfeit(c position.Color, reason Reason) error {
	if g.Over() {
		return ErrOver
	}
	g.end(Win(c.Other()), reason)
	return nil
}

// FlagFall ends the game because player c has used up his time: lost, but a
// draw when the opponent has only a king (Table, Record) or cannot give mate
// by any series of legal moves (OverTheBoard, article 6.9).
func (g *Game) FlagFall(c position.Color) error {
	if g.Over() {
		return ErrOver
	}
	opponent := c.Other()
	canWin := !bareKing(g.pos, opponent)
	if g.rules == OverTheBoard {
		canWin = CanMate(g.pos, opponent)
	}
	if canWin {
		g.end(Win(opponent), FlagFall)
	} else {
		g.end(Draw, FlagFallDraw)
	}
	return nil
}

// Adjudicate ends the game with a result given from outside.
func (g *Game) Adjudicate(result Result) error {
	if g.Over() {
		return ErrOver
	}
	if result == Ongoing {
		return errors.New("game: adjudication needs a result: 1-0, 0-1 or 1/2-1/2")
	}
	g.end(result, Adjudication)
	return nil
}

// bareKing tells whether c has nothing but the king.
func bareKing(pos *position.Position, c position.Color) bool {
	return pos.ByColor(c) == pos.Pieces(c, position.King)
}
