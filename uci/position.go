package uci

import (
	"strings"

	"tura/position"
)

// boardOnlyFields is the number of FEN fields that say only where the pieces are and who is to
// move; some clients send no more.
const boardOnlyFields = 2

// setPosition obeys "position startpos|fen F [moves ...]". After a bad FEN the old position
// stays; at a move that is not legal the rest of the list is dropped.
func (e *Engine) setPosition(words []string) {
	setup, moves := words, []string(nil)
	for i, w := range words {
		if w == "moves" {
			setup, moves = words[:i], words[i+1:]
			break
		}
	}
	pos, err := parseSetup(setup)
	if err != "" {
		e.fail("position ignored: %s", err)
		return
	}
	e.needs960 = pos.Chess960()
	pos.SetChess960(e.needs960 || e.opt.chess960)
	for i, text := range moves {
		m, err := pos.ParseMove(text)
		if err != nil {
			e.fail("move %d of the list is not played and the list ends there: %v", i+1, err)
			break
		}
		pos.Make(m)
	}
	e.pos = pos
}

// parseSetup reads what stands before the moves; the second result says what is wrong.
func parseSetup(words []string) (*position.Position, string) {
	switch {
	case len(words) == 0:
		return nil, "expected startpos or fen"
	case words[0] == "startpos":
		return position.New(), ""
	case words[0] != "fen":
		return nil, "expected startpos or fen, got " + quote(words[0])
	}
	fields := words[1:]
	if len(fields) == boardOnlyFields {
		fields = append(fields[:boardOnlyFields:boardOnlyFields], "-", "-")
	}
	pos, err := position.FromFENOutOfTurn(strings.Join(fields, " "))
	if err != nil {
		return nil, err.Error()
	}
	return pos, ""
}
