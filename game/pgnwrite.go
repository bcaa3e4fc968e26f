package game

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tura/position"
)

// pgnWidth is the longest line of movetext (PGN standard, section 4.3: less
// than 80 columns).
const pgnWidth = 79

// WritePGN writes the game in PGN export format: the seven tag roster, the
// other tags, the moves with their annotations, clocks ([%clk h:mm:ss]) and
// comments, the result. Why the game ended stands in the tags Termination and
// TerminationDetails. The error is that of w.
func (g *Game) WritePGN(w io.Writer) error {
	var out strings.Builder
	g.writeTags(&out)
	out.WriteByte('\n')
	g.writeMoves(&out)
	out.WriteString("\n")
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("game: writing PGN: %w", err)
	}
	return nil
}

// PGN gives the text that WritePGN writes.
func (g *Game) PGN() string {
	var out strings.Builder
	_ = g.WritePGN(&out) // a Builder never fails
	return out.String()
}

// writeTags writes the tag section.
func (g *Game) writeTags(out *strings.Builder) {
	own := g.ownTags()
	for _, tag := range roster {
		value, ok := own.Lookup(tag.Name)
		if !ok {
			value = g.Tags.Get(tag.Name)
		}
		if value == "" {
			value = tag.Value
		}
		writeTag(out, tag.Name, value)
	}
	for _, tag := range g.Tags {
		if _, ok := roster.Lookup(tag.Name); ok || isOwnTag(tag.Name) {
			continue
		}
		writeTag(out, tag.Name, tag.Value)
	}
	for _, tag := range own[1:] {
		writeTag(out, tag.Name, tag.Value)
	}
}

// ownTags are the tags that follow from the game itself; Result is the first.
func (g *Game) ownTags() Tags {
	tags := Tags{{tagResult, g.result.String()}}
	if g.pos.Chess960() {
		tags = append(tags, Tag{tagVariant, variantChess960})
	}
	if fen := g.start.FEN(); fen != position.StartFEN || g.pos.Chess960() {
		tags = append(tags, Tag{tagSetUp, "1"}, Tag{tagFEN, fen})
	}
	if !g.Over() {
		return append(tags, Tag{tagTermination, terminationNone})
	}
	if g.reason == NoReason {
		if value := g.Tags.Get(tagTermination); value != "" {
			return append(tags, Tag{tagTermination, value})
		}
		return tags
	}
	return append(tags, Tag{tagTermination, g.reason.Termination()}, Tag{tagDetails, g.reason.String()})
}

// isOwnTag tells whether a tag is written from the game, not from Tags.
func isOwnTag(name string) bool {
	switch name {
	case tagResult, tagVariant, tagSetUp, tagFEN, tagTermination, tagDetails:
		return true
	}
	return false
}

func writeTag(out *strings.Builder, name, value string) {
	value = strings.Map(printable, value)
	value = strings.ReplaceAll(value, `\`, `\\`)
	value = strings.ReplaceAll(value, `"`, `\"`)
	fmt.Fprintf(out, "[%s \"%s\"]\n", name, value)
}

// printable turns control characters into blanks.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}

// wrapper writes words with line breaks between them.
type wrapper struct {
	out    *strings.Builder
	column int
}

// word writes one word, after a blank or a line break.
func (w *wrapper) word(s string) {
	switch {
	case w.column == 0:
	case w.column+1+len(s) > pgnWidth:
		w.out.WriteByte('\n')
		w.column = 0
	default:
		w.out.WriteByte(' ')
		w.column++
	}
	w.out.WriteString(s)
	w.column += len(s)
}

// writeMoves writes the movetext section.
func (g *Game) writeMoves(out *strings.Builder) {
	w := wrapper{out: out}
	w.comment("", g.Comment)
	ply := g.start.GamePly()
	numbered := false // the move number is clear from what stands before
	for i, san := range g.SAN() {
		number := (ply+i)/2 + 1
		switch white := (ply+i)%2 == 0; {
		case white:
			w.word(strconv.Itoa(number) + ".")
		case !numbered:
			w.word(strconv.Itoa(number) + "...")
		}
		w.word(san)
		numbered = true
		p := &g.plies[i]
		for _, nag := range p.NAGs {
			w.word("$" + strconv.Itoa(nag))
		}
		clock := ""
		if p.HasClock {
			clock = "[%clk " + clockText(p.Clock) + "]"
		}
		if w.comment(clock, p.Comment) {
			numbered = false
		}
	}
	w.word(g.result.String())
	out.WriteByte('\n')
}

// comment writes a comment in braces, the command first; false when there is
// nothing to write.
func (w *wrapper) comment(command, text string) bool {
	text = strings.ReplaceAll(strings.Map(printable, text), "}", ")")
	words := strings.Fields(text)
	if command != "" {
		words = append([]string{command}, words...)
	}
	if len(words) == 0 {
		return false
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for _, s := range unbreakable(words) {
		w.word(s)
	}
	return true
}

// unbreakable puts words together that must stay on one line: a command in
// brackets, and whatever would make the line begin like a tag or an escape
// with the word before it.
func unbreakable(words []string) []string {
	joined := words[:1]
	command := strings.Contains(words[0], "[%") && !strings.Contains(words[0], "]")
	for _, s := range words[1:] {
		if command || s[0] == '[' || s[0] == '%' {
			joined[len(joined)-1] += " " + s
		} else {
			joined = append(joined, s)
		}
		if strings.HasPrefix(s, "[%") {
			command = true
		}
		if strings.Contains(s, "]") {
			command = false
		}
	}
	return joined
}

// clockText writes what a clock shows as h:mm:ss, with milliseconds when it
// has any.
func clockText(d time.Duration) string {
	ms := max(d, 0).Round(time.Millisecond).Milliseconds()
	const second, minute, hour = 1000, 60 * 1000, 60 * 60 * 1000
	text := fmt.Sprintf("%d:%02d:%02d", ms/hour, ms%hour/minute, ms%minute/second)
	if ms%second != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", ms%second), "0")
	}
	return text
}
