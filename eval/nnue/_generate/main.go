// Command generate writes the AVX2 kernels of package nnue, ../kernel_amd64.s,
// and their Go declarations, ../kernel_stubs_amd64.go. It is a module of its
// own, so that the engine does not depend on avo. Run it through go generate in
// the directory above after a change here or of the shape of the network, which
// it reads from ../network.go.
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

	asm "github.com/mmcloughlin/avo/build"
	op "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
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
	hidden, inputs = readConst("Hidden"), readConst("PieceInputs")*readConst("KingBuckets")
	if got := readConst("QA"); got != qa {
		log.Fatalf("%s: QA is %d, the kernels are written for %d", source, got, qa)
	}
	asm.ConstraintExpr("!purego")
	update("addSubAVX2", "dst[p] = src[p] + addP - subP", "add", "sub")
	update("addSubSubAVX2", "dst[p] = src[p] + addP - subP - subbP", "add", "sub", "subb")
	accumulate()
	forward()
	asm.Generate()
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
func signBits() reg.VecVirtual {
	y := asm.YMM()
	asm.VPCMPEQW(y, y, y)
	asm.VPSLLW(op.U8(15), y, y)
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
	asm.TEXT(name, asm.NOSPLIT, fmt.Sprintf("func(dst, src *[2]%s%s *%s)", vectorType(), params, vectorType()))
	asm.Doc(name+" computes "+formula+" for both perspectives.", "Requires: AVX2.")
	asm.Pragma("noescape")

	dst := asm.Load(asm.Param("dst"), asm.GP64())
	src := asm.Load(asm.Param("src"), asm.GP64())
	odd := len(rows)%2 == 1
	var sign reg.VecVirtual
	if odd {
		sign = signBits()
	}
	for p := 0; p < 2; p++ {
		var base []reg.Register
		for _, row := range rows {
			base = append(base, asm.Load(asm.Param(fmt.Sprint(row, p)), asm.GP64()))
		}
		for i := 0; i < rowBytes(); i += vecBytes {
			offset := p*rowBytes() + i
			y := asm.YMM()
			asm.VMOVDQU(op.Mem{Base: src, Disp: offset}, y)
			asm.VPADDW(op.Mem{Base: base[0], Disp: i}, y, y)
			for _, row := range base[1:] {
				asm.VPSUBW(op.Mem{Base: row, Disp: i}, y, y)
			}
			if odd {
				asm.VPXOR(sign, y, y)
			}
			asm.VMOVDQU(y, op.Mem{Base: dst, Disp: offset})
		}
	}
	asm.VZEROUPPER()
	asm.RET()
}

// accumulate generates the update of one vector by any number of rows. A block
// of the vector stays in registers while the rows go by.
func accumulate() {
	const maxRegisters = 16
	block := 8
	if hidden%(maxRegisters*vecBytes/laneBytes) == 0 {
		block = maxRegisters
	}
	asm.TEXT("accumulateAVX2", asm.NOSPLIT, fmt.Sprintf("func(dst, src *%s, rows *[%d]%s, adds, subs []uint16)",
		vectorType(), inputs, vectorType()))
	asm.Doc("accumulateAVX2 computes dst = src + Σ rows[adds] - Σ rows[subs].", "Requires: AVX2.")
	asm.Pragma("noescape")

	dst := asm.Load(asm.Param("dst"), asm.GP64())
	src := asm.Load(asm.Param("src"), asm.GP64())
	rows := asm.Load(asm.Param("rows"), asm.GP64())
	adds := asm.Load(asm.Param("adds").Base(), asm.GP64())
	nAdds := asm.Load(asm.Param("adds").Len(), asm.GP64())
	subs := asm.Load(asm.Param("subs").Base(), asm.GP64())
	nSubs := asm.Load(asm.Param("subs").Len(), asm.GP64())

	// The offset left over, 0 or the sign bit, in each lane of a stack slot.
	left := asm.AllocLocal(vecBytes)
	parity := asm.GP64()
	asm.MOVQ(nAdds, parity)
	asm.ADDQ(nSubs, parity)
	asm.ANDQ(op.U32(1), parity)
	asm.SHLQ(op.U8(15), parity)
	x, y := asm.XMM(), asm.YMM()
	asm.MOVQ(parity, x)
	asm.VPBROADCASTW(x, y)
	asm.VMOVDQU(y, left)

	turns := rowBytes() / (block * vecBytes)
	for t := 0; t < turns; t++ {
		sums := make([]reg.VecVirtual, block)
		for i := range sums {
			sums[i] = asm.YMM()
			asm.VMOVDQU(op.Mem{Base: src, Disp: (t*block + i) * vecBytes}, sums[i])
			asm.VPXOR(left, sums[i], sums[i])
		}
		each := func(kind string, list, count reg.Register, apply func(...op.Op)) {
			loop, done := fmt.Sprint(kind, t), fmt.Sprint(kind, t, "done")
			i, row := asm.GP64(), asm.GP64()
			asm.XORQ(i, i)
			asm.Label(loop)
			asm.CMPQ(i, count)
			asm.JGE(op.LabelRef(done))
			asm.MOVWQZX(op.Mem{Base: list, Index: i, Scale: laneBytes}, row)
			asm.IMUL3Q(op.U32(uint32(rowBytes())), row, row)
			asm.ADDQ(rows, row)
			for k := range sums {
				apply(op.Mem{Base: row, Disp: (t*block + k) * vecBytes}, sums[k], sums[k])
			}
			asm.INCQ(i)
			asm.JMP(op.LabelRef(loop))
			asm.Label(done)
		}
		each("add", adds, nAdds, asm.VPADDW)
		each("sub", subs, nSubs, asm.VPSUBW)
		for i := range sums {
			asm.VMOVDQU(sums[i], op.Mem{Base: dst, Disp: (t*block + i) * vecBytes})
		}
	}
	asm.VZEROUPPER()
	asm.RET()
}

// forward generates the output layer. With c = clamp(x) the product c·w fits in
// 16 bits, so c·w·c is one 16-bit multiplication and one multiply-add into 32
// bits. The subtraction of the offset saturates at zero, which is the lower half
// of the clamp.
func forward() {
	const chains = 4 // independent sums
	asm.TEXT("forwardAVX2", asm.NOSPLIT, fmt.Sprintf("func(us, them *%s, out *[%d]int16) int32", vectorType(), 2*hidden))
	asm.Doc("forwardAVX2 computes Σ SCReLU(us[i])·out[i] + Σ SCReLU(them[i])·out[Hidden+i].", "Requires: AVX2.")
	asm.Pragma("noescape")

	sides := []reg.Register{asm.Load(asm.Param("us"), asm.GP64()), asm.Load(asm.Param("them"), asm.GP64())}
	out := asm.Load(asm.Param("out"), asm.GP64())
	sign := signBits()
	limit := asm.YMM()
	asm.VPCMPEQW(limit, limit, limit)
	asm.VPSRLW(op.U8(8), limit, limit) // 255 in each lane
	sums := make([]reg.VecVirtual, chains)
	for i := range sums {
		sums[i] = asm.YMM()
		asm.VPXOR(sums[i], sums[i], sums[i])
	}
	for p, side := range sides {
		for i := 0; i < rowBytes(); i += vecBytes {
			c, product := asm.YMM(), asm.YMM()
			asm.VMOVDQU(op.Mem{Base: side, Disp: i}, c)
			asm.VPSUBUSW(sign, c, c)
			asm.VPMINSW(limit, c, c)
			asm.VPMULLW(op.Mem{Base: out, Disp: p*rowBytes() + i}, c, product)
			asm.VPMADDWD(c, product, product)
			sum := sums[i/vecBytes%chains]
			asm.VPADDD(product, sum, sum)
		}
	}
	asm.VPADDD(sums[1], sums[0], sums[0])
	asm.VPADDD(sums[3], sums[2], sums[2])
	asm.VPADDD(sums[2], sums[0], sums[0])
	high, low := asm.XMM(), asm.XMM()
	asm.VEXTRACTI128(op.U8(1), sums[0], high)
	asm.VPADDD(high, sums[0].AsX(), low)
	asm.VPSHUFD(op.U8(0x4e), low, high) // swap the 64-bit halves
	asm.VPADDD(high, low, low)
	asm.VPSHUFD(op.U8(0xb1), low, high) // swap the 32-bit neighbours
	asm.VPADDD(high, low, low)
	result := asm.GP32()
	asm.VMOVD(low, result)
	asm.Store(result, asm.ReturnIndex(0))
	asm.VZEROUPPER()
	asm.RET()
}
