package nnue

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"tura/position"
)

// firstFrames is how many positions a new stack can hold: more plies than a
// search goes deep. A longer line makes the stack grow.
const firstFrames = 256 + 8

// A frame is one position of the line a stack follows. Its size is a multiple of
// a cache line.
type frame struct {
	acc accumulator

	// What the move to this position changed, as in position.Dirty.
	sub, add   [2]position.PieceSquare
	nSub, nAdd uint8

	view     [bothColors]View // of each perspective
	computed [bothColors]bool // which vectors of acc are up to date
	_        [48]byte
}

const cacheLine = 64

const _ = uint(-(unsafe.Sizeof(frame{}) % cacheLine)) // does not compile otherwise

// A Stack holds the accumulators of the positions from the root of a search to
// the current one. Push only notes what a move changed; Evaluate brings the
// accumulators up to date from the nearest position that is. A stack belongs to
// one goroutine.
type Stack struct {
	net    *Network
	frames []frame
	top    int                                // the current position's frame
	cache  [bothColors][KingBuckets][2]cached // by king bucket and half of the board
	adds   [squares]uint16                    // scratch of refresh
	subs   [squares]uint16
}

// cached is the last vector refreshed for a perspective, king bucket and half of
// the board (0 = own king on files a to d), with the board it stands for. The next
// refresh starts from it, as a few pieces' difference costs less than all pieces.
type cached struct {
	acc   vector
	board [squares]position.Piece
}

// NewStack returns a stack for the network. Reset comes before its first use.
func NewStack(n *Network) *Stack {
	s := &Stack{net: n, frames: make([]frame, firstFrames)}
	for c := range s.cache {
		for b := range s.cache[c] {
			for half := range s.cache[c][b] {
				s.cache[c][b][half].acc = n.bias
			}
		}
	}
	return s
}

// Reset makes pos the only position of the stack and computes its accumulators.
func (s *Stack) Reset(pos *position.Position) {
	s.top = 0
	f := &s.frames[0]
	for c := position.White; c <= colors; c++ {
		f.view[c] = PerspectiveView(c, pos.KingSquare(c))
		s.refresh(pos, c)
	}
}

// Push follows a move: it is called right after pos.Make. A null move is not
// pushed, as it changes no piece.
func (s *Stack) Push(pos *position.Position) {
	s.top++
	if s.top == len(s.frames) {
		s.frames = append(s.frames, make([]frame, len(s.frames))...)
	}
	f := &s.frames[s.top]
	d := pos.Dirty()
	f.sub, f.add = d.Sub, d.Add
	f.nSub, f.nAdd = uint8(d.NSub), uint8(d.NAdd)
	f.view = s.frames[s.top-1].view
	if mover := d.Sub[0].Piece; mover.Type() == position.King {
		c := mover.Color()
		f.view[c] = PerspectiveView(c, pos.KingSquare(c))
	}
	f.computed = [bothColors]bool{}
}

// Pop takes the last Push back.
func (s *Stack) Pop() { s.top-- }

// Evaluate returns the value of the position in centipawns from the side to
// move's view. pos must be the position of the last Push or Reset, or that
// position after null moves. The value is not clamped.
func (s *Stack) Evaluate(pos *position.Position) int {
	s.update(pos)
	us := pos.SideToMove()
	acc := &s.frames[s.top].acc
	return s.net.value(&acc[us], &acc[us.Other()], bucket(bits.OnesCount64(pos.Occupied())))
}

// update computes what is missing of the accumulators of pos.
func (s *Stack) update(pos *position.Position) {
	white, black := s.base(position.White), s.base(position.Black)
	if white == black && white >= 0 {
		for i := white + 1; i <= s.top; i++ {
			s.advance(i)
		}
		return
	}
	s.updateOne(pos, position.White, white)
	s.updateOne(pos, position.Black, black)
}

// updateOne computes one perspective of the current position from frame base,
// or anew when base is negative.
func (s *Stack) updateOne(pos *position.Position, c position.Color, base int) {
	if base < 0 {
		s.refresh(pos, c)
		return
	}
	for i := base + 1; i <= s.top; i++ {
		s.advanceOne(i, c)
	}
}

// base returns the nearest frame from which the perspective's vector can be
// brought up to date by the moves since, -1 when there is none: when the king
// has come from the other half of the board or another king bucket.
func (s *Stack) base(c position.Color) int {
	view := s.frames[s.top].view[c]
	for i := s.top; i >= 0; i-- {
		f := &s.frames[i]
		if f.view[c] != view {
			return -1
		}
		if f.computed[c] {
			return i
		}
	}
	return -1
}

// row returns the weights of a piece on a square for a perspective of the frame.
func (s *Stack) row(f *frame, c position.Color, at position.PieceSquare) *vector {
	return &s.net.ft[feature(c, f.view[c], at.Piece, at.Square)]
}

// advance computes both perspectives of frame i from those of frame i-1.
func (s *Stack) advance(i int) {
	const white, black = position.White, position.Black
	prev, f := &s.frames[i-1], &s.frames[i]
	switch {
	case f.nAdd == 1 && f.nSub == 1:
		addSub(&f.acc, &prev.acc,
			s.row(f, white, f.add[0]), s.row(f, white, f.sub[0]),
			s.row(f, black, f.add[0]), s.row(f, black, f.sub[0]))
		f.computed = [bothColors]bool{true, true}
	case f.nAdd == 1 && f.nSub == 2:
		addSubSub(&f.acc, &prev.acc,
			s.row(f, white, f.add[0]), s.row(f, white, f.sub[0]), s.row(f, white, f.sub[1]),
			s.row(f, black, f.add[0]), s.row(f, black, f.sub[0]), s.row(f, black, f.sub[1]))
		f.computed = [bothColors]bool{true, true}
	default:
		s.advanceOne(i, white)
		s.advanceOne(i, black)
	}
}

// advanceOne computes one perspective of frame i from that of frame i-1.
func (s *Stack) advanceOne(i int, c position.Color) {
	prev, f := &s.frames[i-1], &s.frames[i]
	var adds, subs [len(f.add)]uint16
	for k, at := range f.add[:f.nAdd] {
		adds[k] = feature(c, f.view[c], at.Piece, at.Square)
	}
	for k, at := range f.sub[:f.nSub] {
		subs[k] = feature(c, f.view[c], at.Piece, at.Square)
	}
	accumulate(&f.acc[c], &prev.acc[c], &s.net.ft, adds[:f.nAdd], subs[:f.nSub])
	f.computed[c] = true
}

// refresh computes one perspective of the current position from the cached
// vector of its view of the board. Whole ranks are compared, as most of them are
// the same.
func (s *Stack) refresh(pos *position.Position, c position.Color) {
	f := &s.frames[s.top]
	view := f.view[c]
	cache := &s.cache[c][view.kingBucket()][view.half()]
	board := pos.Board()
	adds, subs := s.adds[:0], s.subs[:0]
	for first := 0; first < squares; first += rankSquares {
		diff := rankOf(board, first) ^ rankOf(&cache.board, first)
		for diff != 0 {
			shift := bits.TrailingZeros64(diff) &^ (pieceBits - 1)
			diff &^= pieceMask << shift
			sq := position.Square(first + shift/pieceBits)
			if was := cache.board[sq]; was != position.NoPiece {
				subs = append(subs, feature(c, view, was, sq))
			}
			if is := board[sq]; is != position.NoPiece {
				adds = append(adds, feature(c, view, is, sq))
			}
		}
	}
	accumulate(&cache.acc, &cache.acc, &s.net.ft, adds, subs)
	f.acc[c], cache.board = cache.acc, *board
	f.computed[c] = true
}

const (
	rankSquares = 8
	pieceBits   = 8 // of a piece on a board
	pieceMask   = 1<<pieceBits - 1
)

// rankOf returns the pieces of the rank that begins at a square as one number,
// files from the lowest byte up.
func rankOf(board *[squares]position.Piece, first int) uint64 {
	rank := (*[rankSquares]uint8)(unsafe.Pointer(&board[first]))
	return binary.LittleEndian.Uint64(rank[:])
}
