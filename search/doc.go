// Package search finds the best move of a position.
//
// Searcher is the door: Search runs iterative deepening (iterate.go) with an
// aspiration window on every worker (worker.go); the workers share only the
// transposition table and the stop flag (smp.go). One iteration is a principal
// variation search, whose nodes read as a column of steps:
//
//	 1 quiescence at the horizon             quiescence.go
//	 2 end of search, draws, upcoming repetition
//	 3 mate distance pruning
//	 4 transposition table: probe, cutoff    package tt
//	   endgame tables                        tablebase.go
//	 5 static eval, improving, hindsight
//	 6 razoring                              prune.go
//	 7 reverse futility pruning
//	 8 null move pruning
//	 9 internal iterative reduction
//	10 ProbCut
//	11 singular extension, multicut          extend.go
//	   for each move of the picker           picker.go
//	12    pruning at shallow depth           prune.go
//	13    make the move
//	14    late move reduction, re-search     reduce.go
//	15    zero-window search
//	16    full-window search
//	17    unmake, stop check
//	18    best move, principal variation, cutoff
//	19 mate and stalemate
//	20 histories                             history.go
//	21 correction histories
//	22 transposition table: store
//
// Move ordering and several of the steps live on the histories, tables of what
// earlier searches found about moves (history.go). Captures are judged by the
// static exchange evaluation (see.go). Scores and their ranges are in
// score.go, every tuned number in params.go (with the build tag tune they are
// options of the engine), the other numbers in constants.go, limits of a search
// in limits.go and the use of time in clock.go. Limited strength is in
// strength.go, and the chances of win, draw and loss that go with a score in
// wdl.go.
//
// With one thread and a depth or node limit a search is reproducible: what an
// aborted node found is never written to the histories or the table.
//
// The package knows no protocol and prints nothing; it reports through a
// function that the caller gives.
package search
