package nnue

import (
	"bytes"
	_ "embed" // net.bin
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// The header of a network file; see the package comment for its drawing.
const (
	magic       = "TURANNUE"
	fileVersion = 1
	archMirror  = 2 // mirrored inputs in king buckets, two perspectives, SCReLU
	flagMirror  = 1 // horizontal mirroring

	headerSize  = 64
	payloadSize = 2*(Inputs*Hidden+Hidden+Buckets*2*Hidden) + 4*Buckets

	offsetVersion  = 8
	offsetArch     = 12
	offsetInputs   = 16
	offsetHidden   = 20
	offsetBuckets  = 24
	offsetFlags    = 28
	offsetQA       = 32
	offsetQB       = 36
	offsetScale    = 40
	offsetReserve1 = 44
	offsetLength   = 48
	offsetReserve2 = 56
	offsetChecksum = 60
)

// ErrNoNetwork is what Default returns in a program built with an empty
// net.bin.
var ErrNoNetwork = errors.New("nnue: this program was built without a network (net.bin is empty); name a network file instead")

//go:embed net.bin
var embedded []byte

var defaultNetwork = sync.OnceValues(func() (*Network, error) { return readEmbedded(embedded) })

// Default returns the network built into the program, the same one at every
// call. The error is ErrNoNetwork when there is none, or says what is wrong with
// it.
func Default() (*Network, error) { return defaultNetwork() }

// readEmbedded reads a network from the bytes of net.bin.
func readEmbedded(file []byte) (*Network, error) {
	if len(file) == 0 {
		return nil, ErrNoNetwork
	}
	n, err := Read(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("embedded network: %w", err)
	}
	return n, nil
}

// Read reads a network file up to its end. It returns an error that says what
// is wrong when the file is not a network, was made for another shape or
// version, is cut short or too long, does not match its checksum, or holds
// parameters beyond the limits of the package comment.
func Read(r io.Reader) (*Network, error) {
	file := make([]byte, headerSize+payloadSize)
	got, err := io.ReadFull(r, file[:headerSize])
	if short(err) {
		return nil, fmt.Errorf("nnue: not a network file: %d bytes, the header alone has %d", got, headerSize)
	}
	if err != nil {
		return nil, fmt.Errorf("nnue: reading the header: %w", err)
	}
	if err := checkHeader(file[:headerSize]); err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	got, err = io.ReadFull(r, file[headerSize:])
	if short(err) {
		return nil, fmt.Errorf("nnue: the file is cut short: %d of %d bytes", headerSize+got, len(file))
	}
	if err != nil {
		return nil, fmt.Errorf("nnue: reading the parameters: %w", err)
	}
	if got, err := io.ReadFull(r, make([]byte, 1)); got != 0 {
		return nil, fmt.Errorf("nnue: the file is too long: a network has %d bytes", len(file))
	} else if !short(err) {
		return nil, fmt.Errorf("nnue: reading past the parameters: %w", err)
	}
	return decode(file)
}

// short tells whether err of io.ReadFull means that the input ended early.
func short(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// Write writes the network in the form Read reads.
func (n *Network) Write(w io.Writer) error {
	if _, err := w.Write(encode(n.Parameters())); err != nil {
		return fmt.Errorf("nnue: writing the network: %w", err)
	}
	return nil
}

// checkHeader tells whether a header fits this program. QB is checked with the
// parameters.
func checkHeader(header []byte) error {
	if got := header[:len(magic)]; string(got) != magic {
		return fmt.Errorf("not a network file: it starts with %q, not %q", got, magic)
	}
	fields := []struct {
		name   string
		offset int
		want   uint32
	}{
		{"file version", offsetVersion, fileVersion},
		{"architecture", offsetArch, archMirror},
		{"number of inputs", offsetInputs, Inputs},
		{"number of hidden neurons", offsetHidden, Hidden},
		{"number of output buckets", offsetBuckets, Buckets},
		{"flags word", offsetFlags, flagMirror},
		{"QA", offsetQA, QA},
		{"scale", offsetScale, Scale},
		{"reserved word", offsetReserve1, 0},
		{"reserved word", offsetReserve2, 0},
	}
	for _, f := range fields {
		if got := binary.LittleEndian.Uint32(header[f.offset:]); got != f.want {
			return fmt.Errorf("network for another version of this program: %s %d, need %d", f.name, got, f.want)
		}
	}
	if got := binary.LittleEndian.Uint64(header[offsetLength:]); got != payloadSize {
		return fmt.Errorf("damaged header: %d bytes of parameters, need %d", got, payloadSize)
	}
	return nil
}

// checksum returns the CRC-32 of a file, its own place left out.
func checksum(file []byte) uint32 {
	crc := crc32.ChecksumIEEE(file[:offsetChecksum])
	return crc32.Update(crc, crc32.IEEETable, file[headerSize:])
}

// decode makes a network from a whole file whose header was checked.
func decode(file []byte) (*Network, error) {
	want := binary.LittleEndian.Uint32(file[offsetChecksum:])
	got := checksum(file)
	if got != want {
		return nil, fmt.Errorf("nnue: the file is damaged: checksum %08x, its header says %08x", got, want)
	}
	data := file[headerSize:]
	next16 := func(count int) []int16 {
		v := make([]int16, count)
		for i := range v {
			v[i] = int16(binary.LittleEndian.Uint16(data[2*i:]))
		}
		data = data[2*count:]
		return v
	}
	p := &Parameters{QB: int(binary.LittleEndian.Uint32(file[offsetQB:]))}
	p.FT = next16(Inputs * Hidden)
	p.Bias = next16(Hidden)
	p.Out = next16(Buckets * 2 * Hidden)
	for b := 0; b < Buckets; b++ {
		p.OutBias = append(p.OutBias, int32(binary.LittleEndian.Uint32(data[4*b:])))
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	return newNetwork(p, got), nil
}

// encode returns the file of a network with checked parameters.
func encode(p *Parameters) []byte {
	file := make([]byte, headerSize, headerSize+payloadSize)
	copy(file, magic)
	put := func(offset int, value uint32) { binary.LittleEndian.PutUint32(file[offset:], value) }
	put(offsetVersion, fileVersion)
	put(offsetArch, archMirror)
	put(offsetInputs, Inputs)
	put(offsetHidden, Hidden)
	put(offsetBuckets, Buckets)
	put(offsetFlags, flagMirror)
	put(offsetQA, QA)
	put(offsetQB, uint32(p.QB))
	put(offsetScale, Scale)
	binary.LittleEndian.PutUint64(file[offsetLength:], payloadSize)
	for _, values := range [][]int16{p.FT, p.Bias, p.Out} {
		for _, v := range values {
			file = binary.LittleEndian.AppendUint16(file, uint16(v))
		}
	}
	for _, v := range p.OutBias {
		file = binary.LittleEndian.AppendUint32(file, uint32(v))
	}
	put(offsetChecksum, checksum(file))
	return file
}
