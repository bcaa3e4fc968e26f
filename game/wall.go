package game

import (
	"math/bits"

	"tura/position"
)

// wall is a position whose pawns stand for ever, with the squares on which
// everything else can ever stand. The sets are generous: pieces of both sides
// are treated as air and only pawns stop anything, so whatever legal moves
// follow, a piece is found inside its set.
//
// The wall stands when
//
//   - every pawn has a pawn right in front of it, and none can capture another;
//   - no piece can come to a square that an enemy pawn attacks, so that no pawn
//     ever captures;
//   - no piece but a king can come to attack an enemy pawn, and no king can come
//     next to an enemy pawn that is not protected by a pawn, so that no pawn is
//     ever captured;
//   - nobody may castle any more, and no capture en passant is there.
//
// Each of these keeps the others true after every move: by induction the pawns
// never change.
type wall struct {
	pawns       uint64
	pawnAttacks [2]uint64 // squares attacked by the pawns of a colour
	king        [2]uint64 // squares a king can ever stand on
	stand       [2]uint64 // squares the other pieces of a colour can stand on
	attack      [2]uint64 // squares those pieces can attack, pawns included
}

// cannotMateByWall is the proof by a wall of pawns: no king of the loser on
// any of its squares can be mated by the winner's pieces from any of theirs,
// even when all of them could cover their squares at once.
func cannotMateByWall(pos *position.Position, winner position.Color) bool {
	w, ok := buildWall(pos)
	return ok && !w.mateFits(pos, winner)
}

// buildWall finds the wall of pos; ok is false when it may fall.
func buildWall(pos *position.Position) (w wall, ok bool) {
	if !pawnsStuck(pos) {
		return w, false
	}
	w.pawns = pos.ByType(position.Pawn)
	for _, c := range [2]position.Color{position.White, position.Black} {
		w.pawnAttacks[c] = pos.PawnAttacksBy(c)
	}
	for _, c := range [2]position.Color{position.White, position.Black} {
		if !w.floodPieces(pos, c) || !w.floodKing(pos, c) {
			return w, false
		}
	}
	return w, true
}

// pawnsStuck tells whether there are pawns, and none can move or capture a
// pawn now or ever while all of them stay.
func pawnsStuck(pos *position.Position) bool {
	white := pos.Pieces(position.White, position.Pawn)
	black := pos.Pieces(position.Black, position.Pawn)
	pawns := white | black
	const rank = 8
	switch {
	case pawns == 0,
		white<<rank&^pawns != 0, black>>rank&^pawns != 0,
		pos.PawnAttacksBy(position.White)&black != 0,
		pos.PawnAttacksBy(position.Black)&white != 0,
		pos.CanCastle(position.White), pos.CanCastle(position.Black),
		pos.EnPassant() != position.NoSquare:
		return false
	}
	return true
}

// floodPieces finds the squares of c's pieces other than the king; false when
// one of them can touch a pawn or be captured by one.
func (w *wall) floodPieces(pos *position.Position, c position.Color) bool {
	enemy := c.Other()
	enemyPawns := pos.Pieces(enemy, position.Pawn)
	for pt := position.Knight; pt <= position.Queen; pt++ {
		stand, attack := uint64(0), uint64(0)
		for todo := pos.Pieces(c, pt); todo != 0; {
			sq := position.Square(bits.TrailingZeros64(todo))
			stand |= 1 << sq
			attack |= position.PieceAttacks(pt, c, sq, w.pawns)
			todo = (todo | attack&^w.pawns) &^ stand
		}
		if attack&enemyPawns != 0 || stand&w.pawnAttacks[enemy] != 0 {
			return false
		}
		w.stand[c] |= stand
		w.attack[c] |= attack
	}
	return true
}

// floodKing finds the squares of c's king; false when it can come next to an
// enemy pawn that no pawn protects.
func (w *wall) floodKing(pos *position.Position, c position.Color) bool {
	enemy := c.Other()
	forbidden := w.pawns | w.pawnAttacks[enemy]
	loose := pos.Pieces(enemy, position.Pawn) &^ w.pawnAttacks[enemy]
	stand := uint64(0)
	for todo := pos.Pieces(c, position.King); todo != 0; {
		sq := position.Square(bits.TrailingZeros64(todo))
		stand |= 1 << sq
		near := position.KingAttacks(sq)
		if near&loose != 0 {
			return false
		}
		todo = (todo | near&^forbidden) &^ stand
	}
	w.king[c] = stand
	return true
}

// mateFits tells whether some square of the loser's king, attacked by a piece
// of the winner or by the pawn that has just closed the wall, has every
// neighbour taken: by a pawn or piece of the loser that may stand there, or
// attacked by a pawn, by the king on some square of his, or by a piece.
func (w *wall) mateFits(pos *position.Position, winner position.Color) bool {
	loser := winner.Other()
	taken := pos.Pieces(loser, position.Pawn) | w.stand[loser] | w.pawnAttacks[winner] | w.attack[winner]
	for squares := w.king[loser] & (w.attack[winner] | w.pawnAttacks[winner]); squares != 0; squares &= squares - 1 {
		sq := position.Square(bits.TrailingZeros64(squares))
		near := position.KingAttacks(sq)
		for kings := w.king[winner] &^ (near | 1<<sq); kings != 0; kings &= kings - 1 {
			king := position.Square(bits.TrailingZeros64(kings))
			if near&^(taken|position.KingAttacks(king)) == 0 {
				return true
			}
		}
	}
	return false
}
