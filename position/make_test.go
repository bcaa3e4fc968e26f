package position

import (
	"sync"
	"testing"
)

// board is all of a position that a move changes besides the states.
type board struct {
	pieces  [2][typeSlots]uint64
	squares [squareCount]Piece
	side    Color
	n, ply  int
	st      state
}

func snapshot(p *Position) board {
	st := *p.st
	st.known, st.pinned, st.discoverers, st.checkSquares = 0, 0, 0, [typeSlots]uint64{}
	return board{p.pieces, p.board, p.side, p.n, p.gamePly, st}
}

// recompute returns the state of the position as a fresh one would have it.
func recompute(p *Position) state {
	fresh, st := *p, *p.st
	fresh.st = &st
	st.checkers = p.AttackersTo(p.KingSquare(p.side), p.Occupied()) & p.ByColor(p.side.Other())
	fresh.computeKeys()
	return st
}

// Make and Unmake are inverse, keys and bitboards are what a fresh count gives, and
// what is told about a move before it is made comes true.
func TestMakeUnmake(t *testing.T) {
	visitRandom(t, reduced(10_000), func(p *Position) {
		before := snapshot(p)
		for _, m := range legalMoves(p) {
			givesCheck, keyAfter := p.GivesCheck(m), p.KeyAfter(m)
			captured, isCapture, moved := p.Captured(m), p.IsCapture(m), p.MovedPiece(m)
			p.Make(m)
			if got, want := givesCheck, p.InCheck(); got != want {
				t.Errorf("%s: GivesCheck(%v) = %v, want %v", p.FEN(), m, got, want)
			}
			if !m.IsCastling() && p.EnPassant() == NoSquare && keyAfter != p.Key() {
				t.Errorf("%s: KeyAfter(%v) is not the key", p.FEN(), m)
			}
			if got, want := *p.st, recompute(p); got.key != want.key || got.pawnKey != want.pawnKey ||
				got.minorKey != want.minorKey || got.nonPawnKey != want.nonPawnKey || got.checkers != want.checkers {
				t.Errorf("%s after %v: state %+v, want %+v", p.FEN(), m, got, want)
			}
			checkBitboards(t, p)
			checkDirty(t, before, p, m)
			if p.st.captured.Type() != captured || isCapture != (captured != NoPieceType) ||
				moved != before.squares[m.From()] {
				t.Errorf("%s after %v: captured %v, want %v", p.FEN(), m, p.st.captured.Type(), captured)
			}
			p.Unmake()
			if snapshot(p) != before {
				t.Fatalf("%s: Unmake(%v) does not restore the position", p.FEN(), m)
			}
		}
		if p.InCheck() {
			return
		}
		p.MakeNull()
		if got, want := p.st.key, recompute(p).key; got != want {
			t.Errorf("%s: key after a null move %v, want %v", p.FEN(), got, want)
		}
		p.UnmakeNull()
		if snapshot(p) != before {
			t.Errorf("%s: UnmakeNull does not restore the position", p.FEN())
		}
	})
}

// checkBitboards compares the bitboards with the mailbox.
func checkBitboards(t *testing.T, p *Position) {
	t.Helper()
	var want [2][typeSlots]uint64
	for sq, pc := range p.board {
		if pc != NoPiece {
			want[pc.Color()][pc.Type()] |= Square(sq).bit()
			want[pc.Color()][allTypes] |= Square(sq).bit()
		}
	}
	if p.pieces != want {
		t.Errorf("%s: bitboards and mailbox differ", p.FEN())
	}
}

// checkDirty applies the dirty pieces to the board before m and compares.
func checkDirty(t *testing.T, before board, p *Position, m Move) {
	t.Helper()
	d := p.Dirty()
	got := before.squares
	for _, ps := range d.Sub[:d.NSub] {
		if got[ps.Square] != ps.Piece {
			t.Errorf("%s after %v: %v was not on %v", p.FEN(), m, ps.Piece, ps.Square)
		}
		got[ps.Square] = NoPiece
	}
	for _, ps := range d.Add[:d.NAdd] {
		got[ps.Square] = ps.Piece
	}
	if got != p.board {
		t.Errorf("%s after %v: dirty pieces %+v do not lead to the board", p.FEN(), m, *d)
	}
}

// Attack sets by colour are those that asking every square gives.
func TestThreatsAll(t *testing.T) {
	visitRandom(t, reduced(2_000), func(p *Position) {
		for c := White; c <= Black; c++ {
			var want uint64
			for sq := Square(0); sq < NoSquare; sq++ {
				if p.AttackersTo(sq, p.Occupied())&p.ByColor(c) != 0 {
					want |= sq.bit()
				}
			}
			if got := p.ThreatsBy(c).All; got != want {
				t.Errorf("%s: ThreatsBy(%v).All %x, want %x", p.FEN(), c, got, want)
			}
		}
		if th := p.Threats(); th.ByPawn&^th.ByMinor|th.ByMinor&^th.ByRook|th.ByRook&^th.All != 0 {
			t.Errorf("%s: threats are not contained in each other", p.FEN())
		}
	})
}

// A game longer than the room made at once keeps its history.
func TestLongGame(t *testing.T) {
	p := New()
	cycle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	plies := 3 * initialStates
	for i := range plies {
		play(t, p, cycle[i%len(cycle)])
	}
	if got, want := p.RepetitionCount(), plies/len(cycle); got != want {
		t.Errorf("RepetitionCount = %d, want %d", got, want)
	}
	if got, want := p.GamePly(), plies; got != want {
		t.Errorf("GamePly = %d, want %d", got, want)
	}
	for range plies {
		p.Unmake()
	}
	if got := p.FEN(); got != StartFEN {
		t.Errorf("after taking everything back: %s", got)
	}
}

// A clone has the history and goes its own way.
func TestClone(t *testing.T) {
	p := New()
	play(t, p, "g1f3 g8f6 f3g1 f6g8")
	c := p.Clone()
	play(t, c, "e2e4")
	if got := p.RepetitionCount(); got != 1 {
		t.Errorf("original: RepetitionCount = %d, want 1", got)
	}
	c.Unmake()
	if got := c.RepetitionCount(); got != 1 {
		t.Errorf("clone: RepetitionCount = %d, want 1", got)
	}
	c.CopyFrom(New())
	if got := c.FEN(); got != StartFEN {
		t.Errorf("CopyFrom: %s", got)
	}
	if got := p.GamePly(); got != 4 {
		t.Errorf("original: GamePly = %d, want 4", got)
	}
}

// Clones may be used at the same time.
func TestClonesTogether(t *testing.T) {
	p := New()
	var wg sync.WaitGroup
	for range 4 {
		c := p.Clone()
		wg.Go(func() {
			const depth, want = 3, 8902
			if got := c.Perft(depth); got != want {
				t.Errorf("perft %d: got %d, want %d", depth, got, want)
			}
		})
	}
	wg.Wait()
}
