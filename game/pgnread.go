package game

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"tura/position"
)

// PGNError says what is wrong with a game of a PGN text.
type PGNError struct {
	Game int // number of the game in the text, from 1
	Line int // line of the text, from 1
	Err  error
}

func (e *PGNError) Error() string {
	return fmt.Sprintf("game: PGN game %d, line %d: %v", e.Game, e.Line, e.Err)
}

func (e *PGNError) Unwrap() error { return e.Err }

// Reader reads games from PGN text, one after the other.
type Reader struct {
	lex   *lexer
	games int
	err   error // the text cannot be read on
}

// NewReader reads PGN from r: UTF-8 with or without byte order mark or ISO
// 8859-1, with line ends of any system.
func NewReader(r io.Reader) *Reader {
	return &Reader{lex: newLexer(r)}
}

// Next reads the next game, under the rules Record. Tags, comments, clock
// commands and annotations of the main line are kept, variations skipped; a
// comment behind the result belongs to the game unless an empty line parts
// them. Moves may be SAN or UCI text. At the end the error is io.EOF; a
// *PGNError belongs to the one game, which is returned as far as it could be
// read, and the next call goes on with the game after it. When the text can no
// longer be read there is no game, and the error stays.
func (r *Reader) Next() (*Game, error) {
	for r.err == nil {
		g, line, err := r.tags()
		if g == nil {
			r.err = err
			break
		}
		r.games++
		if err != nil {
			err = r.fault(line, err)
		}
		found, err := r.moves(g, err)
		if found || err != nil || len(g.Tags) > 0 || g.Len() > 0 {
			return g, err
		}
		r.games-- // nothing but signs between two games
	}
	return nil, r.err
}

// ReadPGN reads all games of a PGN text. At the first fault it stops with the
// games before it.
func ReadPGN(in io.Reader) ([]*Game, error) {
	r := NewReader(in)
	var games []*Game
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
}

// tags reads the tag section and sets the game up; a nil game is the end of
// the text, or a failure of its reader. The error with a game is a start that
// cannot be, or that the text is torn here.
func (r *Reader) tags() (g *Game, line int, err error) {
	var tags Tags
	comment := ""
	for {
		t, err := r.lex.next()
		switch {
		case isTorn(err):
		case err != nil:
			return nil, t.line, &PGNError{Game: r.games + 1, Line: t.line, Err: err}
		case t.kind == tokenTag:
			tags = append(tags, Tag{t.name, t.text})
			continue
		case t.kind == tokenComment:
			comment = joinText(comment, t.text)
			continue
		case t.kind == tokenEOF && len(tags) == 0:
			return nil, t.line, io.EOF
		default:
			r.lex.hold(t, nil)
		}
		g, startErr := startOf(tags)
		g.Tags, g.Comment = tags, comment
		if err == nil {
			err = startErr
		}
		return g, t.line, err
	}
}

// isTorn tells an error of the text from one of its reader.
func isTorn(err error) bool {
	var torn tornError
	return errors.As(err, &torn)
}

// startOf sets up the game that the tags describe. With an error the game
// stands at the standard start.
func startOf(tags Tags) (*Game, error) {
	key := variantKey(tags.Get(tagVariant))
	chess960 := slices.Contains(chess960Variants, key)
	if !chess960 && !slices.Contains(standardVariants, key) {
		return New(Record), fmt.Errorf("the variant %q is not known; chess and Chess960 are", tags.Get(tagVariant))
	}
	fen, ok := tags.Lookup(tagFEN)
	if !ok || tags.Get(tagSetUp) == "0" {
		fen = position.StartFEN
	}
	pos, err := position.FromFEN(fen)
	if err != nil {
		return New(Record), err
	}
	if chess960 {
		pos.SetChess960(true)
	}
	return FromPosition(pos, Record), nil
}

// fault makes the error of the present game.
func (r *Reader) fault(line int, err error) error {
	return &PGNError{Game: r.games, Line: line, Err: err}
}

// depthAfter counts how deep a token leaves the text in variations.
func depthAfter(depth int, kind tokenKind) int {
	switch kind {
	case tokenOpen:
		return depth + 1
	case tokenClose:
		return max(depth-1, 0)
	}
	return depth
}

// moves reads the movetext, the result, and the comments that follow it without
// an empty line between. After a fault it only looks for the end of the game.
// found tells whether the text has a result.
func (r *Reader) moves(g *Game, fault error) (found bool, err error) {
	depth, opened := 0, 0 // of variations; the line on which the outermost begins
	for {
		end := r.lex.line
		t, err := r.lex.next()
		if t.kind == tokenTag || found && depth == 0 && t.beginsGame(end) {
			r.lex.hold(t, err)
			break
		}
		if err != nil && !isTorn(err) {
			r.err = r.fault(t.line, err)
			return found, r.err
		}
		if err == nil && t.kind == tokenEOF {
			break
		}
		if t.kind == tokenOpen && depth == 0 {
			opened = t.line
		}
		if depth = depthAfter(depth, t.kind); depth == 0 && err == nil {
			switch result, ok := t.result(); {
			case ok:
				found = true
				if fault == nil {
					g.record(result)
				}
			case fault == nil:
				err = g.take(t)
			}
		}
		if err != nil && fault == nil {
			fault = r.fault(t.line, err)
		}
	}
	if depth > 0 && fault == nil {
		fault = r.fault(opened, errors.New("a variation has no end; close it with )"))
	}
	if !found && fault == nil {
		result, _ := ParseResult(g.Tags.Get(tagResult)) // an unknown result is none
		g.record(result)
	}
	return found, fault
}

// beginsGame tells whether a token behind the result, which ends on line end,
// is of the next game: a word, or a comment behind an empty line.
func (t *token) beginsGame(end int) bool {
	return t.kind == tokenWord || t.kind == tokenComment && t.line > end+1
}

// result gives the result of a game that a token is.
func (t *token) result() (result Result, ok bool) {
	if t.kind != tokenWord {
		return Ongoing, false
	}
	result, err := ParseResult(t.text)
	return result, err == nil
}

// take puts a token of the main line, which is not the result, into the game.
func (g *Game) take(t token) error {
	switch t.kind {
	case tokenComment:
		g.annotate(t.text)
	case tokenNAG:
		if nag, ok := nagNumber(t.text); ok {
			g.addNAG(nag)
		}
	case tokenWord:
		return g.playWord(t.text)
	}
	return nil
}

// playWord plays a word of the movetext that is a move, without its number
// and with its annotation signs; the signs may also stand alone.
func (g *Game) playWord(word string) error {
	digits := strings.TrimLeft(word, "0123456789")
	if digits == "" || digits[0] == '.' {
		word = strings.TrimLeft(digits, ".")
	}
	signs := word[len(strings.TrimRight(word, "!?")):]
	if body := trimMove(word); startsMove(body) {
		m, err := ParseMove(g.pos, word)
		if err != nil {
			return err
		}
		if err := g.Play(m); err != nil {
			return err
		}
	} else if body != "" {
		return nil // a number, or an evaluation
	}
	if nag, ok := nagOf(signs); ok {
		g.addNAG(nag)
	}
	return nil
}

// startsMove tells a move from the numbers and evaluation signs (-+, -/+) of
// some programs. A null move is a move, if no legal one.
func startsMove(s string) bool {
	const nullMove = "--"
	if s == "" {
		return false
	}
	c := s[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '0' || strings.HasPrefix(s, nullMove)
}

func (g *Game) addNAG(nag int) {
	if n := len(g.plies); n > 0 {
		g.plies[n-1].NAGs = append(g.plies[n-1].NAGs, nag)
	}
}

// annotate puts a comment behind the last move, and takes the clock out of it.
func (g *Game) annotate(text string) {
	text = joinText(text, "") // a line may break inside of a command
	n := len(g.plies)
	if n == 0 {
		g.Comment = joinText(g.Comment, text)
		return
	}
	p := &g.plies[n-1]
	const command = "[%clk "
	if start := strings.Index(text, command); start >= 0 {
		if length := strings.IndexByte(text[start:], ']'); length >= 0 {
			value := text[start+len(command) : start+length]
			if d, ok := parseClock(value); ok {
				p.Clock, p.HasClock = d, true
				text = text[:start] + " " + text[start+length+1:]
			}
		}
	}
	p.Comment = joinText(p.Comment, text)
}

// joinText puts two comments together, with single blanks between words.
func joinText(a, b string) string {
	return strings.Join(append(strings.Fields(a), strings.Fields(b)...), " ")
}

// maxClockPart bounds the hours and minutes of a clock command.
const maxClockPart = 1e6

// parseClock reads h:mm:ss, mm:ss or ss, the seconds with or without a
// fraction.
func parseClock(s string) (time.Duration, bool) {
	parts := strings.Split(strings.TrimSpace(s), ":")
	if len(parts) > 3 {
		return 0, false
	}
	last, err := parseSeconds(parts[len(parts)-1])
	if err != nil {
		return 0, false
	}
	whole := 0
	for _, part := range parts[:len(parts)-1] {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > maxClockPart {
			return 0, false
		}
		whole = whole*60 + n
	}
	d := time.Duration(whole)*time.Minute + last
	return d, whole <= maxClockPart
}

// record closes the game with the result that its text gives, for the reason
// that the position or the tags give. The text has the last word.
func (g *Game) record(result Result) {
	if g.Over() && (result == g.result || result == Ongoing) {
		return
	}
	g.result, g.reason = result, NoReason
	if result == Ongoing {
		return
	}
	g.reason = reasonOf(g.Tags, result)
	if g.reason == NoReason && result == Draw {
		g.reason = tableDraw(g.pos)
	}
}

// reasonOf reads the reason from the tags.
func reasonOf(tags Tags, result Result) Reason {
	if details := tags.Get(tagDetails); details != "" {
		for reason, text := range reasonText {
			if text.text == details {
				return Reason(reason)
			}
		}
	}
	switch strings.ToLower(tags.Get(tagTermination)) {
	case terminationTime:
		if result == Draw {
			return FlagFallDraw
		}
		return FlagFall
	case terminationRules, "illegal move":
		return IllegalMove
	case terminationAbandoned, "stalled connection":
		return Abandoned
	case terminationAdjudication:
		return Adjudication
	}
	return NoReason
}
