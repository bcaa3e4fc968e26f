// Package bench measures the search: the bench positions give the node count that identifies the
// search and its speed, an EPD file gives a score of solved positions.
package bench
