package search

import (
	"tura/position"
)

// Sizes of the history tables. A piece-square index is piece<<6 | square, with
// 16 piece codes of which 12 are used; index 0 (no piece, a1) stands for "no
// move", and its rows stay as they begin.
const (
	pieceSquares    = 16 * 64
	pawnHistorySize = 512
	correctionSize  = 16384
)

type (
	entry      = int16
	pieceTo    [pieceSquares]entry // by piece and target square
	correction [2][correctionSize]entry
)

// histories is what one thread learnt about moves and about the errors of the
// evaluation. All entries are kept within ±historyLimit (±correctionLimit) by
// the update formula.
type histories struct {
	// butterfly: quiet moves by side, whether the origin and the target are
	// attacked, and origin and target squares.
	butterfly [2][2][2][64 * 64]entry
	// capture: noisy moves by piece and target square, and captured type.
	capture [pieceSquares][8]entry
	// continuation: quiet moves (piece, target) after an earlier move (piece,
	// target) some plies ago.
	continuation [pieceSquares]pieceTo
	// pawn: quiet moves (piece, target) by pawn structure.
	pawn [pawnHistorySize]pieceTo

	// Correction histories: how far the search ended from the static eval, by
	// side to move and a key of part of the position.
	pawnCorrection    correction
	minorCorrection   correction
	nonPawnCorrection [2]correction
	// contCorrection: by the last two moves (piece, target).
	contCorrection [pieceSquares]pieceTo
}

// row has the entries of one piece, by target square.
func (t *pieceTo) row(p position.Piece) *[64]entry {
	first := pieceSquare(p, 0) & (pieceSquares - 1)
	return (*[64]entry)(t[first : first+64])
}

// clear forgets everything.
func (h *histories) clear() {
	*h = histories{}
	h.begin()
}

// begin gives new histories, all zero, their first values. Continuations begin
// below zero: most quiet moves are no good answer to most others.
func (h *histories) begin() {
	for before := range h.continuation {
		for after := range h.continuation[before] {
			h.continuation[before][after] = -entry(continuationStart)
		}
	}
}

// pieceSquare is the index of a piece on a square.
func pieceSquare(p position.Piece, sq position.Square) int { return int(p)<<6 | int(sq) }

// gravity moves e towards ±limit by bonus, the less the closer it is: the
// entry forgets at the rate at which it learns.
// (https://www.chessprogramming.org/History_Heuristic#History_Bonuses)
func gravity(e *entry, bonus, limit int) {
	v := int(*e)
	*e = entry(v + bonus - v*abs(bonus)/limit)
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// historyBonus is what a move that failed high at this depth earns.
func historyBonus(depth int) int { return min(bonusMargin*depth-bonusBase, bonusMax) }

// historyMalus is what the moves tried before it lose.
func historyMalus(depth int) int { return min(malusMargin*depth-malusBase, malusMax) }

// continuationPlies are the distances of the earlier moves that a quiet move
// is judged by.
var continuationPlies = [...]int{1, 2, 4, 6}

// butterflyEntry is the butterfly entry of a quiet move of side, when the
// squares in threats are attacked by the other side.
func (w *worker) butterflyEntry(side position.Color, m position.Move, threats uint64) *entry {
	from, to := m.From(), m.To()
	return &w.hist.butterfly[side][threats>>from&1][threats>>to&1][int(from)<<6|int(to)]
}

func (w *worker) pawnEntry(ps int) *entry {
	return &w.hist.pawn[w.pos.PawnKey()&(pawnHistorySize-1)][ps]
}

func (w *worker) captureEntry(m position.Move) *entry {
	return &w.hist.capture[pieceSquare(w.pos.MovedPiece(m), m.To())][w.pos.Captured(m)]
}

// quietHistory is the sum of the histories that judge a quiet move for pruning
// and reductions, about ±3*historyLimit.
func (w *worker) quietHistory(m position.Move, ply int) int {
	ps := pieceSquare(w.pos.MovedPiece(m), m.To())
	f := w.at(ply)
	return int(*w.butterflyEntry(w.pos.SideToMove(), m, f.threats.All)) +
		int(w.hist.continuation[w.at(ply-1).moved][ps]) +
		int(w.hist.continuation[w.at(ply-2).moved][ps])
}

// updateContinuations gives bonus to a quiet move (piece and target in ps)
// after each of the earlier moves.
func (w *worker) updateContinuations(ps, ply, bonus int) {
	for _, back := range continuationPlies {
		if before := w.at(ply - back).moved; before != 0 {
			gravity(&w.hist.continuation[before][ps], bonus, historyLimit)
		}
	}
}

// updateQuiet gives bonus to a quiet move of the position at ply in every
// quiet history.
func (w *worker) updateQuiet(m position.Move, ply, bonus int) {
	ps := pieceSquare(w.pos.MovedPiece(m), m.To())
	gravity(w.butterflyEntry(w.pos.SideToMove(), m, w.at(ply).threats.All), bonus, historyLimit)
	gravity(w.pawnEntry(ps), bonus, historyLimit)
	w.updateContinuations(ps, ply, bonus)
}

// updateHistories rewards the move that failed high and takes from the moves
// tried before it.
func (w *worker) updateHistories(best position.Move, depth, ply int) {
	f := w.at(ply)
	bonus, malus := historyBonus(depth), historyMalus(depth)
	if w.pos.IsNoisy(best) {
		gravity(w.captureEntry(best), bonus, historyLimit)
	} else {
		f.killer = best
		w.updateQuiet(best, ply, bonus)
		for _, m := range f.quiets[:f.quietCount] {
			w.updateQuiet(m, ply, -malus)
		}
	}
	for _, m := range f.noisies[:f.noisyCount] {
		gravity(w.captureEntry(m), -malus, historyLimit)
	}
}

// correctionOf is the expected error of the static eval here in centipawns.
// The idea is Stockfish's and Caissa's correction history
// (https://www.chessprogramming.org/Static_Evaluation_Correction_History).
func (w *worker) correctionOf(ply int) int {
	h, pos := &w.hist, w.pos
	us := pos.SideToMove()
	sum := pawnCorrectionWeight*int(h.pawnCorrection[us][pos.PawnKey()&(correctionSize-1)]) +
		minorCorrectionWeight*int(h.minorCorrection[us][pos.MinorKey()&(correctionSize-1)]) +
		nonPawnCorrectionWeight*int(h.nonPawnCorrection[position.White][us][pos.NonPawnKey(position.White)&(correctionSize-1)]) +
		nonPawnCorrectionWeight*int(h.nonPawnCorrection[position.Black][us][pos.NonPawnKey(position.Black)&(correctionSize-1)]) +
		continuationCorrectionWeight*int(h.contCorrection[w.at(ply-2).moved][w.at(ply-1).moved])
	return sum / correctionDivisor
}

// updateCorrection teaches the correction histories that the search of this
// position came out diff centipawns above its static eval.
func (w *worker) updateCorrection(diff, depth, ply int) {
	h, pos := &w.hist, w.pos
	us := pos.SideToMove()
	bonus := max(-correctionUpdateMax, min(correctionUpdateMax, diff*depth/correctionDepthDivisor))
	gravity(&h.pawnCorrection[us][pos.PawnKey()&(correctionSize-1)], bonus, correctionLimit)
	gravity(&h.minorCorrection[us][pos.MinorKey()&(correctionSize-1)], bonus, correctionLimit)
	for c := range h.nonPawnCorrection {
		key := pos.NonPawnKey(position.Color(c)) & (correctionSize - 1)
		gravity(&h.nonPawnCorrection[c][us][key], bonus, correctionLimit)
	}
	if before, last := w.at(ply-2).moved, w.at(ply-1).moved; before != 0 && last != 0 {
		gravity(&h.contCorrection[before][last], bonus, correctionLimit)
	}
}
