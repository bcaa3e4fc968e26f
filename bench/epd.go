package bench

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"tura/game"
	"tura/position"
	"tura/search"
)

const (
	// defaultEPDNodes is the limit for a position when none is given.
	defaultEPDNodes = 100_000
	// epdFields is the number of FEN fields an EPD line begins with.
	epdFields = 4
)

// epdLine is what one position of an EPD file asks for.
type epdLine struct {
	pos    *position.Position
	id     string
	best   []position.Move       // bm: one of these is right
	avoid  []position.Move       // am: any move but these is right
	points map[position.Move]int // c8 and c9: points by move
	mate   int                   // dm, or bm #N: mate in so many moves, negative for the other side
}

// The kinds of score.
const (
	scoreBest = iota
	scoreAvoid
	scorePoints
	scoreMateExact
	scoreMateWinner
	scoreMateLoser
	numberOfScores
)

var scoreNames = [numberOfScores]string{
	scoreBest:       "best move (bm)",
	scoreAvoid:      "move avoided (am)",
	scorePoints:     "points (c8, c9)",
	scoreMateExact:  "mate, right distance",
	scoreMateWinner: "mate found, own",
	scoreMateLoser:  "mate found, against",
}

// The marks of a position that does not ask for points.
const (
	markRight = "+"
	markWrong = "-"
)

// tally adds up one score.
type tally struct{ got, of int }

func (t tally) String() string {
	if t.of == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %d (%.1f %%)", t.got, t.of, 100*float64(t.got)/float64(t.of))
}

// epdCommand runs "bench epd" with the arguments FILE [nodes N|movetime MS]. A file name with blanks
// comes as several arguments.
func epdCommand(w io.Writer, args []string) error {
	limits := search.Limits{Nodes: defaultEPDNodes}
	if i := len(args) - 2; i > 0 && (args[i] == "nodes" || args[i] == "movetime") {
		n, err := strconv.ParseInt(args[i+1], 10, 64)
		if err != nil || n < 1 {
			return fmt.Errorf("bench epd: %q is no positive number; %s", args[i+1], usage)
		}
		limits = search.Limits{Nodes: uint64(n)}
		if args[i] == "movetime" {
			limits = search.Limits{HasMoveTime: true, MoveTime: time.Duration(n) * time.Millisecond}
		}
		args = args[:i]
	}
	if len(args) == 0 {
		return fmt.Errorf("bench epd: which file? %s", usage)
	}
	file, err := os.Open(strings.Join(args, " "))
	if err != nil {
		return fmt.Errorf("bench epd: %w", err)
	}
	defer file.Close()
	return EPD(w, file, limits)
}

// EPD searches every position of an EPD file within the limits, each as a new game with one
// thread, and prints one line for each and the scores at the end. Lines that are empty or begin
// with # are skipped, lines that cannot be read are reported and left out.
func EPD(w io.Writer, r io.Reader, limits search.Limits) error {
	lines, err := readEPD(w, r)
	if err != nil {
		return fmt.Errorf("bench epd: %w", err)
	}
	s, err := newSearcher()
	if err != nil {
		return err
	}
	var totals [numberOfScores]tally
	var solved tally // positions that ask for a move to find or to avoid
	start := time.Now()
	for i := range lines {
		l := &lines[i]
		s.NewGame()
		if err := s.Prepare(); err != nil {
			return fmt.Errorf("bench epd: %w", err)
		}
		res := s.Search(l.pos, limits, nil)
		move := "none"
		if res.Best != position.NoMove {
			move = game.SAN(l.pos, res.Best)
		}
		mark := l.judge(res, &totals)
		if l.points == nil && (l.best != nil || l.avoid != nil) {
			solved.of++
			if mark == markRight {
				solved.got++
			}
		}
		fmt.Fprintf(w, "%d/%d %s %s %s %s\n", i+1, len(lines), mark, move, scoreText(res.Score), l.id)
	}
	for kind, t := range totals {
		if t.of > 0 {
			fmt.Fprintf(w, "%s: %v\n", scoreNames[kind], t)
		}
	}
	if totals[scoreBest].of > 0 && totals[scoreAvoid].of > 0 {
		fmt.Fprintf(w, "solved (bm and am): %v\n", solved)
	}
	fmt.Fprintf(w, "%d positions in %.1f s\n", len(lines), time.Since(start).Seconds())
	return nil
}

func scoreText(s search.Score) string {
	if n, ok := s.MateIn(); ok {
		return fmt.Sprintf("#%d", n)
	}
	return fmt.Sprintf("%+d", int(s))
}

// judge adds a result to the totals and returns its mark: + (right), - (wrong) or its points.
func (l *epdLine) judge(res search.Result, totals *[numberOfScores]tally) string {
	right := true
	add := func(kind int, ok bool) {
		totals[kind].of++
		if ok {
			totals[kind].got++
		}
		right = right && ok
	}
	if l.best != nil {
		add(scoreBest, slices.Contains(l.best, res.Best))
	}
	if l.avoid != nil {
		add(scoreAvoid, !slices.Contains(l.avoid, res.Best))
	}
	if l.mate != 0 {
		found, ok := res.Score.MateIn()
		side := scoreMateWinner
		if l.mate < 0 {
			side = scoreMateLoser
		}
		sameSide := ok && (found > 0) == (l.mate > 0)
		add(side, sameSide)
		add(scoreMateExact, ok && found == l.mate)
	}
	if l.points != nil {
		most := 0
		for _, p := range l.points {
			most = max(most, p)
		}
		got := l.points[res.Best]
		totals[scorePoints].of += most
		totals[scorePoints].got += got
		return fmt.Sprintf("%d/%d", got, most)
	}
	if right {
		return markRight
	}
	return markWrong
}

// readEPD reads all usable lines and reports the others to w.
func readEPD(w io.Writer, r io.Reader) ([]epdLine, error) {
	var lines []epdLine
	scanner := bufio.NewScanner(r)
	for number := 1; scanner.Scan(); number++ {
		text := strings.TrimSpace(scanner.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		l, err := parseEPD(text)
		if err != nil {
			fmt.Fprintf(w, "line %d is left out: %v\n", number, err)
			continue
		}
		lines = append(lines, *l)
	}
	return lines, scanner.Err()
}

// parseEPD reads four FEN fields and the operations after them.
func parseEPD(text string) (*epdLine, error) {
	fields := strings.Fields(text)
	if len(fields) < epdFields {
		return nil, fmt.Errorf("an EPD line begins with %d fields", epdFields)
	}
	pos, err := position.FromFEN(strings.Join(fields[:epdFields], " "))
	if err != nil {
		return nil, err
	}
	rest := text
	for range epdFields {
		rest = strings.TrimLeft(rest, " \t")
		if i := strings.IndexAny(rest, " \t"); i >= 0 {
			rest = rest[i:]
		} else {
			rest = ""
		}
	}
	l := &epdLine{pos: pos}
	var movesText, pointsText []string
	for _, op := range splitOperations(rest) {
		name, value, _ := strings.Cut(op, " ")
		value = strings.TrimSpace(value)
		switch name {
		case "id":
			l.id = unquote(value)
		case "bm":
			err = l.parseBest(value)
		case "am":
			l.avoid, err = parseMoves(pos, value)
		case "dm":
			l.mate, err = strconv.Atoi(value)
		case "c8":
			pointsText = strings.Fields(unquote(value))
		case "c9":
			movesText = strings.Fields(unquote(value))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", op, err)
		}
	}
	if len(pointsText) > 0 && len(pointsText) == len(movesText) {
		if l.points, err = parsePoints(pos, movesText, pointsText); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// parseBest reads the value of bm: moves, or a distance to mate as in #3 or #-2.
func (l *epdLine) parseBest(value string) (err error) {
	if distance, ok := strings.CutPrefix(value, "#"); ok {
		l.mate, err = strconv.Atoi(distance)
		return err
	}
	l.best, err = parseMoves(l.pos, value)
	return err
}

// parseMoves reads a list of moves as SAN or UCI text.
func parseMoves(pos *position.Position, text string) ([]position.Move, error) {
	var list []position.Move
	for _, word := range strings.Fields(text) {
		m, err := game.ParseMove(pos, word)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// parsePoints pairs UCI moves with their points.
func parsePoints(pos *position.Position, moves, points []string) (map[position.Move]int, error) {
	table := make(map[position.Move]int)
	for i, text := range moves {
		m, err := pos.ParseMove(text)
		if err != nil {
			return nil, err
		}
		if table[m], err = strconv.Atoi(points[i]); err != nil {
			return nil, err
		}
	}
	return table, nil
}

// splitOperations cuts at semicolons that are not inside quotes.
func splitOperations(s string) []string {
	var ops []string
	quoted, start := false, 0
	for i := 0; i <= len(s); i++ {
		switch {
		case i < len(s) && s[i] == '"':
			quoted = !quoted
		case i == len(s) || s[i] == ';' && !quoted:
			if op := strings.TrimSpace(s[start:i]); op != "" {
				ops = append(ops, op)
			}
			start = i + 1
		}
	}
	return ops
}

func unquote(s string) string { return strings.Trim(s, `"`) }
