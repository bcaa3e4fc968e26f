package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pkg/profile"
)

// startProfile begins the profile that is asked for and returns what ends it: that puts the
// profile into its file and adds its own error to the one it is given.
func startProfile(cpu, mem string) (stop func(error) error, err error) {
	file, mode, written := cpu, profile.CPUProfile, "cpu.pprof"
	switch {
	case cpu == "" && mem == "":
		return func(err error) error { return err }, nil
	case cpu != "" && mem != "":
		return nil, errors.New("-cpuprofile and -memprofile cannot be used together")
	case mem != "":
		file, mode, written = mem, profile.MemProfileAllocs, "mem.pprof"
	}
	// The profiler chooses the name of its file, so it works in a folder of its own, on the same
	// disk as the wanted file.
	dir, err := os.MkdirTemp(filepath.Dir(file), ".profile-")
	if err != nil {
		return nil, fmt.Errorf("cannot write the profile %q: %w", file, err)
	}
	running := profile.Start(mode, profile.ProfilePath(dir), profile.NoShutdownHook, profile.Quiet)
	return func(err error) error {
		running.Stop()
		return errors.Join(err, os.Rename(filepath.Join(dir, written), file), os.RemoveAll(dir))
	}, nil
}
