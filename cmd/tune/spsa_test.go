package main

import (
	"math"
	"testing"
)

func TestSchedule(t *testing.T) {
	s := settings{Iterations: 1000, REnd: 0.002, Params: []param{{Name: "x", Start: 50, Min: 0, Max: 100, CEnd: 4}}}
	p := &s.Params[0]
	near := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s: got %g, want %g", name, got, want)
		}
	}
	near("last step", s.step(p, 1000), 4)
	near("first step", s.step(p, 1), 4*math.Pow(1000, 0.101))
	near("last gain", s.gain(p, 1000), 0.002*4)
	near("first gain", s.gain(p, 1), 0.002*4*4*math.Pow(1100.0/101, 0.602)/s.step(p, 1))
}

func TestPerturb(t *testing.T) {
	s := settings{Iterations: 20000, Seed: 7, Params: []param{
		{Name: "wide", Start: 50, Min: 0, Max: 100, CEnd: 4},
		{Name: "fine", Start: 2.3, Min: 0, Max: 9, CEnd: 0.5},
		{Name: "edge", Start: 9.9, Min: -10, Max: 10, CEnd: 1},
	}}
	values := []float64{50, 2.3, 9.9}
	const n = 20000
	var plus, minus, signs [3]float64
	for k := 1; k <= n; k++ {
		try := s.perturb(values, n) // the step of the last iteration is c_end
		if k > 1 {
			try = s.perturb(values, k)
		}
		for i, p := range s.Params {
			for _, v := range []int{try.plus[i], try.minus[i]} {
				if float64(v) < p.Min || float64(v) > p.Max {
					t.Fatalf("%s: got %d outside of [%g, %g]", p.Name, v, p.Min, p.Max)
				}
			}
			step := s.step(&p, k)
			signs[i] += try.signs[i] / n
			plus[i] += (float64(try.plus[i]) - p.clamp(values[i]+try.signs[i]*step)) / n
			minus[i] += (float64(try.minus[i]) - p.clamp(values[i]-try.signs[i]*step)) / n
		}
	}
	for i, p := range s.Params {
		const most = 0.02
		if math.Abs(signs[i]) > most || math.Abs(plus[i]) > most || math.Abs(minus[i]) > most {
			t.Errorf("%s: got mean sign %.3f, mean errors of rounding %.3f and %.3f, want all near 0",
				p.Name, signs[i], plus[i], minus[i])
		}
	}
}

func TestLearn(t *testing.T) {
	s := settings{Iterations: 10, REnd: 0.5, Params: []param{
		{Name: "up", Start: 5, Min: 0, Max: 10, CEnd: 1},
		{Name: "down", Start: 5, Min: 0, Max: 10, CEnd: 1},
		{Name: "edge", Start: 10, Min: 0, Max: 10, CEnd: 1},
	}}
	try := perturbation{signs: []float64{1, -1, 1}}
	values := []float64{5, 5, 10}
	s.learn(values, 10, &try, 2) // gain r_end*c_end at the end
	for i, want := range []float64{6, 4, 10} {
		if math.Abs(values[i]-want) > 1e-9 {
			t.Errorf("%s: got %g, want %g", s.Params[i].Name, values[i], want)
		}
	}
	s.learn(values, 10, &try, 0)
	if values[0] != 6 {
		t.Errorf("a level result moved the value to %g", values[0])
	}
}
