package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tura/game"
	"tura/position"
)

// score counts the results of engine A.
type score struct {
	wins, losses, draws int
	// pairs counts pairs of games with one opening by what A made of them, in
	// half points from 0 to 4.
	pairs [5]int
}

// add books one game; aColor is the colour A had.
func (s *score) add(result game.Result, aColor position.Color) {
	switch points(result, aColor) {
	case 2:
		s.wins++
	case 1:
		s.draws++
	case 0:
		s.losses++
	}
}

// points gives the half points of a colour.
func points(result game.Result, c position.Color) int {
	winner, ok := result.Winner()
	switch {
	case !ok:
		return 1
	case winner == c:
		return 2
	}
	return 0
}

func (s *score) games() int { return s.wins + s.losses + s.draws }

// mean gives the share of points, 0 to 1.
func (s *score) mean() float64 {
	return (float64(s.wins) + float64(s.draws)/2) / float64(s.games())
}

// sample gives number, mean and variance of the independent units: pairs when
// there are any, else single games. A pair counts as its mean game. The prior
// is added to the count of each possible result.
func (s *score) sample(prior float64) (n, mean, variance float64) {
	values := []float64{0, 0.25, 0.5, 0.75, 1}
	counts := s.pairs[:]
	if s.pairs == [5]int{} {
		values, counts = []float64{0, 0.5, 1}, []int{s.losses, s.draws, s.wins}
	}
	for i, c := range counts {
		n += float64(c) + prior
		mean += (float64(c) + prior) * values[i]
	}
	mean /= n
	for i, c := range counts {
		variance += (float64(c) + prior) * (values[i] - mean) * (values[i] - mean)
	}
	return n, mean, variance / n
}

// Elo difference of an expected score and back, on the logistic scale
// (https://www.chessprogramming.org/Match_Statistics).
const eloScale = 400

func eloOf(p float64) float64        { return eloScale * math.Log10(p/(1-p)) }
func expectedOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/eloScale)) }

// confidence95 is the two-sided 95 % quantile of the normal distribution.
const confidence95 = 1.959964

// elo gives the difference and half the width of its 95 % interval; ok is
// false while all games ended alike for one side.
func (s *score) elo() (elo, margin float64, ok bool) {
	if s.games() == 0 {
		return 0, 0, false
	}
	n, mean, variance := s.sample(noPrior)
	deviation := math.Sqrt(variance / n)
	low, high := mean-confidence95*deviation, mean+confidence95*deviation
	if low <= 0 || high >= 1 {
		return eloOf(s.mean()), math.Inf(1), mean > 0 && mean < 1
	}
	return eloOf(mean), (eloOf(high) - eloOf(low)) / 2, true
}

// superiority gives the likelihood that A is the stronger one.
func (s *score) superiority() float64 {
	n, mean, variance := s.sample(noPrior)
	if variance == 0 {
		switch {
		case mean > 0.5:
			return 1
		case mean < 0.5:
			return 0
		}
		return 0.5
	}
	return math.Erfc(-(mean-0.5)/math.Sqrt(2*variance/n)) / 2
}

// line gives the score in one line.
func (s *score) line() string {
	if s.games() == 0 {
		return "no games"
	}
	text := fmt.Sprintf("+%d -%d =%d of %d, %.1f %%", s.wins, s.losses, s.draws, s.games(), 100*s.mean())
	if elo, margin, ok := s.elo(); ok {
		if math.IsInf(margin, 1) {
			text += fmt.Sprintf(", Elo %.1f +- ?", elo)
		} else {
			text += fmt.Sprintf(", Elo %.1f +- %.1f (95%%)", elo, margin)
		}
	}
	return text + fmt.Sprintf(", LOS %.1f %%", 100*s.superiority())
}

// sprtBounds is a sequential probability ratio test of two Elo differences.
type sprtBounds struct{ elo0, elo1 float64 }

// sprtLimit is where the test is decided, with errors of 5 % of both kinds:
// log((1-0.05)/0.05).
const sprtLimit = 2.944439

// Priors of the counts. The test takes the variance with variancePrior, so that
// pairs which all end alike have one and a lost cause comes to its end. It is
// Jeffreys' prior of a multinomial distribution. A much smaller one would decide
// such a match after the first pairs: with 0.001 the test of [0, 5] fails after
// two lost ones, or nine drawn ones.
const (
	noPrior       = 0 // the counts as they are
	variancePrior = 0.5
)

// parseSPRT reads ELO0,ELO1; nil for an empty text.
func parseSPRT(s string) (*sprtBounds, error) {
	if s == "" {
		return nil, nil
	}
	low, high, _ := strings.Cut(s, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if err0 != nil || err1 != nil || !(elo0 < elo1) {
		return nil, errors.New("sprt: want two Elo differences, the smaller one first: 0,5")
	}
	return &sprtBounds{elo0, elo1}, nil
}

// llr gives the log-likelihood ratio of the two differences in the normal
// approximation of the generalised test, from pairs
// (https://www.chessprogramming.org/Sequential_Probability_Ratio_Test).
func (b *sprtBounds) llr(s *score) float64 {
	if s.games() == 0 {
		return 0
	}
	n, mean, _ := s.sample(noPrior)
	_, _, variance := s.sample(variancePrior)
	p0, p1 := expectedOf(b.elo0), expectedOf(b.elo1)
	return n * (p1 - p0) * (2*mean - p0 - p1) / (2 * variance)
}

// decided tells whether the test is over.
func (b *sprtBounds) decided(s *score) bool {
	return b != nil && math.Abs(b.llr(s)) >= sprtLimit
}

// line gives the state of the test.
func (b *sprtBounds) line(s *score) string {
	llr := b.llr(s)
	text := fmt.Sprintf("LLR %.2f (-%.2f, %.2f) [%g, %g]", llr, sprtLimit, sprtLimit, b.elo0, b.elo1)
	switch {
	case llr >= sprtLimit:
		text += ", passed"
	case llr <= -sprtLimit:
		text += ", failed"
	}
	return text
}
