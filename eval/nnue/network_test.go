package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// The spread of random weights: as large as in a trained network.
const (
	randomFT   = 200
	randomBias = 100
	randomOut  = min(60, MaxOutSum/(2*Hidden))
	randomQB   = 128
)

// randomParameters returns parameters of a network that uses its whole range.
func randomParameters(rng *rand.Rand) *Parameters {
	spread := func(count, largest int) []int16 {
		v := make([]int16, count)
		for i := range v {
			v[i] = int16(rng.IntN(2*largest+1) - largest)
		}
		return v
	}
	p := &Parameters{
		FT:   spread(Inputs*Hidden, randomFT),
		Bias: spread(Hidden, randomBias),
		Out:  spread(Buckets*2*Hidden, randomOut),
		QB:   randomQB,
	}
	for b := 0; b < Buckets; b++ {
		p.OutBias = append(p.OutBias, int32(rng.IntN(2*QA*randomQB)-QA*randomQB))
	}
	return p
}

// randomNetwork returns a network of random parameters.
func randomNetwork(rng *rand.Rand) *Network {
	n, err := NewNetwork(randomParameters(rng))
	if err != nil {
		panic(err) // randomParameters keeps the limits
	}
	return n
}

// randomFile returns the file of a random network.
func randomFile(t *testing.T, rng *rand.Rand) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := randomNetwork(rng).Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestFileRoundTrip(t *testing.T) {
	n := randomNetwork(newRand(10))
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	if got, want := file.Len(), headerSize+payloadSize; got != want {
		t.Errorf("file size: got %d, want %d", got, want)
	}
	first := bytes.Clone(file.Bytes())
	got, err := Read(iotest.HalfReader(&file))
	if err != nil {
		t.Fatal(err)
	}
	if *got != *n {
		t.Error("the network read back differs")
	}
	var again bytes.Buffer
	if err := got.Write(&again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), first) {
		t.Error("the file written again differs")
	}
	if got, want := n.Checksum(), binary.LittleEndian.Uint32(first[offsetChecksum:]); got != want {
		t.Errorf("Checksum: got %08x, want %08x", got, want)
	}
}

// sealed returns the file with a new checksum.
func sealed(file []byte) []byte {
	binary.LittleEndian.PutUint32(file[offsetChecksum:], checksum(file))
	return file
}

// put32 returns an edit that writes a header field and a matching checksum.
func put32(offset int, value uint32) func([]byte) []byte {
	return func(file []byte) []byte {
		binary.LittleEndian.PutUint32(file[offset:], value)
		return sealed(file)
	}
}

// put16 returns an edit that writes the 16-bit parameter at a place among the
// parameters and a matching checksum.
func put16(place int, values ...int16) func([]byte) []byte {
	return func(file []byte) []byte {
		for i, v := range values {
			binary.LittleEndian.PutUint16(file[headerSize+2*(place+i):], uint16(v))
		}
		return sealed(file)
	}
}

func TestReadBadFile(t *testing.T) {
	const placeBias, placeOut = Inputs * Hidden, Inputs*Hidden + Hidden
	flip := func(byteAt int) func([]byte) []byte {
		return func(file []byte) []byte { file[byteAt] ^= 4; return file }
	}
	cut := func(size int) func([]byte) []byte {
		return func(file []byte) []byte { return file[:size] }
	}
	large := make([]int16, 2*Hidden)
	for i := range large {
		large[i] = -MaxOutWeight
	}
	tests := []struct {
		name string
		edit func([]byte) []byte
		want string // part of the error
	}{
		{"empty", cut(0), "0 bytes, the header alone has 64"},
		{"half a header", cut(32), "32 bytes, the header alone has 64"},
		{"header only", cut(headerSize), "cut short: 64 of"},
		{"last byte missing", cut(headerSize + payloadSize - 1), "cut short"},
		{"a byte more", func(f []byte) []byte { return append(f, 0) }, "too long"},
		{"another file", func(f []byte) []byte { copy(f, "\x7fELF"); return f }, `not a network file: it starts with "\x7fELF`},
		{"newer version", put32(offsetVersion, fileVersion+1), "file version 2, need 1"},
		{"other architecture", put32(offsetArch, 1), "architecture 1, need 2"},
		{"other inputs", put32(offsetInputs, 768), "number of inputs 768, need 3072"},
		{"other width", put32(offsetHidden, 2*Hidden), "number of hidden neurons"},
		{"other buckets", put32(offsetBuckets, Buckets+1), "number of output buckets"},
		{"not mirrored", put32(offsetFlags, 0), "flags word 0, need 1"},
		{"other QA", put32(offsetQA, 181), "QA 181, need 255"},
		{"other scale", put32(offsetScale, 300), "scale 300, need 400"},
		{"wrong length", put32(offsetLength, 12), "12 bytes of parameters"},
		{"huge length", put32(offsetLength+4, 1<<31), "bytes of parameters"},
		{"QB 0", put32(offsetQB, 0), "QB 0 is outside"},
		{"QB too large", put32(offsetQB, math.MaxUint32), "is outside 1 to 32767"},
		{"flipped bit in QB", flip(offsetQB), "damaged: checksum"},
		{"first reserved word", put32(offsetReserve1, 1), "reserved word 1, need 0"},
		{"second reserved word", put32(offsetReserve2, 2), "reserved word 2, need 0"},
		{"flipped bit in the checksum", flip(offsetChecksum), "damaged: checksum"},
		{"flipped bit in a weight", flip(headerSize + 12345), "damaged: checksum"},
		{"flipped last bit", flip(headerSize + payloadSize - 1), "damaged: checksum"},
		{"large first layer weight", put16(5, 1024), "neuron 5 may overflow"},
		{"most negative weight", put16(6, math.MinInt16), "neuron 6 may overflow"},
		{"large bias", put16(placeBias+7, 32000), "neuron 7 may overflow"},
		{"large output weight", put16(placeOut+8, MaxOutWeight+1), "output weight 8 of bucket 0 is 129, limit 128"},
		{"most negative output weight", put16(placeOut+9, math.MinInt16), "output weight 9 of bucket 0"},
		{"large sum of output weights", put16(placeOut, large...), "output weights of bucket 0 add up to"},
	}
	whole := randomFile(t, newRand(11))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := Read(bytes.NewReader(test.edit(bytes.Clone(whole))))
			if n != nil || err == nil {
				t.Fatalf("got network %v, error %v; want an error", n != nil, err)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %q, want it to contain %q", err, test.want)
			}
		})
	}
}

func TestReadFailingReader(t *testing.T) {
	whole := randomFile(t, newRand(12))
	broken := errors.New("disk on fire")
	for _, size := range []int{0, 10, headerSize, headerSize + 1000, len(whole)} {
		r := &failingReader{data: whole[:size], err: broken}
		if _, err := Read(r); !errors.Is(err, broken) {
			t.Errorf("reader failing after %d bytes: got %v, want %v", size, err, broken)
		}
	}
	if err := randomNetwork(newRand(12)).Write(failingWriter{broken}); !errors.Is(err, broken) {
		t.Errorf("failing writer: got %v, want %v", err, broken)
	}
}

// failingReader gives data and then err.
type failingReader struct {
	data []byte
	err  error
}

func (r *failingReader) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, r.err
	}
	n := copy(p, r.data)
	r.data = r.data[n:]
	return n, nil
}

// failingWriter always fails.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestNewNetworkLimits(t *testing.T) {
	const largestFT = (accLimit - randomBias) / MaxPieces
	tests := []struct {
		name string
		edit func(p *Parameters)
		want string // part of the error; empty = accepted
	}{
		{"largest first layer weight", func(p *Parameters) { p.FT[3], p.FT[4] = largestFT, -largestFT }, ""},
		{"one more", func(p *Parameters) { p.FT[3], p.Bias[3] = largestFT+1, randomBias }, "neuron 3"},
		{"largest output weight", func(p *Parameters) { p.Out[3], p.Out[4] = MaxOutWeight, -MaxOutWeight }, ""},
		{"one more output weight", func(p *Parameters) { p.Out[3] = -MaxOutWeight - 1 }, "output weight 3"},
		{"QB 1", func(p *Parameters) { p.QB = 1 }, ""},
		{"QB largest", func(p *Parameters) { p.QB = MaxQB }, ""},
		{"QB negative", func(p *Parameters) { p.QB = -1 }, "QB -1 is outside"},
		{"short weights", func(p *Parameters) { p.FT = p.FT[1:] }, "first layer weights, need"},
		{"short biases", func(p *Parameters) { p.Bias = nil }, "0 first layer biases, need"},
		{"long output", func(p *Parameters) { p.Out = append(p.Out, 0) }, "output weights, need"},
		{"no output bias", func(p *Parameters) { p.OutBias = nil }, "0 output biases, need"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := randomParameters(newRand(13))
			test.edit(p)
			n, err := NewNetwork(p)
			switch {
			case test.want == "" && err != nil:
				t.Errorf("got error %q, want none", err)
			case test.want != "" && (n != nil || err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got error %v, want one that contains %q", err, test.want)
			}
		})
	}
}

func TestDefault(t *testing.T) {
	n, err := Default()
	if len(embedded) == 0 {
		if n != nil || !errors.Is(err, ErrNoNetwork) {
			t.Errorf("got network %v, error %v; want ErrNoNetwork", n != nil, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Default(); again != n {
		t.Error("the second call gave another network")
	}
}

func TestReadEmbedded(t *testing.T) {
	whole := randomFile(t, newRand(14))
	if _, err := readEmbedded(nil); !errors.Is(err, ErrNoNetwork) {
		t.Errorf("empty: got %v, want ErrNoNetwork", err)
	}
	if _, err := readEmbedded(whole[:100]); err == nil || !strings.Contains(err.Error(), "embedded network") {
		t.Errorf("damaged: got %v, want an error about the embedded network", err)
	}
	if _, err := readEmbedded(whole); err != nil {
		t.Errorf("good: got %v", err)
	}
}

func TestEvaluateFeatures(t *testing.T) {
	rng := newRand(15)
	n := randomNetwork(rng)
	p := n.Parameters()
	eachKernelSet(t, func(t *testing.T) {
		for i := 0; i < 100; i++ {
			pieces := 2 + rng.IntN(31)
			us, them := randomFeatures(rng, pieces), randomFeatures(rng, pieces)
			if got, want := n.EvaluateFeatures(us, them), plainValue(p, us, them); got != want {
				t.Fatalf("features %v, %v: got %d, want %d", us, them, got, want)
			}
		}
	})
}

// plainValue computes the value of active features by the formulas of the
// package comment, without any kernel.
func plainValue(p *Parameters, us, them []uint16) int {
	b := bucket(len(us))
	sum := 0
	for side, features := range [][]uint16{us, them} {
		for i := 0; i < Hidden; i++ {
			x := int(p.Bias[i])
			for _, f := range features {
				x += int(p.FT[int(f)*Hidden+i])
			}
			c := min(max(x, 0), QA)
			sum += c * c * int(p.Out[(2*b+side)*Hidden+i])
		}
	}
	return int((int64(sum/QA) + int64(p.OutBias[b])) * Scale / (QA * int64(p.QB)))
}

func TestBucket(t *testing.T) {
	last := 0
	for pieces := 0; pieces <= MaxPieces; pieces++ {
		got := bucket(pieces)
		if got < last || got >= Buckets {
			t.Errorf("bucket(%d): got %d, want %d to %d", pieces, got, last, Buckets-1)
		}
		last = got
	}
	if last != Buckets-1 {
		t.Errorf("bucket(%d): got %d, want %d", MaxPieces, last, Buckets-1)
	}
}

// FuzzRead checks that no bytes make Read panic, and that what it accepts it
// writes back the same.
func FuzzRead(f *testing.F) {
	whole := encode(randomParameters(newRand(16)))
	f.Add(whole)
	f.Add(whole[:headerSize])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, file []byte) {
		n, err := Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := n.Write(&again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again.Bytes(), file) {
			t.Error("an accepted file is not written back the same")
		}
	})
}
