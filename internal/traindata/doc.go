// Package traindata keeps the games that Tura plays against itself and turns
// them into training positions for the evaluation network.
//
// # The games file
//
// A games file is a 16-byte header and then one game after the other. All
// numbers are little-endian.
//
//	header   8 bytes  "TURAGAME"
//	         4 bytes  version (1)
//	         4 bytes  seed of the run that made the file, 0 when it has none
//
//	game     4 bytes  number of plies (bits 0-15), result + 1 (bits 16-17),
//	                  upper 14 bits of the CRC-32 of the lower 18 bits and the
//	                  number of the game (bits 18-31)
//	         4 bytes  number of the game within its run
//	        32 bytes  start position, see below
//	       4*n bytes  the plies: move (2 bytes), score (2 bytes, signed)
//	         4 bytes  CRC-32 (IEEE) of everything above in this game
//
// A move is the 16-bit form of [position.Move]: from, to, flag, castling as
// king takes own rook. A score is the search score of the position before the
// move in centipawns from White's view; mates are beyond [MateThreshold].
// The result is from White's view.
//
// The start position is the bitboard of the occupied squares (8 bytes), one
// nibble for each piece in the order of its square, the lower nibble of a byte
// first (16 bytes): bit 3 is the colour (1 = Black), the lower bits are 0 to 5
// for pawn to king and 6 for a rook that may still castle. Then come the side
// to move (1 byte, 1 = Black), the en passant square (1 byte, 64 = none), the
// half-move clock (2 bytes), the full-move number (2 bytes) and two zero bytes.
//
// A game is written with one call, so a killed process leaves at most one torn
// game at the end, and [OpenAppend] cuts it off. A game of n plies takes 44 + 4n
// bytes, about 4.4 bytes a ply.
//
// # Records
//
// [Expand] replays a game and emits one 32-byte [Record] for each position that
// a [Filter] keeps: the pieces as the side to move sees them, the score and the
// result.
package traindata
