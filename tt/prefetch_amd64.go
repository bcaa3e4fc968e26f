//go:build !purego

package tt

// prefetch brings the cache line of b near (PREFETCHT0).
//
//go:noescape
func prefetch(b *bucket)
