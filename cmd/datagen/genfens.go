package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"tura/position"
)

// A fensOrder is what OpenBench asks for when it distributes the generation of
// data: "genfens N seed S book <None|PATH>", where more words may follow.
type fensOrder struct {
	count int
	seed  uint64
	book  string // path, empty for the start position
}

// parseFens parses the words after "genfens". OpenBench passes them as one
// argument and "quit" as another; both spellings are understood.
func parseFens(args []string) (fensOrder, error) {
	words := strings.Fields(strings.Join(args, " "))
	var order fensOrder
	if len(words) < 3 || words[1] != "seed" {
		return order, fmt.Errorf("genfens %s: want: genfens N seed S [book None|PATH]", strings.Join(words, " "))
	}
	var err error
	if order.count, err = strconv.Atoi(words[0]); err != nil || order.count < 0 {
		return order, fmt.Errorf("genfens: number of positions %q is not a whole number from 0", words[0])
	}
	if order.seed, err = strconv.ParseUint(words[2], 10, 64); err != nil {
		return order, fmt.Errorf("genfens: seed %q is not a whole number from 0", words[2])
	}
	if len(words) > 4 && words[3] == "book" && !strings.EqualFold(words[4], "none") {
		order.book = words[4]
	}
	return order, nil
}

// genfens writes openings that are not lopsided, one a line, in the form that
// OpenBench reads.
func genfens(w io.Writer, engine engine, rules openingRules, order fensOrder, nodes uint64) error {
	rng := rand.New(rand.NewPCG(order.seed, 0))
	var list position.MoveList
	for range order.count {
		fen, err := rules.level(rng, &list, engine, nodes)
		if err != nil {
			return fmt.Errorf("genfens book %q: %w", order.book, err)
		}
		if _, err := fmt.Fprintf(w, "info string genfens %s\n", fen); err != nil {
			return err
		}
	}
	return nil
}

// level returns the FEN of a fresh opening that is not lopsided.
func (o *openingRules) level(rng *rand.Rand, list *position.MoveList, engine engine, nodes uint64) (string, error) {
	for range openingTries {
		pos := o.random(rng, list)
		if pos == nil {
			continue
		}
		fen := pos.FEN()
		pos, err := position.FromFEN(fen)
		if err != nil {
			return "", err
		}
		engine.NewGame()
		score := engine.Search(pos, softLimits(nodes), nil).Score
		if abs(int(storedScore(score, pos.SideToMove()))) <= o.maxScore {
			return fen, nil
		}
	}
	return "", o.unfit()
}
