package uciclient

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Errors of an engine that does not answer.
var (
	// ErrTimeout says that the awaited line did not come in time.
	ErrTimeout = errors.New("uciclient: the engine did not answer in time")
	// ErrExited says that the engine closed its output.
	ErrExited = errors.New("uciclient: the engine has ended")
)

// quitGrace is how long an engine has for ending after quit before it is
// killed.
const quitGrace = 2 * time.Second

// Config says how to start an engine.
type Config struct {
	Path   string   // program
	Args   []string // its arguments
	Dir    string   // working directory; empty is ours
	Env    []string // environment; nil is ours
	Stderr io.Writer
	// Trace, when not nil, sees every line: sent is true for ours. It is called
	// from two goroutines.
	Trace func(sent bool, line string)
}

// Line is a line from the engine and the moment it was read.
type Line struct {
	Text string
	Read time.Time
}

// Engine is a running engine.
type Engine struct {
	// Name and Author are what the engine calls itself, after Handshake.
	Name, Author string
	// Options holds the engine's options by name in small letters, after
	// Handshake: the text behind "option".
	Options map[string]string

	cmd   *exec.Cmd
	stdin io.WriteCloser
	trace func(bool, string)
	sent  time.Time // when the last go was written

	mu     sync.Mutex
	queue  []Line
	closed bool
	wake   chan struct{} // holds a token when queue or closed has changed
	ended  chan struct{} // closed when the process is gone
	err    error         // of the process, after ended
}

// Start starts the program; it does not speak to it yet.
func Start(cfg Config) (*Engine, error) {
	cmd := exec.Command(cfg.Path, cfg.Args...)
	cmd.Dir, cmd.Env, cmd.Stderr = cfg.Dir, cfg.Env, cfg.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("uciclient: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("uciclient: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("uciclient: starting %s: %w", cfg.Path, err)
	}
	e := &Engine{
		Options: map[string]string{},
		cmd:     cmd,
		stdin:   stdin,
		trace:   cfg.Trace,
		wake:    make(chan struct{}, 1),
		ended:   make(chan struct{}),
	}
	if e.trace == nil {
		e.trace = func(bool, string) {}
	}
	go e.read(stdout)
	return e, nil
}

// read takes the engine's lines as they come, so that the engine never waits
// for us and each line has its true time.
func (e *Engine) read(stdout io.Reader) {
	in := bufio.NewReader(stdout)
	for {
		text, err := in.ReadString('\n')
		now := time.Now()
		if text = strings.TrimRight(text, "\r\n"); text != "" {
			e.trace(false, text)
			e.mu.Lock()
			e.queue = append(e.queue, Line{text, now})
			e.mu.Unlock()
			e.signal()
		}
		if err != nil {
			break
		}
	}
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.signal()
	e.err = e.cmd.Wait()
	close(e.ended)
}

func (e *Engine) signal() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// Pid gives the process id of the engine.
func (e *Engine) Pid() int { return e.cmd.Process.Pid }

// Send writes one line to the engine.
func (e *Engine) Send(line string) error {
	e.trace(true, line)
	if _, err := io.WriteString(e.stdin, line+"\n"); err != nil {
		return fmt.Errorf("%w (%v)", ErrExited, err)
	}
	return nil
}

// Next gives the next line of the engine. The error is ErrTimeout when none
// came before the deadline, and ErrExited when there will be none.
func (e *Engine) Next(deadline time.Time) (Line, error) {
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	for {
		e.mu.Lock()
		if len(e.queue) > 0 {
			line := e.queue[0]
			e.queue = e.queue[1:]
			e.mu.Unlock()
			return line, nil
		}
		closed := e.closed
		e.mu.Unlock()
		if closed {
			return Line{}, ErrExited
		}
		select {
		case <-e.wake:
		case <-timer.C:
			return Line{}, ErrTimeout
		}
	}
}

// await reads on to the line that is accepted.
func (e *Engine) await(timeout time.Duration, accept func(line string) bool) error {
	deadline := time.Now().Add(timeout)
	for {
		line, err := e.Next(deadline)
		if err != nil {
			return err
		}
		if accept(line.Text) {
			return nil
		}
	}
}

// Handshake sends uci and waits for uciok; names and options are then known.
func (e *Engine) Handshake(timeout time.Duration) error {
	if err := e.Send("uci"); err != nil {
		return err
	}
	return e.await(timeout, func(line string) bool {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			e.Name = name
		} else if author, ok := strings.CutPrefix(line, "id author "); ok {
			e.Author = author
		} else if option, ok := strings.CutPrefix(line, "option name "); ok {
			name, rest, _ := strings.Cut(option, " type ")
			e.Options[strings.ToLower(name)] = "type " + rest
		}
		return line == "uciok"
	})
}

// HasOption tells whether the engine has announced the option; case does not
// matter.
func (e *Engine) HasOption(name string) bool {
	_, ok := e.Options[strings.ToLower(name)]
	return ok
}

// SetOption sets an option. A button has an empty value.
func (e *Engine) SetOption(name, value string) error {
	if value == "" {
		return e.Send("setoption name " + name)
	}
	return e.Send("setoption name " + name + " value " + value)
}

// Ready sends isready and waits for readyok.
func (e *Engine) Ready(timeout time.Duration) error {
	if err := e.Send("isready"); err != nil {
		return err
	}
	return e.await(timeout, func(line string) bool { return strings.TrimSpace(line) == "readyok" })
}

// NewGame sends ucinewgame and waits until the engine is ready for it.
func (e *Engine) NewGame(timeout time.Duration) error {
	if err := e.Send("ucinewgame"); err != nil {
		return err
	}
	return e.Ready(timeout)
}

// Position sends the position: a start as FEN, or empty for the standard one,
// and the moves from there as UCI text.
func (e *Engine) Position(fen string, moves []string) error {
	line := "position startpos"
	if fen != "" {
		line = "position fen " + fen
	}
	if len(moves) > 0 {
		line += " moves " + strings.Join(moves, " ")
	}
	return e.Send(line)
}

// Go sends the go command and notes the time.
func (e *Engine) Go(l Limits) error {
	line := l.Command()
	e.sent = time.Now()
	return e.Send(line)
}

// Sent gives the moment just before the last go was written.
func (e *Engine) Sent() time.Time { return e.sent }

// Best is the answer to a go.
type Best struct {
	Move, Ponder string
	Read         time.Time // when the line was read
	Info         Info      // the last info line with an exact score of the first line
}

// BestMove waits for the bestmove of the last go. visit, when not nil, sees
// each line before it.
func (e *Engine) BestMove(deadline time.Time, visit func(line string)) (Best, error) {
	var best Best
	for {
		line, err := e.Next(deadline)
		if err != nil {
			return best, err
		}
		words := strings.Fields(line.Text)
		if len(words) > 0 && words[0] == "bestmove" {
			best.Read = line.Read
			if len(words) > 1 {
				best.Move = words[1]
			}
			if len(words) > 3 && words[2] == "ponder" {
				best.Ponder = words[3]
			}
			return best, nil
		}
		if visit != nil {
			visit(line.Text)
		}
		if info, ok := ParseInfo(line.Text); ok && info.HasScore && !info.Bound && info.MultiPV <= 1 {
			best.Info = info
		}
	}
}

// Stop sends stop.
func (e *Engine) Stop() error { return e.Send("stop") }

// Close ends the engine: quit, end of input, and after a short grace the
// process is killed. It gives the error of the process, if it had one.
func (e *Engine) Close() error {
	_ = e.Send("quit") // the engine may be gone already
	_ = e.stdin.Close()
	select {
	case <-e.ended:
	case <-time.After(quitGrace):
		e.Kill()
		<-e.ended
	}
	return e.err
}

// Kill ends the process at once.
func (e *Engine) Kill() {
	_ = e.cmd.Process.Kill() // it may have ended already
}
