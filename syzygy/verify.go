package syzygy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// checksumChunk is the piece of a file that is hashed at a time.
const checksumChunk = 1 << 24

var errChecksum = errors.New("wrong checksum: the file is damaged, copy or download it again")

// checkSum compares the last 16 bytes of a file with the hash of the rest: the
// 256-bit hashes of its 16 MiB chunks, one behind the other, hashed to 128 bits.
func checkSum(data []byte) error {
	if err := checkSize(int64(len(data))); err != nil {
		return err
	}
	body, want := data[:len(data)-checksumBytes], data[len(data)-checksumBytes:]
	var hashes []byte
	for len(body) > 0 {
		chunk := body[:min(len(body), checksumChunk)]
		for _, h := range city256(chunk) {
			hashes = binary.LittleEndian.AppendUint64(hashes, h)
		}
		body = body[len(chunk):]
	}
	var got []byte
	for _, h := range city128(hashes) {
		got = binary.LittleEndian.AppendUint64(got, h)
	}
	if !bytes.Equal(got, want) {
		return errChecksum
	}
	return nil
}

// Verify reads every table file (*.rtbw and *.rtbz) in a folder completely and
// checks its structure and its checksum. It calls report for each file, in
// the order of their names, with nil for a good one. It returns an error when
// the folder cannot be read, has no such file, or has a bad one.
func Verify(dir string, report func(file string, err error)) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("syzygy: folder %s cannot be read: %w", dir, err)
	}
	total, bad := 0, 0
	for _, entry := range entries {
		k, m, ok := parseFileName(entry.Name())
		if !ok {
			continue
		}
		total++
		err := verifyFile(filepath.Join(dir, entry.Name()), k, m)
		if err != nil {
			bad++
		}
		report(entry.Name(), err)
	}
	switch {
	case total == 0:
		return fmt.Errorf("syzygy: no table file (*%s, *%s) in folder %s", extension[kindWDL], extension[kindDTZ], dir)
	case bad > 0:
		return fmt.Errorf("syzygy: %d of %d files in %s are damaged", bad, total, dir)
	}
	return nil
}

// verifyFile checks the structure and the checksum of one file.
func verifyFile(path string, k kind, m material) (err error) {
	mapping, err := mapFile(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, mapping.Unmap()) }()
	if err := checkSum(mapping); err != nil {
		return err
	}
	_, err = parseTable(mapping, k, m)
	return err
}

// parseFileName turns the name of a table file into what it holds. ok is false
// for any other name.
func parseFileName(name string) (k kind, m material, ok bool) {
	for k := range kinds {
		if base, found := strings.CutSuffix(name, extension[k]); found {
			m, ok := parseName(base)
			return k, m, ok
		}
	}
	return 0, 0, false
}

// VerifyCommand is the command "tura syzygy verify DIR...": it verifies the
// files in each folder, writes a line for every bad file and a summary of each
// folder to w, and returns an error when anything is wrong.
func VerifyCommand(w io.Writer, args []string) error {
	if len(args) == 0 {
		return errors.New("syzygy: usage: tura syzygy verify DIR...")
	}
	var failures []error
	for _, dir := range args {
		good, bad := 0, 0
		err := Verify(dir, func(file string, err error) {
			if err == nil {
				good++
				return
			}
			bad++
			fmt.Fprintf(w, "%s: %v\n", filepath.Join(dir, file), err)
		})
		if good+bad > 0 {
			fmt.Fprintf(w, "%s: %d files good, %d bad\n", dir, good, bad)
		}
		if err != nil {
			failures = append(failures, err)
		}
	}
	return errors.Join(failures...)
}
