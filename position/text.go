package position

import (
	"fmt"
	"strings"
)

// UCI returns the move as a client expects it: castling is king takes rook when
// Chess960 is set and the two-square move of the king otherwise; NoMove is "0000".
func (p *Position) UCI(m Move) string {
	if m.IsCastling() && !p.is960 {
		kingTo, _ := castlingTargets(m.From(), m.To())
		return m.From().String() + kingTo.String()
	}
	return m.String()
}

const (
	minMoveText = 4 // e2e4
	maxMoveText = 5 // e7e8q
)

// ParseMove reads a legal move as a client writes it. Castling may be written as the
// two-square move of the king or as king takes rook, the promotion letter in lower or
// upper case. The error says why the text is no legal move.
func (p *Position) ParseMove(s string) (Move, error) {
	m, reason := p.parseMove(s)
	if reason == "" && !p.IsLegal(m) {
		reason = p.whyIllegal(m)
	}
	if reason != "" {
		return NoMove, fmt.Errorf("move %q: %s", s, reason)
	}
	return m, nil
}

// parseMove reads the text with regard to the pieces it is about; a reason that is not
// empty says what is wrong with it.
func (p *Position) parseMove(s string) (m Move, reason string) {
	if len(s) < minMoveText || len(s) > maxMoveText {
		return NoMove, "want two squares and at most a promotion letter, like e2e4 or e7e8q"
	}
	from, ok := ParseSquare(s[:2])
	if !ok {
		return NoMove, fmt.Sprintf("%q is not a square", s[:2])
	}
	to, ok := ParseSquare(s[2:minMoveText])
	if !ok {
		return NoMove, fmt.Sprintf("%q is not a square", s[2:minMoveText])
	}
	pc := p.board[from]
	if len(s) == maxMoveText {
		letter := strings.ToLower(s[minMoveText:])
		for pt := Knight; pt <= Queen; pt++ {
			if letter == pt.String() {
				if pc.Type() != Pawn {
					return NoMove, fmt.Sprintf("no pawn on %s to promote", from)
				}
				return NewMoveFlag(from, to, promotionFlag(pt)), ""
			}
		}
		return NoMove, fmt.Sprintf("%q is not a promotion letter, want q, r, b or n", s[minMoveText:])
	}
	switch {
	case pc == MakePiece(p.side, King):
		return p.parseKingMove(from, to), ""
	case pc.Type() == Pawn && to == p.st.enPassant && from.File() != to.File():
		return NewMoveFlag(from, to, FlagEnPassant), ""
	}
	return NewMove(from, to), ""
}

// parseKingMove tells castling, in both spellings, from other moves of the king.
func (p *Position) parseKingMove(from, to Square) Move {
	if p.board[to] == MakePiece(p.side, Rook) {
		return NewMoveFlag(from, to, FlagCastling)
	}
	if from.Rank() == to.Rank() && kingTable[from]&to.bit() == 0 {
		for side := KingSide; side <= QueenSide; side++ {
			rook := p.CastlingRook(p.side, side)
			if rook == NoSquare {
				continue
			}
			if kingTo, _ := castlingTargets(from, rook); kingTo == to {
				return NewMoveFlag(from, rook, FlagCastling)
			}
		}
	}
	return NewMove(from, to)
}

// whyIllegal says in words why m is not legal.
func (p *Position) whyIllegal(m Move) string {
	pc := p.board[m.From()]
	switch {
	case pc == NoPiece:
		return fmt.Sprintf("there is no piece on %s", m.From())
	case pc.Color() != p.side:
		return fmt.Sprintf("the piece on %s is not %s's, who is to move", m.From(), p.side)
	case m.IsCastling():
		return "castling is not possible here"
	case pc.Type() == Pawn && !m.IsPromotion() && m.To().bit()&(rank1|rank8) != 0:
		return "the promotion letter is missing"
	case p.InCheck():
		return fmt.Sprintf("not legal, %s is in check", p.side)
	case p.Pinned()&m.From().bit() != 0:
		return fmt.Sprintf("not legal, the piece on %s is pinned", m.From())
	}
	return "not a legal move here"
}
