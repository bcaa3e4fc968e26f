package game

import (
	"fmt"

	"tura/position"
)

// Rules chooses the rule set of a game; the package comment describes them.
type Rules uint8

// The rule sets.
const (
	Table Rules = iota
	OverTheBoard
	Record
)

var rulesText = [...]string{Table: "table", OverTheBoard: "board", Record: "record"}

// String gives the short name of the rule set: table, board or record.
func (r Rules) String() string {
	if int(r) < len(rulesText) {
		return rulesText[r]
	}
	return fmt.Sprintf("Rules(%d)", uint8(r))
}

// ParseRules reads what String writes.
func ParseRules(s string) (Rules, error) {
	for r, text := range rulesText {
		if s == text {
			return Rules(r), nil
		}
	}
	return Table, fmt.Errorf("game: %q is not a rule set; want table, board or record", s)
}

// Plies without capture or pawn move, and earlier occurrences of the position,
// at which the rules look.
const (
	fiftyMovePlies       = 100
	seventyFiveMovePlies = 150
	earlierForThird      = 2
	earlierForFifth      = 4
)

// verdict looks at a position that has just come up and says whether the game
// has ended there. Checkmate and stalemate come first: a mate on the last move
// of a counted series wins (article 9.6.2 of the Laws).
func verdict(pos *position.Position, rules Rules) (Result, Reason) {
	if !pos.HasLegalMove() {
		if pos.InCheck() {
			return Win(pos.SideToMove().Other()), Checkmate
		}
		return Draw, Stalemate
	}
	reason := NoReason
	switch rules {
	case Table:
		reason = tableDraw(pos)
	case OverTheBoard:
		reason = boardDraw(pos)
	}
	if reason != NoReason {
		return Draw, reason
	}
	return Ongoing, NoReason
}

// tableDraw names the draw that ends a Table game in pos, or NoReason.
func tableDraw(pos *position.Position) Reason {
	switch {
	case pos.IsInsufficientMaterial():
		return InsufficientMaterial
	case pos.RepetitionCount() >= earlierForThird:
		return ThirdRepetition
	case pos.Rule50() >= fiftyMovePlies:
		return FiftyMoves
	}
	return NoReason
}

// boardDraw names the draw that ends a game over the board in pos without any
// claim, or NoReason.
func boardDraw(pos *position.Position) Reason {
	switch {
	case IsDead(pos):
		return DeadPosition
	case pos.RepetitionCount() >= earlierForFifth:
		return FifthRepetition
	case pos.Rule50() >= seventyFiveMovePlies:
		return SeventyFiveMoves
	}
	return NoReason
}

// claimable names the draw that the player to move may claim in pos, or
// NoReason (articles 9.2 and 9.3).
func claimable(pos *position.Position) Reason {
	switch {
	case pos.RepetitionCount() >= earlierForThird:
		return ThirdRepetition
	case pos.Rule50() >= fiftyMovePlies:
		return FiftyMoves
	}
	return NoReason
}
