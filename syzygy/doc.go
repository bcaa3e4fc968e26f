// Package syzygy reads Syzygy endgame tablebases: for every position with few
// enough men it knows whether the side to move wins, draws or loses (WDL) and
// how many plies it takes to the next capture or pawn move (DTZ), both with the
// fifty-move rule in mind.
//
// # Files
//
// A table covers one balance of material and is named after it: KQvKR.rtbw
// holds WDL, KQvKR.rtbz DTZ. The men left of the v are called white here; a
// position in which black has them is looked at with colours exchanged and the
// board upside down. A file is, little-endian unless said otherwise:
//
//	magic        4 bytes, 71 E8 23 5D (WDL) or D7 66 0C A5 (DTZ)
//	shape        1 byte, bit 0: both sides to move differ, bit 1: has pawns
//	placements   for each part: in which order the men enter the index
//	sections     for each part and side to move: how the values are coded
//	rank maps    DTZ only: stored value to distance, for each result
//	span index   for each part and side: 6 bytes for every 2^n values
//	block sizes  for each part and side: 2 bytes for every block
//	blocks       for each part and side: the values, 64-byte aligned
//	checksum     16 bytes, see [Verify]
//
// A table without pawns is one part. A table with pawns has four, chosen by the
// file (a to d, after mirroring) of its leading pawn. WDL tables store both
// sides to move unless the material is symmetric; DTZ tables store one.
//
// # From position to index
//
// The board is first mirrored so that the leading man stands in a fixed region,
// then men are numbered in groups: the leading group (three men that occur
// once, or the two kings, or the leading pawns), perhaps the other side's
// pawns, then one group for each remaining kind of man. A group of k equal men
// on free squares is a combination and gets its rank in the combinatorial
// number system. The group numbers make one mixed-radix index (index.go).
//
// # From index to value
//
// Values are compressed by recursive pairing: a symbol is a value or a pair of
// symbols, and the symbols are written with a canonical prefix code in blocks
// of fixed size. The span index says in which block an index lies, and the
// walk from there goes over block sizes and then over symbols (pairs.go).
//
// # What the tables leave out
//
// A table may store anything that is not better than the truth when a capture
// already reaches the truth, and it knows no castling and no en passant. So a
// probe looks at the captures first (probe.go).
//
// The format is Ronald de Man's (2013). Files are mapped into memory on first
// use. Every offset is checked before it is followed: a damaged file costs a
// warning, never a crash.
package syzygy
