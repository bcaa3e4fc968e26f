package uci

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync"
)

// output writes whole lines for several goroutines and flushes after each call.
// A client that has gone away is noticed on the input side, so write errors are not reported.
type output struct {
	mu sync.Mutex
	w  *bufio.Writer
}

func newOutput(w io.Writer) *output { return &output{w: bufio.NewWriter(w)} }

// line writes one line; format has no line end.
func (o *output) line(format string, args ...any) {
	o.text(fmt.Sprintf(format, args...) + "\n")
}

// text writes finished lines in one piece.
func (o *output) text(lines string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.w.WriteString(lines)
	o.w.Flush()
}

// Write lets commands that print more than lines (bench) share the writer.
func (o *output) Write(p []byte) (int, error) {
	o.text(string(p))
	return len(p), nil
}

// inform tells the user something in the form that every client skips or shows.
func (o *output) inform(format string, args ...any) {
	o.line("info string %s", printable(fmt.Sprintf(format, args...)))
}

// maxQuote is the length at which text quoted back to the client is cut.
const maxQuote = 120

// printable makes text safe for one line of output.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return '?'
		}
		return r
	}, s)
}

// quote shortens what the client sent for a message.
func quote(s string) string {
	if len(s) > maxQuote {
		s = s[:maxQuote] + "..."
	}
	return fmt.Sprintf("%q", strings.ToValidUTF8(s, "?"))
}
