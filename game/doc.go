// Package game is the referee: it knows the rules of a whole game where
// package position knows those of one move. It holds a game from any start
// (standard chess and Chess960) with its list of moves, says when the game is
// over and why, keeps the clocks, and reads and writes games as text. Pausing
// and correcting clocks, taking moves back, offers and claims are there for
// other front ends, where people play; the programs here do without them.
//
// # Rule sets
//
// A game is played under one of three rule sets:
//
//   - Table, for games between engines: the game ends by itself at checkmate,
//     stalemate, insufficient material (king against king, one minor piece
//     more, or nothing but bishops that all stand on squares of one colour),
//     the third occurrence of a position and fifty moves of each player
//     without a capture or a pawn move.
//   - OverTheBoard, the FIDE Laws of Chess of 2023
//     (https://handbook.fide.com/chapter/E012023): the third occurrence and
//     fifty moves must be claimed, with the position on the board or with a
//     move the player intends to make; the fifth occurrence, seventy-five
//     moves and a dead position end the game by themselves.
//   - Record, for following a game that was played elsewhere: nothing but
//     checkmate and stalemate ends it.
//
// Under every rule set checkmate by the last move comes before all draws.
//
// # Ends that are not on the board
//
// Resignation, agreement, a fallen flag, and the decisions of whoever runs
// the game (forfeit, adjudication) come from outside through the methods of
// Game. A fallen flag loses, but draws when the opponent has only a king
// (Table, Record) or cannot give mate by any series of legal moves (OverTheBoard); see
// CanMate for what is proven about such positions and how.
//
// # Text
//
// Moves are read and written as UCI text (g1f3, e7e8q) and in standard
// algebraic notation, SAN (Nf3, e8=Q+, O-O-O). Games are read and written as
// PGN, the portable game notation
// (https://github.com/fsmosca/PGN-Standard/blob/master/PGN-Standard.txt).
//
// # Clocks
//
// A TimeControl is a list of periods with bank, Fischer increment and move
// timer, or a fixed time for each move; a Clock runs two of them against a
// source of time that tests replace.
package game
