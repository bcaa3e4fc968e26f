package syzygy

import (
	"encoding/binary"
	"fmt"
)

// A cursor reads a file from front to back. After the first failure it stays
// where it is, every read gives zero, and err says what is wrong.
type cursor struct {
	data []byte
	off  int
	err  error
}

// fail records what is wrong with the file, unless something was already.
func (c *cursor) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("byte %d: "+format, append([]any{c.off}, args...)...)
	}
}

// bytes reads the next n bytes; nil when there are not so many.
func (c *cursor) bytes(n int) []byte {
	if c.err != nil {
		return nil
	}
	if n < 0 || n > len(c.data)-c.off {
		c.fail("file ends too early, %d more bytes expected, %d there", n, len(c.data)-c.off)
		return nil
	}
	b := c.data[c.off : c.off+n : c.off+n]
	c.off += n
	return b
}

// table reads count entries of so many bytes.
func (c *cursor) table(count uint64, entry int) []byte {
	if c.err == nil && count > uint64(len(c.data)-c.off)/uint64(entry) {
		c.fail("file ends too early, %d entries of %d bytes expected, %d bytes there", count, entry, len(c.data)-c.off)
	}
	if c.err != nil {
		return nil
	}
	return c.bytes(int(count) * entry)
}

func (c *cursor) byte() byte {
	if b := c.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) uint16() uint16 {
	if b := c.bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (c *cursor) uint32() uint32 {
	if b := c.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// align moves on to the next multiple of n, a power of two.
func (c *cursor) align(n int) {
	c.bytes(-c.off & (n - 1))
}
