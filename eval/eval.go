package eval

import (
	"tura/eval/nnue"
	"tura/position"
)

// Limit is the largest absolute value that Evaluate returns, in centipawns.
const Limit = 20000

// An Evaluator evaluates the positions of one search thread.
type Evaluator struct{ stack *nnue.Stack }

// New returns an Evaluator that uses net. Reset comes before its first use.
func New(net *nnue.Network) *Evaluator { return &Evaluator{nnue.NewStack(net)} }

// Reset prepares for a new root position.
func (e *Evaluator) Reset(pos *position.Position) { e.stack.Reset(pos) }

// Push follows a move: it is called right after pos.Make, not for null moves.
func (e *Evaluator) Push(pos *position.Position) { e.stack.Push(pos) }

// Pop takes the last Push back.
func (e *Evaluator) Pop() { e.stack.Pop() }

// Evaluate returns the value of the position in centipawns from the side to
// move's view, at least -Limit and at most Limit. The side to move should not be
// in check.
func (e *Evaluator) Evaluate(pos *position.Position) int {
	if value, ok := loneKing(pos); ok {
		return value
	}
	return max(-Limit, min(Limit, e.stack.Evaluate(pos)))
}
