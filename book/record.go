package book

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"tura/position"
)

// RecordSize is the size of one record in bytes.
const RecordSize = 16

// MaxWeight is the largest weight of a record.
const MaxWeight = math.MaxUint16

// The bit fields of a record's move.
const (
	moveFromShift      = 6
	movePromotionShift = 12
	moveMask           = 1<<15 - 1 // the highest bit has no meaning
)

// Record is one record of a book as it stands in the file.
type Record struct {
	Key    uint64 // Polyglot key of the position
	Move   uint16 // move as by Encode
	Weight uint16 // 0 = never to be played
	Learn  uint32 // kept, not used
}

// decodeRecord reads the record at the beginning of b, which holds at least RecordSize bytes.
func decodeRecord(b []byte) Record {
	return Record{
		Key:    binary.BigEndian.Uint64(b),
		Move:   binary.BigEndian.Uint16(b[8:]),
		Weight: binary.BigEndian.Uint16(b[10:]),
		Learn:  binary.BigEndian.Uint32(b[12:]),
	}
}

// appendTo appends the 16 bytes of r to b.
func (r Record) appendTo(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, r.Key)
	b = binary.BigEndian.AppendUint16(b, r.Move)
	b = binary.BigEndian.AppendUint16(b, r.Weight)
	return binary.BigEndian.AppendUint32(b, r.Learn)
}

// MoveText returns the move of r in coordinates, "e2e4" or "a7a8q"; castling is the king
// taking its rook ("e1h1"). It needs no position and so cannot say whether the move is legal.
func (r Record) MoveText() string {
	from, to := position.Square(r.Move>>moveFromShift&63), position.Square(r.Move&63)
	text := from.String() + to.String()
	switch r.Move & moveMask >> movePromotionShift {
	case 0:
		return text
	case 1:
		return text + "n"
	case 2:
		return text + "b"
	case 3:
		return text + "r"
	case 4:
		return text + "q"
	}
	return text + "?"
}

// Encode returns the move in the format's bit field: to square in bits 0-5, from square in
// bits 6-11, promotion in bits 12-14 (0 none, 1 knight, 2 bishop, 3 rook, 4 queen). Castling
// is the king taking its own rook, as in position.
func Encode(m position.Move) uint16 {
	raw := uint16(m.To()) | uint16(m.From())<<moveFromShift
	if m.IsPromotion() {
		raw |= uint16(m.Promotion()-position.Pawn) << movePromotionShift
	}
	return raw
}

// Decode returns the legal move of pos that raw stands for, or NoMove and false when no
// legal move has this encoding.
func Decode(pos *position.Position, raw uint16) (position.Move, bool) {
	var legal position.MoveList
	pos.GenerateLegal(&legal)
	return find(&legal, raw)
}

// find returns the move of the list whose encoding is raw.
func find(legal *position.MoveList, raw uint16) (position.Move, bool) {
	for _, m := range legal.Moves[:legal.N] {
		if Encode(m) == raw&moveMask {
			return m, true
		}
	}
	return position.NoMove, false
}

// Sort puts records into the order of a book file: by key, within a position by weight,
// highest first, and then by move.
func Sort(records []Record) {
	slices.SortStableFunc(records, func(a, b Record) int {
		return cmp.Or(
			cmp.Compare(a.Key, b.Key),
			cmp.Compare(b.Weight, a.Weight),
			cmp.Compare(a.Move, b.Move),
		)
	})
}

// Write writes records as a book to w. They must be in file order, see Sort; an error names
// the first record that is not.
func Write(w io.Writer, records []Record) error {
	buffered := bufio.NewWriter(w)
	var scratch [RecordSize]byte
	for i, r := range records {
		if i > 0 && r.Key < records[i-1].Key {
			return fmt.Errorf("book: record %d is out of order: key %016x after %016x", i, r.Key, records[i-1].Key)
		}
		if _, err := buffered.Write(r.appendTo(scratch[:0])); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// Merge joins the records of several books into one in file order. A move that several
// books know for a position gets the sum of its weights; where a sum does not fit into 16
// bits, all weights of that position are scaled down. A weight above 0 stays above 0. The
// learn field comes from the first book that knows the move.
func Merge(books ...[]Record) []Record {
	type moveOf struct {
		key  uint64
		move uint16
	}
	type sum struct {
		weight uint64
		learn  uint32
	}
	sums := make(map[moveOf]sum)
	largest := make(map[uint64]uint64) // by key
	for _, records := range books {
		for _, r := range records {
			id := moveOf{r.Key, r.Move}
			s, known := sums[id]
			if !known {
				s.learn = r.Learn
			}
			s.weight += uint64(r.Weight)
			sums[id] = s
			largest[r.Key] = max(largest[r.Key], s.weight)
		}
	}
	merged := make([]Record, 0, len(sums))
	for id, s := range sums {
		weight := ScaleWeight(s.weight, largest[id.key])
		merged = append(merged, Record{Key: id.key, Move: id.move, Weight: weight, Learn: s.learn})
	}
	Sort(merged)
	return merged
}

// ScaleWeight brings weight into 16 bits when the largest weight it is compared with does
// not fit; otherwise it returns weight as it is. It never makes 0 of a weight above 0.
// weight must not be above largest.
func ScaleWeight(weight, largest uint64) uint16 {
	if largest <= MaxWeight || weight == 0 {
		return uint16(weight)
	}
	scaled := float64(weight) / float64(largest) * MaxWeight
	return uint16(max(1, scaled))
}
