package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/corentings/chess/v2"

	"tura/book"
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
	if err := splitGames(file, func(line int, text string) { c.countGame(name, line, text) }); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// countGame counts one game, whose text begins at a line of the named file. A game that
// cannot be read is left out and told about.
func (c *counter) countGame(name string, line int, text string) {
	game, err := parseGame(text)
	var white int
	if err == nil {
		var finished bool
		if white, finished = whitePoints(game); !finished && !c.unfinished {
			c.noResult++
			return
		}
		err = c.countMoves(game, white)
	}
	if err == nil {
		c.games++
		return
	}
	c.faulty++
	if c.faulty <= maxPGNWarnings {
		fmt.Fprintf(c.log, "makebook: %s:%d: game left out: %v\n", name, line, err)
	}
}

// whitePoints returns White's points, half of all points when the game has no result, and
// whether it has one.
func whitePoints(game *chess.Game) (points int, finished bool) {
	result := game.GetTagPair("Result")
	if result == "" {
		result = game.Outcome().String()
	}
	switch result {
	case "1-0":
		return pointsWin, true
	case "0-1":
		return 0, true
	case "1/2-1/2":
		return pointsDraw, true
	}
	return pointsDraw, false
}

// countMoves counts the first moves of a game in which White made these points. When a move
// is illegal, nothing of the game counts.
func (c *counter) countMoves(game *chess.Game, white int) error {
	pos, err := startOf(game)
	if err != nil {
		return err
	}
	moves := game.Moves()
	moves = moves[:min(len(moves), c.maxPly)]
	played := make([]moveOf, 0, len(moves))
	first := pos.SideToMove()
	for _, move := range moves {
		m, err := pos.ParseMove(move.String())
		if err != nil {
			return err
		}
		played = append(played, moveOf{book.Key(pos), book.Encode(m)})
		pos.Make(m)
	}
	points := [2]int{position.White: white, position.Black: pointsWin - white}
	mover := first
	for _, id := range played {
		r := c.moves[id]
		r.games++
		r.points += uint64(points[mover])
		c.moves[id] = r
		mover = mover.Other()
	}
	return nil
}

// startOf returns the position a game begins with.
func startOf(game *chess.Game) (*position.Position, error) {
	if fen := game.GetTagPair("FEN"); fen != "" {
		return position.FromFEN(fen)
	}
	return position.New(), nil
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

// parseGame reads one game. The reader is not ours: a panic in it is turned into an error.
func parseGame(text string) (game *chess.Game, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the game cannot be read: %v", fault)
		}
	}()
	tokens, err := chess.TokenizeGame(&chess.GameScanned{Raw: text})
	if err != nil {
		return nil, err
	}
	return chess.NewParser(tokens).Parse()
}

// splitGames reads games from r and calls game with the number of the first line and the
// text of each. A game begins with a tag after the moves of the one before; a tag inside a
// comment is none. There is no limit on the length of a game or a line.
func splitGames(r io.Reader, game func(line int, text string)) error {
	reader := bufio.NewReader(r)
	var text strings.Builder
	var first, line int
	var inComment, inMoves bool
	emit := func() {
		if inMoves {
			game(first, text.String())
		}
		text.Reset()
		inMoves = false
	}
	for {
		s, err := reader.ReadString('\n')
		line++
		if line == 1 {
			s = strings.TrimPrefix(s, byteOrderMark)
		}
		trimmed := strings.TrimSpace(s)
		isTag := !inComment && strings.HasPrefix(trimmed, "[")
		if isTag && inMoves {
			emit()
		}
		if text.Len() == 0 {
			first = line
		}
		if !isTag && trimmed != "" && !strings.HasPrefix(trimmed, "%") {
			inMoves = true
			inComment = endsInComment(trimmed, inComment)
		}
		text.WriteString(s)
		if err == io.EOF {
			emit()
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// byteOrderMark may stand at the beginning of a UTF-8 text.
const byteOrderMark = "\ufeff"

// endsInComment says whether a line of moves ends inside a comment in braces, given whether
// it began inside one.
func endsInComment(line string, inComment bool) bool {
	for _, c := range line {
		switch {
		case inComment:
			inComment = c != '}'
		case c == '{':
			inComment = true
		case c == ';':
			return false // the rest of the line is a comment
		}
	}
	return inComment
}
