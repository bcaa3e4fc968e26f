package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"tura/game"
	"tura/position"
)

// opening is how a game begins.
type opening struct {
	fen   string
	moves []position.Move
}

// loadOpenings reads a file of openings and puts those that a run of so many
// pairs needs in random order. Without a file it is the start position.
func loadOpenings(path string, seed uint64, pairs int) ([]opening, error) {
	if path == "" {
		return []opening{{fen: position.StartFEN}}, nil
	}
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
	rng := rand.New(rand.NewPCG(seed, 0)) // stream 0 is no iteration
	rng.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
	openings = openings[:min(len(openings), pairs)]
	for _, o := range openings {
		if _, err := position.FromFEN(o.fen); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return openings, nil
}

// readGames takes the games of a PGN file, all their moves.
func readGames(in io.Reader) (openings []opening, err error) {
	for r := game.NewReader(in); ; {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return openings, nil
		}
		if err != nil {
			return nil, err
		}
		openings = append(openings, opening{g.Start().FEN(), g.Moves()})
	}
}

// readPositions takes a position from each line, FEN or EPD: the four fields of
// both, and the two counters of a FEN.
func readPositions(in io.Reader) (openings []opening, err error) {
	const boardFields, fenFields = 4, 6
	isNumber := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		n := min(len(fields), boardFields)
		if len(fields) >= fenFields && isNumber(fields[4]) && isNumber(fields[5]) {
			n = fenFields
		}
		openings = append(openings, opening{fen: strings.TrimSuffix(strings.Join(fields[:n], " "), ";")})
	}
	return openings, lines.Err()
}

// game sets up a game that begins so.
func (o *opening) game() (*game.Game, error) {
	g, err := game.FromFEN(o.fen, game.Table)
	if err != nil {
		return nil, err
	}
	for _, m := range o.moves {
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("opening from %s: %w", o.fen, err)
		}
	}
	if g.Over() {
		return nil, fmt.Errorf("opening from %s: the game is over at once", o.fen)
	}
	return g, nil
}
