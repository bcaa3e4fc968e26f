package uci

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tura/position"
	"tura/search"
)

// inputQueue is the number of lines that may wait for the owner.
const inputQueue = 64

// Engine is the engine as a client sees it. Create it with New; Run and Command must not be
// called at the same time.
type Engine struct {
	cfg  Config
	out  *output
	list []option
	opt  settings

	pos      *position.Position
	needs960 bool               // the position cannot be told without Chess960 castling
	scratch  *position.Position // the reporter's copy of pos

	book    Book
	running *task // the newest search or long command, finished or not
	quit    bool
	err     error // what went wrong with the last command, for Command
}

// New returns an engine that writes to w.
func New(cfg Config, w io.Writer) *Engine {
	e := &Engine{cfg: cfg, out: newOutput(w), opt: defaults(), pos: position.New(), scratch: position.New()}
	e.list = e.options()
	return e
}

// task is a search or a long command that runs while the owner goes on reading.
type task struct {
	done     chan struct{}
	isSearch bool
	infinite bool          // ponderhit does not end the waiting
	released chan struct{} // closed when a bestmove may be printed
	release  func()
	cancel   atomic.Bool // asks a long command to end early
	err      error       // of a long command, to be read when it is done
}

func newTask() *task {
	t := &task{done: make(chan struct{}), released: make(chan struct{})}
	t.release = sync.OnceFunc(func() { close(t.released) })
	return t
}

func (t *task) finished() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// input is a line and the moment it was read.
type input struct {
	text string
	at   time.Time
}

// Run obeys the lines of r until quit or the end of input. A search that still runs then is
// stopped; a long command is waited for.
func (e *Engine) Run(r io.Reader) {
	lines := make(chan input, inputQueue)
	left := make(chan struct{})
	go read(r, lines, left)
	for line := range lines {
		e.obey(line)
		if e.quit {
			break
		}
	}
	close(left)
	e.finish()
}

// read sends the lines of r, which may be of any length, until its end or until the owner left.
func read(r io.Reader, lines chan<- input, left <-chan struct{}) {
	defer close(lines)
	reader := bufio.NewReader(r)
	for {
		text, err := reader.ReadString('\n')
		if text != "" {
			select {
			case lines <- input{text, time.Now()}:
			case <-left:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Command obeys one line and waits for what it started.
func (e *Engine) Command(line string) error {
	e.err = nil
	e.obey(input{line, time.Now()})
	if e.running == nil {
		return e.err
	}
	<-e.running.done
	return errors.Join(e.err, e.running.err)
}

// errUnknown is the error of a line without a command.
var errUnknown = errors.New("unknown command")

// obey finds the command in a line. Words before a command of the protocol are skipped, as the
// protocol asks; the other commands count only as the first word.
func (e *Engine) obey(in input) {
	rest := in.text
	for first := true; ; first = false {
		var word string
		word, rest = cutWord(rest)
		if word == "" {
			break
		}
		c, known := commands[word]
		if known && (first || c.protocol) {
			c.run(e, input{rest, in.at})
			return
		}
	}
	if text := strings.TrimSpace(in.text); text != "" {
		e.err = fmt.Errorf("%w: %s", errUnknown, quote(text))
		e.out.inform("%v", e.err)
	}
}

// command is one entry of the dispatch table; run gets the rest of the line.
type command struct {
	protocol bool
	run      func(e *Engine, in input)
}

// commands is filled by init, as handlers refer to it.
var commands map[string]command

func init() {
	quiet := func(*Engine, input) {}
	commands = map[string]command{
		"uci":        {true, func(e *Engine, _ input) { e.identify() }},
		"debug":      {true, quiet},
		"register":   {true, quiet},
		"isready":    {true, func(e *Engine, _ input) { e.ready() }},
		"setoption":  {true, func(e *Engine, in input) { e.finish(); e.setOption(in.text) }},
		"ucinewgame": {true, func(e *Engine, _ input) { e.finish(); e.cfg.Searcher.NewGame() }},
		"position":   {true, func(e *Engine, in input) { e.finish(); e.setPosition(strings.Fields(in.text)) }},
		"go":         {true, (*Engine).goCommand},
		"stop":       {true, func(e *Engine, _ input) { e.stop() }},
		"ponderhit":  {true, func(e *Engine, _ input) { e.ponderHit() }},
		"quit":       {true, func(e *Engine, _ input) { e.quit = true }},
		"d":          {false, whenIdle((*Engine).draw)},
		"eval":       {false, whenIdle((*Engine).eval)},
		"perft":      {false, whenIdle((*Engine).perftCommand)},
		"bench":      {false, whenIdle((*Engine).bench)},
		"help":       {false, whenIdle((*Engine).help)},
	}
}

// identify answers uci.
func (e *Engine) identify() {
	var b strings.Builder
	fmt.Fprintf(&b, "id name %s\nid author %s\n", e.cfg.Name, e.cfg.Author)
	for _, o := range e.list {
		fmt.Fprintf(&b, "option name %s %s\n", o.name, o.decl)
	}
	b.WriteString("uciok\n")
	e.out.text(b.String())
}

func (e *Engine) ready() {
	if !e.busy() {
		e.prepare()
	}
	e.out.line("readyok")
}

// prepare lets the searcher allocate what the options ask for and tells when it cannot.
func (e *Engine) prepare() {
	if err := e.cfg.Searcher.Prepare(); err != nil {
		e.out.inform("%v", err)
	}
}

func (e *Engine) busy() bool { return e.running != nil && !e.running.finished() }

// goCommand starts what a go line asks for.
func (e *Engine) goCommand(in input) {
	e.finish()
	g := parseGo(strings.Fields(in.text), e.pos)
	if len(g.unknown) > 0 {
		e.out.inform("go: ignored %s", quote(strings.Join(g.unknown, " ")))
	}
	if g.perft >= 0 {
		e.perft(g.perft)
		return
	}
	l := &g.limits
	l.Start = in.at
	l.Overhead = e.opt.overhead
	e.chooseDelay(&g)
	if m, ok := e.bookMove(l); ok {
		e.out.text("info string book move\ninfo depth 1 score cp 0" + e.wdl().text(0, e.pos) +
			" nodes 0 time 0 pv " + e.pos.UCI(m) + "\nbestmove " + e.pos.UCI(m) + "\n")
		return
	}
	e.search(*l)
}

// wdl is what gives the numbers behind a score, nil when they are not asked for.
func (e *Engine) wdl() wdlFunc {
	if !e.opt.showWDL {
		return nil
	}
	return e.cfg.WDL
}

// chooseDelay finds the move timer: the client's words first, then winc and binc when they are
// declared to be one, then the option.
func (e *Engine) chooseDelay(g *goCommand) {
	l := &g.limits
	us := e.pos.SideToMove()
	if l.Delay = g.delay[us]; l.Delay == 0 && e.opt.delayClock {
		l.Delay = l.Inc[us]
	}
	if l.Delay == 0 && g.clock {
		l.Delay = e.opt.moveTimer
	}
	if e.opt.delayClock {
		l.Inc = [2]time.Duration{}
	}
	if l.Delay > 0 && g.noLimit {
		l.Infinite = false // the timer alone is the clock
	}
}

// search starts a search on its own goroutine.
func (e *Engine) search(l search.Limits) {
	t := newTask()
	t.isSearch, t.infinite = true, l.Infinite
	e.running = t
	e.scratch.CopyFrom(e.pos)
	rep := &reporter{
		out: e.out, root: e.scratch, wdl: e.wdl(), multiPV: e.opt.multiPV, start: l.Start, later: time.AfterFunc,
	}
	pos, over := e.pos, !e.pos.HasLegalMove()
	e.cfg.Searcher.Arm()
	go func() {
		defer close(t.done)
		var res search.Result
		if over {
			rep.over()
		} else {
			e.prepare()
			res = e.cfg.Searcher.Search(pos, l, rep.report)
		}
		if l.Infinite || l.Ponder {
			<-t.released // a search that ran out of things to do still waits for its order
		}
		if e.cfg.Tablebases != nil {
			e.tablebaseWarnings()
		}
		rep.finish(res)
	}()
}

// stop ends the running search; its bestmove follows. While idle it means nothing.
func (e *Engine) stop() {
	if !e.busy() {
		return
	}
	e.running.cancel.Store(true)
	if e.running.isSearch {
		e.cfg.Searcher.Stop()
		e.running.release()
	}
}

func (e *Engine) ponderHit() {
	if !e.busy() || !e.running.isSearch {
		return
	}
	e.cfg.Searcher.PonderHit()
	if !e.running.infinite {
		e.running.release()
	}
}

// finish ends the running search and waits for its bestmove; a long command is waited for.
func (e *Engine) finish() {
	if !e.busy() {
		return
	}
	if e.running.isSearch {
		e.stop()
	}
	<-e.running.done
}

// bookMove looks the position up in the book when the game is to be played from it.
func (e *Engine) bookMove(l *search.Limits) (position.Move, bool) {
	if !e.opt.ownBook || e.opt.analyse || l.Infinite || l.Ponder || l.SearchMoves != nil {
		return position.NoMove, false
	}
	if e.opt.bookChanged {
		e.opt.bookChanged = false
		e.openBook()
	}
	if e.book == nil {
		return position.NoMove, false
	}
	m, ok := e.book.Probe(e.pos, nil)
	for _, w := range e.book.Warnings() {
		e.out.inform("%s", w)
	}
	return m, ok
}

// openBook replaces the open book by the one that the options ask for.
func (e *Engine) openBook() {
	if e.book != nil {
		e.book.Close()
		e.book = nil
	}
	book, err := e.cfg.OpenBook(e.opt.bookFile, e.opt.bookBest, e.opt.bookPlies)
	if err != nil {
		e.out.inform("playing without book: %v", err)
		return
	}
	e.book = book
}
