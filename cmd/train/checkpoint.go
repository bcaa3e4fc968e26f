package main

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// stateVersion is raised when checkpoints of earlier programs can no longer be
// resumed.
const stateVersion = 2

// save writes the state to the named file.
func (s *state) save(name string) error {
	return writeFile(name, func(w io.Writer) error { return gob.NewEncoder(w).Encode(s) })
}

// readState reads a state that save has written.
func readState(name string) (state, error) {
	var s state
	file, err := os.Open(name)
	if err != nil {
		return s, err
	}
	defer file.Close()
	if err := gob.NewDecoder(bufio.NewReader(file)).Decode(&s); err != nil {
		return s, fmt.Errorf("%s: not a checkpoint of this program: %w", name, err)
	}
	if s.Version != stateVersion {
		return s, fmt.Errorf("%s: checkpoint of version %d, this program resumes version %d", name, s.Version, stateVersion)
	}
	return s, nil
}

// openRun starts a run, or continues the one of the checkpoint when resuming. A
// checkpoint that is not finished is not overwritten by a new run.
func openRun(name string, resuming bool, c config, data *dataset) (*trainer, error) {
	s, err := readState(name)
	missing := errors.Is(err, fs.ErrNotExist)
	if resuming {
		if missing {
			return nil, fmt.Errorf("nothing to resume: there is no checkpoint %s", name)
		}
		if err != nil {
			return nil, err
		}
		t, err := resume(s, c, data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return t, nil
	}
	if err == nil && s.Epoch < s.Config.Epochs {
		return nil, fmt.Errorf("%s holds a run that is not finished (epoch %d of %d): continue it with -resume, or remove it",
			name, s.Epoch, s.Config.Epochs)
	}
	if c.From == "" {
		return newTrainer(c, data), nil
	}
	params, err := parametersOf(c.From, c.shape())
	if err != nil {
		return nil, fmt.Errorf("-from: %w", err)
	}
	return startWith(params, c, data), nil
}

// parametersOf returns the parameters of the named checkpoint or network file, of a
// network of the given shape.
func parametersOf(name string, net shape) ([]float32, error) {
	isNetwork, err := beginsWith(name, fileMagic)
	if err != nil {
		return nil, err
	}
	var s state
	if isNetwork {
		s, err = stateOfNetwork(name)
	} else {
		s, err = readState(name)
	}
	if err != nil {
		return nil, err
	}
	if s.Config.shape() != net || len(s.Params) != net.size() {
		return nil, fmt.Errorf("%s: a network of %d neurons and %d outputs, this run has %d and %d",
			name, s.Config.Hidden, s.Config.Buckets, net.hidden, net.buckets)
	}
	return s.Params, nil
}

// stateOfNetwork returns the parameters that a network file of the engine's shape was
// rounded from, as well as they can be told.
func stateOfNetwork(name string) (state, error) {
	q, err := readNetwork(name)
	if err != nil {
		return state{}, err
	}
	s := state{Params: q.unquantised()}
	s.Config.Hidden, s.Config.Buckets = q.net.hidden, q.net.buckets
	return s, nil
}

// beginsWith reports whether the named file begins with the text.
func beginsWith(name, text string) (bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	begin, err := io.ReadAll(io.LimitReader(file, int64(len(text))))
	return string(begin) == text, err
}

// writeFile writes a file so that, whatever happens, the name stands for
// either the old or the new content, never for a part.
func writeFile(name string, write func(io.Writer) error) (err error) {
	const mode = 0o644
	temp, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
			err = fmt.Errorf("writing %s: %w", name, err)
		}
	}()
	w := bufio.NewWriter(temp)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := temp.Chmod(mode); err != nil {
		return err
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
