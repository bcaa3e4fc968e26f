// Package tt is the transposition table: what the search learnt about a
// position, kept under its Zobrist key and shared by all search threads.
//
// An entry is two 64-bit words, four entries make a bucket of one cache line:
//
//	word 0   key XOR data
//	word 1   data:  63      56 55    48 47       32 31       16 15        0
//	               | gen pv bd| depth  | raw eval  | score     | move      |
//
//	gen  5 bits  generation (search number) that wrote the entry
//	pv   1 bit   the position was once on a principal variation
//	bd   2 bits  Bound: upper, lower, exact
//
// The table has no locks. Each word is read and written as a whole, but not both
// together: two threads can interleave their writes. Because word 0 holds the
// key XORed with the data, a mixed pair does not decode to a key that anybody
// asks for, so a torn entry is a miss and never a lie (Hyatt and Mann, "A
// lockless transposition table implementation for parallel search", 2002).
//
// Replacement: an entry of the same position gives way, unless it is of this
// search and clearly deeper than the new one, which is not exact; in a full
// bucket the victim is the entry with the least depth after a penalty for its
// age in generations.
//
// Mate scores are stored relative to the node, which the search sees to; the
// table only keeps 16-bit numbers.
package tt
