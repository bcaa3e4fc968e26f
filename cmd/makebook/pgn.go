package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"tura/book"
	"tura/game"
	"tura/position"
)

// Points of a game for a move's weight: the format's convention of twice the wins plus the
// draws.
const (
	pointsWin  = 2
	pointsDraw = 1
)

// maxPGNWarnings is the number of faulty games that are told about one by one.
const maxPGNWarnings = 5

// runPGN makes a book from games.
func runPGN(args []string, out, log io.Writer) error {
	flags := newFlags("pgn", "file.pgn ...", log)
	path := flags.String("o", "", "`file` to write the book to")
	var c counter
	flags.IntVar(&c.maxPly, "max-ply", 30, "plies of each game that go into the book")
	flags.BoolVar(&c.unfinished, "unfinished", false, "count games without a result as draws")
	minGames := flags.Int("min-games", 3, "games a move must occur in")
	minScore := flags.Int("min-score", 0, "per cent of the points a move must have made")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *path == "" || flags.NArg() == 0 {
		return errors.New("pgn needs -o file and the files with games")
	}
	if c.maxPly < 1 {
		return errors.New("-max-ply must be 1 or more")
	}
	c.log = log
	c.moves = make(map[moveOf]record)
	for _, name := range flags.Args() {
		if err := c.countFile(name); err != nil {
			return err
		}
	}
	fmt.Fprintf(log, "makebook: %d games counted, %d without a result, %d faulty\n", c.games, c.noResult, c.faulty)
	records := c.records(*minGames, *minScore)
	if err := saveBook(*path, records); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d records from %d games\n", *path, len(records), c.games)
	return nil
}

// moveOf is a move, as a book encodes it, of the position with a Polyglot key.
type moveOf struct {
	key  uint64
	move uint16
}

// record is how the games with a move went for the side that made it.
type record struct {
	games, points uint64
}

// counter adds up the moves of games.
type counter struct {
	maxPly     int
	unfinished bool
	log        io.Writer

	moves                   map[moveOf]record
	games, noResult, faulty int
}

// countFile counts the games of a PGN file.
func (c *counter) countFile(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	for r := game.NewReader(file); ; {
		g, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case g == nil:
			return fmt.Errorf("%s: %w", name, err)
		case err != nil:
			c.leaveOut(name, err)
		default:
			c.countGame(g)
		}
	}
}

// leaveOut tells about a game of the named file that cannot be read.
func (c *counter) leaveOut(name string, err error) {
	if c.faulty++; c.faulty <= maxPGNWarnings {
		fmt.Fprintf(c.log, "makebook: %s: game left out: %v\n", name, err)
	}
}

// countGame counts one game.
func (c *counter) countGame(g *game.Game) {
	white, finished := whitePoints(g.Result())
	if !finished && !c.unfinished {
		c.noResult++
		return
	}
	c.countMoves(g, white)
	c.games++
}

// whitePoints returns White's points, half of all points when the game has no result, and
// whether it has one.
func whitePoints(result game.Result) (points int, finished bool) {
	switch result {
	case game.WhiteWins:
		return pointsWin, true
	case game.BlackWins:
		return 0, true
	case game.Draw:
		return pointsDraw, true
	}
	return pointsDraw, false
}

// countMoves counts the first moves of a game in which White made these points.
func (c *counter) countMoves(g *game.Game, white int) {
	points := [2]int{position.White: white, position.Black: pointsWin - white}
	pos := g.Start()
	for i := range min(g.Len(), c.maxPly) {
		move := g.Ply(i).Move
		id := moveOf{book.Key(pos), book.Encode(move)}
		r := c.moves[id]
		r.games++
		r.points += uint64(points[pos.SideToMove()])
		c.moves[id] = r
		pos.Make(move)
	}
}

// records returns the book: all moves with enough games and points, weighted by points, all
// scaled alike into 16 bits.
func (c *counter) records(minGames, minScore int) []book.Record {
	var largest uint64
	for _, r := range c.moves {
		largest = max(largest, r.points)
	}
	var records []book.Record
	for id, r := range c.moves {
		possible := pointsWin * r.games
		if r.points == 0 || r.games < uint64(max(0, minGames)) || percent*r.points < uint64(max(0, minScore))*possible {
			continue
		}
		records = append(records, book.Record{Key: id.key, Move: id.move, Weight: book.ScaleWeight(r.points, largest)})
	}
	book.Sort(records)
	return records
}
