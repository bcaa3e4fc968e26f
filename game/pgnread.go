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
// commands and annotations of the main line are kept, variations skipped.
// Moves may be SAN or UCI text. At the end the error is io.EOF; a *PGNError
// belongs to the one game, which is returned as far as it could be read, and
// the next call goes on with the game after it.
func (r *Reader) Next() (*Game, error) {
	if r.err != nil {
		return nil, r.err
	}
	g, first, err := r.tags()
	if g == nil {
		r.err = err
		return nil, err
	}
	r.games++
	if err != nil {
		return g, r.skipGame(first, err)
	}
	return g, r.moves(g)
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
// the text. The error with a game is a start that cannot be.
func (r *Reader) tags() (g *Game, line int, err error) {
	var tags Tags
	comment := ""
	for {
		t, err := r.lex.next()
		if err != nil {
			return nil, t.line, &PGNError{Game: r.games + 1, Line: t.line, Err: err}
		}
		switch t.kind {
		case tokenTag:
			tags = append(tags, Tag{t.name, t.text})
			continue
		case tokenComment:
			comment = joinText(comment, t.text)
			continue
		case tokenEOF:
			if len(tags) == 0 {
				return nil, t.line, io.EOF
			}
		}
		r.lex.hold(t)
		g, err := startOf(tags)
		g.Tags, g.Comment = tags, comment
		return g, t.line, err
	}
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

// skipGame reads on to the end of a game that has a fault.
func (r *Reader) skipGame(line int, fault error) error {
	depth := 0
	for {
		t, err := r.lex.next()
		if err != nil {
			r.err = io.EOF
			break
		}
		if t.kind == tokenEOF {
			break
		}
		if t.kind == tokenTag {
			r.lex.hold(t)
			break
		}
		depth = depthAfter(depth, t.kind)
		if t.kind == tokenWord && depth == 0 {
			if _, err := ParseResult(t.text); err == nil {
				break
			}
		}
	}
	return r.fault(line, fault)
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

// moves reads the movetext and the result.
func (r *Reader) moves(g *Game) error {
	result, found, depth := Ongoing, false, 0
	for !found {
		t, err := r.lex.next()
		if err != nil {
			r.err = io.EOF
			return r.fault(t.line, err)
		}
		if t.kind == tokenTag {
			r.lex.hold(t)
			break
		}
		if t.kind == tokenEOF {
			break
		}
		depth = depthAfter(depth, t.kind)
		if depth > 0 {
			continue
		}
		switch t.kind {
		case tokenComment:
			g.annotate(t.text)
		case tokenNAG:
			if nag, ok := nagNumber(t.text); ok {
				g.addNAG(nag)
			}
		case tokenWord:
			result, err = ParseResult(t.text)
			if found = err == nil; found {
				break
			}
			if err := g.playWord(t.text); err != nil {
				return r.skipGame(t.line, err)
			}
		}
	}
	if !found {
		result, _ = ParseResult(g.Tags.Get(tagResult)) // an unknown result is none
	}
	g.record(result)
	return nil
}

// playWord plays a word of the movetext that is a move, without its number
// and with its annotation signs.
func (g *Game) playWord(word string) error {
	digits := strings.TrimLeft(word, "0123456789")
	if digits == "" || digits[0] == '.' {
		word = strings.TrimLeft(digits, ".")
	}
	if word == "" || word == "e.p." || !startsMove(word[0]) {
		return nil // a number, or signs that stand alone
	}
	signs := word[len(strings.TrimRight(word, "!?")):]
	m, err := ParseMove(g.pos, word)
	if err != nil {
		return err
	}
	if err := g.Play(m); err != nil {
		return err
	}
	if nag, ok := nagOf(signs); ok {
		g.addNAG(nag)
	}
	return nil
}

// startsMove tells a move from the evaluation signs of some programs.
func startsMove(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '0' || c == '-'
}

func (g *Game) addNAG(nag int) {
	if n := len(g.plies); n > 0 {
		g.plies[n-1].NAGs = append(g.plies[n-1].NAGs, nag)
	}
}

// annotate puts a comment behind the last move, and takes the clock out of it.
func (g *Game) annotate(text string) {
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
