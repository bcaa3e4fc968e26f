package uci

import (
	"strings"
	"sync"
	"time"

	"tura/position"
	"tura/search"
)

const (
	// freeTime is the time in which every line is printed; later lineInterval lies between lines.
	freeTime     = time.Second
	lineInterval = 50 * time.Millisecond
	// currMoveTime is the time from which on the root moves being searched are shown.
	currMoveTime = 3 * time.Second
	// certain is the expectation of what is sure, in per mille.
	certain = 1000
)

// reporter prints the reports of one search. Too many lines slow a client down, so some are left
// out. A block of results waits only for the one before it, and is printed a moment later when no
// newer one has come.
type reporter struct {
	out     *output
	root    *position.Position // scratch copy of the root
	wdl     wdlFunc
	multiPV bool
	start   time.Time

	later func(time.Duration, func()) *time.Timer // time.AfterFunc, but for tests

	mu        sync.Mutex    // guards what follows: a timer may call flush
	next      time.Duration // search time from which on a line that is no result may be printed
	nextBlock time.Duration // search time from which on a block may be printed
	printing  bool          // the current block is being printed
	pending   []string      // lines of the current block that were kept back
	timer     *time.Timer   // prints pending
	shown     position.Move // first move of the newest line of rank 1
}

func (r *reporter) report(i search.Info) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case i.CurrMove != position.NoMove:
		if i.Time >= currMoveTime && i.Time >= r.next {
			r.print(formatCurrMove(&i, r.root), i.Time)
		}
	case i.Open:
		// A block of several lines must not be torn apart by a line that is no result yet.
		if !r.multiPV && (i.Time < freeTime || i.Time >= r.next) {
			r.print(formatInfo(&i, r.root, r.wdl), i.Time)
		}
	default:
		r.result(&i)
	}
}

// result reports a line that is done, one of a block when there are several.
func (r *reporter) result(i *search.Info) {
	if i.MultiPV <= 1 {
		r.printing = i.Time < freeTime || i.Time >= r.nextBlock
		r.pending = r.pending[:0]
		if r.printing {
			r.nextBlock = i.Time
		}
		if len(i.PV) > 0 {
			r.shown = i.PV[0]
		}
	}
	line := formatInfo(i, r.root, r.wdl)
	if r.printing {
		r.out.line("%s", line)
		r.nextBlock += lineInterval
		r.next = max(r.next, r.nextBlock)
		return
	}
	r.pending = append(r.pending, line)
	if r.timer == nil {
		r.timer = r.later(r.nextBlock-i.Time, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.flush()
		})
	}
}

// print prints a line that is not a result, after the results that were kept back.
func (r *reporter) print(line string, t time.Duration) {
	r.flush()
	r.out.line("%s", line)
	r.next = t + lineInterval
}

// flush prints what was kept back.
func (r *reporter) flush() {
	for _, line := range r.pending {
		r.out.line("%s", line)
	}
	r.pending = r.pending[:0]
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
}

// over prints the score of a root without legal moves.
func (r *reporter) over() { r.out.line("info depth 0 score %s", r.endScore()) }

// finish prints what was kept back and the bestmove. The newest line always begins with the best
// move, even when the search was stopped before it could report.
func (r *reporter) finish(res search.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flush()
	if res.Best == position.NoMove {
		r.out.line("bestmove (none)")
		return
	}
	if r.shown != res.Best {
		r.out.line("%s", formatInfo(&search.Info{
			Depth: max(res.Depth, 1), MultiPV: 1, Score: res.Score, Nodes: res.Nodes,
			Time: time.Since(r.start), PV: []position.Move{res.Best, res.Ponder},
		}, r.root, r.wdl))
	}
	var b strings.Builder
	b.WriteString("bestmove ")
	b.WriteString(r.root.UCI(res.Best))
	if ponder, ok := r.ponder(res); ok {
		b.WriteString(" ponder ")
		b.WriteString(ponder)
	}
	r.out.line("%s", b.String())
}

// ponder is the text of the expected reply, when it is legal after the best move.
func (r *reporter) ponder(res search.Result) (string, bool) {
	if res.Ponder == position.NoMove || !r.root.IsLegal(res.Best) {
		return "", false
	}
	r.root.Make(res.Best)
	defer r.root.Unmake()
	if !r.root.IsLegal(res.Ponder) {
		return "", false
	}
	return r.root.UCI(res.Ponder), true
}

// endScore is the score of a root without legal moves, which leaves no doubt
// about win, draw and loss.
func (r *reporter) endScore() string {
	score, wdl := "cp 0", formatWDL(0, certain, 0)
	if r.root.InCheck() {
		score, wdl = "mate 0", formatWDL(0, 0, certain)
	}
	if r.wdl == nil {
		return score
	}
	return score + wdl
}
