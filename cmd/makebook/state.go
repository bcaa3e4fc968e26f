package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"tura/position"
)

// A state file keeps the analyses of a growing tree, so that the work can be taken up again
// and a book be made from it with another selection. It is text:
//
//	tura makebook 1 nodes=200000 lines=5 hash=64
//	463b96181691fc9c<tab>FEN<tab>depth<tab>e2e4:35 d2d4:33 ...
//	...
//	end 8
//
// The first line says how positions were analysed. Then comes one line a position, and
// after each batch of positions a line with the number of positions so far. What follows
// the last such line was cut off and counts for nothing.
const (
	stateMagic = "tura makebook 1"
	batchEnd   = "end"
	stateMode  = 0o644
)

// stateFile is a state file open for appending.
type stateFile struct {
	file  *os.File
	count int
}

// openState opens the state file at path for positions analysed as how says, or begins a
// new one, and puts the analyses in it into t.
func openState(path, how string, t *tree) (*stateFile, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, stateMode)
	if err != nil {
		return nil, fmt.Errorf("cannot use the state file: %w", err)
	}
	s := &stateFile{file: file}
	if err := s.load(how, t); err != nil {
		file.Close()
		return nil, fmt.Errorf("state file %s: %w", path, err)
	}
	return s, nil
}

// load reads the file, and leaves it at the end of the last whole batch.
func (s *stateFile) load(how string, t *tree) error {
	header := stateMagic + " " + how + "\n"
	reader := bufio.NewReader(s.file)
	first, err := reader.ReadString('\n')
	switch {
	case err == io.EOF && first == "":
		_, err := s.file.WriteString(header)
		return err
	case err != nil && err != io.EOF:
		return err
	case !strings.HasPrefix(first, stateMagic):
		return fmt.Errorf("not a state file of makebook: it does not begin with %q", stateMagic)
	case first != header:
		return fmt.Errorf("made with other flags (%s); use the same ones or another file",
			strings.TrimSpace(strings.TrimPrefix(first, stateMagic)))
	}
	good, at := int64(len(first)), int64(len(first))
	var batch []string
	for number := 2; ; number++ {
		text, err := reader.ReadString('\n')
		if err == io.EOF {
			break // also an unfinished line
		}
		if err != nil {
			return err
		}
		at += int64(len(text))
		text = strings.TrimSuffix(text, "\n")
		if !strings.HasPrefix(text, batchEnd+" ") {
			batch = append(batch, text)
			continue
		}
		if err := s.addBatch(t, batch); err != nil {
			return fmt.Errorf("batch before line %d: %w", number, err)
		}
		batch, good = nil, at
	}
	if err := s.file.Truncate(good); err != nil {
		return err
	}
	_, err = s.file.Seek(good, io.SeekStart)
	return err
}

// addBatch puts the positions of a batch into t.
func (s *stateFile) addBatch(t *tree, batch []string) error {
	for _, text := range batch {
		key, pos, a, err := parseState(text)
		if err == nil {
			err = t.add(key, pos, a)
		}
		if err != nil {
			return err
		}
		s.count++
	}
	return nil
}

// append adds a batch of analysed leaves and makes sure it is on the disk.
func (s *stateFile) append(keys []uint64, t *tree) error {
	var text strings.Builder
	for _, key := range keys {
		formatState(&text, t.nodes[key])
	}
	s.count += len(keys)
	fmt.Fprintf(&text, "%s %d\n", batchEnd, s.count)
	if _, err := s.file.WriteString(text.String()); err != nil {
		return err
	}
	return s.file.Sync()
}

// close closes the file.
func (s *stateFile) close() error {
	if s == nil {
		return nil
	}
	err := s.file.Close()
	if errors.Is(err, fs.ErrClosed) {
		return nil
	}
	return err
}

// formatState writes the line of a position. Moves stand as from, to and promotion, castling
// as king takes rook.
func formatState(w *strings.Builder, n *node) {
	fmt.Fprintf(w, "%016x\t%s\t%d\t", n.key, n.fen, n.depth)
	for i := range n.edges {
		if i > 0 {
			w.WriteByte(' ')
		}
		fmt.Fprintf(w, "%s:%d", n.edges[i].move, n.edges[i].score)
	}
	w.WriteByte('\n')
}

// stateFields is the number of fields of a position's line.
const stateFields = 4

// parseState reads the line of a position.
func parseState(text string) (key uint64, pos *position.Position, a analysis, err error) {
	fields := strings.Split(text, "\t")
	if len(fields) != stateFields {
		return 0, nil, a, fmt.Errorf("%d fields instead of %d in %q", len(fields), stateFields, text)
	}
	if key, err = strconv.ParseUint(fields[0], 16, 64); err != nil {
		return 0, nil, a, err
	}
	if pos, err = position.FromFEN(fields[1]); err != nil {
		return 0, nil, a, err
	}
	if a.depth, err = strconv.Atoi(fields[2]); err != nil {
		return 0, nil, a, err
	}
	for _, item := range strings.Fields(fields[3]) {
		move, number, _ := strings.Cut(item, ":")
		var l line
		if l.score, err = strconv.Atoi(number); err != nil {
			return 0, nil, a, err
		}
		if l.move, err = pos.ParseMove(move); err != nil {
			return 0, nil, a, err
		}
		a.lines = append(a.lines, l)
	}
	return key, pos, a, nil
}
