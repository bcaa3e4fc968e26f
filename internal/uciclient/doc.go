// Package uciclient is the other side of the UCI protocol: it starts an engine
// as a process, speaks to it over pipes, and notes when each line was written
// and read (Engine); and it lets two engines play a game under the eyes of
// package game, the referee and clock (Session). The match runner and the
// tests of the whole program share it.
//
// One Engine is driven by one goroutine; only Kill may come from another.
package uciclient
