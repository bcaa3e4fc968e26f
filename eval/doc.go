// Package eval judges a position without searching it.
//
// [Evaluator.Evaluate] gives centipawns from the side to move's view, never
// beyond [Limit]. It is a small tapered evaluation: each term has a middlegame
// and an endgame weight (a [pair]), and the sum is blended by the phase, which
// counts the pieces that are left. The terms, in the order of the code:
//
//   - material and piece-square (weights.go): centralisation, pawn advance,
//     rook on the seventh rank, king at home in the middlegame and in the
//     centre in the endgame
//   - pawns.go: doubled, isolated, connected and passed pawns, the kings'
//     distance to a passed pawn
//   - pieces.go: mobility, bishop pair, rooks on open files, pieces attacked by
//     pawns, attackers on the king ring and the king's pawn shelter
//   - endgame.go: driving a lone king to the edge; scaling of drawish material
//     and of a running fifty-move count
//
// It knows the colours' symmetry: a position and its mirror image with the
// colours changed have the same value. The ideas are common knowledge (see the
// Chess Programming Wiki, "Evaluation"); the numbers were set by hand.
//
// The search calls [Evaluator.Push] and [Evaluator.Pop] with its moves so that
// an evaluation may be kept up incrementally; this one does not need it.
package eval
