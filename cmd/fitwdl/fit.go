package main

import (
	"errors"
	"fmt"
	"math"

	"tura/search"
)

// The fit maximises the logarithm of the likelihood by scoring steps (Fisher)
// that are damped as Levenberg and Marquardt do it: the more damping, the
// shorter the step, and the closer to the gradient.

// parameters is the number of coefficients: those of a, then those of b.
const parameters = 2 * search.WDLTerms

const (
	// Where the fit starts: both polynomials constant, in centipawns.
	startA = 200
	startB = 100

	maxSteps      = 500
	firstDamping  = 1e-3
	dampingFactor = 10
	maxDamping    = 1e12
	// enough is the gain of likelihood, relative to the whole, that is not
	// worth another step.
	enough = 1e-13
	// leastChance keeps the chances of rare results away from 0 in divisions.
	leastChance = 1e-300
	// leastPivot is how much of a parameter's information must not be that of
	// other parameters.
	leastPivot = 1e-10
)

type (
	vector [parameters]float64
	matrix [parameters]vector
)

// errTooFew is the error of a sample that does not tell all parameters apart.
var errTooFew = errors.New("too few positions, or all of about the same score or material; the fit needs more games")

// fit finds the most likely model. It is an error when the cells do not
// determine one that makes sense over the whole range of material.
func fit(cells []cell) (*search.WDLModel, error) {
	var at vector
	at[0], at[search.WDLTerms] = startA, startB
	likelihood := logLikelihood(cells, modelOf(&at))
	damping := firstDamping
	for step := 0; step < maxSteps && damping < maxDamping; {
		gradient, information := derivatives(cells, modelOf(&at))
		gain := 0.0
		for ; step < maxSteps && damping < maxDamping; step++ {
			next, ok := stepFrom(&at, &gradient, &information, damping)
			if !ok {
				return nil, errTooFew
			}
			if l := logLikelihood(cells, modelOf(&next)); l > likelihood {
				gain, at, likelihood = l-likelihood, next, l
				damping /= dampingFactor
				break
			}
			damping *= dampingFactor
		}
		if gain < enough*math.Abs(likelihood) {
			break
		}
	}
	model := modelOf(&at)
	gradient, information := derivatives(cells, model)
	if _, ok := solve(&information, &gradient); !ok {
		return nil, errTooFew
	}
	return model, validate(model)
}

// modelOf is the model with the given parameters.
func modelOf(v *vector) *search.WDLModel {
	return &search.WDLModel{
		A: [search.WDLTerms]float64(v[:search.WDLTerms]),
		B: [search.WDLTerms]float64(v[search.WDLTerms:]),
	}
}

// validate tells whether a and b are positive wherever the engine uses them.
func validate(m *search.WDLModel) error {
	for material := search.MinWDLMaterial; material <= search.MaxWDLMaterial; material++ {
		if a, b := m.At(material); !(a > 0 && b > 0) {
			return fmt.Errorf("the fit makes no sense at material %d (a = %.1f, b = %.1f); it needs more games", material, a, b)
		}
	}
	return nil
}

// chances are the probabilities of one score and their slopes.
type chances struct {
	win, draw, loss float64
	// Slopes of win and loss by a and by b.
	winA, winB, lossA, lossB float64
}

// chancesOf computes the chances without cancellation; ok is false where a or b
// is not positive.
func chancesOf(score, a, b float64) (c chances, ok bool) {
	if !(a > 0 && b > 0) {
		return c, false
	}
	w, l := (score-a)/b, (-score-a)/b
	notWin, notLoss := logistic(-w), logistic(-l)
	c.win, c.loss = logistic(w), logistic(l)
	c.draw = notWin * notLoss * -math.Expm1(-2*a/b) // 1 - win - loss
	c.winA = -c.win * notWin / b
	c.winB = c.winA * w
	c.lossA = -c.loss * notLoss / b
	c.lossB = c.lossA * l
	return c, true
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logLikelihood is the logarithm of the probability that the cells come about;
// minus infinity for a model that makes no sense.
func logLikelihood(cells []cell, m *search.WDLModel) float64 {
	sum := 0.0
	for i := range cells {
		c := &cells[i]
		a, b := m.At(c.material)
		p, ok := chancesOf(float64(c.score), a, b)
		if !ok {
			return math.Inf(-1)
		}
		sum += c.won*math.Log(max(p.win, leastChance)) +
			c.drawn*math.Log(max(p.draw, leastChance)) +
			c.lost*math.Log(max(p.loss, leastChance))
	}
	return sum
}

// derivatives are the gradient of logLikelihood and Fisher's information, the
// expectation of its curvature.
func derivatives(cells []cell, m *search.WDLModel) (gradient vector, information matrix) {
	for i := range cells {
		c := &cells[i]
		a, b := m.At(c.material)
		p, _ := chancesOf(float64(c.score), a, b)
		outcomes := [3]struct{ count, chance, slopeA, slopeB float64 }{
			{c.won, p.win, p.winA, p.winB},
			{c.drawn, p.draw, -p.winA - p.lossA, -p.winB - p.lossB},
			{c.lost, p.loss, p.lossA, p.lossB},
		}
		var slopeA, slopeB, curveAA, curveAB, curveBB float64
		for _, o := range outcomes {
			chance := max(o.chance, leastChance)
			slopeA += o.count * o.slopeA / chance
			slopeB += o.count * o.slopeB / chance
			n := c.total()
			curveAA += n * o.slopeA * o.slopeA / chance
			curveAB += n * o.slopeA * o.slopeB / chance
			curveBB += n * o.slopeB * o.slopeB / chance
		}
		powers := powersOf(float64(c.material) / search.WDLScale)
		for j, x := range powers {
			gradient[j] += slopeA * x
			gradient[search.WDLTerms+j] += slopeB * x
			for k, y := range powers {
				information[j][k] += curveAA * x * y
				information[j][search.WDLTerms+k] += curveAB * x * y
				information[search.WDLTerms+j][k] += curveAB * x * y
				information[search.WDLTerms+j][search.WDLTerms+k] += curveBB * x * y
			}
		}
	}
	return gradient, information
}

// powersOf are 1, x, x² and so on, one for each coefficient of a polynomial.
func powersOf(x float64) (p [search.WDLTerms]float64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * x
	}
	return p
}

// stepFrom makes one damped step; ok is false when the information does not
// determine one.
func stepFrom(at, gradient *vector, information *matrix, damping float64) (next vector, ok bool) {
	damped := *information
	for i := range damped {
		damped[i][i] *= 1 + damping
	}
	step, ok := solve(&damped, gradient)
	if !ok {
		return *at, false
	}
	for i := range next {
		next[i] = at[i] + step[i]
	}
	return next, true
}

// solve solves m x = v for a symmetric positive definite m (Cholesky); ok is
// false when m is not, or hardly.
func solve(m *matrix, v *vector) (x vector, ok bool) {
	var lower matrix
	for i := range parameters {
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= lower[i][k] * lower[j][k]
			}
			if i != j {
				lower[i][j] = sum / lower[j][j]
				continue
			}
			if !(sum > leastPivot*m[i][i]) || math.IsInf(sum, 0) {
				return x, false
			}
			lower[i][i] = math.Sqrt(sum)
		}
	}
	for i := range parameters {
		x[i] = v[i]
		for k := range i {
			x[i] -= lower[i][k] * x[k]
		}
		x[i] /= lower[i][i]
	}
	for i := parameters - 1; i >= 0; i-- {
		for k := i + 1; k < parameters; k++ {
			x[i] -= lower[k][i] * x[k]
		}
		x[i] /= lower[i][i]
	}
	return x, true
}
