// Package position holds the rules of chess: a position with its history, legal
// moves, making and unmaking them, and the draws that depend on what came before.
//
// Squares are numbered a1 = 0, b1 = 1 … h8 = 63, so a set of squares is a uint64
// with bit n for square n (a bitboard). A piece is colour<<3 | type, a move is
// sixteen bits. A castling move is "king takes own rook" in standard chess and in
// Chess960 alike: its destination is the square of the rook.
//
// # The library below
//
// Full lists of legal moves and the attack look-ups of the sliding pieces come
// from github.com/dylhunn/dragontoothmg; no other package of this module imports it.
// The library has no Chess960, no null move, no list of captures and no attack
// queries; its position key counts en passant squares nobody can use and differs
// from process to process; its FEN reader does not check its input; and it misses
// the en passant capture of a pawn along the diagonal it is pinned on.
//
// So a Position keeps its own bitboards, a mailbox and a stack of states, and owns
// a private library board whose castling rights and en passant square are zero for
// ever. When a full list is needed the bitboards are copied there; the library then
// gives all legal moves except castling and en passant, and this package adds those
// two kinds itself. Noisy moves (captures and promotions) and evasions of a check are
// generated here, without allocation, and legal moves are counted without listing them.
//
// # Chess rules as understood here
//
// The en passant square is kept, hashed and printed only when a legal en passant
// capture exists, so that two positions are equal exactly when the laws of chess
// call them the same: same side to move, same pieces on the same squares, same
// castling rights, same legal en passant captures.
//
// A Position must not be used by two goroutines at once, not even for reading moves:
// the library writes to its board while it generates. Clone gives each goroutine its own.
package position
