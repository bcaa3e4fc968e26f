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

	noisy, quiet           position.MoveList
	noisyScore, quietScore [256]int32
	next                   int // index of the next move of the current list
	bad                    int // bad noisy moves, kept at the start of noisy
	badNext                int
}

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
			w.pos.GenerateNoisy(&p.noisy)
			w.scoreNoisy(&p.noisy, &p.noisyScore)
			p.next = 0
			p.stage++

		case stageGoodNoisy:
			for p.next < p.noisy.N {
				m, score := takeBest(&p.noisy, &p.noisyScore, p.next)
				p.next++
				if m == p.ttMove {
					continue
				}
				if score < underPromotionMalus/2 || !see(w.pos, m, -int(score)/goodNoisyDivisor) {
					p.noisy.Moves[p.bad] = m
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
				w.pos.GenerateQuiet(&p.quiet)
				w.scoreQuiet(&p.quiet, &p.quietScore, ply)
				p.next = 0
			}
			p.stage++

		case stageQuiet:
			for !p.skipQuiets && p.next < p.quiet.N {
				m, _ := takeBest(&p.quiet, &p.quietScore, p.next)
				p.next++
				if m != p.ttMove && m != p.killer {
					return m
				}
			}
			p.stage++

		case stageBadNoisy:
			if p.badNext < p.bad {
				p.badNext++
				return p.noisy.Moves[p.badNext-1]
			}
			p.stage = stageDone

		case stageGenEvasions:
			w.pos.GenerateLegal(&p.quiet)
			w.scoreEvasions(&p.quiet, &p.quietScore, ply)
			p.next = 0
			p.stage++

		case stageEvasions:
			for p.next < p.quiet.N {
				m, score := takeBest(&p.quiet, &p.quietScore, p.next)
				p.next++
				if m != p.ttMove && !(p.skipQuiets && score < evasionNoisyScore/2) {
					return m
				}
			}
			p.stage = stageDone

		case stageNoisyOnly:
			for p.next < p.noisy.N {
				m, score := takeBest(&p.noisy, &p.noisyScore, p.next)
				p.next++
				if m != p.ttMove && score >= underPromotionMalus/2 && see(w.pos, m, p.seeMargin) {
					return m
				}
			}
			p.stage = stageDone

		default:
			return position.NoMove
		}
	}
}

// takeBest swaps the best move of list[from:] to from and returns it.
func takeBest(list *position.MoveList, scores *[256]int32, from int) (position.Move, int32) {
	best := from
	for i := from + 1; i < list.N; i++ {
		if scores[i&255] > scores[best&255] {
			best = i
		}
	}
	m, s := list.Moves[best&255], scores[best&255]
	list.Moves[best&255], scores[best&255] = list.Moves[from&255], scores[from&255]
	list.Moves[from&255], scores[from&255] = m, s
	return m, s
}

// evasionNoisyScore puts noisy evasions before quiet ones.
const evasionNoisyScore = 1 << 20

// noisyScore orders noisy moves: most valuable victim first, then what the
// capture history says; promotions to a queen early, others last.
func (w *worker) noisyScore(m position.Move) int32 {
	score := captureVictimWeight*seeValue[w.pos.Captured(m)] + int(*w.captureEntry(m))/2
	if m.IsPromotion() {
		if m.Promotion() == position.Queen {
			score += queenPromotionBonus
		} else {
			score += underPromotionMalus
		}
	}
	return int32(score)
}

func (w *worker) scoreNoisy(list *position.MoveList, scores *[256]int32) {
	for i, m := range list.Moves[:list.N] {
		scores[i] = w.noisyScore(m)
	}
}

// scoreQuiet orders quiet moves by their histories, with a bonus for checks
// and for leaving a square that a lesser piece attacks.
func (w *worker) scoreQuiet(list *position.MoveList, scores *[256]int32, ply int) {
	pos := w.pos
	us := pos.SideToMove()
	threats := w.at(ply).threats
	byPawn, byMinor, byRook := pos.ThreatsByLesser(us.Other())
	butterfly := &w.hist.butterfly[us]
	pawn := &w.hist.pawn[pos.PawnKey()&(pawnHistorySize-1)]
	cont1 := &w.hist.continuation[w.at(ply-1).moved]
	cont2 := &w.hist.continuation[w.at(ply-2).moved]
	cont4 := &w.hist.continuation[w.at(ply-4).moved]
	cont6 := &w.hist.continuation[w.at(ply-6).moved]
	for i, m := range list.Moves[:list.N] {
		from, to := m.From(), m.To()
		piece := pos.PieceAt(from)
		ps := pieceSquare(piece, to)
		score := int(butterfly[threats>>from&1][threats>>to&1][int(from)<<6|int(to)]) +
			int(pawn[ps]) + int(cont1[ps]) + int(cont2[ps]) + int(cont4[ps])/2 + int(cont6[ps])/4

		var danger uint64
		bonus := 0
		switch piece.Type() {
		case position.Queen:
			danger, bonus = byRook, escapeQueenBonus
		case position.Rook:
			danger, bonus = byMinor, escapeRookBonus
		case position.Knight, position.Bishop:
			danger, bonus = byPawn, escapeMinorBonus
		}
		score += bonus * (int(danger>>from&1) - int(danger>>to&1))

		if pos.GivesCheck(m) && see(pos, m, 0) {
			score += checkBonus
		}
		scores[i] = int32(score)
	}
}

func (w *worker) scoreEvasions(list *position.MoveList, scores *[256]int32, ply int) {
	for i, m := range list.Moves[:list.N] {
		if w.pos.IsNoisy(m) {
			scores[i] = evasionNoisyScore + w.noisyScore(m)
		} else {
			scores[i] = int32(w.quietHistory(m, ply))
		}
	}
}
