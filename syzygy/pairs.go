package syzygy

import (
	"encoding/binary"
	"math/bits"
)

const (
	codeBits       = 64 // width of the window the code words are read from
	maxCodeLength  = 32 // longest code word
	maxBlockLog    = 28 // largest block size, as a power of two
	maxSpanLog     = 40 // largest span of the span index, likewise
	symbolBytes    = 3  // a symbol in the file: two numbers of 12 bits
	symbolBits     = 12 // width of such a number
	symbolMask     = 1<<symbolBits - 1
	leafMark       = symbolMask // right half of a symbol that is a value
	maxExpansion   = 256        // values a symbol may stand for
	spanEntryBytes = 6          // block number and position in the block
	blockSizeBytes = 2          // number of values in a block, less one
)

// A symbol is one entry of the pairing: left symbol (or the value, in a leaf) in
// bits 0 to 11, right symbol in bits 12 to 23, and in bits 24 to 31 how many
// values it stands for, less one. A leaf stands for one.
type symbol uint32

const expansionShift = 2 * symbolBits

func (s symbol) left() uint32  { return uint32(s) & symbolMask }
func (s symbol) right() uint32 { return uint32(s) >> symbolBits & symbolMask }
func (s symbol) values() int64 { return int64(s>>expansionShift) + 1 }
func (s symbol) leaf() bool    { return s>>expansionShift == 0 }

// pairs is a sequence of small values, compressed by recursive pairing.
type pairs struct {
	constant bool   // every value is value
	value    uint16 // see constant

	blockLog, spanLog uint8
	blocks            uint32 // blocks that hold data
	sizeCount         uint32 // entries of sizes, padding included

	minLength uint8    // shortest code word
	first     []uint16 // for each length: the symbol of its lowest code word
	lowest    []uint64 // for each length: its lowest code word, left-aligned
	symbols   []symbol
	steps     *[1 << stepBits]step // by the next bits

	spans []byte // span index
	sizes []byte // block sizes
	data  []byte // blocks, and at least 8 bytes behind them to read ahead
}

// at returns value number i. The caller knows that i is in range. ok is false
// when the data is damaged.
func (p *pairs) at(i uint64) (value uint16, ok bool) {
	if p.constant {
		return p.value, true
	}
	block, offset, ok := p.locate(i)
	if !ok {
		return 0, false
	}
	start := uint64(block) << p.blockLog
	end := start + 1<<p.blockLog
	if end > uint64(len(p.data)) {
		return 0, false
	}
	s, offset, ok := p.scan(p.data[start:], uint64(1)<<p.blockLog*8, offset)
	if !ok {
		return 0, false
	}
	return p.descend(s, offset)
}

// locate finds the block with value number i and the value's place in it.
//
// An entry of the span index points to the value in the middle of its span.
// From there the way to value i leads over whole blocks, forward or back.
func (p *pairs) locate(i uint64) (block uint32, offset int64, ok bool) {
	entry := i >> p.spanLog * spanEntryBytes
	if entry+spanEntryBytes > uint64(len(p.spans)) {
		return 0, 0, false
	}
	e := p.spans[entry : entry+spanEntryBytes]
	block = binary.LittleEndian.Uint32(e)
	span := int64(1) << p.spanLog
	offset = int64(binary.LittleEndian.Uint16(e[4:])) + int64(i)&(span-1) - span/2

	for offset < 0 {
		if block == 0 || block > p.sizeCount {
			return 0, 0, false
		}
		block--
		offset += p.blockValues(block)
	}
	for block < p.blocks {
		count := p.blockValues(block)
		if offset < count {
			return block, offset, true
		}
		offset -= count
		block++
	}
	return 0, 0, false
}

// blockValues returns how many values a block holds.
func (p *pairs) blockValues(block uint32) int64 {
	return int64(binary.LittleEndian.Uint16(p.sizes[uint64(block)*blockSizeBytes:])) + 1
}

// scan reads symbols from a block of so many bits until it meets the one that
// holds the value at offset. It returns the symbol and the offset inside it.
func (p *pairs) scan(block []byte, blockBits uint64, offset int64) (symbol, int64, bool) {
	var window uint64 // what comes next, left-aligned
	good := uint64(0) // bits of it that are there
	for bit := uint64(0); ; {
		if good < maxCodeLength {
			at := bit / 8
			if bit >= blockBits || at+8 > uint64(len(block)) {
				return 0, 0, false
			}
			window = binary.BigEndian.Uint64(block[at:]) << (bit % 8)
			good = codeBits - bit%8
		}
		next := &p.steps[window>>(codeBits-stepBits)]
		if run := int64(next.runValues); run > 0 && offset >= run {
			offset -= run
			length := uint64(next.runLength)
			bit += length
			window <<= length
			good -= length
			continue
		}
		w := next.word
		if w == 0 {
			if w = p.word(window); w == 0 {
				return 0, 0, false
			}
		}
		length := w.length()
		bit += length
		if values := w.values(); offset >= values {
			offset -= values
			window <<= length
			good -= length
			continue
		}
		return p.symbols[w.symbol()], offset, bit <= blockBits
	}
}

// A step says what the next stepBits bits hold: their first code word, 0 when
// it is longer than that, and how many bits and values all the code words that
// are complete have together. Long runs of equal results are short code words
// for many values, so a step often goes over several of them at once.
type step struct {
	word      codeWord
	runValues uint16
	runLength uint16
}

const stepBits = 9

// A codeWord says what the next bits mean: number of the symbol in bits 0 to 11,
// how many values it stands for, less one, in bits 12 to 19, length of the code
// word in bits 20 to 25. Bit 26 is always set.
type codeWord uint32

const (
	wordValueShift  = symbolBits
	wordLengthShift = wordValueShift + 8
	wordMark        = 1 << 26
)

func (w codeWord) symbol() uint32 { return uint32(w) & symbolMask }
func (w codeWord) values() int64  { return int64(w>>wordValueShift&0xFF) + 1 }
func (w codeWord) length() uint64 { return uint64(w >> wordLengthShift & 0x3F) }

// word decodes the code word at the left of the window; 0 when there is none.
func (p *pairs) word(window uint64) codeWord {
	for k, lowest := range p.lowest {
		if window < lowest {
			continue
		}
		length := uint64(p.minLength) + uint64(k)
		number := uint64(p.first[k]) + (window-lowest)>>(codeBits-length)
		if number >= uint64(len(p.symbols)) {
			return 0
		}
		return codeWord(number | uint64(p.symbols[number].values()-1)<<wordValueShift | length<<wordLengthShift | wordMark)
	}
	return 0
}

// fillSteps prepares the steps.
func (p *pairs) fillSteps() {
	p.steps = new([1 << stepBits]step)
	for i := range p.steps {
		s := &p.steps[i]
		window := uint64(i) << (codeBits - stepBits)
		for w := p.word(window); w.length() > 0; w = p.word(window) {
			length := s.runLength + uint16(w.length())
			if length > stepBits {
				break
			}
			if s.word == 0 {
				s.word = w
			}
			s.runLength = length
			s.runValues += uint16(w.values())
			window <<= w.length()
		}
	}
}

// descend follows a symbol's halves down to the value at offset.
func (p *pairs) descend(s symbol, offset int64) (uint16, bool) {
	for !s.leaf() {
		half := s.left()
		if half >= uint32(len(p.symbols)) {
			return 0, false
		}
		if left := p.symbols[half]; offset < left.values() {
			s = left
			continue
		} else {
			offset -= left.values()
		}
		half = s.right()
		if half >= uint32(len(p.symbols)) {
			return 0, false
		}
		s = p.symbols[half]
	}
	return uint16(s.left()), true
}

// parse reads the description of a sequence behind its flags. Span index, block
// sizes and blocks follow later in the file.
func (p *pairs) parse(c *cursor, flags byte) {
	if flags&flagConstant != 0 {
		p.constant = true
		p.value = uint16(c.byte())
		return
	}
	p.blockLog = c.byte()
	p.spanLog = c.byte()
	padding := c.byte()
	p.blocks = c.uint32()
	longest := c.byte()
	p.minLength = c.byte()
	switch {
	case c.err != nil:
		return
	case p.blockLog > maxBlockLog || p.spanLog > maxSpanLog || p.spanLog == 0:
		c.fail("block size 2^%d or index span 2^%d out of range", p.blockLog, p.spanLog)
		return
	case p.minLength > longest || longest > maxCodeLength:
		c.fail("code lengths %d to %d out of range", p.minLength, longest)
		return
	case p.blocks == 0 || uint64(p.blocks)<<p.blockLog > uint64(len(c.data)):
		c.fail("%d blocks of 2^%d bytes do not fit in the file", p.blocks, p.blockLog)
		return
	}
	p.sizeCount = p.blocks + uint32(padding)
	p.parseCode(c, int(longest-p.minLength)+1)
	p.parseSymbols(c)
	p.checkCode(c)
	if c.err == nil {
		p.fillSteps()
	}
}

// parseCode reads the prefix code. For every length the file has the symbol
// that gets the lowest code word of that length; longer words have lower
// symbols and are lower. So the lowest word of the greatest length is zero, and
// that of each other length follows the parents of all longer words.
func (p *pairs) parseCode(c *cursor, lengths int) {
	p.first = make([]uint16, lengths)
	for k := range p.first {
		p.first[k] = c.uint16()
	}
	if c.err != nil {
		return
	}
	p.lowest = make([]uint64, lengths)
	word := uint64(0)
	for k := lengths - 1; k >= 0; k-- {
		length := uint(p.minLength) + uint(k)
		if k < lengths-1 {
			if p.first[k] < p.first[k+1] {
				c.fail("code table: lengths out of order")
				return
			}
			// The words of the longer length and those that go on come in
			// pairs: they are the children of words of this length.
			word = (word + uint64(p.first[k]-p.first[k+1])) / 2
		}
		if bits.Len64(word) > int(length) {
			c.fail("code table: more words of %d bits than there can be", length)
			return
		}
		p.lowest[k] = word << (codeBits - length)
	}
}

// parseSymbols reads the symbols and works out how many values each stands for.
func (p *pairs) parseSymbols(c *cursor) {
	count := int(c.uint16())
	raw := c.bytes(count * symbolBytes)
	c.bytes(count & 1) // keeps the next structure on an even offset
	if c.err != nil {
		return
	}
	p.symbols = make([]symbol, count)
	for i := range p.symbols {
		b := raw[i*symbolBytes:]
		p.symbols[i] = symbol(b[0]) | symbol(b[1])<<8 | symbol(b[2])<<16
	}
	known := make([]bool, count)
	for i := range p.symbols {
		if !p.expand(uint32(i), known, 0) {
			c.fail("symbol %d: a half is missing, or it stands for more than %d values", i, maxExpansion)
			return
		}
	}
}

// expand works out how many values symbol i stands for. Every pair adds one
// value at least, so a chain of pairs longer than maxExpansion is an error; a
// symbol that contains itself is one.
func (p *pairs) expand(i uint32, known []bool, depth int) bool {
	if i >= uint32(len(known)) || depth > maxExpansion {
		return false
	}
	s := p.symbols[i]
	if known[i] || s.right() == leafMark {
		known[i] = true
		return true
	}
	if !p.expand(s.left(), known, depth+1) || !p.expand(s.right(), known, depth+1) {
		return false
	}
	values := p.symbols[s.left()].values() + p.symbols[s.right()].values()
	if values > maxExpansion {
		return false
	}
	p.symbols[i] |= symbol(values-1) << expansionShift
	known[i] = true
	return true
}

// checkCode makes sure that every code word leads to a symbol.
func (p *pairs) checkCode(c *cursor) {
	if c.err != nil {
		return
	}
	words := (^uint64(0)-p.lowest[0])>>1>>(codeBits-1-uint(p.minLength)) + 1
	if uint64(p.first[0])+words > uint64(len(p.symbols)) {
		c.fail("code table: words for %d symbols, but there are %d",
			uint64(p.first[0])+words, len(p.symbols))
	}
}

// spanCount is the number of entries of the span index for size values.
func (p *pairs) spanCount(size uint64) uint64 {
	if p.constant {
		return 0
	}
	return (size + 1<<p.spanLog - 1) >> p.spanLog
}
