package main

import (
	"flag"
	"fmt"
	"io"
	"math/bits"

	"tura/internal/traindata"
	"tura/position"
)

// Defaults of the options of starts.
const (
	startsFewest   = 6
	startsMost     = 16
	startsMaxScore = 600 // centipawns
)

// startRules say which positions of games are taken as starts of new ones.
type startRules struct {
	fewest, most int // pieces, kings and pawns included
	maxScore     int // largest absolute score, centipawns
}

// startsCommand writes endgames in which games of the files were still open, one
// FEN a line: a book of natural endgames for datagen -book.
func startsCommand(args []string, stdout, stderr io.Writer) error {
	rules := startRules{}
	flags := flag.NewFlagSet("datagen starts", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&rules.fewest, "fewest", startsFewest, "smallest number of pieces, kings and pawns included")
	flags.IntVar(&rules.most, "most", startsMost, "largest number of pieces")
	flags.IntVar(&rules.maxScore, "score", startsMaxScore, "leave out positions with a larger absolute score, in centipawns")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case flags.NArg() == 0:
		return fmt.Errorf("starts: name at least one games file")
	case rules.fewest < 3 || rules.most < rules.fewest:
		return fmt.Errorf("starts: -fewest %d -most %d: want 3 or more pieces, and no fewer at most", rules.fewest, rules.most)
	}
	for _, path := range flags.Args() {
		_, err := readGames(path, func(g *traindata.Game) error {
			fen, err := rules.of(g)
			if err == nil && fen != "" {
				_, err = fmt.Fprintln(stdout, fen)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// of returns the first position of the game with at most as many pieces as is
// this game's turn (the numbers of the range take turns), which is not in check
// and whose score is not too large; "" when there is none.
func (s startRules) of(g *traindata.Game) (fen string, err error) {
	pieces := s.fewest + int(g.Number)%(s.most-s.fewest+1)
	err = g.Replay(func(pos *position.Position, i int) error {
		if fen == "" && bits.OnesCount64(pos.Occupied()) <= pieces && !pos.InCheck() &&
			abs(int(g.Plies[i].Score)) <= s.maxScore {
			fen = pos.FEN()
		}
		return nil
	})
	return fen, err
}
