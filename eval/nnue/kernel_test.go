package nnue

import (
	"math"
	"math/rand/v2"
	"testing"
)

// testSeed makes all random networks and positions of the tests the same in
// every run and on every platform.
const testSeed = 20260101

// newRand returns the random numbers of a test.
func newRand(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(testSeed, stream)) }

// fillFunc gives the value of one lane or weight.
type fillFunc func(rng *rand.Rand) int16

// fills are the kinds of values kernels are tested with. Every one is small
// enough that four rows cannot leave int16, unless the test is about wrapping.
var fills = []struct {
	name string
	fill fillFunc
}{
	{"small", func(rng *rand.Rand) int16 { return int16(rng.IntN(601) - 300) }},
	{"wide", func(rng *rand.Rand) int16 { return int16(rng.IntN(13001) - 6500) }},
	{"zero", func(*rand.Rand) int16 { return 0 }},
	{"low", func(*rand.Rand) int16 { return -6553 }},
	{"high", func(*rand.Rand) int16 { return 6553 }},
	{"edges", func(rng *rand.Rand) int16 {
		edges := []int16{-6553, -256, -255, -1, 0, 1, 254, 255, 256, 6553}
		return edges[rng.IntN(len(edges))]
	}},
}

// randomVector returns a vector and its numbers.
func randomVector(rng *rand.Rand, fill fillFunc) (*vector, []int16) {
	numbers := make([]int16, Hidden)
	for i := range numbers {
		numbers[i] = fill(rng)
	}
	v := new(vector)
	pack(v, numbers)
	return v, numbers
}

// wantNumbers fails the test unless v holds the numbers want.
func wantNumbers(t *testing.T, what string, v *vector, want []int16) {
	t.Helper()
	got := make([]int16, Hidden)
	unpack(got, v)
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s: lane %d: got %d, want %d", what, i, got[i], want[i])
		}
	}
}

// eachKernelSet runs the test with every set of kernels this machine has.
func eachKernelSet(t *testing.T, test func(t *testing.T)) {
	for _, set := range kernelSets() {
		t.Run(set.name, func(t *testing.T) {
			defer set.use()()
			test(t)
		})
	}
}

func TestPackUnpack(t *testing.T) {
	numbers := make([]int16, Hidden)
	for start := math.MinInt16; start <= math.MaxInt16; start += Hidden {
		for i := range numbers {
			numbers[i] = int16(start + i)
		}
		var v vector
		pack(&v, numbers)
		wantNumbers(t, "pack and unpack", &v, numbers)
	}
}

func TestAddSub(t *testing.T) {
	eachKernelSet(t, func(t *testing.T) {
		for _, f := range fills {
			rng := newRand(1)
			var src, dst accumulator
			var want [2][]int16
			var rows [6]*vector
			var numbers [6][]int16
			for p := range src {
				v, n := randomVector(rng, f.fill)
				src[p], want[p] = *v, n
			}
			for i := range rows {
				rows[i], numbers[i] = randomVector(rng, f.fill)
			}
			quiet := [2][]int16{make([]int16, Hidden), make([]int16, Hidden)}
			capture := [2][]int16{make([]int16, Hidden), make([]int16, Hidden)}
			for p := range want {
				for i, x := range want[p] {
					quiet[p][i] = x + numbers[3*p][i] - numbers[3*p+1][i]
					capture[p][i] = quiet[p][i] - numbers[3*p+2][i]
				}
			}
			addSub(&dst, &src, rows[0], rows[1], rows[3], rows[4])
			wantNumbers(t, f.name+" addSub 0", &dst[0], quiet[0])
			wantNumbers(t, f.name+" addSub 1", &dst[1], quiet[1])
			addSubSub(&dst, &src, rows[0], rows[1], rows[2], rows[3], rows[4], rows[5])
			wantNumbers(t, f.name+" addSubSub 0", &dst[0], capture[0])
			wantNumbers(t, f.name+" addSubSub 1", &dst[1], capture[1])
			addSubSub(&src, &src, rows[0], rows[1], rows[2], rows[3], rows[4], rows[5])
			wantNumbers(t, f.name+" addSubSub in place", &src[0], capture[0])
		}
	})
}

func TestAccumulate(t *testing.T) {
	rng := newRand(2)
	n := randomNetwork(rng)
	numbers := n.Parameters().FT
	eachKernelSet(t, func(t *testing.T) {
		for nAdds := 0; nAdds <= 33; nAdds++ {
			for _, nSubs := range []int{0, 1, 2, 3, nAdds} {
				src, want := randomVector(rng, fills[0].fill)
				adds, subs := randomFeatures(rng, nAdds), randomFeatures(rng, nSubs)
				for i := range want {
					for _, f := range adds {
						want[i] += numbers[int(f)*Hidden+i]
					}
					for _, f := range subs {
						want[i] -= numbers[int(f)*Hidden+i]
					}
				}
				var dst vector
				accumulate(&dst, src, &n.ft, adds, subs)
				wantNumbers(t, "accumulate", &dst, want)
				accumulate(src, src, &n.ft, adds, subs)
				wantNumbers(t, "accumulate in place", src, want)
			}
		}
	})
}

// randomFeatures returns count feature indices.
func randomFeatures(rng *rand.Rand, count int) []uint16 {
	list := make([]uint16, count)
	for i := range list {
		list[i] = uint16(rng.IntN(Inputs))
	}
	return list
}

// forwardWeights are output weights up to the limits.
var forwardWeights = []struct {
	name string
	fill func(rng *rand.Rand, i int) int16
}{
	{"random", func(rng *rand.Rand, _ int) int16 { return int16(rng.IntN(121) - 60) }},
	{"highest", func(_ *rand.Rand, i int) int16 { return limitWeight(i) }},
	{"lowest", func(_ *rand.Rand, i int) int16 { return -limitWeight(i) }},
	{"alternating", func(_ *rand.Rand, i int) int16 { return limitWeight(i) * int16(1-2*(i&1)) }},
}

// limitWeight is MaxOutWeight for as many weights as MaxOutSum admits.
func limitWeight(i int) int16 {
	if i < MaxOutSum/MaxOutWeight {
		return MaxOutWeight
	}
	return 0
}

func TestForward(t *testing.T) {
	inputs := append(fills[:len(fills):len(fills)], []struct {
		name string
		fill fillFunc
	}{
		{"all bits", func(rng *rand.Rand) int16 { return int16(rng.Uint32()) }},
		{"min", func(*rand.Rand) int16 { return math.MinInt16 }},
		{"max", func(*rand.Rand) int16 { return math.MaxInt16 }},
		{"one", func(*rand.Rand) int16 { return QA }},
	}...)
	eachKernelSet(t, func(t *testing.T) {
		rng := newRand(3)
		for _, w := range forwardWeights {
			var out [2 * Hidden]int16
			for i := range out {
				out[i] = w.fill(rng, i)
			}
			for _, f := range inputs {
				us, usNumbers := randomVector(rng, f.fill)
				them, themNumbers := randomVector(rng, f.fill)
				want := 0
				for i, x := range append(usNumbers, themNumbers...) {
					c := min(max(int(x), 0), QA)
					want += c * c * int(out[i])
				}
				if got := int(forward(us, them, &out)); got != want {
					t.Errorf("weights %s, inputs %s: got %d, want %d", w.name, f.name, got, want)
				}
			}
		}
	})
}

func BenchmarkKernels(b *testing.B) {
	rng := newRand(4)
	n := randomNetwork(rng)
	const mask = 255 // 256 different rows stay in the second level cache
	var order [mask + 1]uint16
	for i := range order {
		order[i] = uint16(rng.IntN(Inputs))
	}
	row := func(i int) *vector { return &n.ft[order[i&mask]] }
	var acc accumulator
	for _, set := range kernelSets() {
		restore := set.use()
		b.Run(set.name+"/addSub", func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				addSub(&acc, &acc, row(i), row(i+7), row(i+50), row(i+90))
			}
		})
		b.Run(set.name+"/addSubSub", func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				addSubSub(&acc, &acc, row(i), row(i+7), row(i+20), row(i+50), row(i+90), row(i+91))
			}
		})
		b.Run(set.name+"/refresh", func(b *testing.B) {
			const pieces = 30
			for i := 0; i < b.N; i++ {
				from := i & (mask >> 1)
				accumulate(&acc[0], &n.bias, &n.ft, order[from:from+pieces], nil)
				accumulate(&acc[1], &n.bias, &n.ft, order[from+pieces:from+2*pieces], nil)
			}
		})
		b.Run(set.name+"/forward", func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				sink += forward(&acc[0], &acc[1], &n.out[0])
			}
		})
		restore()
	}
}

// sink keeps the compiler from dropping a benchmark's work.
var sink int32
