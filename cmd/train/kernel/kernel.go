package kernel

import "fmt"

// Block is the number of floats that the assembly handles in one pass. Widths
// and slice lengths must be multiples of it.
const Block = 128

// Adam holds the numbers of one AdamW step (Loshchilov and Hutter, "Decoupled
// weight decay regularization", 2019) that are the same for every parameter.
// The order of the fields is known to the assembly.
type Adam struct {
	Beta1         float32 // decay of the first moment
	OneMinusBeta1 float32 // 1 - Beta1
	Beta2         float32 // decay of the second moment
	OneMinusBeta2 float32 // 1 - Beta2
	GradScale     float32 // factor of the summed gradient: 1 / samples in the batch
	Rate          float32 // learning rate / (1 - Beta1^t)
	SecondScale   float32 // 1 / (1 - Beta2^t)
	Epsilon       float32 // added to the root of the second moment
	Keep          float32 // 1 - learning rate * weight decay
	Limit         float32 // parameters are clipped to [-Limit, Limit]
}

// CheckWidth reports whether rows of the given width can be handled.
func CheckWidth(width int) error {
	if width <= 0 || width%Block != 0 {
		return fmt.Errorf("hidden layer of %d: need a positive multiple of %d", width, Block)
	}
	return nil
}

// Accumulate sets acc to the sum of the rows of table that begin at offsets.
// len(acc) is the width of a row. offsets must not be empty.
func Accumulate(acc, table []float32, offsets []uint32) {
	checkRows(acc, table, offsets)
	if useAssembly {
		accumulateAVX2(&acc[0], &table[0], &offsets[0], len(offsets), len(acc))
		return
	}
	accumulateGeneric(acc, table, offsets)
}

// Scatter adds delta to every row of table that begins at one of the offsets.
// len(delta) is the width of a row. offsets must not be empty.
func Scatter(table, delta []float32, offsets []uint32) {
	checkRows(delta, table, offsets)
	if useAssembly {
		scatterAVX2(&table[0], &delta[0], &offsets[0], len(offsets), len(delta))
		return
	}
	scatterGeneric(table, delta, offsets)
}

// Forward returns the sum of screlu(acc[i]) * out[i], where screlu(x) is the
// square of x clamped to [0, 1].
func Forward(acc, out []float32) float32 {
	checkLengths(len(acc), len(out))
	if useAssembly {
		return forwardAVX2(&acc[0], &out[0], len(acc))
	}
	return forwardGeneric(acc, out)
}

// Backward is the derivative of Forward, scaled by g, the derivative of the
// loss by Forward's result. It adds the derivative by out to gradOut and
// replaces acc by the derivative by acc.
func Backward(acc, out, gradOut []float32, g float32) {
	checkLengths(len(acc), len(out))
	checkLengths(len(acc), len(gradOut))
	if useAssembly {
		backwardAVX2(&acc[0], &out[0], &gradOut[0], len(acc), g)
		return
	}
	backwardGeneric(acc, out, gradOut, g)
}

// Reduce adds src to dst and clears src.
func Reduce(dst, src []float32) {
	checkLengths(len(dst), len(src))
	if useAssembly {
		reduceAVX2(&dst[0], &src[0], len(dst))
		return
	}
	reduceGeneric(dst, src)
}

// Update makes one AdamW step on the parameters p with first and second
// moments m and v and the summed gradient grad, and clears grad.
func Update(p, m, v, grad []float32, a *Adam) {
	checkLengths(len(p), len(m))
	checkLengths(len(p), len(v))
	checkLengths(len(p), len(grad))
	if useAssembly {
		updateAVX2(&p[0], &m[0], &v[0], &grad[0], &a.Beta1, len(p))
		return
	}
	updateGeneric(p, m, v, grad, a)
}

// Assembly reports whether the AVX2/FMA kernels are in use.
func Assembly() bool { return useAssembly }

// checkRows panics on lengths that the assembly cannot handle. That every
// offset lies inside the table is the caller's promise: looking at each of them
// here would cost as much as adding a row.
func checkRows(row, table []float32, offsets []uint32) {
	checkLengths(len(row), len(row))
	if len(offsets) == 0 || len(table) < len(row) {
		panic("kernel: no rows, or a table shorter than a row")
	}
}

// checkLengths panics unless the two lengths are equal and whole blocks.
func checkLengths(a, b int) {
	if a != b || a <= 0 || a%Block != 0 {
		panic(fmt.Sprintf("kernel: lengths %d and %d: need equal positive multiples of %d", a, b, Block))
	}
}
