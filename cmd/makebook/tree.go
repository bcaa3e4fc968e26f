package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"tura/book"
	"tura/position"
)

// A line is a move and its score by search, in centipawns from the view of the side that
// makes it.
type line struct {
	move  position.Move
	score int
}

// An analysis is the result of a MultiPV search: the best moves, best first; none when the
// side to move has no legal move.
type analysis struct {
	depth int
	lines []line
}

// edge is a move of a node.
type edge struct {
	line
	child uint64 // key of the position after the move

	value int     // score, or what the nodes below say; see tree.evaluate
	share float64 // probability of the move in a walk; 0 = not a book move
}

// node is an analysed position.
type node struct {
	key   uint64 // Polyglot key
	fen   string
	ply   int // of the walk that first led to it
	depth int // of the search
	edges []edge

	value int // best value of the edges
	stage stage
}

// stage says how far tree.evaluate has got with a node.
type stage int

const (
	notEvaluated stage = iota
	inEvaluation
	evaluated
)

// selection says which analysed moves are book moves. Margin and temperature hold at the
// start position and become smaller with every ply: a book should know many openings, and
// then the main line of each. Where the walk has come to ply narrow, they are half as large.
type selection struct {
	margin      int     // centipawns a move may be worse than the best one
	limit       int     // centipawns beyond which a position is no good for a book
	temperature float64 // centipawns by which a move must be worse to get 1/e of the weight
	narrow      int     // plies; 0 = the same everywhere
	maxPly      int     // deepest ply of a move
}

// tree is the book while it grows: a graph of analysed positions, in which transpositions
// meet, and the moves that lead out of it.
//
// It grows best first: the next position to analyse is the one outside the tree that a
// weighted walk through the book would reach with the highest probability. So good moves
// are followed deep, doubtful ones not far, and main lines of many transpositions soon.
// The idea is that of drop-out expansion (T. Lincke, Strategies for the Automatic
// Construction of Opening Books, 2001) with a probability in place of the drop-out distance.
type tree struct {
	selection
	root  uint64
	nodes map[uint64]*node
}

// newTree returns an empty tree.
func newTree(s selection) *tree {
	return &tree{selection: s, root: book.Key(position.New()), nodes: make(map[uint64]*node)}
}

// leaf is a position outside the tree and the way to it.
type leaf struct {
	key  uint64
	mass float64 // probability of a walk to come here
	from *node   // nil for the start position
	move position.Move
}

// position sets the leaf up, with the move that leads to it as the last move made.
func (l *leaf) position() (*position.Position, error) {
	if l.from == nil {
		return position.New(), nil
	}
	pos, err := position.FromFEN(l.from.fen)
	if err != nil {
		return nil, err
	}
	pos.Make(l.move)
	return pos, nil
}

// add puts an analysed position with this Polyglot key into the tree. pos may have been set up
// from a FEN, so that its own key need not be the same; see book.Key.
func (t *tree) add(key uint64, pos *position.Position, a analysis) error {
	n := &node{key: key, fen: pos.FEN(), ply: pos.GamePly(), depth: a.depth}
	for _, l := range a.lines {
		if !pos.IsLegal(l.move) {
			return fmt.Errorf("the analysis of %s has the illegal move %s", n.fen, l.move)
		}
		pos.Make(l.move)
		n.edges = append(n.edges, edge{line: l, child: book.Key(pos)})
		pos.Unmake()
	}
	if len(n.edges) == 0 && pos.InCheck() {
		n.value = -mateValue
	}
	slices.SortStableFunc(n.edges, func(a, b edge) int { return cmp.Compare(b.score, a.score) })
	t.nodes[key] = n
	return nil
}

// mateValue is the value of a mate; all scores are cut down to it.
const mateValue = 10000

// evaluate brings the values of the tree up to date: the value of a move is that of the node
// it leads to, seen from the other side, or its search score when it leads out of the tree.
// Then it chooses the book moves.
func (t *tree) evaluate() {
	for _, n := range t.nodes {
		n.stage = notEvaluated
	}
	if root := t.nodes[t.root]; root != nil {
		t.evaluateNode(root)
	}
}

// evaluateNode returns the value of n. In a circle of moves the node that is being evaluated
// already counts with its own search score.
func (t *tree) evaluateNode(n *node) int {
	if n.stage == evaluated || len(n.edges) == 0 {
		return n.value
	}
	if n.stage == inEvaluation {
		return n.edges[0].score
	}
	n.stage = inEvaluation
	best := -mateValue
	for i := range n.edges {
		e := &n.edges[i]
		e.value = e.score
		if child := t.nodes[e.child]; child != nil {
			e.value = -t.evaluateNode(child)
		}
		best = max(best, e.value)
	}
	n.value, n.stage = best, evaluated
	t.choose(n)
	return best
}

// at returns the factor of margin and temperature at a ply.
func (s selection) at(ply int) float64 {
	if s.narrow == 0 {
		return 1
	}
	return float64(s.narrow) / float64(s.narrow+ply)
}

// choose sets the shares of n's moves. Those within the margin of the best get one; a move
// that leaves its side worse off than the limit only when it is the best.
func (t *tree) choose(n *node) {
	factor := t.at(n.ply)
	margin, temperature := float64(t.margin)*factor, t.temperature*factor
	total := 0.0
	for i := range n.edges {
		e := &n.edges[i]
		e.share = 0
		drop := float64(n.value - e.value)
		if drop <= margin && (drop == 0 || e.value >= -t.limit) {
			e.share = math.Exp(-drop / temperature)
		}
		total += e.share
	}
	for i := range n.edges {
		n.edges[i].share /= total
	}
}

// follow goes through the book ply by ply and returns the keys of the nodes met, in
// ascending order, and the leaves it leads to, the most probable first. Nodes beyond the
// limit are neither: no move is made from them.
func (t *tree) follow() (nodes []uint64, leaves []*leaf) {
	met := make(map[uint64]bool)
	found := make(map[uint64]*leaf)
	layer := map[uint64]float64{t.root: 1}
	if t.nodes[t.root] == nil {
		found[t.root] = &leaf{key: t.root, mass: 1}
	}
	for ply := 0; ply < t.maxPly && len(layer) > 0; ply++ {
		next := make(map[uint64]float64)
		for _, key := range sortedKeys(layer) {
			n := t.nodes[key]
			if n == nil || n.value > t.limit || n.value < -t.limit {
				continue
			}
			met[key] = true
			for i := range n.edges {
				e := &n.edges[i]
				if e.share == 0 {
					continue
				}
				mass := layer[key] * e.share
				next[e.child] += mass
				if t.nodes[e.child] == nil && ply+1 < t.maxPly {
					t.meet(found, n, e, mass)
				}
			}
		}
		layer = next
	}
	leaves = make([]*leaf, 0, len(found))
	for _, key := range sortedKeys(found) {
		leaves = append(leaves, found[key])
	}
	slices.SortStableFunc(leaves, func(a, b *leaf) int { return cmp.Compare(b.mass, a.mass) })
	return sortedKeys(met), leaves
}

// sortedKeys returns the keys of m in ascending order, so that what is done with them is done
// alike in every run.
func sortedKeys[V any](m map[uint64]V) []uint64 {
	return slices.Sorted(maps.Keys(m))
}

// meet adds the way over e to the leaf it leads to. A leaf whose value is known to be beyond
// the limit is left out.
func (t *tree) meet(found map[uint64]*leaf, n *node, e *edge, mass float64) {
	if e.value > t.limit || e.value < -t.limit {
		return
	}
	if found[e.child] == nil {
		found[e.child] = &leaf{key: e.child, from: n, move: e.move}
	}
	found[e.child].mass += mass
}

// topWeight is the weight of the best move of a position.
const topWeight = 1000

// records returns the book: the book moves of all positions a walk can reach.
func (t *tree) records() []book.Record {
	t.evaluate()
	nodes, _ := t.follow()
	var records []book.Record
	for _, key := range nodes {
		n := t.nodes[key]
		best := 0.0
		for i := range n.edges {
			best = max(best, n.edges[i].share)
		}
		for i := range n.edges {
			e := &n.edges[i]
			if e.share == 0 {
				continue
			}
			weight := max(1, math.Round(topWeight*e.share/best))
			records = append(records, book.Record{Key: key, Move: book.Encode(e.move), Weight: uint16(weight)})
		}
	}
	book.Sort(records)
	return records
}
