package main

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"

	"tura/internal/traindata"
	"tura/position"
)

// scoreBounds are the upper ends of the score classes, in centipawns; the last
// class is open.
var scoreBounds = [...]int{25, 50, 100, 200, 400, 800, 1600, traindata.MateThreshold - 1}

// summary collects figures about games.
type summary struct {
	tally
	bytes      int64
	results    [3]int // lost, drawn, won by White
	longest    int
	duplicates int
	seen       map[uint64]bool
	chess960   int // games from a start with castling rooks or kings off their usual squares

	inCheck, noisy, early, extreme, few int // why positions are left out, first reason
	classes                             [len(scoreBounds) + 1]scoreClass
	pieces                              [33]int // kept positions by number of pieces
	fit                                 curve
}

// A scoreClass counts the kept positions with absolute scores in one range.
type scoreClass struct {
	count  int
	points float64 // of the side that the score is for, in its games: win 1, draw 0.5
}

// stats prints figures about the games of all files together.
func stats(w io.Writer, paths []string) error {
	s := summary{seen: make(map[uint64]bool)}
	filter := traindata.DefaultFilter()
	var faults []error
	for _, path := range paths {
		seed, err := readGames(path, func(g *traindata.Game) error { return s.game(g, filter) })
		if err != nil {
			faults = append(faults, err)
		}
		if info, err := os.Stat(path); err == nil {
			s.bytes += info.Size()
			fmt.Fprintf(w, "%s: %d bytes, seed %d\n", path, info.Size(), seed)
		}
	}
	s.print(w, filter)
	return errors.Join(faults...)
}

// game adds one game.
func (s *summary) game(g *traindata.Game, filter traindata.Filter) error {
	key := fingerprint(g)
	if s.seen[key] {
		s.duplicates++
	}
	s.seen[key] = true
	s.results[g.Result+1]++
	s.longest = max(s.longest, len(g.Plies))
	kept := 0
	err := g.Replay(func(pos *position.Position, i int) error {
		if i == 0 && pos.Chess960() {
			s.chess960++
		}
		if s.position(pos, g.Plies[i], g.Result, filter) {
			kept++
		}
		return nil
	})
	s.add(len(g.Plies), kept, 0)
	return err
}

// position adds one position and tells whether the filter keeps it.
func (s *summary) position(pos *position.Position, ply traindata.Ply, result int8, filter traindata.Filter) bool {
	pieces := bits.OnesCount64(pos.Occupied())
	score := int(ply.Score)
	switch {
	case filter.Keep(pos, pos.GamePly(), ply.Move, ply.Score):
	case pos.GamePly() < filter.MinPly:
		s.early++
		return false
	case pos.InCheck():
		s.inCheck++
		return false
	case pos.IsNoisy(ply.Move):
		s.noisy++
		return false
	case abs(score) > filter.MaxScore:
		s.extreme++
		return false
	default:
		s.few++
		return false
	}
	s.pieces[min(pieces, len(s.pieces)-1)]++
	points := float64(result+1) / 2
	if score < 0 {
		points = 1 - points
	}
	s.fit.add(abs(score), points)
	class := 0
	for class < len(scoreBounds) && abs(score) > scoreBounds[class] {
		class++
	}
	s.classes[class].count++
	s.classes[class].points += points
	return true
}

func (s *summary) print(w io.Writer, filter traindata.Filter) {
	games, plies, kept := float64(max(s.games, 1)), float64(max(s.plies, 1)), float64(max(s.kept, 1))
	fmt.Fprintf(w, "games        %d (%d more than once, %d Chess960)\n", s.games, s.duplicates, s.chess960)
	fmt.Fprintf(w, "results      White won %.1f %%, drawn %.1f %%, Black won %.1f %%\n",
		100*float64(s.results[2])/games, 100*float64(s.results[1])/games, 100*float64(s.results[0])/games)
	fmt.Fprintf(w, "positions    %d, %.1f a game, longest game %d, %.2f bytes a position\n",
		s.plies, plies/games, s.longest, float64(s.bytes)/plies)
	fmt.Fprintf(w, "kept         %d (%.1f %%) by the default filter\n", s.kept, 100*float64(s.kept)/plies)
	fmt.Fprintf(w, "left out     %.1f %% before ply %d, %.1f %% in check, %.1f %% noisy move, %.1f %% score beyond %d, %.1f %% fewer than %d pieces\n",
		100*float64(s.early)/plies, filter.MinPly, 100*float64(s.inCheck)/plies, 100*float64(s.noisy)/plies,
		100*float64(s.extreme)/plies, filter.MaxScore, 100*float64(s.few)/plies, filter.MinPieces)
	fmt.Fprintln(w, "kept positions by absolute score (share, points of the side that it favours):")
	lower := 0
	for i, class := range s.classes {
		name := fmt.Sprintf("%d-%d", lower, scoreBounds[min(i, len(scoreBounds)-1)])
		if i == len(scoreBounds) {
			name = "mate"
		} else {
			lower = scoreBounds[i] + 1
		}
		if class.count > 0 {
			fmt.Fprintf(w, "  %-12s %5.1f %%  %.3f\n", name, 100*float64(class.count)/kept, class.points/float64(class.count))
		}
	}
	if scale, ok := s.fit.scale(); ok {
		fmt.Fprintf(w, "points fit 1 / (1 + exp(-score/%.0f)) best\n", scale)
	}
	fmt.Fprint(w, "kept positions by pieces (%):")
	const step = 4
	for from := 1; from < len(s.pieces); from += step {
		count := 0
		for _, n := range s.pieces[from : from+step] {
			count += n
		}
		fmt.Fprintf(w, "  %d-%d: %.1f", from, from+step-1, 100*float64(count)/kept)
	}
	fmt.Fprintln(w)
}
