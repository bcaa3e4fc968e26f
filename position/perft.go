package position

// Perft returns the number of leaves of the tree of legal moves to a depth in plies.
// The moves of the last ply are counted, not made. Depth 0 is one leaf.
// See https://www.chessprogramming.org/Perft.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return uint64(p.countLegal())
	}
	var l MoveList
	p.GenerateLegal(&l)
	var nodes uint64
	for _, m := range l.Moves[:l.N] {
		p.Make(m)
		nodes += p.Perft(depth - 1)
		p.Unmake()
	}
	return nodes
}
