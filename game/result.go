package game

import (
	"fmt"

	"tura/position"
)

// Result says who won.
type Result uint8

// The results of a game. Ongoing is a game that has not ended, or one whose
// result nobody knows.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Draw
)

var resultText = [...]string{Ongoing: "*", WhiteWins: "1-0", BlackWins: "0-1", Draw: "1/2-1/2"}

// String gives the result as PGN writes it: 1-0, 0-1, 1/2-1/2 or *.
func (r Result) String() string {
	if int(r) < len(resultText) {
		return resultText[r]
	}
	return fmt.Sprintf("Result(%d)", uint8(r))
}

// ParseResult reads what String writes.
func ParseResult(s string) (Result, error) {
	for r, text := range resultText {
		if s == text {
			return Result(r), nil
		}
	}
	return Ongoing, fmt.Errorf("game: %q is not a result; want 1-0, 0-1, 1/2-1/2 or *", s)
}

// Win is the result of a game won by c.
func Win(c position.Color) Result {
	if c == position.White {
		return WhiteWins
	}
	return BlackWins
}

// Winner gives the colour that won; ok is false for a draw and for a game that
// goes on.
func (r Result) Winner() (c position.Color, ok bool) {
	switch r {
	case WhiteWins:
		return position.White, true
	case BlackWins:
		return position.Black, true
	}
	return position.White, false
}

// Reason says why a game ended.
type Reason uint8

// The reasons for which a game ends.
const (
	// NoReason belongs to a game that goes on, and to a record that gives none.
	NoReason Reason = iota
	// Checkmate wins.
	Checkmate
	// Stalemate draws.
	Stalemate
	// InsufficientMaterial is the Table draw by material alone.
	InsufficientMaterial
	// ThirdRepetition is the third occurrence of a position, by itself or claimed.
	ThirdRepetition
	// FiftyMoves is fifty moves by each player without capture or pawn move,
	// by itself or claimed.
	FiftyMoves
	// FifthRepetition ends a game over the board by itself.
	FifthRepetition
	// SeventyFiveMoves ends a game over the board by itself.
	SeventyFiveMoves
	// DeadPosition is an over-the-board position in which neither side can give
	// mate by any series of legal moves.
	DeadPosition
	// Agreement is a draw offered and accepted.
	Agreement
	// Resignation loses.
	Resignation
	// FlagFall is the loss of a player who used more time than the clock had.
	FlagFall
	// FlagFallDraw is a fallen flag against an opponent who cannot win.
	FlagFallDraw
	// IllegalMove loses by decision of whoever runs the game.
	IllegalMove
	// Abandoned is a player who left: a crash, a lost connection, no answer.
	Abandoned
	// Adjudication is a result given from outside before the end on the board.
	Adjudication
)

// Values of the PGN tag Termination, section 9.8.1 of the PGN standard.
const (
	terminationNormal       = "normal"
	terminationTime         = "time forfeit"
	terminationRules        = "rules infraction"
	terminationAbandoned    = "abandoned"
	terminationAdjudication = "adjudication"
	terminationNone         = "unterminated"
)

var reasonText = [...]struct{ text, termination string }{
	NoReason:             {"", terminationNormal},
	Checkmate:            {"checkmate", terminationNormal},
	Stalemate:            {"stalemate", terminationNormal},
	InsufficientMaterial: {"insufficient material", terminationNormal},
	ThirdRepetition:      {"third repetition", terminationNormal},
	FiftyMoves:           {"fifty moves", terminationNormal},
	FifthRepetition:      {"fifth repetition", terminationNormal},
	SeventyFiveMoves:     {"seventy-five moves", terminationNormal},
	DeadPosition:         {"dead position", terminationNormal},
	Agreement:            {"agreement", terminationNormal},
	Resignation:          {"resignation", terminationNormal},
	FlagFall:             {"flag fall", terminationTime},
	FlagFallDraw:         {"flag fall, opponent cannot win", terminationTime},
	IllegalMove:          {"illegal move", terminationRules},
	Abandoned:            {"abandoned", terminationAbandoned},
	Adjudication:         {"adjudication", terminationAdjudication},
}

// String gives the reason in words; empty for NoReason.
func (r Reason) String() string {
	if int(r) < len(reasonText) {
		return reasonText[r].text
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// Termination gives the value of the PGN tag of that name.
func (r Reason) Termination() string {
	if int(r) < len(reasonText) {
		return reasonText[r].termination
	}
	return terminationNone
}
