package search

import (
	"tura/position"
)

// stage is where a picker stands in its sequence of move kinds.
type stage uint8

// The stages in order. Check evasions and the noisy-only pickers of
// quiescence and ProbCut have sequences of their own.
const (
	stageTTMove stage = iota
	stageGenNoisy
	stageGoodNoisy
	stageKiller
	stageGenQuiet
	stageQuiet
	stageBadNoisy

	stageEvasionTTMove
	stageGenEvasions
	stageEvasions

	stageNoisyOnlyTTMove
	stageGenNoisyOnly
	stageNoisyOnly

	stageDone
)

// picker hands out the moves of one node, best first, generating and scoring
// each kind only when it is asked for: most nodes end before the quiet moves
// are needed.
type picker struct {
	stage      stage
	skipQuiets bool
	ttMove     position.Move
	killer     position.Move
	seeMargin  int // noisy-only: moves must win at least this by SEE

	noisy, quiet   [maxMoves]scoredMove
	noisyN, quietN int
	next           int // index of the next move of the current list
	bad            int // bad noisy moves, kept at the start of noisy
	badNext        int
}

// maxMoves is more than any position has moves.
const maxMoves = 256

// scoredMove is a move with its score for the ordering: score<<16 | move. So a
// larger number is a better move, and the two travel together.
type scoredMove int64

const (
	scoredMoveBits = 16
	scoredMoveMask = 1<<scoredMoveBits - 1
)

func scored(m position.Move, score int) scoredMove {
	return scoredMove(score)<<scoredMoveBits | scoredMove(m)
}

func (s scoredMove) move() position.Move { return position.Move(s & scoredMoveMask) }
func (s scoredMove) score() int          { return int(s >> scoredMoveBits) }

// initMain prepares a picker of all moves. ttMove must be legal or NoMove.
func (p *picker) initMain(ttMove, killer position.Move, inCheck bool) {
	p.stage = stageTTMove
	if inCheck {
		p.stage = stageEvasionTTMove
	}
	if ttMove == position.NoMove {
		p.stage++
	}
	p.ttMove, p.killer, p.skipQuiets = ttMove, killer, false
	p.bad, p.badNext = 0, 0
}

// initNoisy prepares a picker of the noisy moves that win at least margin by
// SEE. ttMove must be legal or NoMove.
func (p *picker) initNoisy(ttMove position.Move, margin int) {
	p.stage = stageNoisyOnlyTTMove
	if ttMove == position.NoMove {
		p.stage++
	}
	p.ttMove, p.killer, p.seeMargin = ttMove, position.NoMove, margin
}

// pick returns the next move of the picker at ply, NoMove at the end. The
// order after the table move: noisy moves that do not lose material, the
// killer, quiet moves by their histories, noisy moves that do.
func (w *worker) pick(p *picker, ply int) position.Move {
	for {
		switch p.stage {
		case stageTTMove, stageEvasionTTMove, stageNoisyOnlyTTMove:
			p.stage++
			return p.ttMove

		case stageGenNoisy, stageGenNoisyOnly:
			w.pos.GenerateNoisy(&w.list)
			p.noisyN, p.next = w.scoreNoisy(&p.noisy), 0
			p.stage++

		case stageGoodNoisy:
			for p.next < p.noisyN {
				best := takeBest(p.noisy[p.next:p.noisyN])
				m, score := best.move(), best.score()
				p.next++
				if m == p.ttMove {
					continue
				}
				if score < underPromotionMalus/2 || !see(w.pos, m, -score/goodNoisyDivisor) {
					p.noisy[p.bad] = best
					p.bad++
					continue
				}
				return m
			}
			p.stage++

		case stageKiller:
			p.stage++
			if p.killer != position.NoMove && p.killer != p.ttMove && !p.skipQuiets &&
				!w.pos.IsNoisy(p.killer) && w.pos.IsLegal(p.killer) {
				return p.killer
			}

		case stageGenQuiet:
			if !p.skipQuiets {
				w.knowThreats(w.at(ply))
				w.pos.GenerateQuiet(&w.list)
				p.quietN, p.next = w.scoreQuiet(&p.quiet, ply), 0
			}
			p.stage++

		case stageQuiet:
			for !p.skipQuiets && p.next < p.quietN {
				m := takeBest(p.quiet[p.next:p.quietN]).move()
				p.next++
				if m != p.ttMove && m != p.killer {
					return m
				}
			}
			p.stage++

		case stageBadNoisy:
			if p.badNext < p.bad {
				p.badNext++
				return p.noisy[p.badNext-1].move()
			}
			p.stage = stageDone

		case stageGenEvasions:
			w.knowThreats(w.at(ply))
			w.pos.GenerateEvasions(&w.list)
			p.quietN, p.next = w.scoreEvasions(&p.quiet, ply), 0
			p.stage++

		case stageEvasions:
			for p.next < p.quietN {
				best := takeBest(p.quiet[p.next:p.quietN])
				p.next++
				if m := best.move(); m != p.ttMove && !(p.skipQuiets && best.score() < evasionNoisyScore/2) {
					return m
				}
			}
			p.stage = stageDone

		case stageNoisyOnly:
			for p.next < p.noisyN {
				best := takeBest(p.noisy[p.next:p.noisyN])
				p.next++
				if m := best.move(); m != p.ttMove && best.score() >= underPromotionMalus/2 && see(w.pos, m, p.seeMargin) {
					return m
				}
			}
			p.stage = stageDone

		default:
			return position.NoMove
		}
	}
}

// knowThreats looks up what the opponent attacks, once a node. Only quiet moves
// ask for it, and many nodes end before the first of them.
func (w *worker) knowThreats(f *frame) {
	if !f.threatsKnown {
		f.threats = w.pos.Threats()
		f.threatsKnown = true
	}
}

// takeBest swaps the best move of a list that is not empty, the first of
// equals, to its start and returns it. In the comparison the index counted down
// stands in the place of the move. There are no branches that depend on the
// scores, and four maxima, since each comparison waits for the one before.
func takeBest(list []scoredMove) scoredMove {
	const lanes = 4
	t0 := list[0] | scoredMoveMask
	t1, t2, t3 := t0, t0, t0
	i := 0
	for ; i <= len(list)-lanes; i += lanes {
		l := (*[lanes]scoredMove)(list[i:])
		t0 = larger(t0, (l[0]|scoredMoveMask)-scoredMove(i))
		t1 = larger(t1, (l[1]|scoredMoveMask)-scoredMove(i+1))
		t2 = larger(t2, (l[2]|scoredMoveMask)-scoredMove(i+2))
		t3 = larger(t3, (l[3]|scoredMoveMask)-scoredMove(i+3))
	}
	for ; i < len(list); i++ {
		t0 = larger(t0, (list[i]|scoredMoveMask)-scoredMove(i))
	}
	t0 = larger(larger(t0, t1), larger(t2, t3))
	best := ^t0 & scoredMoveMask
	list[0], list[best] = list[best], list[0]
	return list[0]
}

// larger is max without the branch that the compiler makes of it.
func larger(a, b scoredMove) scoredMove {
	d := a - b
	return a - d&(d>>63)
}

// evasionNoisyScore puts noisy evasions before quiet ones.
const evasionNoisyScore = 1 << 20

// noisyScore orders noisy moves: most valuable victim first, then what the
// capture history says; promotions to a queen early, others last.
func (w *worker) noisyScore(m position.Move) int {
	score := captureVictimWeight*seeValue[w.pos.Captured(m)] + int(*w.captureEntry(m))/2
	if m.IsPromotion() {
		if m.Promotion() == position.Queen {
			score += queenPromotionBonus
		} else {
			score += underPromotionMalus
		}
	}
	return score
}

// scoreNoisy puts the moves of w.list with their scores into out and returns
// their number; scoreQuiet and scoreEvasions do the same.
func (w *worker) scoreNoisy(out *[maxMoves]scoredMove) int {
	for i, m := range w.list.Moves[:w.list.N] {
		out[i] = scored(m, w.noisyScore(m))
	}
	return w.list.N
}

// scoreQuiet orders quiet moves by their histories, with a bonus for checks
// and for leaving a square that a lesser piece attacks. Moves of equal pieces
// stand together in the list, and what they share is looked up once.
func (w *worker) scoreQuiet(out *[maxMoves]scoredMove, ply int) int {
	pos := w.pos
	us := pos.SideToMove()
	threats := &w.at(ply).threats
	q := quietScorer{butterfly: &w.hist.butterfly[us], threats: threats.All}
	pawn := &w.hist.pawn[pos.PawnKey()&(pawnHistorySize-1)]
	cont1 := &w.hist.continuation[w.at(ply-1).moved]
	cont2 := &w.hist.continuation[w.at(ply-2).moved]
	cont4 := &w.hist.continuation[w.at(ply-4).moved]
	cont6 := &w.hist.continuation[w.at(ply-6).moved]

	moves := w.list.Moves[:w.list.N]
	for start := 0; start < len(moves); {
		piece := pos.MovedPiece(moves[start])
		end := start + 1
		for end < len(moves) && pos.MovedPiece(moves[end]) == piece {
			end++
		}
		q.pawn, q.cont1, q.cont2 = pawn.row(piece), cont1.row(piece), cont2.row(piece)
		q.cont4, q.cont6 = cont4.row(piece), cont6.row(piece)
		q.danger, q.escape = 0, 0
		switch piece.Type() {
		case position.Queen:
			q.danger, q.escape = threats.ByRook, escapeQueenBonus
		case position.Rook:
			q.danger, q.escape = threats.ByMinor, escapeRookBonus
		case position.Knight, position.Bishop:
			q.danger, q.escape = threats.ByPawn, escapeMinorBonus
		}
		q.score(out[start:end], moves[start:end])
		w.addCheckBonus(out[start:end], piece.Type())
		start = end
	}
	return len(moves)
}

// quietScorer has what the scores of the quiet moves of equal pieces share.
type quietScorer struct {
	butterfly                        *[2][2][64 * 64]entry // of the side to move
	threats                          uint64
	pawn, cont1, cont2, cont4, cont6 *[64]entry // rows of the piece
	danger                           uint64     // squares that lesser pieces attack
	escape                           int        // bonus for leaving one of them
}

// score puts moves with their scores, but for the bonus of checks, into out.
func (q *quietScorer) score(out []scoredMove, moves []position.Move) {
	threats, danger := q.threats, q.danger
	for i, m := range moves[:len(out)] {
		from, to := m.From(), m.To()
		score := int(q.butterfly[threats>>from&1][threats>>to&1][int(from)<<6|int(to)]) +
			int(q.pawn[to]) + int(q.cont1[to]) + int(q.cont2[to]) + int(q.cont4[to])/2 + int(q.cont6[to])/4 +
			q.escape*(int(danger>>from&1)-int(danger>>to&1))
		out[i] = scored(m, score)
	}
}

// addCheckBonus raises the scores of those moves of equal pieces that give
// check without losing the piece.
func (w *worker) addCheckBonus(list []scoredMove, pt position.PieceType) {
	pos := w.pos
	checks, discoverers := pos.CheckSquares(pt), pos.Discoverers()
	for i, s := range list {
		m := s.move()
		if (checks>>m.To()&1 != 0 || discoverers>>m.From()&1 != 0 || m.IsCastling()) &&
			pos.GivesCheck(m) && see(pos, m, 0) {
			list[i] = scored(m, s.score()+checkBonus)
		}
	}
}

func (w *worker) scoreEvasions(out *[maxMoves]scoredMove, ply int) int {
	for i, m := range w.list.Moves[:w.list.N] {
		score := 0
		if w.pos.IsNoisy(m) {
			score = evasionNoisyScore + w.noisyScore(m)
		} else {
			score = w.quietHistory(m, ply)
		}
		out[i] = scored(m, score)
	}
	return w.list.N
}
