// Command _generate writes the AVX2/FMA kernels of the trainer with avo.
//
//	go run . -out ../kernel_amd64.s -stubs ../stub_amd64.go -pkg kernel
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	floatSize = 4                     // bytes of a float32
	laneBytes = 32                    // bytes of a YMM register
	lanes     = laneBytes / floatSize // floats in a YMM register
	block     = 128                   // floats per pass; kernel.Block
	vectors   = block / lanes         // YMM registers per block
	half      = vectors / 2           // YMM registers per half block
	chains    = 4                     // independent sums of a dot product
	blockSize = block * floatSize     // bytes per block
	one       = uint32(0x3f800000)    // 1.0 as float32
	lessThan  = U8(0x11)              // VCMPPS predicate: less than, ordered, quiet
)

// Positions of the fields of kernel.Adam.
const (
	fieldBeta1 = iota
	fieldOneMinusBeta1
	fieldBeta2
	fieldOneMinusBeta2
	fieldGradScale
	fieldRate
	fieldSecondScale
	fieldEpsilon
	fieldKeep
	fieldLimit
)

func main() {
	ConstraintExpr("amd64,!purego")
	accumulate()
	scatter()
	forward()
	backward()
	reduce()
	update()
	Generate()
}

// function starts an assembly function whose pointers do not escape.
func function(name, signature, doc string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(doc)
}

// registers allocates n vector registers.
func registers(n int) []reg.VecVirtual {
	r := make([]reg.VecVirtual, n)
	for i := range r {
		r[i] = YMM()
	}
	return r
}

// broadcastOne fills a new vector register with 1.0.
func broadcastOne() reg.VecVirtual {
	bits, v := GP32(), YMM()
	MOVL(U32(one), bits)
	VMOVD(bits, v.AsX())
	VBROADCASTSS(v.AsX(), v)
	return v
}

// zeros clears a new vector register.
func zeros() reg.VecVirtual {
	v := YMM()
	VXORPS(v, v, v)
	return v
}

// finish leaves the function without the penalty of mixing vector widths.
func finish() {
	VZEROUPPER()
	RET()
}

// accumulate: one pass over the rows per block, the block's sums in all 16
// vector registers.
func accumulate() {
	function("accumulateAVX2", "func(acc, table *float32, offsets *uint32, rows, width int)",
		"accumulateAVX2 is Accumulate; width must be a multiple of Block.")
	acc := Load(Param("acc"), GP64())
	table := Load(Param("table"), GP64())
	offsets := Load(Param("offsets"), GP64())
	rows := Load(Param("rows"), GP64())
	width := Load(Param("width"), GP64())
	i, row := GP64(), GP64()

	Label("accumulateBlock")
	sums := registers(vectors)
	MOVL(Mem{Base: offsets}, row.As32())
	for k, s := range sums {
		VMOVUPS(Mem{Base: table, Index: row, Scale: floatSize, Disp: k * laneBytes}, s)
	}
	MOVQ(U32(1), i)
	JMP(LabelRef("accumulateNext"))
	Label("accumulateRow")
	MOVL(Mem{Base: offsets, Index: i, Scale: floatSize}, row.As32())
	for k, s := range sums {
		VADDPS(Mem{Base: table, Index: row, Scale: floatSize, Disp: k * laneBytes}, s, s)
	}
	INCQ(i)
	Label("accumulateNext")
	CMPQ(i, rows)
	JL(LabelRef("accumulateRow"))
	for k, s := range sums {
		VMOVUPS(s, Mem{Base: acc, Disp: k * laneBytes})
	}
	ADDQ(U32(blockSize), acc)
	ADDQ(U32(blockSize), table)
	SUBQ(U32(block), width)
	JNZ(LabelRef("accumulateBlock"))
	finish()
}

// scatter: one pass over the rows per half block, the half block of delta in
// eight registers, eight more for the sums.
func scatter() {
	function("scatterAVX2", "func(table, delta *float32, offsets *uint32, rows, width int)",
		"scatterAVX2 is Scatter; width must be a multiple of Block.")
	table := Load(Param("table"), GP64())
	delta := Load(Param("delta"), GP64())
	offsets := Load(Param("offsets"), GP64())
	rows := Load(Param("rows"), GP64())
	width := Load(Param("width"), GP64())
	i, row := GP64(), GP64()

	Label("scatterBlock")
	deltas := registers(half)
	for k, d := range deltas {
		VMOVUPS(Mem{Base: delta, Disp: k * laneBytes}, d)
	}
	XORQ(i, i)
	Label("scatterRow")
	MOVL(Mem{Base: offsets, Index: i, Scale: floatSize}, row.As32())
	for k, s := range registers(half) {
		target := Mem{Base: table, Index: row, Scale: floatSize, Disp: k * laneBytes}
		VADDPS(target, deltas[k], s)
		VMOVUPS(s, target)
	}
	INCQ(i)
	CMPQ(i, rows)
	JL(LabelRef("scatterRow"))
	ADDQ(U32(blockSize/2), delta)
	ADDQ(U32(blockSize/2), table)
	SUBQ(U32(block/2), width)
	JNZ(LabelRef("scatterBlock"))
	finish()
}

// forward: four independent sums hide the latency of the multiply-add.
func forward() {
	function("forwardAVX2", "func(acc, out *float32, n int) float32",
		"forwardAVX2 is Forward; n must be a multiple of Block.")
	acc := Load(Param("acc"), GP64())
	out := Load(Param("out"), GP64())
	n := Load(Param("n"), GP64())
	low, high := zeros(), broadcastOne()
	sums := registers(chains)
	for _, s := range sums {
		VXORPS(s, s, s)
	}

	Label("forwardBlock")
	for k := range vectors {
		x := YMM()
		VMAXPS(Mem{Base: acc, Disp: k * laneBytes}, low, x)
		VMINPS(high, x, x)
		VMULPS(x, x, x)
		VFMADD231PS(Mem{Base: out, Disp: k * laneBytes}, x, sums[k%chains])
	}
	ADDQ(U32(blockSize), acc)
	ADDQ(U32(blockSize), out)
	SUBQ(U32(block), n)
	JNZ(LabelRef("forwardBlock"))

	VADDPS(sums[1], sums[0], sums[0])
	VADDPS(sums[3], sums[2], sums[2])
	VADDPS(sums[2], sums[0], sums[0])
	upper := XMM()
	VEXTRACTF128(U8(1), sums[0], upper)
	total := sums[0].AsX()
	VADDPS(upper, total, total)
	VHADDPS(total, total, total)
	VHADDPS(total, total, total)
	Store(total, ReturnIndex(0))
	finish()
}

// backward: the clamp of forward again, its derivative masked above 1; below 0
// the clamped value itself is 0 and so is the derivative of its square.
func backward() {
	function("backwardAVX2", "func(acc, out, gradOut *float32, n int, slope float32)",
		"backwardAVX2 is Backward; n must be a multiple of Block.")
	acc := Load(Param("acc"), GP64())
	out := Load(Param("out"), GP64())
	gradOut := Load(Param("gradOut"), GP64())
	n := Load(Param("n"), GP64())
	scale := YMM()
	slope, err := Param("slope").Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSS(slope.Addr, scale)
	low, high := zeros(), broadcastOne()

	Label("backwardBlock")
	for k := range vectors {
		at := k * laneBytes
		x, c, mask, sum := YMM(), YMM(), YMM(), YMM()
		VMOVUPS(Mem{Base: acc, Disp: at}, x)
		VMAXPS(low, x, c)
		VMINPS(high, c, c)
		VCMPPS(lessThan, high, x, mask)
		VMULPS(scale, c, x)
		VMOVUPS(Mem{Base: gradOut, Disp: at}, sum)
		VFMADD231PS(c, x, sum)
		VMOVUPS(sum, Mem{Base: gradOut, Disp: at})
		VADDPS(x, x, x)
		VMULPS(Mem{Base: out, Disp: at}, x, x)
		VANDPS(mask, x, x)
		VMOVUPS(x, Mem{Base: acc, Disp: at})
	}
	ADDQ(U32(blockSize), acc)
	ADDQ(U32(blockSize), out)
	ADDQ(U32(blockSize), gradOut)
	SUBQ(U32(block), n)
	JNZ(LabelRef("backwardBlock"))
	finish()
}

func reduce() {
	function("reduceAVX2", "func(dst, src *float32, n int)",
		"reduceAVX2 is Reduce; n must be a multiple of Block.")
	dst := Load(Param("dst"), GP64())
	src := Load(Param("src"), GP64())
	n := Load(Param("n"), GP64())
	nothing := zeros()

	Label("reduceBlock")
	for k := range vectors {
		at := k * laneBytes
		x := YMM()
		VMOVUPS(Mem{Base: src, Disp: at}, x)
		VADDPS(Mem{Base: dst, Disp: at}, x, x)
		VMOVUPS(x, Mem{Base: dst, Disp: at})
		VMOVUPS(nothing, Mem{Base: src, Disp: at})
	}
	ADDQ(U32(blockSize), dst)
	ADDQ(U32(blockSize), src)
	SUBQ(U32(block), n)
	JNZ(LabelRef("reduceBlock"))
	finish()
}

func update() {
	function("updateAVX2", "func(p, m, v, grad, a *float32, n int)",
		"updateAVX2 is Update; a is the first field of Adam, n a multiple of Block.")
	p := Load(Param("p"), GP64())
	m := Load(Param("m"), GP64())
	v := Load(Param("v"), GP64())
	grad := Load(Param("grad"), GP64())
	n := Load(Param("n"), GP64())
	a := Load(Param("a"), GP64())
	field := func(i int) reg.VecVirtual {
		r := YMM()
		VBROADCASTSS(Mem{Base: a, Disp: i * floatSize}, r)
		return r
	}
	beta1, oneMinusBeta1 := field(fieldBeta1), field(fieldOneMinusBeta1)
	beta2, oneMinusBeta2 := field(fieldBeta2), field(fieldOneMinusBeta2)
	gradScale, rate := field(fieldGradScale), field(fieldRate)
	secondScale, epsilon := field(fieldSecondScale), field(fieldEpsilon)
	keep, upper := field(fieldKeep), field(fieldLimit)
	lower := zeros()
	VSUBPS(upper, lower, lower)

	Label("updateBlock")
	for k := range vectors {
		at := k * laneBytes
		g, first, second, w := YMM(), YMM(), YMM(), YMM()
		VMULPS(Mem{Base: grad, Disp: at}, gradScale, g)
		VMULPS(Mem{Base: m, Disp: at}, beta1, first)
		VFMADD231PS(g, oneMinusBeta1, first)
		VMOVUPS(first, Mem{Base: m, Disp: at})
		VMULPS(Mem{Base: v, Disp: at}, beta2, second)
		VMULPS(g, g, g)
		VFMADD231PS(g, oneMinusBeta2, second)
		VMOVUPS(second, Mem{Base: v, Disp: at})
		VMULPS(secondScale, second, second)
		VSQRTPS(second, second)
		VADDPS(epsilon, second, second)
		VDIVPS(second, first, first)
		VMULPS(Mem{Base: p, Disp: at}, keep, w)
		VFNMADD231PS(first, rate, w)
		VMAXPS(lower, w, w)
		VMINPS(upper, w, w)
		VMOVUPS(w, Mem{Base: p, Disp: at})
		VXORPS(g, g, g)
		VMOVUPS(g, Mem{Base: grad, Disp: at})
	}
	for _, pointer := range []reg.Register{p, m, v, grad} {
		ADDQ(U32(blockSize), pointer)
	}
	SUBQ(U32(block), n)
	JNZ(LabelRef("updateBlock"))
	finish()
}
