package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// state is how far a run has come.
type state struct {
	Done   int       `json:"done"` // iterations
	Values []float64 `json:"values"`
	Games  tally     `json:"games"`
}

// tally counts games from the view of the side with plus.
type tally struct {
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
	Draws  int `json:"draws"`
}

func (t *tally) add(u tally) {
	t.Wins += u.Wins
	t.Losses += u.Losses
	t.Draws += u.Draws
}

func (t tally) games() int { return t.Wins + t.Losses + t.Draws }

// stateFile is the form of the file.
type stateFile struct {
	Settings settings `json:"settings"`
	State    state    `json:"state"`
}

// loadState reads the state of a run with these settings; without a file it is
// the beginning.
func loadState(path string, s *settings) (state, error) {
	fresh := state{}
	for _, p := range s.Params {
		fresh.Values = append(fresh.Values, p.Start)
	}
	if path == "" {
		return fresh, nil
	}
	file, err := readState(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fresh, nil
	}
	if err != nil {
		return fresh, err
	}
	if !reflect.DeepEqual(file.Settings, *s) {
		return fresh, fmt.Errorf("%s belongs to a run with other parameters, iterations, pairs, seed or rend; "+
			"take those, or another file", path)
	}
	return file.State, nil
}

func readState(path string) (file stateFile, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return file, err
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return file, fmt.Errorf("%s is no state of a run: %w", path, err)
	}
	done, values, want := file.State.Done, len(file.State.Values), len(file.Settings.Params)
	if values != want || done < 0 || done > file.Settings.Iterations {
		return file, fmt.Errorf("%s is damaged: %d iterations, %d values of %d", path, done, values, want)
	}
	return file, nil
}

// save writes the state beside the old file and puts it in its place, so that
// there is a whole file at any time.
func (st *state) save(path string, s *settings) (err error) {
	text, err := json.MarshalIndent(stateFile{*s, *st}, "", "\t")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// report writes the values as a table and as lines of Go.
func (st *state) report(s *settings) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d of %d iterations, %d games\n\n", st.Done, s.Iterations, st.Games.games())
	fmt.Fprintf(&out, "%-28s %9s %9s %9s %9s\n", "parameter", "start", "value", "rounded", "moved/c")
	for i, p := range s.Params {
		v := st.Values[i]
		fmt.Fprintf(&out, "%-28s %9g %9.2f %9d %+9.2f\n", p.Name, p.Start, v, rounded(v), (v-p.Start)/p.CEnd)
	}
	out.WriteByte('\n')
	for i, p := range s.Params {
		fmt.Fprintf(&out, "\t%s = %d\n", p.Name, rounded(st.Values[i]))
	}
	return out.String()
}

func rounded(v float64) int { return int(math.Round(v)) }
