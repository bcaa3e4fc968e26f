package search

import (
	"math"
	"math/bits"

	"tura/position"
)

// The WDL model says how often positions with a given score and material were
// won, drawn and lost in games of the engine against itself. A position is won
// with probability 1/(1+exp((a-score)/b)), lost with the same of -score, and
// drawn otherwise: a is the score that wins every second game, b how much
// score it takes to be surer of it. Both are polynomials of the material on
// the board. The form of the model is that of Stockfish
// (https://github.com/official-stockfish/WDL_model, see also
// https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo);
// the numbers in wdlfit.go are our own, from cmd/fitwdl.

const (
	// WDLTerms is the number of coefficients of a polynomial of degree 3.
	WDLTerms = 4
	// WDLScale is the material of the start position; polynomials are in units
	// of it.
	WDLScale = 78
	// MinWDLMaterial and MaxWDLMaterial are the range of the fit. Material
	// outside of it counts as its nearer end.
	MinWDLMaterial = 10
	MaxWDLMaterial = WDLScale

	perMille = 1000
)

// WDLMaterial is the material of both sides together, MinWDLMaterial to
// MaxWDLMaterial: 1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a
// queen.
func WDLMaterial(pos *position.Position) int {
	sum := bits.OnesCount64(pos.ByType(position.Pawn)) + pieceMaterial(pos)
	return min(max(sum, MinWDLMaterial), MaxWDLMaterial)
}

// pieceMaterial is the material of both sides together without the pawns: 62 in
// the start position.
func pieceMaterial(pos *position.Position) int {
	const minor, rook, queen = 3, 5, 9
	return minor*bits.OnesCount64(pos.ByType(position.Knight)|pos.ByType(position.Bishop)) +
		rook*bits.OnesCount64(pos.ByType(position.Rook)) +
		queen*bits.OnesCount64(pos.ByType(position.Queen))
}

// WDLModel is a pair of polynomials of material/WDLScale, the constant first,
// in centipawns.
type WDLModel struct{ A, B [WDLTerms]float64 }

// At is the model's a and b, in centipawns, for a material count.
func (m *WDLModel) At(material int) (a, b float64) {
	x := float64(material) / WDLScale
	for i := WDLTerms - 1; i >= 0; i-- {
		a = a*x + m.A[i]
		b = b*x + m.B[i]
	}
	return a, b
}

// Chances are the probabilities of a win and a loss for the side that has the
// score, in centipawns; the rest are draws.
func (m *WDLModel) Chances(score float64, material int) (win, loss float64) {
	a, b := m.At(material)
	return 1 / (1 + math.Exp((a-score)/b)), 1 / (1 + math.Exp((a+score)/b))
}

// WDL is the expectation of win, draw and loss in per mille, 1000 together, for
// the side to move in pos. Mates and tablebase results are certain.
func WDL(score Score, pos *position.Position) (win, draw, loss int) {
	switch {
	case isWin(int(score)):
		return perMille, 0, 0
	case isLoss(int(score)):
		return 0, 0, perMille
	}
	return wdlAt(int(score), WDLMaterial(pos))
}

// wdlAt is the expectation of the model in per mille.
func wdlAt(score, material int) (win, draw, loss int) {
	w, l := wdlFit.Chances(float64(score), material)
	win = int(math.Round(perMille * w))
	loss = min(int(math.Round(perMille*l)), perMille-win) // both may have been rounded up
	return win, perMille - win - loss, loss
}
