package syzygy

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/edsrzf/mmap-go"

	"tura/position"
)

// kind says which of the two files of a table is meant.
type kind uint8

const (
	kindWDL kind = iota
	kindDTZ
	kinds
)

// extension and magic of each kind of file.
var (
	extension = [kinds]string{kindWDL: ".rtbw", kindDTZ: ".rtbz"}
	magic     = [kinds][]byte{kindWDL: {0x71, 0xE8, 0x23, 0x5D}, kindDTZ: {0xD7, 0x66, 0x0C, 0xA5}}
)

const (
	checksumBytes = 16      // at the end of every file
	dataAlignment = 64      // of the blocks, and of all that comes before the checksum
	checkedBytes  = 1 << 20 // files up to this size have their checksum verified when opened

	// Bits of the shape byte.
	shapeSplit = 1 << 0
	shapePawns = 1 << 1

	// Flags of a section. All but the last occur in DTZ files only.
	flagBlackToMove = 1 << 0 // the stored side to move
	flagMapped      = 1 << 1 // values go through a rank map
	flagWinPlies    = 1 << 2 // wins are counted in plies, not in moves
	flagLossPlies   = 1 << 3 // losses likewise
	flagWide        = 1 << 4 // rank maps have 16-bit entries
	flagConstant    = 1 << 7 // one value for all

	noDigit = 15 // place of the second pawn group when there is none
	results = 4  // rank maps of a section: see mapOf
)

// A section holds the values of one part of a table for one side to move.
type section struct {
	placement
	pairs
	flags byte
	maps  [results][]byte // DTZ rank maps, nil when there are none
}

// A table is an opened file.
type table struct {
	kind      kind
	symmetric bool           // white and black have the same men
	leadPawn  position.Piece // leading pawn; NoPiece in tables without pawns
	parts     int            // 1, or 4 with pawns
	sides     int            // sides to move in the file
	sections  [halfFiles][2]section
	mapping   mmap.MMap
}

// mapFile maps a file of plausible size into memory.
func mapFile(path string) (mmap.MMap, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := checkSize(info.Size()); err != nil {
		return nil, err
	}
	if int64(int(info.Size())) != info.Size() {
		return nil, fmt.Errorf("%d bytes are too many for a 32-bit system", info.Size())
	}
	mapping, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot be mapped into memory: %w", err)
	}
	return mapping, nil
}

// openTable maps a file into memory and checks it.
func openTable(path string, k kind, m material) (*table, error) {
	mapping, err := mapFile(path)
	if err != nil {
		return nil, err
	}
	t, err := parseTable(mapping, k, m)
	if err == nil && len(mapping) <= checkedBytes {
		err = checkSum(mapping)
	}
	if err != nil {
		return nil, errors.Join(err, mapping.Unmap())
	}
	t.mapping = mapping
	return t, nil
}

// checkSize tells whether a file can be as long as this.
func checkSize(size int64) error {
	if size < dataAlignment+checksumBytes || size%dataAlignment != checksumBytes {
		return fmt.Errorf("wrong size (%d bytes): the file was not copied completely", size)
	}
	return nil
}

// parseTable reads the structure of a file and checks that every table in it is
// inside the file and that it holds the material it should.
func parseTable(data []byte, k kind, m material) (*table, error) {
	if err := checkSize(int64(len(data))); err != nil {
		return nil, err
	}
	c := &cursor{data: data[:len(data)-checksumBytes]}
	if !bytes.Equal(c.bytes(len(magic[k])), magic[k]) {
		return nil, fmt.Errorf("not a Syzygy %s file: wrong first bytes", extension[k])
	}
	t := &table{kind: k, symmetric: m == m.swapped(), parts: 1, sides: 1}
	t.parseShape(c, m)
	t.parsePlacements(c, m)
	t.eachSection(func(s *section) {
		s.flags = c.byte()
		s.pairs.parse(c, s.flags)
	})
	if k == kindDTZ {
		t.eachSection(func(s *section) { s.parseMaps(c) })
		c.align(2)
	}
	t.eachSection(func(s *section) { s.spans = c.table(s.spanCount(s.size), spanEntryBytes) })
	t.eachSection(func(s *section) { s.sizes = c.table(uint64(s.sizeCount), blockSizeBytes) })
	t.eachSection(func(s *section) {
		c.align(dataAlignment)
		start := c.off
		c.table(uint64(s.blocks), 1<<s.blockLog)
		if c.err == nil {
			// The checksum behind the last block makes room to read ahead.
			s.data = data[start:min(c.off+checksumBytes, len(data))]
		}
	})
	c.align(dataAlignment)
	if c.err == nil && c.off != len(c.data) {
		c.fail("%d bytes too many", len(c.data)-c.off)
	}
	return t, c.err
}

// eachSection visits the sections in the order of the file.
func (t *table) eachSection(visit func(*section)) {
	for part := range t.parts {
		for side := range t.sides {
			visit(&t.sections[part][side])
		}
	}
}

// parseShape reads the shape byte and compares it with the material.
func (t *table) parseShape(c *cursor, m material) {
	shape := c.byte()
	if m.hasPawns() {
		t.parts = halfFiles
	}
	if t.kind == kindWDL && !t.symmetric {
		t.sides = 2
	}
	if (shape&shapePawns != 0) != m.hasPawns() || t.kind == kindWDL && (shape&shapeSplit != 0) == t.symmetric {
		c.fail("the file holds another material than its name says")
	}
}

// parsePlacements reads in which order the men of each part enter the index.
// One byte serves both sides to move: the first is in its low half.
func (t *table) parsePlacements(c *cursor, m material) {
	bothPawns := m.count(whitePawn) > 0 && m.count(blackPawn) > 0
	men := m.men()
	for part := range t.parts {
		digits := [2]byte{c.byte(), 0xFF}
		if bothPawns {
			digits[1] = c.byte()
		}
		pieces := c.bytes(men)
		if c.err != nil {
			return
		}
		for side := range t.sides {
			var order [2]int
			var sequence [MaxMen]position.Piece
			shift := 4 * side
			for i, d := range digits {
				order[i] = int(d >> shift & 0xF)
			}
			for i, p := range pieces {
				sequence[i] = position.Piece(p >> shift & 0xF)
			}
			s := &t.sections[part][side]
			if err := s.arrange(sequence[:men], order, m, part); err != nil {
				c.fail("%v", err)
				return
			}
			t.leadPawn = s.leadPawn()
		}
	}
	c.align(2)
}

// parseMaps reads the rank maps of a DTZ section, if there are any.
func (s *section) parseMaps(c *cursor) {
	if s.flags&flagMapped == 0 {
		return
	}
	if s.flags&flagWide != 0 {
		c.align(2)
	}
	for i := range s.maps {
		if s.flags&flagWide != 0 {
			s.maps[i] = c.table(uint64(c.uint16()), 2)
		} else {
			s.maps[i] = c.bytes(int(c.byte()))
		}
	}
}
