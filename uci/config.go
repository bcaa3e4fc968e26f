package uci

import (
	"io"
	"math/rand/v2"

	"tura/position"
	"tura/search"
)

// Searcher is what the engine needs of the search. Only Stop and PonderHit are called while
// Search runs; all else comes from one goroutine between searches.
type Searcher interface {
	// SetHash sets the size of the transposition table in megabytes; with an error the old size
	// stays. Nothing need be allocated before Prepare or Search.
	SetHash(mb int) error
	SetThreads(n int)
	SetMultiPV(n int)
	ClearHash()
	// NewGame forgets what was learned in the game before.
	NewGame()
	// Prepare does what allocation and clearing is pending, so that the next Search starts at
	// once. With an error the searcher goes on with what it had.
	Prepare() error
	// Arm gets ready for one Search: from here on Stop and PonderHit count for it.
	Arm()
	// Search blocks until the search is over. It does not change pos.
	Search(pos *position.Position, limits search.Limits, report func(search.Info)) search.Result
	Stop()
	PonderHit()
}

// Book is an opening book.
type Book interface {
	// Probe returns a move for pos, legal there, or false. A nil source of randomness stands for
	// the shared one.
	Probe(pos *position.Position, random *rand.Rand) (position.Move, bool)
	// Warnings returns, once, what was found wrong with the book since the last call.
	Warnings() []string
	Close() error
}

// Tablebases are the endgame tables that the search asks.
type Tablebases interface {
	// SetPath uses the tables in the given folders and says in a few words what was found.
	SetPath(path string) (summary string, err error)
	SetProbeDepth(depth int)
	SetProbeLimit(men int)
	SetRule50(on bool)
	// TablebaseWarnings returns, once, what was found wrong with tables since the last call.
	TablebaseWarnings() []string
}

// Tunable is a search constant that is opened for tuning, offered as an option of its name.
type Tunable struct {
	Name              string
	Default, Min, Max int
	Set               func(int)
}

// Config connects the engine with its other parts. Only Searcher is required; for a part that is
// nil the options or commands that need it are not offered.
type Config struct {
	Name, Author string
	Searcher     Searcher
	// WDL is the expectation of win, draw and loss in per mille, for the side to move.
	WDL func(score search.Score, pos *position.Position) (win, draw, loss int)
	// Eval is the static eval in centipawns from the side to move's view.
	Eval func(pos *position.Position) int
	// SetElo limits the playing strength; 0 is full strength.
	SetElo func(elo int)
	// OpenBook opens a book file, or the built-in book when path is empty. best asks for the
	// heaviest move instead of a weighted random one, no move is looked up from ply maxPly on.
	OpenBook   func(path string, best bool, maxPly int) (Book, error)
	Tablebases Tablebases
	// LoadEval replaces the evaluation by the one in a file; an empty path restores the built-in.
	LoadEval func(path string) error
	// Bench runs the command bench with its arguments.
	Bench    func(w io.Writer, args []string) error
	Tunables []Tunable
}
