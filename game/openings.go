package game

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tura/position"
)

// An Opening is how a game of a match or a training run begins.
type Opening struct {
	FEN      string          // the start position
	Moves    []position.Move // played from there
	Chess960 bool            // castling is written as king takes rook, whatever the start
}

// Game sets up a game that begins with the opening. It is an error when the
// opening is not legal or ends the game.
func (o *Opening) Game(rules Rules) (*Game, error) {
	start, err := position.FromFEN(o.FEN)
	if err != nil {
		return nil, err
	}
	if o.Chess960 {
		start.SetChess960(true)
	}
	g := FromPosition(start, rules)
	for _, m := range o.Moves {
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("opening from %s: %w", o.FEN, err)
		}
	}
	if g.Over() {
		return nil, fmt.Errorf("opening from %s: the game is over at once", o.FEN)
	}
	return g, nil
}

// ReadOpenings reads a file of openings: the games of a .pgn file with all their
// moves, or else one FEN or EPD position a line, without empty lines and those
// that start with #. An error names the file and the line; a file without
// openings is one.
func ReadOpenings(path string) ([]Opening, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	read := readPositions
	if strings.HasSuffix(strings.ToLower(path), ".pgn") {
		read = readGames
	}
	openings, err := read(file)
	if err == nil && len(openings) == 0 {
		err = errors.New("no openings in it")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return openings, nil
}

// readGames takes the games of a PGN file.
func readGames(in io.Reader) (openings []Opening, err error) {
	for r := NewReader(in); ; {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return openings, nil
		}
		if err != nil {
			return nil, err
		}
		openings = append(openings, Opening{FEN: g.Start().FEN(), Moves: g.Moves()})
	}
}

// readPositions takes a position from each line: the four fields that FEN and
// EPD share, and the two counters of a FEN.
func readPositions(in io.Reader) (openings []Opening, err error) {
	const boardFields, fenFields = 4, 6
	isNumber := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		take := min(len(fields), boardFields)
		if len(fields) >= fenFields && isNumber(fields[4]) && isNumber(fields[5]) {
			take = fenFields
		}
		fen := strings.TrimSuffix(strings.Join(fields[:take], " "), ";")
		if _, err := position.FromFEN(fen); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		openings = append(openings, Opening{FEN: fen})
	}
	return openings, lines.Err()
}
