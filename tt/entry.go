package tt

import "tura/position"

// Bound says how the score of an Entry is to be read.
type Bound uint8

// The kinds of bound. Exact is UpperBound|LowerBound.
const (
	BoundNone  Bound = 0 // no score: the entry holds only a static eval
	UpperBound Bound = 1 // the true score is at most Score (the node failed low)
	LowerBound Bound = 2 // the true score is at least Score (the node failed high)
	Exact      Bound = UpperBound | LowerBound
)

// NoEval marks an entry without a static eval (the position was in check).
const NoEval = -32768

// Entry is what the table knows about one position.
type Entry struct {
	Move  position.Move // best or refuting move, NoMove when none is known
	Score int           // search score, mates relative to this node; 16 bits
	Eval  int           // raw static eval in centipawns before any correction, or NoEval; 16 bits
	Depth int           // remaining depth of the search that wrote it, 0..255 (quiescence writes 0)
	Bound Bound         // how to read Score
	PV    bool          // the position has been on a principal variation
}

const (
	scoreShift = 16
	evalShift  = 32
	depthShift = 48
	boundShift = 56
	pvShift    = 58
	genShift   = 59

	genBits = 5
	genMask = 1<<genBits - 1
)

// pack puts an entry and its generation into one data word.
func pack(e *Entry, gen uint8) uint64 {
	d := uint64(e.Move) |
		uint64(uint16(int16(e.Score)))<<scoreShift |
		uint64(uint16(int16(e.Eval)))<<evalShift |
		uint64(uint8(e.Depth))<<depthShift |
		uint64(e.Bound)<<boundShift |
		uint64(gen)<<genShift
	if e.PV {
		d |= 1 << pvShift
	}
	return d
}

// unpack is the inverse of pack, without the generation.
func unpack(d uint64) Entry {
	return Entry{
		Move:  position.Move(d),
		Score: int(int16(d >> scoreShift)),
		Eval:  int(int16(d >> evalShift)),
		Depth: int(uint8(d >> depthShift)),
		Bound: Bound(d>>boundShift) & Exact,
		PV:    d>>pvShift&1 != 0,
	}
}

func dataDepth(d uint64) int { return int(uint8(d >> depthShift)) }
func dataGen(d uint64) uint8 { return uint8(d >> genShift) }
