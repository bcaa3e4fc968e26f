// Command generate writes the AVX2 kernels of package nnue, ../kernel_amd64.s,
// and their Go declarations, ../kernel_stubs_amd64.go. It is a module of its
// own, so that the engine does not depend on avo. Run it through go generate in
// the directory above after a change here or of Hidden or Inputs, which it reads
// from ../network.go.
//
// # Conventions
//
// Lanes are in offset form (x + 32768, see ../kernel.go). Rows added and
// subtracted bring an offset each; when their number is odd, one offset is left
// over, and turning the sign bit of each lane corrects it.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	source    = "../network.go"
	laneBytes = 2
	vecBytes  = 32 // of one YMM register
	qa        = 255
)

// The shape of the network, from the source.
var hidden, inputs int

func main() {
	hidden, inputs = readConst("Hidden"), readConst("Inputs")
	if got := readConst("QA"); got != qa {
		log.Fatalf("%s: QA is %d, the kernels are written for %d", source, got, qa)
	}
	ConstraintExpr("!purego")
	update("addSubAVX2", "dst[p] = src[p] + addP - subP", "add", "sub")
	update("addSubSubAVX2", "dst[p] = src[p] + addP - subP - subbP", "add", "sub", "subb")
	accumulate()
	forward()
	Generate()
}

// readConst returns the value of an integer constant of the source.
func readConst(name string) int {
	file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
	if err != nil {
		log.Fatal(err)
	}
	value := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name == name && len(spec.Values) == 1 {
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
				value = lit.Value
			}
		}
		return true
	})
	v, err := strconv.Atoi(value)
	if err != nil {
		log.Fatalf("%s: no constant %s with a plain number", source, name)
	}
	return v
}

// vectorType is the Go type of one vector.
func vectorType() string { return fmt.Sprintf("[%d]uint64", hidden/4) }

// rowBytes is the size of one vector.
func rowBytes() int { return hidden * laneBytes }

// signBits returns a register with laneOffset in each lane.
func signBits() VecVirtual {
	y := YMM()
	VPCMPEQW(y, y, y)
	VPSLLW(U8(15), y, y)
	return y
}

// update generates a fused update of both perspectives; the first of the rows
// is added, the others are subtracted.
func update(name, formula string, rows ...string) {
	params := ""
	for p := 0; p < 2; p++ {
		for _, row := range rows {
			params += fmt.Sprintf(", %s%d", row, p)
		}
	}
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst, src *[2]%s%s *%s)", vectorType(), params, vectorType()))
	Doc(name+" computes "+formula+" for both perspectives.", "Requires: AVX2.")
	Pragma("noescape")

	dst := Load(Param("dst"), GP64())
	src := Load(Param("src"), GP64())
	odd := len(rows)%2 == 1
	var sign VecVirtual
	if odd {
		sign = signBits()
	}
	for p := 0; p < 2; p++ {
		var base []Register
		for _, row := range rows {
			base = append(base, Load(Param(fmt.Sprint(row, p)), GP64()))
		}
		for i := 0; i < rowBytes(); i += vecBytes {
			offset := p*rowBytes() + i
			y := YMM()
			VMOVDQU(Mem{Base: src, Disp: offset}, y)
			VPADDW(Mem{Base: base[0], Disp: i}, y, y)
			for _, row := range base[1:] {
				VPSUBW(Mem{Base: row, Disp: i}, y, y)
			}
			if odd {
				VPXOR(sign, y, y)
			}
			VMOVDQU(y, Mem{Base: dst, Disp: offset})
		}
	}
	VZEROUPPER()
	RET()
}

// accumulate generates the update of one vector by any number of rows. A block
// of the vector stays in registers while the rows go by.
func accumulate() {
	const maxRegisters = 16
	block := 8
	if hidden%(maxRegisters*vecBytes/laneBytes) == 0 {
		block = maxRegisters
	}
	TEXT("accumulateAVX2", NOSPLIT, fmt.Sprintf("func(dst, src *%s, rows *[%d]%s, adds, subs []uint16)",
		vectorType(), inputs, vectorType()))
	Doc("accumulateAVX2 computes dst = src + Σ rows[adds] - Σ rows[subs].", "Requires: AVX2.")
	Pragma("noescape")

	dst := Load(Param("dst"), GP64())
	src := Load(Param("src"), GP64())
	rows := Load(Param("rows"), GP64())
	adds := Load(Param("adds").Base(), GP64())
	nAdds := Load(Param("adds").Len(), GP64())
	subs := Load(Param("subs").Base(), GP64())
	nSubs := Load(Param("subs").Len(), GP64())

	// The offset left over, 0 or the sign bit, in each lane of a stack slot.
	left := AllocLocal(vecBytes)
	parity := GP64()
	MOVQ(nAdds, parity)
	ADDQ(nSubs, parity)
	ANDQ(U32(1), parity)
	SHLQ(U8(15), parity)
	x, y := XMM(), YMM()
	MOVQ(parity, x)
	VPBROADCASTW(x, y)
	VMOVDQU(y, left)

	turns := rowBytes() / (block * vecBytes)
	for t := 0; t < turns; t++ {
		sums := make([]VecVirtual, block)
		for i := range sums {
			sums[i] = YMM()
			VMOVDQU(Mem{Base: src, Disp: (t*block + i) * vecBytes}, sums[i])
			VPXOR(left, sums[i], sums[i])
		}
		each := func(kind string, list, count Register, op func(...Op)) {
			loop, done := fmt.Sprint(kind, t), fmt.Sprint(kind, t, "done")
			i, row := GP64(), GP64()
			XORQ(i, i)
			Label(loop)
			CMPQ(i, count)
			JGE(LabelRef(done))
			MOVWQZX(Mem{Base: list, Index: i, Scale: laneBytes}, row)
			IMUL3Q(U32(uint32(rowBytes())), row, row)
			ADDQ(rows, row)
			for k := range sums {
				op(Mem{Base: row, Disp: (t*block + k) * vecBytes}, sums[k], sums[k])
			}
			INCQ(i)
			JMP(LabelRef(loop))
			Label(done)
		}
		each("add", adds, nAdds, VPADDW)
		each("sub", subs, nSubs, VPSUBW)
		for i := range sums {
			VMOVDQU(sums[i], Mem{Base: dst, Disp: (t*block + i) * vecBytes})
		}
	}
	VZEROUPPER()
	RET()
}

// forward generates the output layer. With c = clamp(x) the product c·w fits in
// 16 bits, so c·w·c is one 16-bit multiplication and one multiply-add into 32
// bits. The subtraction of the offset saturates at zero, which is the lower half
// of the clamp.
func forward() {
	const chains = 4 // independent sums
	TEXT("forwardAVX2", NOSPLIT, fmt.Sprintf("func(us, them *%s, out *[%d]int16) int32", vectorType(), 2*hidden))
	Doc("forwardAVX2 computes Σ SCReLU(us[i])·out[i] + Σ SCReLU(them[i])·out[Hidden+i].", "Requires: AVX2.")
	Pragma("noescape")

	sides := []Register{Load(Param("us"), GP64()), Load(Param("them"), GP64())}
	out := Load(Param("out"), GP64())
	sign := signBits()
	limit := YMM()
	VPCMPEQW(limit, limit, limit)
	VPSRLW(U8(8), limit, limit) // 255 in each lane
	sums := make([]VecVirtual, chains)
	for i := range sums {
		sums[i] = YMM()
		VPXOR(sums[i], sums[i], sums[i])
	}
	for p, side := range sides {
		for i := 0; i < rowBytes(); i += vecBytes {
			c, product := YMM(), YMM()
			VMOVDQU(Mem{Base: side, Disp: i}, c)
			VPSUBUSW(sign, c, c)
			VPMINSW(limit, c, c)
			VPMULLW(Mem{Base: out, Disp: p*rowBytes() + i}, c, product)
			VPMADDWD(c, product, product)
			sum := sums[i/vecBytes%chains]
			VPADDD(product, sum, sum)
		}
	}
	VPADDD(sums[1], sums[0], sums[0])
	VPADDD(sums[3], sums[2], sums[2])
	VPADDD(sums[2], sums[0], sums[0])
	high, low := XMM(), XMM()
	VEXTRACTI128(U8(1), sums[0], high)
	VPADDD(high, sums[0].AsX(), low)
	VPSHUFD(U8(0x4e), low, high) // swap the 64-bit halves
	VPADDD(high, low, low)
	VPSHUFD(U8(0xb1), low, high) // swap the 32-bit neighbours
	VPADDD(high, low, low)
	result := GP32()
	VMOVD(low, result)
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
