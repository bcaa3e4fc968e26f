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
	start *position.Position
	moves []position.Move
}

// loadOpenings reads the openings of the match, in the order they are played;
// without a file it is the start position, or all those of Chess960.
func loadOpenings(cfg *config) ([]opening, error) {
	openings := []opening{{start: position.New()}}
	var err error
	switch {
	case cfg.openings != "":
		openings, err = readOpenings(cfg.openings)
	case cfg.chess960:
		openings, err = chess960Starts()
	}
	if err != nil {
		return nil, err
	}
	if cfg.shuffle {
		rng := rand.New(rand.NewPCG(cfg.seed, 0))
		rng.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
	}
	if cfg.chess960 {
		for i := range openings {
			openings[i].start.SetChess960(true)
		}
	}
	return openings, nil
}

// readOpenings reads a file of openings.
func readOpenings(path string) ([]opening, error) {
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

// chess960Starts gives all start positions of Chess960.
func chess960Starts() ([]opening, error) {
	openings := make([]opening, game.Chess960Starts)
	for n := range openings {
		fen, err := game.Chess960FEN(n)
		if err != nil {
			return nil, err
		}
		pos, err := position.FromFEN(fen)
		if err != nil {
			return nil, err
		}
		openings[n].start = pos
	}
	return openings, nil
}

// readGames takes the games of a PGN file, all their moves, as openings.
func readGames(in io.Reader) ([]opening, error) {
	var openings []opening
	r := game.NewReader(in)
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return openings, nil
		}
		if err != nil {
			return nil, err
		}
		openings = append(openings, opening{g.Start(), g.Moves()})
	}
}

// readPositions takes each line as FEN, with four fields or six; what follows
// (EPD operations) is left out.
func readPositions(in io.Reader) ([]opening, error) {
	const boardFields, fenFields = 4, 6
	var openings []opening
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
		pos, err := position.FromFEN(strings.TrimSuffix(strings.Join(fields[:take], " "), ";"))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		openings = append(openings, opening{start: pos})
	}
	return openings, lines.Err()
}

func isNumber(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}
