package main

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"

	"tura/internal/traindata"
)

// Pieces of a record, as their codes.
const (
	codePawn  = 0
	codeQueen = 4
	codeKing  = 5
)

// makeRecord packs a board, given as code + 1 for each square (0 = empty), into a
// record.
func makeRecord(board *[64]byte, score int, result int) traindata.Record {
	var r traindata.Record
	var occupied uint64
	n := 0
	for sq, piece := range board {
		if piece == 0 {
			continue
		}
		code := piece - 1
		occupied |= 1 << sq
		r[8+n/2] |= code << (n % 2 * 4)
		switch code {
		case codeKing:
			r[28] = byte(sq)
		case codeKing | theirBit:
			r[29] = byte(sq)
		}
		n++
	}
	binary.LittleEndian.PutUint64(r[:], occupied)
	binary.LittleEndian.PutUint16(r[24:], uint16(int16(score)))
	r[26] = byte(result)
	return r
}

// A teacher scores the boards of the synthetic problem: the values of the pieces
// and a random bonus for each piece on each square, the same for both sides.
type teacher struct {
	value [codeKing + 1]float64
	bonus [codeKing + 1][64]float64
}

func newTeacher(seed uint64) *teacher {
	rng := rand.New(rand.NewPCG(seed, 0))
	t := &teacher{value: [...]float64{100, 320, 330, 500, 900, 0}}
	for k := range t.bonus {
		for sq := range t.bonus[k] {
			t.bonus[k][sq] = rng.NormFloat64() * 25
		}
	}
	return t
}

// record returns a random board with the teacher's score, and a result drawn by
// the chance to win that belongs to the score.
func (t *teacher) record(rng *rand.Rand) traindata.Record {
	var board [64]byte
	const flipRank = 56 // square ^ 56 exchanges top and bottom
	put := func(code byte) {
		for {
			sq := rng.IntN(64)
			if board[sq] == 0 {
				board[sq] = code + 1
				return
			}
		}
	}
	put(codeKing)
	put(codeKing | theirBit)
	for range 4 + rng.IntN(20) {
		kind := byte(codePawn)
		if rng.IntN(2) == 0 {
			kind = byte(1 + rng.IntN(codeQueen))
		}
		put(kind | byte(rng.IntN(2))*theirBit)
	}
	score := 0.0
	for sq, piece := range board {
		if piece == 0 {
			continue
		}
		kind := (piece - 1) &^ theirBit
		if (piece-1)&theirBit == 0 {
			score += t.value[kind] + t.bonus[kind][sq]
		} else {
			score -= t.value[kind] + t.bonus[kind][sq^flipRank]
		}
	}
	score = min(max(score, -3000), 3000)
	result := 0
	if rng.Float64() < sigmoid(score/scale) {
		result = 2
	}
	return makeRecord(&board, int(math.Round(score)), result)
}

// synthetic returns a dataset of the synthetic problem.
func synthetic(seed uint64, train, validate int) *dataset {
	t := newTeacher(7)
	rng := rand.New(rand.NewPCG(seed, 1))
	d := &dataset{games: 1, heldOut: 1}
	for range train {
		d.train = append(d.train, t.record(rng))
	}
	for range validate {
		d.validate = append(d.validate, t.record(rng))
	}
	return d
}

// pieces returns the number of pieces of a record.
func pieces(r *traindata.Record) int { return bits.OnesCount64(r.Occupied()) }

// smallConfig returns the settings of a short run.
func smallConfig() config {
	c := defaultConfig()
	c.Hidden, c.Epochs, c.Batch = 128, 3, 512
	return c
}
