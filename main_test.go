package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// runAsProgram in the environment makes the test binary behave like the program itself.
const runAsProgram = "TURA_TEST_RUN_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(runAsProgram) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// program runs the program with some input and arguments.
func program(t *testing.T, input string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), runAsProgram+"=1")
	cmd.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = time.Minute
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func TestProgram(t *testing.T) {
	tests := []struct {
		name, input string
		args        []string
		code        int
		stdout      string // pattern
		stderr      string // pattern
	}{
		{"handshake and end of input", "uci\nisready\n", nil, 0, `(?s)^id name Tura .*uciok\nreadyok\n$`, `^$`},
		{"quit in a search", "go infinite\nquit\n", nil, 0, `\nbestmove \S+`, `^$`},
		{"end of input in a search", "go infinite\n", nil, 0, `\nbestmove \S+`, `^$`},
		{"go", "", []string{"go", "depth", "3"}, 0, `info depth 3 [^\n]*\nbestmove \S+( ponder \S+)?\n$`, `^$`},
		{"perft", "", []string{"perft", "3"}, 0, `\nNodes searched: 8902\n`, `^$`},
		{"several commands", "", []string{"position startpos moves e2e4", "go perft 2", "isready"}, 0, `(?s)\nNodes searched: 600\n.*readyok\n$`, `^$`},
		{"bench", "", []string{"bench", "1"}, 0, `\n\d+ nodes \d+ nps\n$`, `^$`},
		{"help", "", []string{"-h"}, 0, `^$`, `tura go movetime 3000`},
		{"unknown command", "", []string{"frobnicate"}, 1, `^info string unknown command`, `^tura: unknown command: "frobnicate"\n$`},
		{"bad depth", "", []string{"bench", "x"}, 1, `^info string bench: cannot use "x"`, `usage: bench`},
		{"missing file", "", []string{"bench", "epd", "no such file.epd"}, 1, `no such file`, `no such file`},
		{"unknown flag", "", []string{"-frobnicate"}, 2, `^$`, `flag provided but not defined`},
		{"two profiles", "", []string{"-cpuprofile", "a", "-memprofile", "b", "bench", "1"}, 1, `^$`, `cannot be used together`},
		{"profile in a missing folder", "", []string{"-cpuprofile", "no/such/folder/f", "bench", "1"}, 1, `^$`, `cannot write the profile`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, code := program(t, tt.input, tt.args...)
			if code != tt.code {
				t.Errorf("got exit status %d, want %d", code, tt.code)
			}
			if !regexp.MustCompile(tt.stdout).MatchString(stdout) {
				t.Errorf("got output %q, want %s", stdout, tt.stdout)
			}
			if !regexp.MustCompile(tt.stderr).MatchString(stderr) {
				t.Errorf("got messages %q, want %s", stderr, tt.stderr)
			}
		})
	}
}

// TestProfiles: a profile ends up in the file that was named, and nothing is left beside it.
func TestProfiles(t *testing.T) {
	for _, flag := range []string{"-cpuprofile", "-memprofile"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "my profile")
		if _, stderr, code := program(t, "", flag, file, "bench", "2"); code != 0 {
			t.Fatalf("%s: exit status %d: %s", flag, code, stderr)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 || entries[0].Name() != "my profile" {
			t.Errorf("%s: got %v (%v), want one file", flag, entries, err)
			continue
		}
		if data, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
			t.Errorf("%s: the file is no profile (%v)", flag, err)
		}
	}
}
