package book

import (
	"encoding/binary"
	"fmt"
)

// The order of a book is checked when it is opened: all of it up to checkBlocks blocks of
// checkBlock records (16 MB), in a larger file that many blocks evenly spread, so that
// opening takes a few milliseconds whatever the size.
const (
	checkBlock  = 4096 // records
	checkBlocks = 256
)

// checkOrder returns an error when it finds a record whose key is below the one before.
// Every block begins with the last record read before it.
func (b *Book) checkOrder() error {
	buffer := make([]byte, min(checkBlock, b.count)*RecordSize)
	step := max(checkBlock, b.count/checkBlocks)
	var last uint64
	for first := 0; first < b.count; first += step {
		count := min(checkBlock, b.count-first)
		block := buffer[:count*RecordSize]
		if n, err := b.source.ReadAt(block, int64(first)*RecordSize); n < len(block) {
			return fmt.Errorf("cannot read records from %d on: %w", first, cause(err))
		}
		for i := range count {
			key := binary.BigEndian.Uint64(block[i*RecordSize:])
			if key < last {
				return fmt.Errorf("record %d has key %016x after %016x: %w", first+i, key, last, ErrUnsorted)
			}
			last = key
		}
	}
	return nil
}
