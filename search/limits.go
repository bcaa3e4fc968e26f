package search

import (
	"time"

	"tura/position"
	"tura/tt"
)

// Bounds of a reported score, for packages that do not know the table.
const (
	UpperBound = tt.UpperBound
	LowerBound = tt.LowerBound
	Exact      = tt.Exact
)

// Limits says how long one search may go on. The zero value searches until Stop is called or the largest depth is done.
// Several limits may be set together; the first one that is reached ends the search.
type Limits struct {
	// Start is the moment the order to search was read; the clock counts from it. Zero means now.
	Start time.Time

	// Time and Inc are the bank and the increment a move, by colour (index position.White,
	// position.Black). HasTime tells which banks the client sent: a bank may be zero or negative.
	Time, Inc [2]time.Duration
	HasTime   [2]bool

	// MovesToGo is the number of moves the bank has to last for; 0 means the rest of the game.
	MovesToGo int

	// Delay is the move timer: it runs first on every move, is not accumulated, and the bank
	// runs only when it is spent (US delay). 0 means none.
	Delay time.Duration

	// MoveTime is the time for exactly this move when HasMoveTime is set; zero asks for an
	// answer at once.
	MoveTime    time.Duration
	HasMoveTime bool

	// Depth is the last iteration to search, 0 for no limit.
	Depth int
	// Nodes ends the search after that many nodes; SoftNodes starts no new iteration after
	// that many. 0 means no limit.
	Nodes, SoftNodes uint64
	// Mate asks for a mate in that many moves; 0 means none.
	Mate int

	// Infinite searches until Stop; Ponder until Stop or PonderHit, and then on the clock.
	Infinite, Ponder bool

	// SearchMoves restricts the root to these moves; nil means all legal ones.
	SearchMoves []position.Move

	// Overhead is kept back at every move for the way between engine and client.
	Overhead time.Duration
}
