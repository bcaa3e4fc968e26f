package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"tura/eval/nnue"
)

// parameters returns the numbers in the form of eval/nnue.
func (q *quantised) parameters() *nnue.Parameters {
	return &nnue.Parameters{FT: q.ft, Bias: q.bias, Out: q.out, OutBias: q.outBias, QB: q.qb}
}

// native reports whether the engine of this tree can read networks of the shape.
func (s shape) native() bool { return s.hidden == nnue.Hidden && s.buckets == nnue.Buckets }

// file returns the bytes of the network file. The engine's own package writes and
// checks the shape that this tree is built for; for the others, which an engine
// built with another eval/nnue Hidden or Buckets reads, the same is done here.
func (q *quantised) file() ([]byte, error) {
	if !q.net.native() {
		return q.encode(), q.check()
	}
	n, err := nnue.NewNetwork(q.parameters())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = n.Write(&b)
	return b.Bytes(), err
}

// checksumOf returns the checksum in the header of a network file, by which the
// engine names the network.
func checksumOf(file []byte) uint32 { return binary.LittleEndian.Uint32(file[fileChecksum:]) }

// The header of a network file; eval/nnue describes it. fileFields follow each
// other from fileWords on, 4 bytes each.
const (
	fileMagic    = "TURANNUE"
	fileHeader   = 64
	fileWords    = len(fileMagic)
	fileVersion  = 1
	fileArch     = 2
	fileMirrored = 1
	fileLength   = 48
	fileChecksum = 60
	wordSize     = 4
)

// encode returns the bytes of the network file.
func (q *quantised) encode() []byte {
	b := make([]byte, fileHeader)
	copy(b, fileMagic)
	for i, v := range []int{fileVersion, fileArch, inputs, q.net.hidden, q.net.buckets, fileMirrored, qa, q.qb, scale} {
		binary.LittleEndian.PutUint32(b[fileWords+i*wordSize:], uint32(v))
	}
	for _, part := range [][]int16{q.ft, q.bias, q.out} {
		for _, v := range part {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
	}
	for _, v := range q.outBias {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	binary.LittleEndian.PutUint64(b[fileLength:], uint64(len(b)-fileHeader))
	crc := crc32.ChecksumIEEE(b[:fileChecksum])
	crc = crc32.Update(crc, crc32.IEEETable, b[fileHeader:])
	binary.LittleEndian.PutUint32(b[fileChecksum:], crc)
	return b
}

// check reports a network that could overflow in the engine. rowLimit keeps
// the first layer within the limits for every shape; the sum
// of the output weights grows with the width.
func (q *quantised) check() error {
	const accumulatorMax = 1<<15 - 1
	for i, w := range q.ft {
		if most := maxMen*abs(w) + abs(q.bias[i%q.net.hidden]); most > accumulatorMax {
			return fmt.Errorf("neuron %d may overflow: up to %d", i%q.net.hidden, most)
		}
	}
	for _, w := range q.out {
		if abs(w) > nnue.MaxOutWeight {
			return fmt.Errorf("output weight %d is above %d", w, nnue.MaxOutWeight)
		}
	}
	for b := range q.net.buckets {
		if sum := q.outSum(b); sum > nnue.MaxOutSum {
			return fmt.Errorf("output weights of bucket %d add up to %d, above %d", b, sum, nnue.MaxOutSum)
		}
	}
	return nil
}

// fromNetwork takes the numbers of a network that the engine has read.
func fromNetwork(n *nnue.Network) *quantised {
	p := n.Parameters()
	net := shape{hidden: nnue.Hidden, buckets: nnue.Buckets}
	return &quantised{net: net, qb: p.QB, ft: p.FT, bias: p.Bias, out: p.Out, outBias: p.OutBias}
}

func abs(x int16) int {
	if x < 0 {
		return -int(x)
	}
	return int(x)
}
