//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package tt

// wishHugePages does nothing: these systems have no such request.
func wishHugePages([]byte) {}
