package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tura/game"
	"tura/position"
	"tura/search"
)

// maxWarnings is the number of faulty games that are told about one by one.
const maxWarnings = 5

// centipawns is a pawn, the unit of scores in comments.
const centipawns = 100

// scoredComment is a comment that begins with a score in pawns and a depth.
var scoredComment = regexp.MustCompile(`^([+-]?[0-9]+\.[0-9]+)/[0-9]+\b`)

// place is where positions are counted together: the score for the side to
// move, rounded, and the material.
type place struct{ score, material int }

// tally counts what became of positions, for the side that was to move.
type tally struct{ won, drawn, lost float64 }

// total is the number of positions.
func (t *tally) total() float64 { return t.won + t.drawn + t.lost }

// add counts a position with us to move in a game with this result.
func (t *tally) add(result game.Result, us position.Color) {
	winner, decided := result.Winner()
	switch {
	case !decided:
		t.drawn++
	case winner == us:
		t.won++
	default:
		t.lost++
	}
}

// cell is a place with its tally.
type cell struct {
	place
	tally
}

// sample is what was counted in games.
type sample struct {
	cfg       *config
	log       *os.File
	counts    map[place]tally
	games     int // with a result that counts
	positions int
	spoilt    int // games that ended for a reason outside of the board, or not at all
	faulty    int // games that could not be read to their end
}

func newSample(cfg *config, log *os.File) *sample {
	return &sample{cfg: cfg, log: log, counts: map[place]tally{}}
}

// readFiles counts the games of PGN files.
func (s *sample) readFiles(names []string) error {
	show, err := newProgress(s.log, names)
	if err != nil {
		return err
	}
	defer show.end()
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		err = s.read(show.reader(file), func() { show.line(s.summary()) })
		if err = errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// read counts the games of a PGN text and calls each after every one. A game
// with a fault is left out.
func (s *sample) read(in io.Reader, each func()) error {
	for r := game.NewReader(in); ; each() {
		g, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && g == nil:
			return err
		case err != nil:
			if s.faulty++; s.faulty <= maxWarnings {
				fmt.Fprintln(s.log, "fitwdl: game left out:", err)
			}
		default:
			s.add(g)
		}
	}
}

// add counts the scored positions of a game.
func (s *sample) add(g *game.Game) {
	switch g.Reason() {
	case game.FlagFall, game.FlagFallDraw, game.IllegalMove, game.Abandoned:
		s.spoilt++
		return
	}
	if g.Result() == game.Ongoing {
		s.spoilt++
		return
	}
	s.games++
	taken := [2]bool{
		position.White: s.takes(g.Tags.Get("White")),
		position.Black: s.takes(g.Tags.Get("Black")),
	}
	pos := g.Start()
	for i := range g.Len() {
		ply := g.Ply(i)
		if taken[pos.SideToMove()] {
			s.addPosition(pos, ply.Comment, g.Result())
		}
		pos.Make(ply.Move)
	}
}

// takes tells whether the scores of a player count.
func (s *sample) takes(player string) bool {
	return len(s.cfg.players) == 0 || slices.ContainsFunc(s.cfg.players, func(text string) bool {
		return strings.Contains(player, text)
	})
}

// addPosition counts a position when the comment on the move there has a score.
func (s *sample) addPosition(pos *position.Position, comment string, result game.Result) {
	score, ok := scoreOf(comment)
	if !ok || score > s.cfg.limit || score < -s.cfg.limit {
		return
	}
	bin := float64(s.cfg.bin)
	at := place{int(math.Round(float64(score)/bin)) * s.cfg.bin, search.WDLMaterial(pos)}
	t := s.counts[at]
	t.add(result, pos.SideToMove())
	s.counts[at] = t
	s.positions++
}

// scoreOf reads the score in centipawns at the beginning of a comment; ok is
// false for comments without one and for mates.
func scoreOf(comment string) (cp int, ok bool) {
	match := scoredComment.FindStringSubmatch(comment)
	if match == nil {
		return 0, false
	}
	pawns, err := strconv.ParseFloat(match[1], 64)
	if err != nil || math.Abs(pawns) > math.MaxInt16 {
		return 0, false
	}
	return int(math.Round(pawns * centipawns)), true
}

// sorted lists the cells in a fixed order, so that every run computes the same.
func (s *sample) sorted() []cell {
	cells := make([]cell, 0, len(s.counts))
	for p, t := range s.counts {
		cells = append(cells, cell{p, t})
	}
	slices.SortFunc(cells, func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.material, b.material), cmp.Compare(a.score, b.score))
	})
	return cells
}

// summary says in a line what was counted.
func (s *sample) summary() string {
	return fmt.Sprintf("%d positions of %d games; left out: %d games without a proper end, %d faulty",
		s.positions, s.games, s.spoilt, s.faulty)
}
