package game

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// tokenKind is the kind of a piece of PGN text.
type tokenKind uint8

const (
	tokenEOF     tokenKind = iota
	tokenTag               // [Name "value"]
	tokenComment           // {text} or ;text
	tokenNAG               // $n
	tokenOpen              // (
	tokenClose             // )
	tokenWord              // move, move number, result, anything else
)

// token is one piece of PGN text.
type token struct {
	kind tokenKind
	text string // tag value, comment, word, digits of a NAG
	name string // tag name
	line int    // line it begins on, from 1
}

// tornError is the fault of a text that ends in the middle of something.
type tornError string

func (e tornError) Error() string { return string(e) }

// lexer cuts PGN text into tokens.
type lexer struct {
	in      *bufio.Reader
	line    int
	column  int // bytes read of the line
	held    *token
	heldErr error
}

// byteOrderMark begins the files of some programs, and stands in the middle of
// files that were joined.
const byteOrderMark = "\uFEFF"

func newLexer(r io.Reader) *lexer {
	return &lexer{in: bufio.NewReader(r), line: 1}
}

// hold gives t back with the error it came with, to be the next token.
func (l *lexer) hold(t token, err error) { l.held, l.heldErr = &t, err }

// get reads a byte; line ends of all systems come as \n, and a byte order mark
// as a blank without a column.
func (l *lexer) get() (byte, error) {
	c, err := l.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == byteOrderMark[0] {
		if rest, _ := l.in.Peek(len(byteOrderMark) - 1); string(rest) == byteOrderMark[1:] {
			_, _ = l.in.Discard(len(rest))
			return ' ', nil
		}
	}
	if c == '\r' {
		if next, _ := l.in.Peek(1); len(next) == 1 && next[0] == '\n' {
			_, _ = l.in.Discard(1)
		}
		c = '\n'
	}
	l.column++
	if c == '\n' {
		l.line++
		l.column = 0
	}
	return c, nil
}

// peek looks at the next byte, as get would give it; 0 at the end.
func (l *lexer) peek() byte {
	next, _ := l.in.Peek(1)
	if len(next) == 0 {
		return 0
	}
	if next[0] == byteOrderMark[0] {
		if mark, _ := l.in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
			return ' '
		}
	}
	return next[0]
}

// next gives the next token. The error is that of the reader, or a tornError
// for a comment or tag that has no end.
func (l *lexer) next() (token, error) {
	if l.held != nil {
		t := *l.held
		l.held = nil
		return t, l.heldErr
	}
	for {
		escape := l.column == 0
		t := token{line: l.line}
		c, err := l.get()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return t, fmt.Errorf("game: reading PGN: %w", err)
		}
		switch {
		case c == '%' && escape:
			if _, err := l.until('\n'); err != nil {
				return t, err
			}
			continue
		case isSpace(c) || c == '}' || c == ']' || c == '<' || c == '>':
			continue
		case c == '[':
			t.kind = tokenTag
			t.name, t.text, err = l.tag()
		case c == '{':
			t.kind = tokenComment
			t.text, err = l.until('}')
		case c == ';':
			t.kind = tokenComment
			t.text, err = l.until('\n')
		case c == '(':
			t.kind = tokenOpen
		case c == ')':
			t.kind = tokenClose
		case c == '$':
			t.kind = tokenNAG
			t.text = l.word("")
		default:
			t.kind = tokenWord
			t.text = l.word(string([]byte{c}))
		}
		return t, err
	}
}

// until reads to the byte end, which it swallows. Only a line may end with the
// file instead.
func (l *lexer) until(end byte) (string, error) {
	var text []byte
	for {
		c, err := l.get()
		switch {
		case errors.Is(err, io.EOF) && end == '\n':
			return validText(text), nil
		case errors.Is(err, io.EOF):
			return validText(text), tornError("a comment has no end; close it with }")
		case err != nil:
			return "", fmt.Errorf("game: reading PGN: %w", err)
		case c == end:
			return validText(text), nil
		}
		text = append(text, c)
	}
}

// word reads on to a blank or a sign that begins another token.
func (l *lexer) word(start string) string {
	text := []byte(start)
	for {
		c := l.peek()
		if c == 0 || isSpace(c) || strings.IndexByte("{}()[];$<>", c) >= 0 {
			return validText(text)
		}
		_, _ = l.get()
		text = append(text, c)
	}
}

// tag reads a tag pair behind its bracket, to the closing one or the end of
// the line.
func (l *lexer) tag() (name, value string, err error) {
	var text []byte
	quoted, escaped := false, false
	for {
		c, err := l.get()
		if errors.Is(err, io.EOF) {
			return "", "", tornError("a tag has no end; close it with ]")
		}
		if err != nil {
			return "", "", fmt.Errorf("game: reading PGN: %w", err)
		}
		if c == '\n' || c == ']' && !quoted {
			break
		}
		if c == '"' && !escaped {
			quoted = !quoted
		}
		escaped = c == '\\' && !escaped
		text = append(text, c)
	}
	line := strings.TrimSpace(validText(text))
	end := strings.IndexAny(line, " \t\"")
	if end < 0 {
		return line, "", nil
	}
	return line[:end], unquote(strings.TrimSpace(line[end:])), nil
}

// unquote takes the quotes and escapes off a tag value.
func unquote(s string) string {
	s = strings.TrimPrefix(s, `"`)
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
		case s[i] == '"':
			return out.String()
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// validText makes UTF-8 of text: what is not UTF-8 is ISO 8859-1, the
// character set of the PGN standard.
func validText(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}

// nagOf gives the glyph number of the annotation signs behind a move.
func nagOf(signs string) (nag int, ok bool) {
	switch signs {
	case "!":
		return 1, true
	case "?":
		return 2, true
	case "!!":
		return 3, true
	case "??":
		return 4, true
	case "!?":
		return 5, true
	case "?!":
		return 6, true
	}
	return 0, false
}

// nagNumber reads the digits of a NAG; the standard has numbers from 0 to 255.
func nagNumber(digits string) (int, bool) {
	const maxNAG = 255
	n, err := strconv.Atoi(digits)
	return n, err == nil && n >= 0 && n <= maxNAG
}
