package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"tura/position"
)

// openingRules say how the first positions of games are made.
type openingRules struct {
	book     []string // FENs to start from; nil = the start position
	chess960 float64  // share of games that start from a Chess960 position, 0 to 1
	plies    int      // random plies: this number or one more
	maxScore int      // openings whose first score is beyond this are rejected, centipawns
}

// random returns a fresh opening, or nil when the random moves ended the game.
func (o *openingRules) random(rng *rand.Rand, list *position.MoveList) *position.Position {
	pos, err := position.FromFEN(o.start(rng))
	if err != nil {
		return nil // the book has been checked, so this does not happen
	}
	for range o.plies + rng.IntN(2) {
		pos.GenerateLegal(list)
		if list.N == 0 {
			return nil
		}
		pos.Make(list.Moves[rng.IntN(list.N)])
	}
	if !pos.HasLegalMove() || pos.IsInsufficientMaterial() {
		return nil
	}
	return pos
}

// start returns the FEN that the random plies begin at.
func (o *openingRules) start(rng *rand.Rand) string {
	if o.chess960 > 0 && rng.Float64() < o.chess960 {
		return chess960FEN(rng.IntN(chess960Positions))
	}
	if len(o.book) > 0 {
		return o.book[rng.IntN(len(o.book))]
	}
	return position.StartFEN
}

// chess960Positions is the number of Chess960 start positions.
const chess960Positions = 960

// chess960FEN returns the start position with the given number, 0 to 959, after
// Reinhard Scharnagl's numbering: light-squared bishop, dark-squared bishop,
// queen, knights, and rook, king, rook on what is left.
func chess960FEN(number int) string {
	var rank [8]byte
	place := func(piece byte, empty int) {
		for file := range rank {
			if rank[file] != 0 {
				continue
			}
			if empty == 0 {
				rank[file] = piece
				return
			}
			empty--
		}
	}
	rank[number%4*2+1] = 'B'
	number /= 4
	rank[number%4*2] = 'B'
	number /= 4
	place('Q', number%6)
	knights := number / 6
	first, second := 0, 1
	for ; knights > 0; knights-- {
		if second++; second == 5 {
			first++
			second = first + 1
		}
	}
	place('N', first)
	place('N', second-1)
	place('R', 0)
	place('K', 0)
	place('R', 0)
	white := string(rank[:])
	return strings.ToLower(white) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1"
}

// readBook reads the positions of an EPD or FEN file, one a line; lines that
// are empty or start with # are skipped.
func readBook(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var book []string
	scanner := bufio.NewScanner(file)
	for line := 1; scanner.Scan(); line++ {
		text := strings.TrimSpace(scanner.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		fen, err := fenOf(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		book = append(book, fen)
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(book) == 0 {
		return nil, fmt.Errorf("%s: no positions", path)
	}
	return book, nil
}

// fenOf takes the position from a line of an EPD or FEN file: all six fields
// when they are a FEN, the first four otherwise.
func fenOf(line string) (string, error) {
	const fenFields, epdFields = 6, 4
	fields := strings.Fields(line)
	if len(fields) >= fenFields {
		fen := strings.Join(fields[:fenFields], " ")
		if _, err := position.FromFEN(fen); err == nil {
			return fen, nil
		}
	}
	fen := strings.Join(fields[:min(len(fields), epdFields)], " ")
	_, err := position.FromFEN(fen)
	return fen, err
}
