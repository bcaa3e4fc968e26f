package search

import (
	"time"

	"tura/position"
	"tura/tt"
)

// Info is one report of a running search.
type Info struct {
	Depth    int // depth in plies that the score comes from
	SelDepth int // deepest ply reached, plus one
	MultiPV  int // rank of the line, from 1
	Score    Score
	Bound    tt.Bound        // Exact, or which side of Score the truth lies on
	Open     bool            // the line is still being searched: its window failed
	Nodes    uint64          // of all threads
	TBHits   uint64          // tablebase probes that answered
	Time     time.Duration   // since the search began
	HashFull int             // per mille
	PV       []position.Move // valid only during the call of report

	// CurrMove, when it is not NoMove, makes this a report about the root move
	// being searched; only it, CurrMoveNumber (from 1) and Depth count then.
	CurrMove       position.Move
	CurrMoveNumber int
}

// Result is the outcome of a search.
type Result struct {
	Best   position.Move // NoMove only when the side to move has no legal move
	Ponder position.Move // the expected reply, NoMove when unknown
	Score  Score
	Depth  int    // last finished depth
	Nodes  uint64 // of all threads
}
