package game

import (
	"math/bits"

	"tura/position"
)

// A position is dead when neither player can give mate by any series of legal
// moves (article 5.2.2 of the Laws). Deciding that in general takes a search
// without bound, so the tests here are one-sided: what they call dead is dead
// by proof, and what they cannot prove counts as alive. There are three:
//
//  1. by material (cannotMateByMaterial),
//  2. by a wall of pawns that can never move nor be captured (wall),
//  3. by exhaustion: all positions that can follow are looked at, with tests 1
//     and 2 cutting the tree, and there are no more than a fixed number of
//     them (forced lines that end in stalemate or bare kings).

// Positions that the proof by exhaustion may look at: few at every move of a
// game, more when a fallen flag makes the question worth it.
const (
	deadNodes    = 200
	canMateNodes = 20000
)

// IsDead tells whether pos is proven dead. It never says so of a position in
// which one of the players can still mate.
func IsDead(pos *position.Position) bool {
	return !mayMate(pos, position.White, deadNodes) && !mayMate(pos, position.Black, deadNodes)
}

// CanMate tells whether player c might still give mate by some series of legal
// moves, the opponent helping. False is proven; true may also mean that no
// proof was found.
func CanMate(pos *position.Position, c position.Color) bool {
	return mayMate(pos, c, canMateNodes)
}

// mayMate runs the proof by exhaustion for winner with at most nodes positions.
func mayMate(pos *position.Position, winner position.Color, nodes int) bool {
	if !pos.HasLegalMove() {
		return pos.InCheck() && pos.SideToMove() != winner
	}
	p := prover{pos: pos.Clone(), winner: winner, nodes: nodes, seen: make(map[position.Key]struct{})}
	return p.mayMate()
}

// cannotMate joins the two proofs that need no tree.
func cannotMate(pos *position.Position, winner position.Color) bool {
	return cannotMateByMaterial(pos, winner) || cannotMateByWall(pos, winner)
}

// prover looks at every position that can follow pos, each once.
type prover struct {
	pos    *position.Position
	winner position.Color
	nodes  int // how many more positions may be looked at
	seen   map[position.Key]struct{}
}

// mayMate is false when the positions reachable from p.pos, apart from those
// seen before, hold no mate by the winner. A position that is still on the
// path counts as seen: a mate behind it is found from there.
func (p *prover) mayMate() bool {
	if cannotMate(p.pos, p.winner) {
		return false
	}
	key := p.pos.Key()
	if _, ok := p.seen[key]; ok {
		return false
	}
	if p.nodes == 0 {
		return true
	}
	p.nodes--
	p.seen[key] = struct{}{}
	var list position.MoveList
	p.pos.GenerateLegal(&list)
	if list.N == 0 {
		return p.pos.InCheck() && p.pos.SideToMove() != p.winner
	}
	for _, m := range list.Moves[:list.N] {
		p.pos.Make(m)
		found := p.mayMate()
		p.pos.Unmake()
		if found {
			return true
		}
	}
	return false
}

// Squares by colour.
const (
	darkSquares  = uint64(0xAA55AA55AA55AA55) // a1 is dark
	lightSquares = ^darkSquares
)

// cannotMateByMaterial is the proof by material, for a player who has besides
// the king
//
//   - nothing: a king gives no check;
//   - one knight, and the opponent has no piece but queens: a mate needs a
//     queen on every square next to her king that knight and king leave open,
//     and one of these queens always attacks the knight (TestLoneKnight goes
//     through all such positions);
//   - only bishops on squares of one colour X, and the opponent has no pawn, no
//     knight and no bishop on the other colour. The king in check stands on X,
//     at k, and the check comes along a diagonal from k through its neighbour
//     d. The two squares that touch both k and d by a side are not of colour X:
//     only the winner's king or blockers can take them. A blocker there is a
//     rook or queen that is not pinned (pins run along X) and can go to d, to
//     interpose or to capture the bishop on it. So the winner's king must cover
//     both, but a king not adjacent to k covers at most one square that touches
//     k by a side. (Two bishops of one colour never check at once when the mating
//     move is a king's or a bishop's, and there are no pawns.)
func cannotMateByMaterial(pos *position.Position, winner position.Color) bool {
	loser := winner.Other()
	if pos.Pieces(winner, position.Pawn)|pos.Pieces(winner, position.Rook)|pos.Pieces(winner, position.Queen) != 0 {
		return false
	}
	knights := pos.Pieces(winner, position.Knight)
	bishops := pos.Pieces(winner, position.Bishop)
	switch {
	case knights|bishops == 0:
		return true
	case bishops == 0:
		kingAndQueens := pos.Pieces(loser, position.King) | pos.Pieces(loser, position.Queen)
		return bits.OnesCount64(knights) == 1 && pos.ByColor(loser) == kingAndQueens
	case knights == 0:
		allBishops := pos.ByType(position.Bishop)
		oneColour := allBishops&darkSquares == 0 || allBishops&lightSquares == 0
		return oneColour && pos.Pieces(loser, position.Pawn)|pos.Pieces(loser, position.Knight) == 0
	}
	return false
}
