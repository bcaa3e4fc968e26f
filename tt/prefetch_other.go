//go:build !amd64 || purego

package tt

// prefetch does nothing where there is no such instruction at hand.
func prefetch(*bucket) {}
