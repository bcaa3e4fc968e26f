// Package uci speaks the Universal Chess Interface with a chess program.
//
// One goroutine reads lines, one owns the state of the engine (position, options, the running
// search) and obeys them in order, and each search runs on a goroutine of its own. So isready,
// stop and ponderhit are answered while a search runs. A command that changes the state (go,
// position, setoption, ucinewgame) ends the running search first: its bestmove is printed, then
// the command is obeyed.
//
//	lines -> reader -> Engine (owner) -> Searcher
//	stdout <- output <- reporter <- search.Info
//
// All lines leave through one locked writer and are flushed at once. The package declares what it
// needs of the engine's other parts (Searcher, Book, Tablebases); package main connects them.
package uci
