package nnue

// value returns the centipawns of a position from the side to move's view, given
// the vectors of the side to move and of the other side and the output bucket.
func (n *Network) value(us, them *vector, bucket int) int {
	sum := int64(forward(us, them, &n.out[bucket]))
	return int((sum/QA + int64(n.outBias[bucket])) * Scale / (QA * int64(n.qb)))
}

// bucket returns the output bucket of a position with the given number of
// pieces, kings included.
func bucket(pieces int) int {
	return min(max(pieces-minPieces, 0)/piecesPerBkt, Buckets-1)
}
