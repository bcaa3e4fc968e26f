package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tura/eval/nnue"
	"tura/internal/traindata"
	"tura/position"
)

// randomGame plays random moves with random scores.
func randomGame(rng *rand.Rand, plies int) traindata.Game {
	pos := position.New()
	g := traindata.Game{Start: pos.FEN(), Result: int8(rng.IntN(3) - 1)}
	var moves position.MoveList
	for range plies {
		if pos.GenerateLegal(&moves); moves.N == 0 {
			break
		}
		move := moves.Moves[rng.IntN(moves.N)]
		g.Plies = append(g.Plies, traindata.Ply{Move: move, Score: int16(rng.IntN(400) - 200)})
		pos.Make(move)
	}
	return g
}

// gamesFile returns the bytes of a file of random games.
func gamesFile(t *testing.T, seed uint64, games int) []byte {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	var b bytes.Buffer
	w := traindata.NewWriter(&b, uint32(seed))
	for range games {
		g := randomGame(rng, 80)
		if err := w.Write(&g); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func writeTestFile(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func testSelection() selection {
	return selection{Filter: traindata.DefaultFilter(), HoldOut: 0.2}
}

func quiet(input) {}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	first, second := gamesFile(t, 1, 60), gamesFile(t, 2, 40)
	writeTestFile(t, filepath.Join(dir, "a.games"), first)
	writeTestFile(t, filepath.Join(dir, "b.games"), second[:len(second)-3])
	names, err := expand([]string{filepath.Join(dir, "*.games"), filepath.Join(dir, "a.games")})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 2 {
		t.Fatalf("files %v, want each of the two once", names)
	}
	d, err := load(context.Background(), names, testSelection(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := d.inputs[0], d.inputs[1]; a.Games != 60 || a.Torn || b.Games != 39 || !b.Torn || a.Seed != 1 || b.Seed != 2 {
		t.Errorf("inputs: got %v and %v, want 60 games, and 39 before the torn one", a, b)
	}
	if d.games+d.heldOut != 99 || d.heldOut < 8 || d.heldOut > 35 {
		t.Errorf("%d games to train on, %d held out, want about a fifth of 99 held out", d.games, d.heldOut)
	}
	if got, want := len(d.train)+len(d.validate), d.inputs[0].Positions+d.inputs[1].Positions; got != want {
		t.Errorf("%d positions, want %d", got, want)
	}

	again, err := load(context.Background(), names, testSelection(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.train, again.train) || !slices.Equal(d.validate, again.validate) || d.digest() != again.digest() {
		t.Error("loading the same files again gives other positions")
	}
	swapped, err := load(context.Background(), []source{names[1], names[0]}, testSelection(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	if swapped.heldOut != d.heldOut || swapped.games != d.games {
		t.Error("the order of the files decides which games are held out")
	}
	if d.digest() == swapped.digest() {
		t.Error("other positions have the same digest")
	}

	sel := testSelection()
	sel.Limit = 777
	limited, err := load(context.Background(), names, sel, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(limited.train) + len(limited.validate); got != sel.Limit {
		t.Errorf("limit %d: %d positions", sel.Limit, got)
	}
}

// TestExpand: a file is loaded once however it is named, and has one scale.
func TestExpand(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.games", "b.games"} {
		writeTestFile(t, name, nil)
	}
	for _, c := range []struct {
		args string
		want []source
		err  []string // parts of the error
	}{
		{"*.games ./a.games .//b.games@400", []source{{"a.games", scale}, {"b.games", scale}}, nil},
		{"b.games@212 a.games@410 ./b.games@212", []source{{"a.games", 410}, {"b.games", 212}}, nil},
		{"*.games@410 b.games@212", nil, []string{"b.games", "410", "212"}},
		{"*.games@410 ./a.games", nil, []string{"a.games", "410", "400"}},
	} {
		got, err := expand(strings.Fields(c.args))
		if !slices.Equal(got, c.want) || (err != nil) != (c.err != nil) {
			t.Errorf("%s: got %v, error %v, want %v", c.args, got, err, c.want)
			continue
		}
		for _, part := range c.err {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: error %v does not mention %s", c.args, err, part)
			}
		}
	}
}

// TestHeldOutGames: no position of a held-out game is trained on, and a game with
// other scores stays on its side.
func TestHeldOutGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	out, games := 0, 3000
	for range games {
		g := randomGame(rng, 6)
		got := heldOut(&g, 0.1)
		if got {
			out++
		}
		rescored := traindata.Game{Number: 77, Start: g.Start, Result: g.Result}
		for _, p := range g.Plies {
			rescored.Plies = append(rescored.Plies, traindata.Ply{Move: p.Move, Score: p.Score + 9})
		}
		if heldOut(&rescored, 0.1) != got {
			t.Fatal("a game changes sides when it is rescored")
		}
		if heldOut(&g, 0) {
			t.Fatal("a game is held out although none should be")
		}
	}
	if out < games/20 || out > games*3/20 {
		t.Errorf("%d of %d games held out, want about a tenth", out, games)
	}
}

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		writeTestFile(t, path, content)
		return path
	}
	damaged := gamesFile(t, 3, 5)
	damaged[len(damaged)/2] ^= 1
	illegal := func() []byte {
		var b bytes.Buffer
		w := traindata.NewWriter(&b, 0)
		g := traindata.Game{Start: position.StartFEN, Plies: []traindata.Ply{{Move: position.NewMove(0, 63)}}}
		if err := w.Write(&g); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}()
	for _, c := range []struct{ name, path, want string }{
		{"damaged", file("damaged", damaged), "damaged"},
		{"illegal move", file("illegal", illegal), "not legal"},
		{"not a games file", file("text", []byte("hello, this is no games file")), "damaged"},
		{"empty", file("empty", nil), "no position"},
		{"missing", filepath.Join(dir, "missing"), "missing"},
	} {
		_, err := load(context.Background(), []source{{c.path, scale}}, testSelection(), quiet)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
		if c.name == "damaged" && !strings.Contains(err.Error(), c.path) {
			t.Errorf("%s: error %v does not name the file", c.name, err)
		}
	}
	for _, pattern := range []string{filepath.Join(dir, "*.none"), "[" + dir} {
		if _, err := expand([]string{pattern}); err == nil {
			t.Errorf("pattern %q: accepted", pattern)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	good := file("good", gamesFile(t, 4, 3))
	if _, err := load(ctx, []source{{good, scale}}, testSelection(), quiet); !errors.Is(err, errInterrupted) {
		t.Errorf("interrupted: error %v", err)
	}
}

// TestSameEvaluation follows random games and holds the way position, record,
// features, integer network of the trainer against the engine's own evaluation.
func TestSameEvaluation(t *testing.T) {
	net := shape{hidden: nnue.Hidden, buckets: nnue.Buckets}
	params := net.initialise(8)
	for i := range net.hidden { // so that the biases are not all zero
		params[biasRow*net.hidden+i] = float32(i%7-3) * 0.05
	}
	q, err := quantise(net, params)
	if err != nil {
		t.Fatal(err)
	}
	network, err := nnue.NewNetwork(q.parameters())
	if err != nil {
		t.Fatal(err)
	}
	stack := nnue.NewStack(network)
	w, acc := newWorker(net), make([]int32, net.hidden)
	rng := rand.New(rand.NewPCG(6, 6))
	var record traindata.Record
	var moves position.MoveList
	for range 10 {
		pos := position.New()
		for range 120 {
			if pos.GenerateLegal(&moves); moves.N == 0 {
				break
			}
			pos.Make(moves.Moves[rng.IntN(moves.N)])
			record.Encode(pos, 0, 0)
			if !validRecord(&record) {
				t.Fatalf("%s: record refused", pos.FEN())
			}
			stack.Reset(pos)
			w.sample.decode(&record, net)
			got, want := q.evaluate(&w.sample, acc), stack.Evaluate(pos)
			if got != want {
				t.Fatalf("%s: trainer %d, engine %d", pos.FEN(), got, want)
			}
			if float := scale * w.output(net.table(params), params); math.Abs(float-float64(got)) > 60 {
				t.Errorf("%s: float %.1f, integer %d", pos.FEN(), float, got)
			}
		}
	}
}

// TestCommand runs the whole program: training, interruption, resuming, the files
// beside the network, and the measurement of the network.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "x.games")
	writeTestFile(t, games, gamesFile(t, 9, 60))
	out := filepath.Join(dir, "nets", "net.bin")
	args := []string{"-data", games, "-out", out, "-epochs", "3", "-batch", "256", "-wdl", "0.1:0.3", "-holdout", "0.2"}

	run := func(ctx context.Context, extra ...string) (string, error) {
		o, err := parse(append(slices.Clone(args), extra...), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		err = train(ctx, o, &progress{w: &log, terminal: true})
		return log.String(), err
	}
	if _, err := run(context.Background(), "-resume"); err == nil {
		t.Error("resumed a run that was never started")
	}
	log, err := run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"60 games", "epoch 3/3", "validation", "left", "QB"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not mention %q:\n%s", want, log)
		}
	}
	base := strings.TrimSuffix(out, ".bin")
	for name, want := range map[string]string{
		out:                  "TURANNUE",
		base + lossesExt:     "epoch,loss,validation",
		base + summaryExt:    "network       net.bin, CRC-32",
		base + plotExt:       "PNG",
		base + ".checkpoint": "",
	} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		} else if !bytes.Contains(content, []byte(want)) {
			t.Errorf("%s does not contain %q", filepath.Base(name), want)
		}
	}
	first, _ := os.ReadFile(out)
	if _, err := run(context.Background(), "-resume"); err != nil {
		t.Errorf("resuming a finished run: %v", err)
	}
	if again, _ := os.ReadFile(out); !bytes.Equal(first, again) {
		t.Error("resuming a finished run writes another network")
	}

	var answer bytes.Buffer
	if err := evalCommand(context.Background(), []string{"-wdl", "0.3", out, games}, &answer, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(answer.String(), "loss 0.") {
		t.Errorf("train eval: %q", answer.String())
	}
	for _, bad := range [][]string{{}, {out}, {games, games}, {out, games + "x"}} {
		if err := evalCommand(context.Background(), bad, io.Discard, io.Discard); err == nil {
			t.Errorf("train eval %v: accepted", bad)
		}
	}
}

// TestLookAhead: a score takes over from those of the same side behind it.
func TestLookAhead(t *testing.T) {
	game := func(scores ...int16) *traindata.Game {
		g := &traindata.Game{}
		for _, s := range scores {
			g.Plies = append(g.Plies, traindata.Ply{Score: s})
		}
		return g
	}
	const mate = traindata.MaxScore - 3
	for _, c := range []struct {
		later  float64
		scores []int16
		want   []int16
	}{
		{0, []int16{10, 20, 30, 40}, []int16{10, 20, 30, 40}},
		{0.5, []int16{10, 20}, []int16{10, 20}},
		{0.5, []int16{0, 500, 100, 500, -100, 500}, []int16{0, 500, 0, 500, -100, 500}},
		{0.5, []int16{100, 0, 100, 0, 300}, []int16{148, 0, 197, 0, 300}},
		{0.9, []int16{50, 0, mate, 0}, []int16{1205, 0, mate, 0}},
	} {
		g := game(c.scores...)
		lookAhead(g, c.later)
		if want := game(c.want...); !slices.Equal(g.Plies, want.Plies) {
			t.Errorf("later %v: got %v, want %v", c.later, g.Plies, want.Plies)
		}
	}
}

func TestRescale(t *testing.T) {
	for _, test := range []struct {
		arg, pattern string
		scale        float64
	}{
		{"a.games", "a.games", scale}, {"a.games@200", "a.games", 200}, {"x@y/a.games", "x@y/a.games", scale},
	} {
		if pattern, by := cutScale(test.arg); pattern != test.pattern || by != test.scale {
			t.Errorf("cutScale(%q) = %q, %v, want %q, %v", test.arg, pattern, by, test.pattern, test.scale)
		}
	}
	g := traindata.Game{Plies: []traindata.Ply{{Score: 100}, {Score: -31999}}}
	rescale(&g, scale/2)
	if got := [2]int16{g.Plies[0].Score, g.Plies[1].Score}; got != [2]int16{200, -math.MaxInt16} {
		t.Errorf("scores 100 and -31999 at half the scale become %v", got)
	}
}
