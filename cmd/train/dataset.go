package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"tura/internal/traindata"
)

// An input is one file of games and what was found in it.
type input struct {
	Name      string
	Bytes     int64 // size of the file
	Games     int
	Positions int    // positions kept by the filter
	Torn      bool   // the file ends within a game
	Seed      uint32 // seed of the run that made it

	ScoreScale float64 // centipawns per unit of the logarithmic odds to win
}

// A dataset holds the positions of all games, in the order of the files.
type dataset struct {
	inputs   []input
	games    int // games that gave positions to train on
	heldOut  int // games that gave positions to validate on
	train    []traindata.Record
	validate []traindata.Record
}

// A selection says which positions of the games are loaded.
type selection struct {
	Filter  traindata.Filter
	Later   float64 // weight of later scores, see lookAhead
	HoldOut float64 // part of the games kept for validation, 0 to below 1
	Limit   int     // most positions to load, 0 = all
}

// chunkGames is the number of games that are read before they are replayed side by
// side.
const chunkGames = 1024

// cutScale splits a -data argument into its pattern and its score scale: the
// number of centipawns that makes sigmoid(score/scale) the chance to win in these
// games, "datagen stats" fits it. Without one, after the last @, it is that of
// the network, and scores are taken as they are.
func cutScale(arg string) (pattern string, by float64) {
	if i := strings.LastIndexByte(arg, '@'); i > 0 {
		if x, err := strconv.ParseFloat(arg[i+1:], 64); err == nil && x > 0 {
			return arg[:i], x
		}
	}
	return arg, scale
}

// rescale turns the scores of a game from one scale to the network's.
func rescale(g *traindata.Game, from float64) {
	if from == scale {
		return
	}
	for i := range g.Plies {
		score := float64(g.Plies[i].Score) * scale / from
		g.Plies[i].Score = int16(max(-math.MaxInt16, min(math.MaxInt16, math.Round(score))))
	}
}

// lookAhead mixes into each score of a game those that follow for the same side:
// chance = (1 - later) chance of its score + later chance two plies on, which is
// mixed already. A later search has seen more, and single errors even out.
// (The idea is TD(lambda): Sutton, "Learning to predict by the methods of temporal
// differences", 1988.)
func lookAhead(g *traindata.Game, later float64) {
	if later == 0 {
		return
	}
	const turn = 2 // plies until the same side is to move
	if len(g.Plies) <= turn {
		return
	}
	ahead := make([]float64, len(g.Plies))
	for i := len(g.Plies) - 1; i >= 0; i-- {
		chance := sigmoid(float64(g.Plies[i].Score) / scale)
		if i+turn < len(ahead) {
			chance += later * (ahead[i+turn] - chance)
		}
		ahead[i] = chance
		score := scale * math.Log(chance/(1-chance))
		if math.Abs(score) < traindata.MateThreshold && int(abs(g.Plies[i].Score)) < traindata.MateThreshold {
			g.Plies[i].Score = int16(math.Round(score))
		}
	}
}

// A source is a file of games and the scale of its scores.
type source struct {
	name  string
	scale float64
}

// expand resolves the -data arguments to files: sorted, each once. A file that two
// of them give different scales is an error.
func expand(patterns []string) ([]source, error) {
	var files []source
	for _, arg := range patterns {
		pattern, by := cutScale(arg)
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, fmt.Errorf("-data %q: %w", pattern, err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("-data %q: no such file", pattern)
		}
		for _, name := range found {
			files = append(files, source{filepath.Clean(name), by})
		}
	}
	slices.SortStableFunc(files, func(a, b source) int { return strings.Compare(a.name, b.name) })
	files = slices.Compact(files)
	for i := 1; i < len(files); i++ {
		if a, b := files[i-1], files[i]; a.name == b.name {
			return nil, fmt.Errorf("-data: %s is given two score scales, %g and %g: match it once, or give both the same", a.name, a.scale, b.scale)
		}
	}
	return files, nil
}

// load reads files of games and reports each of them to progress.
func load(ctx context.Context, files []source, sel selection, progress func(input)) (*dataset, error) {
	d := &dataset{}
	for _, f := range files {
		in, err := d.loadFile(ctx, f, sel)
		if err != nil {
			return nil, err
		}
		d.inputs = append(d.inputs, in)
		progress(in)
		if sel.full(d) {
			break
		}
	}
	if len(d.train) == 0 {
		return nil, fmt.Errorf("no position to train on in %d files (%d games): look at the filter", len(d.inputs), d.games)
	}
	if uint64(len(d.train)) > math.MaxUint32 {
		return nil, fmt.Errorf("%d positions are more than one run can shuffle: use -limit", len(d.train))
	}
	return d, nil
}

// full reports whether as many positions as wanted are loaded.
func (sel selection) full(d *dataset) bool {
	return sel.Limit > 0 && len(d.train)+len(d.validate) >= sel.Limit
}

// loadFile adds the games of one file.
func (d *dataset) loadFile(ctx context.Context, from source, sel selection) (input, error) {
	name := from.name
	file, err := os.Open(name)
	if err != nil {
		return input{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return input{}, err
	}
	in := input{Name: name, Bytes: info.Size(), ScoreScale: from.scale}
	reader := traindata.NewReader(file)
	for !sel.full(d) {
		if ctx.Err() != nil {
			return in, errInterrupted
		}
		games, err := readChunk(reader)
		if addErr := d.add(games, sel, &in); addErr != nil {
			return in, fmt.Errorf("%s: %w", name, addErr)
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			in.Torn = true
			break
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return in, fmt.Errorf("%s: %w", name, err)
		}
	}
	in.Seed = reader.Seed()
	return in, nil
}

// readChunk reads up to chunkGames games. The games before an error are good.
func readChunk(r *traindata.Reader) ([]traindata.Game, error) {
	games := make([]traindata.Game, 0, chunkGames)
	for len(games) < chunkGames {
		var g traindata.Game
		if err := r.Next(&g); err != nil {
			return games, err
		}
		games = append(games, g)
	}
	return games, nil
}

// add replays the games side by side and keeps their positions in the games' order.
func (d *dataset) add(games []traindata.Game, sel selection, in *input) error {
	records := make([][]traindata.Record, len(games))
	failed := make([]error, len(games))
	workers := runtime.GOMAXPROCS(0)
	parallel(workers, func(me int) {
		for i := me; i < len(games); i += workers {
			rescale(&games[i], in.ScoreScale)
			lookAhead(&games[i], sel.Later)
			failed[i] = traindata.Expand(&games[i], sel.Filter, func(r *traindata.Record) {
				records[i] = append(records[i], *r)
			})
		}
	})
	for i := range games {
		if failed[i] != nil {
			return failed[i]
		}
		in.Games++
		if len(records[i]) == 0 {
			continue
		}
		if sel.Limit > 0 {
			room := sel.Limit - len(d.train) - len(d.validate)
			records[i] = records[i][:min(room, len(records[i]))]
		}
		for j := range records[i] {
			if !validRecord(&records[i][j]) {
				return fmt.Errorf("game %d: its position %d cannot be used for training", in.Games, j+1)
			}
		}
		in.Positions += len(records[i])
		if heldOut(&games[i], sel.HoldOut) {
			d.heldOut++
			d.validate = append(d.validate, records[i]...)
		} else {
			d.games++
			d.train = append(d.train, records[i]...)
		}
	}
	return nil
}

// heldOut decides by the start and the moves of a game alone whether it is kept for
// validation: the same game with other scores, in another file or another run,
// is always on the same side.
func heldOut(g *traindata.Game, part float64) bool {
	h := fnv.New64a()
	io.WriteString(h, g.Start)
	var move [2]byte
	for i := range g.Plies {
		binary.LittleEndian.PutUint16(move[:], uint16(g.Plies[i].Move))
		h.Write(move[:])
	}
	return float64(mix(h.Sum64())) < part*math.MaxUint64
}

// mix spreads the differences of a hash over all its bits (the finaliser of
// MurmurHash3 by Austin Appleby, in the public domain).
func mix(x uint64) uint64 {
	const shift, first, second = 33, 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53
	x ^= x >> shift
	x *= first
	x ^= x >> shift
	x *= second
	return x ^ x>>shift
}

// digest identifies the positions of a dataset, so that a run is not resumed
// on others.
func (d *dataset) digest() uint64 {
	h := fnv.New64a()
	for _, part := range [][]traindata.Record{d.train, d.validate} {
		var length [8]byte
		binary.LittleEndian.PutUint64(length[:], uint64(len(part)))
		h.Write(length[:])
		for i := range part {
			h.Write(part[i][:])
		}
	}
	return h.Sum64()
}

// shuffle fills order with a permutation of its indices that depends on the seed and
// the epoch only: every position moves anywhere in the whole set.
func shuffle(order []uint32, seed uint64, epoch int) {
	for i := range order {
		order[i] = uint32(i)
	}
	rng := rand.New(rand.NewPCG(seed, streamOrder+uint64(epoch)<<streamBits))
	for i := len(order) - 1; i > 0; i-- {
		j := rng.Uint64N(uint64(i + 1))
		order[i], order[j] = order[j], order[i]
	}
}

// identity returns the indices from 0 to n-1.
func identity(n int) []uint32 {
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	return order
}
