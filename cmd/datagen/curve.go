package main

import "math"

const (
	curveBin  = 10  // centipawns
	curveBins = 100 // larger scores say nothing about the scale
)

// A curve relates scores to the points that were made: it finds the scale of
// the logistic function through them.
type curve struct {
	count, points [curveBins]float64
}

// add adds one position with the points of the side that the absolute score, in
// centipawns, is for.
func (c *curve) add(score int, points float64) {
	if bin := score / curveBin; bin < curveBins {
		c.count[bin]++
		c.points[bin] += points
	}
}

// scale returns the scale, in centipawns, of the most likely
// 1/(1+exp(-score/scale)); ok is false when the points do not grow with the score.
func (c *curve) scale() (scale float64, ok bool) {
	const (
		smallest, largest = 20.0, 5000.0
		steps             = 50
	)
	// The derivative of the likelihood falls with 1/scale: halve the interval.
	low, high := 1/largest, 1/smallest
	if c.slope(low) <= 0 || c.slope(high) >= 0 {
		return 0, false
	}
	for range steps {
		middle := (low + high) / 2
		if c.slope(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return 1 / low, true
}

// slope is the derivative of the log-likelihood by factor = 1/scale.
func (c *curve) slope(factor float64) (sum float64) {
	for bin := range c.count {
		score := (float64(bin) + 0.5) * curveBin
		sum += score * (c.points[bin] - c.count[bin]/(1+math.Exp(-score*factor)))
	}
	return sum
}
