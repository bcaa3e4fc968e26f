package uci

import (
	"fmt"
	"strings"
	"time"

	"tura/position"
	"tura/search"
)

// perftStep is the depth of the subtrees that perft counts in one go; between them it can be
// stopped.
const perftStep = 4

// maxPerftDepth is far beyond what can be counted.
const maxPerftDepth = search.MaxPly

// whenIdle makes a command that is not part of the protocol wait for a long command, and refuse
// to disturb a search.
func whenIdle(run func(e *Engine, in input)) func(*Engine, input) {
	return func(e *Engine, in input) {
		if e.busy() && e.running.isSearch {
			e.out.inform("this command is not available during a search")
			return
		}
		e.finish()
		run(e, in)
	}
}

// job runs a long command on its own goroutine. Its text may be wanted after the end of input, as
// when the commands come through a pipe, so only stop ends it, and that only when the command
// looks at t.cancel: perft does.
func (e *Engine) job(run func(t *task) error) {
	t := newTask()
	e.running = t
	go func() {
		defer close(t.done)
		if t.err = run(t); t.err != nil {
			e.out.inform("%v", t.err)
		}
	}()
}

// draw obeys d.
func (e *Engine) draw(input) {
	e.out.text(strings.TrimRight(e.pos.String(), "\n") + "\n")
}

// eval obeys eval.
func (e *Engine) eval(input) {
	switch {
	case e.cfg.Eval == nil:
		e.out.line("no evaluation is connected")
	case e.pos.InCheck():
		e.out.line("static eval: none (in check)")
	default:
		e.out.line("static eval: %+d cp (side to move's view)", e.cfg.Eval(e.pos))
	}
}

// perftCommand obeys perft N.
func (e *Engine) perftCommand(in input) {
	words := strings.Fields(in.text)
	if len(words) == 0 {
		e.fail("perft: expected a depth, as in perft 5")
		return
	}
	depth, err := parseNumber(words[0])
	if err != nil || depth < 0 || depth > maxPerftDepth {
		e.fail("perft: expected a depth from 0 to %d, got %s", maxPerftDepth, quote(words[0]))
		return
	}
	e.perft(int(depth))
}

// fail reports a command that cannot be obeyed.
func (e *Engine) fail(format string, args ...any) {
	e.err = fmt.Errorf(format, args...)
	e.out.inform("%v", e.err)
}

// perft counts the leaves of the tree of legal moves and prints them by root move.
func (e *Engine) perft(depth int) {
	pos := e.pos.Clone()
	e.job(func(t *task) error {
		start := time.Now()
		total := uint64(1)
		if depth > 0 {
			total = 0
			var list position.MoveList
			pos.GenerateLegal(&list)
			for _, m := range list.Moves[:list.N] {
				text := pos.UCI(m)
				pos.Make(m)
				n := countLeaves(pos, depth-1, t)
				pos.Unmake()
				if t.cancel.Load() {
					e.out.inform("perft stopped")
					return nil
				}
				e.out.line("%s: %d", text, n)
				total += n
			}
		}
		elapsed := time.Since(start)
		e.out.text(fmt.Sprintf("\nNodes searched: %d\n\n", total))
		e.out.inform("perft took %d ms, %d nps", milli(elapsed), nps(total, elapsed))
		return nil
	})
}

// countLeaves is perft that looks at t.cancel; what it returns after that means nothing.
func countLeaves(pos *position.Position, depth int, t *task) uint64 {
	if depth <= perftStep {
		return pos.Perft(depth)
	}
	total := uint64(0)
	var list position.MoveList
	pos.GenerateLegal(&list)
	for _, m := range list.Moves[:list.N] {
		if t.cancel.Load() {
			break
		}
		pos.Make(m)
		total += countLeaves(pos, depth-1, t)
		pos.Unmake()
	}
	return total
}

// bench obeys bench.
func (e *Engine) bench(in input) {
	if e.cfg.Bench == nil {
		e.fail("bench: not available")
		return
	}
	words := strings.Fields(in.text)
	e.job(func(*task) error { return e.cfg.Bench(e.out, words) })
}

// help obeys help.
func (e *Engine) help(input) {
	e.out.text(helpText)
}

const helpText = `Tura is a chess engine: it is meant to run under a chess program that speaks UCI.
Commands of the protocol:
  uci, isready, ucinewgame, setoption name N value V, stop, ponderhit, quit
  position startpos|fen F [moves M...]
  go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
     [wdelay MS bdelay MS] [mate N] [infinite] [ponder] [searchmoves M...]
More commands, while no search runs:
  d                      draw the position, with its FEN and key
  eval                   static eval of the position
  perft N, go perft N    count the leaves of the tree of legal moves
  bench [DEPTH]          search the bench positions; prints nodes and speed
  bench epd FILE [nodes N|movetime MS]
                         solve the positions of an EPD file (bm, am, c7/c8/c9 points)
  help                   this text
`
