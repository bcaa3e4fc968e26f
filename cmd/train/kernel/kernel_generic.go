package kernel

import "math"

// accumulateGeneric is Accumulate in plain Go.
func accumulateGeneric(acc, table []float32, offsets []uint32) {
	clear(acc)
	for _, o := range offsets {
		row := table[o:][:len(acc)]
		for i, w := range row {
			acc[i] += w
		}
	}
}

// scatterGeneric is Scatter in plain Go.
func scatterGeneric(table, delta []float32, offsets []uint32) {
	for _, o := range offsets {
		row := table[o:][:len(delta)]
		for i, d := range delta {
			row[i] += d
		}
	}
}

// forwardGeneric is Forward in plain Go.
func forwardGeneric(acc, out []float32) float32 {
	out = out[:len(acc)]
	var sum float32
	for i, x := range acc {
		x = min(max(x, 0), 1)
		sum += x * x * out[i]
	}
	return sum
}

// backwardGeneric is Backward in plain Go.
func backwardGeneric(acc, out, gradOut []float32, g float32) {
	out, gradOut = out[:len(acc)], gradOut[:len(acc)]
	for i, x := range acc {
		c := min(max(x, 0), 1)
		gradOut[i] += g * c * c
		d := 2 * g * c * out[i]
		if x >= 1 {
			d = 0
		}
		acc[i] = d
	}
}

// reduceGeneric is Reduce in plain Go.
func reduceGeneric(dst, src []float32) {
	src = src[:len(dst)]
	for i, s := range src {
		dst[i] += s
		src[i] = 0
	}
}

// updateGeneric is Update in plain Go.
func updateGeneric(p, m, v, grad []float32, a *Adam) {
	m, v, grad = m[:len(p)], v[:len(p)], grad[:len(p)]
	for i := range p {
		g := grad[i] * a.GradScale
		grad[i] = 0
		m[i] = a.Beta1*m[i] + a.OneMinusBeta1*g
		v[i] = a.Beta2*v[i] + a.OneMinusBeta2*g*g
		root := float32(math.Sqrt(float64(v[i] * a.SecondScale)))
		w := p[i]*a.Keep - a.Rate*m[i]/(root+a.Epsilon)
		p[i] = min(max(w, -a.Limit), a.Limit)
	}
}
