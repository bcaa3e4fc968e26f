package main

import (
	"math"
	"math/rand/v2"
)

// Constants of the method: how fast the learning rate (a) and the step (c)
// shrink, and the share of the iterations by which the first ones are slowed
// down (J. C. Spall, "Implementation of the simultaneous perturbation algorithm
// for stochastic optimization", 1998).
const (
	alphaSPSA     = 0.602
	gammaSPSA     = 0.101
	stabilitySPSA = 0.1
)

// settings are what the course of a run depends on, besides the games.
type settings struct {
	Params     []param `json:"params"`
	Iterations int     `json:"iterations"`
	Pairs      int     `json:"pairs"` // of games in an iteration
	Seed       uint64  `json:"seed"`
	REnd       float64 `json:"rEnd"`
}

// perturbation is what an iteration tries: the whole numbers of the two sides.
type perturbation struct {
	signs       []float64 // +1 or -1
	plus, minus []int
}

// step is the size of the perturbation of p in iteration k, counted from 1: it
// ends at c_end.
func (s *settings) step(p *param, k int) float64 {
	return p.CEnd * math.Pow(float64(s.Iterations)/float64(k), gammaSPSA)
}

// gain is how far p moves in iteration k for each game more that was won than
// lost: a/c, with a = r_end*c_end² at the end.
func (s *settings) gain(p *param, k int) float64 {
	slow := stabilitySPSA * float64(s.Iterations)
	a := s.REnd * p.CEnd * p.CEnd * math.Pow((slow+float64(s.Iterations))/(slow+float64(k)), alphaSPSA)
	return a / s.step(p, k)
}

// perturb gives iteration k, which depends on the values and the seed only.
func (s *settings) perturb(values []float64, k int) perturbation {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(k)))
	n := len(values)
	try := perturbation{make([]float64, n), make([]int, n), make([]int, n)}
	for i := range s.Params {
		p := &s.Params[i]
		try.signs[i] = 1
		if rng.IntN(2) == 0 {
			try.signs[i] = -1
		}
		// Both sides are rounded with the same draw: on average their distance
		// is right, and it varies the least.
		draw, step := rng.Float64(), try.signs[i]*s.step(p, k)
		round := func(v float64) int { return int(math.Floor(p.clamp(v) + draw)) }
		try.plus[i], try.minus[i] = round(values[i]+step), round(values[i]-step)
	}
	return try
}

// clamp keeps v where rounding stays in the range.
func (p *param) clamp(v float64) float64 { return max(math.Ceil(p.Min), min(math.Floor(p.Max), v)) }

// learn moves the values after iteration k, in which the side with plus won
// lead games more than it lost.
func (s *settings) learn(values []float64, k int, try *perturbation, lead int) {
	for i := range s.Params {
		p := &s.Params[i]
		values[i] = p.clamp(values[i] + s.gain(p, k)*float64(lead)*try.signs[i])
	}
}
