package syzygy

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// copyFile copies a table of the repository to another folder, changed by edit.
func copyFile(t testing.TB, name, dir string, edit func([]byte) []byte) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(smallDir, name))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, edit(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func unchanged(data []byte) []byte { return data }

func TestVerify(t *testing.T) {
	for _, dir := range []struct {
		path  string
		files int
	}{
		{smallDir, 14},
		{"", 0}, // the shared tables, any number
	} {
		path := dir.path
		if path == "" {
			path = dataDir(t, "syzygy")
		}
		files := 0
		err := Verify(path, func(file string, err error) {
			files++
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
		})
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if dir.files > 0 && files != dir.files {
			t.Errorf("%s: got %d files, want %d", path, files, dir.files)
		}
	}
}

func TestVerifyCommand(t *testing.T) {
	var out bytes.Buffer
	if err := VerifyCommand(&out, nil); err == nil || !strings.Contains(err.Error(), "usage") {
		t.Errorf("without a folder: got error %v, want usage", err)
	}
	if err := VerifyCommand(&out, []string{smallDir}); err != nil {
		t.Error(err)
	}
	if got, want := out.String(), "testdata: 14 files good, 0 bad\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}

	dir := t.TempDir()
	if err := VerifyCommand(&out, []string{dir}); err == nil {
		t.Error("empty folder: got no error, want one")
	}
	copyFile(t, "KQvK.rtbw", dir, unchanged)
	copyFile(t, "KRvK.rtbw", dir, func(data []byte) []byte { data[200] ^= 1; return data })
	copyFile(t, "KPvK.rtbw", dir, func(data []byte) []byte { return data[:len(data)/2] })
	out.Reset()
	if err := VerifyCommand(&out, []string{dir, filepath.Join(dir, "missing")}); err == nil ||
		!strings.Contains(err.Error(), "2 of 3") || !strings.Contains(err.Error(), "missing") {
		t.Errorf("damaged files: got error %v", err)
	}
	got := out.String()
	for _, want := range []string{"KRvK.rtbw: wrong checksum", "KPvK.rtbw: wrong size", "1 files good, 2 bad"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}
