package search

import (
	"sync/atomic"

	"tura/eval"
	"tura/position"
	"tura/tt"
)

// stackPad is the number of frames before the root, so that steps which look
// back some plies need no test.
const stackPad = 8

// pollNodes is how many nodes a worker searches between two looks at the clock.
const pollNodes = 1024

// frame is what a worker knows about the node at one ply of its current line.
type frame struct {
	moved      int           // piece-square of the move made here, 0 for none or a null move
	move       position.Move // the move made here
	count      int           // number of that move in the order of the node, from 1
	noisy      bool          // that move was noisy
	inCheck    bool
	ttPV       bool             // the node is or was on a principal variation
	staticEval int              // corrected; noScore in check
	reduction  int              // plies by which the search of the move made here is reduced
	cutoffs    int              // fail highs at this ply since its grandparent began
	excluded   position.Move    // left out by the singular search
	killer     position.Move    // last quiet move that failed high at this ply
	threats    position.Threats // of the opponent, valid with threatsKnown

	threatsKnown bool

	quiets     [maxQuietsTried]position.Move // moves tried without success
	noisies    [maxNoisiesTried]position.Move
	quietCount int
	noisyCount int

	picker picker
	pv     pvLine
}

// pvLine is the best line from a ply on.
type pvLine struct {
	moves [MaxPly + 1]position.Move
	n     int
}

// set makes the line m followed by rest.
func (l *pvLine) set(m position.Move, rest *pvLine) {
	l.moves[0] = m
	l.n = 1 + copy(l.moves[1:], rest.moves[:rest.n])
}

// reply is the second move of the line, NoMove when there is none.
func (l *pvLine) reply() position.Move {
	if l.n > 1 {
		return l.moves[1]
	}
	return position.NoMove
}

// rootMove is a move at the root with what is known of it.
type rootMove struct {
	move      position.Move
	score     int      // of the running iteration, -Infinity while it has not raised alpha
	bound     tt.Bound // of score: a bound when the aspiration window failed
	prevScore int      // of the finished iteration
	prevBound tt.Bound
	avgScore  int // running average, the centre of the aspiration window
	nodes     uint64
	selDepth  int
	rank      int // tablebase rank; only moves of the best rank are searched
	tbScore   int // by the tablebases, noScore when they do not know
	pv        pvLine
}

// worker is one search thread. It shares with the others only the
// transposition table and the stop flag.
type worker struct {
	s    *Searcher
	id   int // 0 is the main worker: it watches the clock and reports
	tt   *tt.Table
	pos  *position.Position
	eval *eval.Evaluator

	rootMoves []rootMove
	finished  []rootMove       // those of the finished iteration, when several lines are shown
	pvIndex   int              // rank of the MultiPV line being searched, from 0
	noProbes  bool             // the root moves are ranked so well that the tree need not ask the tablebases
	rootDepth int              // depth of the running iteration
	completed int              // depth of the last finished iteration
	reported  [2]position.Move // best move and reply of the last exact report
	selDepth  int
	nullBlock int // null moves are off for nullSide before this ply
	nullSide  position.Color

	nodes     uint64 // calls of Make
	tbHits    uint64
	pollAt    uint64        // look at limits when nodes reaches this
	published atomic.Uint64 // copy of nodes for other goroutines
	pubTBHits atomic.Uint64

	list  position.MoveList // scratch of the picker
	hist  histories
	stack [MaxPly + 2*stackPad]frame
}

// at is the frame of ply, which may be a few before the root.
func (w *worker) at(ply int) *frame { return &w.stack[ply+stackPad] }

// prefetch asks for the table's entry of the position after m. It takes long to
// come, so this is done as soon as m is picked, even if m may yet be pruned.
func (w *worker) prefetch(m position.Move) { w.tt.Prefetch(w.pos.KeyAfter(m)) }

// makeMove plays m at ply.
func (w *worker) makeMove(m position.Move, ply int) {
	f := w.at(ply)
	f.move = m
	f.moved = pieceSquare(w.pos.MovedPiece(m), m.To())
	f.noisy = w.pos.IsNoisy(m)
	w.nodes++
	w.pos.Make(m)
	w.eval.Push(w.pos)
}

func (w *worker) unmakeMove() {
	w.eval.Pop()
	w.pos.Unmake()
}

// makeNull passes the turn at ply.
func (w *worker) makeNull(ply int) {
	f := w.at(ply)
	f.move, f.moved, f.noisy = position.NoMove, 0, false
	w.pos.MakeNull()
	w.tt.Prefetch(w.pos.Key())
}

// evaluate is the raw static eval.
func (w *worker) evaluate() int {
	e := w.eval.Evaluate(w.pos)
	if h := &w.s.handicap; h.noise > 0 {
		e = max(-eval.Limit, min(eval.Limit, e+h.errorOf(w.pos.Key())))
	}
	return e
}

// corrected turns a raw static eval into the one that the search works with:
// smaller when few pieces are left (the idea is Stockfish's), nearer to a draw
// as the fifty-move rule comes closer, flat where the game is decided, and with
// the error that the correction histories expect.
func (w *worker) corrected(raw, correction int) int {
	e := raw
	if !w.s.plainEval {
		e = e * (materialBase + pieceMaterial(w.pos)*materialSlope/materialSlopeDivisor) / materialDivisor
		e = flatten(e * (rule50ScaleDivisor - w.pos.Rule50()) / rule50ScaleDivisor)
	}
	return max(-eval.Limit, min(eval.Limit, e+correction))
}

// draw is the score of a drawn position: zero with a little noise, so that the
// search does not take all drawn lines for one and the same.
func (w *worker) draw() int { return drawScore + int(w.nodes&2) - 1 }

// aborted tells whether the search has to end. The main worker always
// finishes its first iteration, so that there is a move to play.
func (w *worker) aborted() bool {
	if w.nodes >= w.pollAt {
		w.poll()
	}
	return w.s.stop.Load() && (w.id != 0 || w.rootDepth > 1)
}

// publish shows the counts to other goroutines.
func (w *worker) publish() {
	w.published.Store(w.nodes)
	w.pubTBHits.Store(w.tbHits)
}

// poll publishes the counts, and in the main worker looks at the limits.
func (w *worker) poll() {
	w.publish()
	w.pollAt = w.nodes + pollNodes
	if w.id != 0 {
		return
	}
	if limit := w.s.limits.Nodes; limit > 0 {
		total := w.s.totalNodes()
		if total >= limit {
			w.s.stop.Store(true)
			return
		}
		w.pollAt = min(w.pollAt, w.nodes+limit-total)
	}
	if w.s.clock.HardExpired() {
		w.s.stop.Store(true)
	}
}
