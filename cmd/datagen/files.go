package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"tura/internal/traindata"
	"tura/position"
)

// readGames calls visit for each game of a file. It ends with the error of
// visit, or with one that names the file when the file is damaged or torn; the
// games before that place have been visited then.
func readGames(path string, visit func(*traindata.Game) error) (seed uint32, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	r := traindata.NewReader(file)
	var game traindata.Game
	for {
		switch err := r.Next(&game); {
		case err == io.EOF:
			return r.Seed(), nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return r.Seed(), fmt.Errorf("%s: the last game is torn (%d whole games, %d bytes)", path, r.Games(), r.Good())
		case err != nil:
			return r.Seed(), fmt.Errorf("%s: %w", path, err)
		}
		if err := visit(&game); err != nil {
			return r.Seed(), fmt.Errorf("%s: %w", path, err)
		}
	}
}

// fingerprint returns a number that two games share only when they are the same
// game: start position and moves.
func fingerprint(g *traindata.Game) uint64 {
	h := fnv.New64a()
	io.WriteString(h, g.Start)
	var b [2]byte
	for _, ply := range g.Plies {
		b[0], b[1] = byte(ply.Move), byte(ply.Move>>8)
		h.Write(b[:])
	}
	return h.Sum64()
}

// verify replays all games of the files and reports each file on w.
func verify(w io.Writer, paths []string) error {
	var faults []error
	for _, path := range paths {
		var count tally
		_, err := readGames(path, func(g *traindata.Game) error {
			count.add(len(g.Plies), 0, 0)
			return verifyGame(g)
		})
		if err != nil {
			faults = append(faults, err)
			continue
		}
		fmt.Fprintf(w, "%s: ok, %d games, %d positions\n", path, count.games, count.plies)
	}
	return errors.Join(faults...)
}

// verifyGame checks that each move and score is possible and that the result
// agrees with the rules when the last move ended the game.
func verifyGame(g *traindata.Game) error {
	err := g.Replay(func(pos *position.Position, i int) error {
		if _, over := outcome(pos); over {
			return fmt.Errorf("game %d goes on after its end at ply %d: %s", g.Number, i, pos.FEN())
		}
		if score := int(g.Plies[i].Score); abs(score) > traindata.MaxScore {
			return fmt.Errorf("game %d, ply %d: score %d", g.Number, i, score)
		}
		if i < len(g.Plies)-1 {
			return nil
		}
		pos.Make(g.Plies[i].Move)
		result, over := outcome(pos)
		pos.Unmake()
		if over && result != g.Result {
			return fmt.Errorf("game %d: the result is %d, the last position says %d", g.Number, g.Result, result)
		}
		return nil
	})
	if err == nil && len(g.Plies) == 0 {
		return fmt.Errorf("game %d has no moves", g.Number)
	}
	return err
}

// merge appends the games of the files at paths to the file out, without those
// that are there already. From a damaged or torn file it takes the games before
// the damage, and reports it in the error.
func merge(w io.Writer, out string, paths []string) error {
	seen := make(map[uint64]bool)
	file, err := traindata.OpenAppend(out, 0, func(g *traindata.Game) { seen[fingerprint(g)] = true })
	if err != nil {
		return err
	}
	if file.Seed() != 0 {
		return errors.Join(fmt.Errorf("%s is the file of one run and may grow; merge into another one", out), file.Close())
	}
	err = mergeInto(w, &file.Writer, seen, paths)
	return errors.Join(err, file.Close())
}

// mergeInto does the work of merge for the open file out, of whose games seen has
// the fingerprints. It ends at the first error of out.
func mergeInto(w io.Writer, out *traindata.Writer, seen map[uint64]bool, paths []string) error {
	var faults []error
	var full error // of out
	for _, path := range paths {
		var taken, twice int
		_, err := readGames(path, func(g *traindata.Game) error {
			if key := fingerprint(g); seen[key] {
				twice++
				return nil
			} else {
				seen[key] = true
			}
			if full = out.Write(g); full == nil {
				taken++
			}
			return full
		})
		if err != nil {
			faults = append(faults, err)
		}
		fmt.Fprintf(w, "%s: %d games taken, %d left out as duplicates\n", path, taken, twice)
		if full != nil {
			break
		}
	}
	return errors.Join(faults...)
}
