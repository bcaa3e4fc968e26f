package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// tolerance bounds the relative difference between a kernel and its plain Go
// form: both round single-precision sums of a few hundred terms, in another
// order and with or without fused multiply-add.
const tolerance = 1e-4

var widths = []int{128, 256, 384, 512, 768, 1024}

// extremes are put among the random values: the edges of the clamp, the clip
// limit, and numbers near the ends of the range.
var extremes = []float32{0, 1, -1, 1.98, -1.98, math.SmallestNonzeroFloat32, 1e-20, -1e-20, 1e10, -1e10, math.Nextafter32(1, 0), math.Nextafter32(1, 2)}

func random(rng *rand.Rand, n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = rng.Float32()*4 - 2
	}
	return s
}

func randomOffsets(rng *rand.Rand, n, tableRows, width int) []uint32 {
	s := make([]uint32, n)
	for i := range s {
		s[i] = uint32(rng.IntN(tableRows) * width)
	}
	return s
}

func clone(s []float32) []float32 { return append([]float32(nil), s...) }

func compare(t *testing.T, name string, width int, got, want []float32) {
	t.Helper()
	for i := range want {
		limit := tolerance * max(1, math.Abs(float64(want[i])))
		if diff := math.Abs(float64(got[i] - want[i])); !(diff <= limit) {
			t.Fatalf("%s, width %d: element %d is %g, want %g", name, width, i, got[i], want[i])
		}
	}
}

func needAssembly(t *testing.T) {
	t.Helper()
	if !useAssembly {
		t.Skip("no AVX2/FMA kernels in this build or on this processor")
	}
}

func TestRowKernels(t *testing.T) {
	needAssembly(t)
	const tableRows = 40
	rng := rand.New(rand.NewPCG(1, 1))
	for _, width := range widths {
		for _, n := range []int{1, 2, 3, 17, 33} {
			table := random(rng, tableRows*width)
			offsets := randomOffsets(rng, n, tableRows, width)
			got, want := random(rng, width), random(rng, width)
			accumulateAVX2(&got[0], &table[0], &offsets[0], n, width)
			accumulateGeneric(want, table, offsets)
			compare(t, "accumulate", width, got, want)

			delta, other := random(rng, width), clone(table)
			scatterAVX2(&table[0], &delta[0], &offsets[0], n, width)
			scatterGeneric(other, delta, offsets)
			compare(t, "scatter", width, table, other)
		}
	}
}

func TestActivationKernels(t *testing.T) {
	needAssembly(t)
	rng := rand.New(rand.NewPCG(2, 2))
	for _, width := range widths {
		acc, out, gradOut := random(rng, width), random(rng, width), random(rng, width)
		copy(acc[rng.IntN(width-len(extremes)):], extremes)
		got := forwardAVX2(&acc[0], &out[0], width)
		want := forwardGeneric(acc, out)
		compare(t, "forward", width, []float32{got}, []float32{want})

		for _, g := range []float32{0, 0.3, -1.5} {
			gotAcc, gotOut := clone(acc), clone(gradOut)
			wantAcc, wantOut := clone(acc), clone(gradOut)
			backwardAVX2(&gotAcc[0], &out[0], &gotOut[0], width, g)
			backwardGeneric(wantAcc, out, wantOut, g)
			compare(t, "backward, accumulator", width, gotAcc, wantAcc)
			compare(t, "backward, output", width, gotOut, wantOut)
		}
	}
}

func TestUpdateKernels(t *testing.T) {
	needAssembly(t)
	rng := rand.New(rand.NewPCG(3, 3))
	step := Adam{
		Beta1: 0.9, OneMinusBeta1: 0.1, Beta2: 0.999, OneMinusBeta2: 0.001,
		GradScale: 1.0 / 16384, Rate: 1e-3, SecondScale: 12, Epsilon: 1e-8, Keep: 0.99999, Limit: 1.98,
	}
	for _, width := range widths {
		p, m, v, grad := random(rng, width), random(rng, width), random(rng, width), random(rng, width)
		for i := range v {
			v[i] = v[i] * v[i]
		}
		copy(p, extremes)
		p2, m2, v2, grad2 := clone(p), clone(m), clone(v), clone(grad)
		updateAVX2(&p[0], &m[0], &v[0], &grad[0], &step.Beta1, width)
		updateGeneric(p2, m2, v2, grad2, &step)
		compare(t, "update, parameters", width, p, p2)
		compare(t, "update, first moment", width, m, m2)
		compare(t, "update, second moment", width, v, v2)
		compare(t, "update, gradient", width, grad, make([]float32, width))

		dst, src := random(rng, width), random(rng, width)
		dst2, src2 := clone(dst), clone(src)
		reduceAVX2(&dst[0], &src[0], width)
		reduceGeneric(dst2, src2)
		compare(t, "reduce, sum", width, dst, dst2)
		compare(t, "reduce, source", width, src, make([]float32, width))
	}
}

// TestGeneric checks the plain forms, which the assembly is measured against,
// on numbers worked out by hand.
func TestGeneric(t *testing.T) {
	acc := []float32{-1, 0.5, 1, 2}
	out := []float32{3, 4, 5, 6}
	if got, want := forwardGeneric(acc, out), float32(0.25*4+5+6); got != want {
		t.Errorf("forward: got %g, want %g", got, want)
	}
	gradOut := []float32{1, 1, 1, 1}
	backwardGeneric(acc, out, gradOut, 2)
	compare(t, "backward, accumulator", len(acc), acc, []float32{0, 2 * 2 * 0.5 * 4, 0, 0})
	compare(t, "backward, output", len(acc), gradOut, []float32{1, 1.5, 3, 3})

	p, m, v, grad := []float32{1}, []float32{0}, []float32{0}, []float32{8}
	updateGeneric(p, m, v, grad, &Adam{
		Beta1: 0.9, OneMinusBeta1: 0.1, Beta2: 0.999, OneMinusBeta2: 0.001,
		GradScale: 0.25, Rate: 1e-3 / 0.1, SecondScale: 1 / 0.001, Keep: 1 - 1e-5, Limit: 1.98,
	})
	compare(t, "first step: the parameter moves by the learning rate", 1, p, []float32{1 - 1e-5 - 1e-3})
	compare(t, "first moment", 1, m, []float32{0.2})
	compare(t, "second moment", 1, v, []float32{0.004})
}

func TestCheckWidth(t *testing.T) {
	for _, c := range []struct {
		width int
		ok    bool
	}{{128, true}, {256, true}, {1024, true}, {0, false}, {-128, false}, {64, false}, {200, false}} {
		if got := CheckWidth(c.width) == nil; got != c.ok {
			t.Errorf("CheckWidth(%d): accepted = %v, want %v", c.width, got, c.ok)
		}
	}
}

func TestLengthsAreChecked(t *testing.T) {
	long, short := make([]float32, Block), make([]float32, Block-1)
	for name, call := range map[string]func(){
		"forward, short out":   func() { Forward(long, short) },
		"forward, no block":    func() { Forward(short, short) },
		"reduce, short source": func() { Reduce(long, short) },
		"accumulate, no rows":  func() { Accumulate(long, long, nil) },
		"scatter, short table": func() { Scatter(short, long, []uint32{0}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: accepted", name)
				}
			}()
			call()
		}()
	}
}

const benchWidth, benchRows, benchTable = 256, 20, 769

func BenchmarkAccumulate(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	table, acc := random(rng, benchTable*benchWidth), make([]float32, benchWidth)
	offsets := randomOffsets(rng, benchRows*256, benchTable, benchWidth)
	i := 0
	for b.Loop() {
		Accumulate(acc, table, offsets[i:i+benchRows])
		i = (i + benchRows) % len(offsets)
	}
}

func BenchmarkScatter(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	table, delta := random(rng, benchTable*benchWidth), make([]float32, benchWidth)
	offsets := randomOffsets(rng, benchRows*256, benchTable, benchWidth)
	i := 0
	for b.Loop() {
		Scatter(table, delta, offsets[i:i+benchRows])
		i = (i + benchRows) % len(offsets)
	}
}

func BenchmarkForwardBackward(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 6))
	start, acc := random(rng, 2*benchWidth), make([]float32, 2*benchWidth)
	out, gradOut := random(rng, 2*benchWidth), make([]float32, 2*benchWidth)
	for b.Loop() {
		copy(acc, start)
		Backward(acc, out, gradOut, Forward(acc, out))
	}
}

func BenchmarkUpdate(b *testing.B) {
	n := benchTable * benchWidth
	p, m, v, grad := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	a := Adam{Limit: 1, Keep: 1, SecondScale: 1, Epsilon: 1}
	for b.Loop() {
		Update(p, m, v, grad, &a)
	}
}
