// Package uciclient is the other side of the UCI protocol: it starts an engine
// as a process, speaks to it over pipes, and notes when each line was written
// and read, so that a referee can keep its clock. It knows nothing of chess:
// moves and positions are text.
//
// One Engine is driven by one goroutine; only Kill may come from another.
package uciclient
