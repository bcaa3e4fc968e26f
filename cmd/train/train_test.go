package main

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tura/eval/nnue"
	"tura/internal/traindata"
)

// reference is the loss of some records in plain float64: features one by one,
// no kernels.
func reference(net shape, p []float64, records []traindata.Record, o objective) float64 {
	sum := 0.0
	for i := range records {
		r := &records[i]
		bucket := net.bucketOf(pieces(r))
		y := p[net.bias(bucket)]
		for side, features := range featuresOf(r) {
			for n := range net.hidden {
				x := p[biasRow*net.hidden+n]
				for _, f := range features {
					x += p[int(f)*net.hidden+n] + p[(sharedRow+int(f)%768)*net.hidden+n]
				}
				x = min(max(x, 0), 1)
				y += x * x * p[net.outStart()+(2*bucket+side)*net.hidden+n]
			}
		}
		loss, _ := lossOf(y, o.target(r), o.power)
		sum += loss
	}
	return sum
}

// featuresOf returns the active features of both perspectives, side to move first,
// written down from their definition.
func featuresOf(r *traindata.Record) [2][]uint16 {
	var f [2][]uint16
	occupied := r.Occupied()
	n := 0
	for sq := range 64 {
		if occupied>>sq&1 == 0 {
			continue
		}
		code := int(r.Nibble(n))
		n++
		theirs, kind := code/8, code%8
		own, their := sq, sq^56
		if r.OwnKing()%8 >= 4 {
			own ^= 7
		}
		if r.TheirKing()%8 >= 4 {
			their ^= 7
		}
		f[0] = append(f[0], uint16(768*kingBucketOf(int(r.OwnKing()))+384*theirs+64*kind+own))
		f[1] = append(f[1], uint16(768*kingBucketOf(int(r.TheirKing())^56)+384*(1-theirs)+64*kind+their))
	}
	return f
}

// kingBucketOf returns the king bucket of a square as the king's side sees it.
func kingBucketOf(king int) int {
	rank, file := king/8, min(king%8, 7-king%8)
	switch {
	case rank < 2 && file < 2:
		return 0
	case rank < 2:
		return 1
	case rank < 4:
		return 2
	}
	return 3
}

func TestGradient(t *testing.T) {
	for _, c := range []struct {
		name    string
		buckets int
		o       objective
	}{
		{"square", 1, objective{wdl: 0.3, power: 2}},
		{"buckets, power 2.5", 8, objective{wdl: 0, power: 2.5}},
		{"power 1.6", 1, objective{wdl: 0.1, power: 1.6}},
	} {
		t.Run(c.name, func(t *testing.T) {
			const step, tolerance = 1e-5, 2e-3
			net := shape{hidden: 128, buckets: c.buckets}
			rng := rand.New(rand.NewPCG(11, 1))
			params := make([]float32, net.size())
			exact := make([]float64, net.size())
			for i := range params {
				params[i] = float32(rng.NormFloat64() * 0.15)
				exact[i] = float64(params[i])
			}
			data := synthetic(3, 6, 0).train
			w := newWorker(net)
			w.backward(net.table(params), params, data, identity(len(data)), c.o)
			if want := reference(net, exact, data, c.o); math.Abs(w.loss-want) > 1e-5 {
				t.Errorf("loss: got %.8f, want %.8f", w.loss, want)
			}
			places := []int{net.bias(0), net.bias(c.buckets - 1)}
			for range 60 {
				feature := int(featuresOf(&data[rng.IntN(len(data))])[rng.IntN(2)][0])
				places = append(places, feature*net.hidden+rng.IntN(net.hidden),
					(sharedRow+feature%nnue.PieceInputs)*net.hidden+rng.IntN(net.hidden),
					biasRow*net.hidden+rng.IntN(net.hidden),
					net.outStart()+rng.IntN(net.biasStart()-net.outStart()))
			}
			for _, at := range places {
				keep := exact[at]
				exact[at] = keep + step
				up := reference(net, exact, data, c.o)
				exact[at] = keep - step
				down := reference(net, exact, data, c.o)
				exact[at] = keep
				want := (up - down) / (2 * step)
				got := float64(w.grad[at])
				if shared := at - sharedRow*net.hidden; shared >= 0 && at < net.outStart() {
					for bucket := range 4 { // the optimizer adds them up
						got += float64(w.grad[bucket*768*net.hidden+shared])
					}
				}
				if math.Abs(got-want) > tolerance*max(math.Abs(want), 0.01) {
					t.Errorf("parameter %d: derivative %g, want %g", at, got, want)
				}
			}
		})
	}
}

// TestOptimizerStep holds two steps of the optimizer against AdamW in plain float64.
func TestOptimizerStep(t *testing.T) {
	const rate, decay, kingDecay, samples = 0.01, 0.1, 3, 10
	net := shape{hidden: 128, buckets: 2}
	rng := rand.New(rand.NewPCG(1, 2))
	params := net.initialise(5)
	c := defaultConfig()
	c.Decay, c.KingDecay = decay, kingDecay
	opt := newOptimizer(net, params, &c)
	workers := newWorkers(net, 3)
	exact, first, second := make([]float64, net.size()), make([]float64, net.size()), make([]float64, net.size())
	for i, p := range params {
		exact[i] = float64(p)
	}
	start, size := sharedRow*net.hidden, nnue.PieceInputs*net.hidden
	for step := 1; step <= 2; step++ {
		grad := make([]float64, net.size())
		for _, w := range workers {
			for i := range w.grad {
				if i >= start && i < start+size {
					continue // the shared rows
				}
				w.grad[i] = float32(rng.NormFloat64())
				grad[i] += float64(w.grad[i])
				if i < nnue.KingBuckets*size {
					grad[start+i%size] += float64(w.grad[i])
				}
			}
		}
		opt.step(workers, samples, rate)
		for i, g := range grad {
			g /= samples
			first[i] = beta1*first[i] + (1-beta1)*g
			second[i] = beta2*second[i] + (1-beta2)*g*g
			m := first[i] / (1 - math.Pow(beta1, float64(step)))
			v := second[i] / (1 - math.Pow(beta2, float64(step)))
			loss := decay
			if i < nnue.KingBuckets*size {
				loss = kingDecay
			}
			exact[i] = exact[i]*(1-rate*loss) - rate*m/(math.Sqrt(v)+epsilon)
		}
	}
	for i, want := range exact {
		if math.Abs(float64(params[i])-want) > 1e-4 {
			t.Fatalf("parameter %d: got %v, want %v", i, params[i], want)
		}
	}
	if !slices.Equal(opt.table, net.table(params)) {
		t.Error("the table is not that of the parameters")
	}
	for _, w := range workers {
		if slices.ContainsFunc(w.grad, func(g float32) bool { return g != 0 }) {
			t.Error("a gradient is not cleared")
		}
	}
}

func TestLearning(t *testing.T) {
	data := synthetic(1, 20000, 2000)
	c := smallConfig()
	c.Epochs, c.Batch, c.WDL, c.Rate = 6, 128, ramp{}, 3e-3
	tr := newTrainer(c, data)
	before := tr.validate(tr.objective())
	if err := tr.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	const bound = 0.002
	if got := tr.History[c.Epochs-1].Validate; got > bound {
		t.Errorf("validation loss fell from %.5f to %.5f, want below %v", before, got, bound)
	}
	t.Logf("validation loss %.5f at first, then %+v", before, tr.History)
	w := tr.workers[0]
	limit := float32(min(weightLimit, outputMax/float64(c.MinQB)))
	for _, p := range tr.Params[:tr.net.biasStart()] {
		if p > weightLimit || p < -weightLimit {
			t.Fatalf("weight %g is beyond the clip", p)
		}
	}
	for _, p := range w.net.out(tr.Params, 0) {
		if p > limit || p < -limit {
			t.Fatalf("output weight %g is beyond %g", p, limit)
		}
	}
	t.Run("quantisation", func(t *testing.T) { testQuantisation(t, tr) })
}

// testQuantisation checks the exported network against the float one, the plain
// integer evaluation against the definition, and the file.
func testQuantisation(t *testing.T, tr *trainer) {
	q, e, err := export(tr.net, tr.Params, tr.data.train)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", e)
	const meanBound = 6 // centipawns
	if e.Mean > meanBound {
		t.Errorf("mean quantisation error %.1f cp, want at most %d", e.Mean, meanBound)
	}
	diffs, _ := q.differences(tr.Params, calibrationSample(tr.data.train))
	shift := 0.0
	for _, d := range diffs {
		shift += d / float64(len(diffs))
	}
	if math.Abs(shift) > 1 {
		t.Errorf("mean shift after calibration %.2f cp, want within 1", shift)
	}
	for _, w := range q.out {
		if w > outputMax || w < -outputMax {
			t.Fatalf("output weight %d is beyond %d", w, outputMax)
		}
	}
	file, err := q.file()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(file), 64+2*(4*768*128+128+256)+4; got != want {
		t.Errorf("network file of %d bytes, want %d", got, want)
	}
}

// TestNativeNetwork holds the trainer's arithmetic and file against the engine's.
func TestNativeNetwork(t *testing.T) {
	net := shape{hidden: nnue.Hidden, buckets: nnue.Buckets}
	data := synthetic(5, 300, 0)
	params, rng := net.initialise(3), rand.New(rand.NewPCG(3, 1))
	for i := range inputs * net.hidden { // the rows of the king buckets start at zero
		params[i] += float32(rng.NormFloat64() * rowSpread)
	}
	q, _, err := export(net, params, data.train)
	if err != nil {
		t.Fatal(err)
	}
	file, err := q.file()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, q.encode()) {
		t.Error("the trainer's encoding of the network file differs from the engine's")
	}
	n, err := nnue.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := checksumOf(file), n.Checksum(); got != want {
		t.Errorf("checksum: got %08x, want %08x", got, want)
	}
	again := fromNetwork(n)
	var s sample
	acc := make([]int32, net.hidden)
	for i := range data.train {
		r := &data.train[i]
		s.decode(r, net)
		f := featuresOf(r)
		want := n.EvaluateFeatures(f[0], f[1])
		if got := again.evaluate(&s, acc); got != want {
			t.Fatalf("position %d: evaluation %d, the engine's is %d", i, got, want)
		}
	}
}

// TestLargestRows: the largest rows and biases that the trainer makes give a network.
func TestLargestRows(t *testing.T) {
	net := shape{hidden: nnue.Hidden, buckets: nnue.Buckets}
	params := make([]float32, net.size())
	for i := range params[:net.outStart()] {
		params[i] = weightLimit
		if i%net.hidden%2 == 0 {
			params[i] = -weightLimit
		}
	}
	q, err := quantise(net, params)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.file(); err != nil {
		t.Error(err)
	}
	if err := q.check(); err != nil {
		t.Error(err)
	}
}

func TestQuantisations(t *testing.T) {
	net := shape{hidden: 128, buckets: 1}
	for _, c := range []struct {
		largest float32
		want    int
	}{{0.1, 256}, {0.49, 256}, {0.5, 128}, {0.99, 128}, {1, 64}, {1.98, 64}, {2, 32}, {16, 0}} {
		p := make([]float32, net.size())
		p[net.outStart()+5] = -c.largest
		q, err := quantise(net, p)
		if (err != nil) != (c.want == 0) {
			t.Errorf("largest output weight %g: error %v", c.largest, err)
		}
		if err == nil && q.qb != c.want {
			t.Errorf("largest output weight %g: QB %d, want %d", c.largest, q.qb, c.want)
		}
	}
}

// TestQuantisationSum: weights that fit one by one may add up to too much, in any of
// the buckets. Even the largest ones that the trainer makes give a network.
func TestQuantisationSum(t *testing.T) {
	for _, c := range []struct {
		hidden int
		weight float32 // all output weights of the last bucket
		want   int
	}{{128, 0.49, 256}, {512, 0.12, 256}, {512, 0.13, 128}, {512, -0.2, 128}, {512, 0.45, 64}, {512, 0.9, 32},
		{1024, 0.45, 32}, {1024, weightLimit, 8}} {
		net := shape{hidden: c.hidden, buckets: 8}
		p := make([]float32, net.size())
		for i := range net.out(p, net.buckets-1) {
			net.out(p, net.buckets-1)[i] = c.weight
		}
		q, err := quantise(net, p)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if q.qb != c.want {
			t.Errorf("%+v: QB %d", c, q.qb)
		}
		if err := q.check(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestForcedQB: a run whose weights add up to too much for -qb ends with a network of
// a smaller one, and says so.
func TestForcedQB(t *testing.T) {
	c := smallConfig()
	c.Hidden, c.Buckets, c.MinQB = nnue.Hidden, nnue.Buckets, 256
	tr := newTrainer(c, synthetic(7, 50, 0))
	tr.History = []epochLoss{{Epoch: 1, Train: 0.02}}
	for i := range tr.net.out(tr.Params, 0) {
		tr.net.out(tr.Params, 0)[i] = outputMax / 256. * float32(1-i%2*2)
	}
	o := &options{config: c, out: filepath.Join(t.TempDir(), "net.bin")}
	var log bytes.Buffer
	if err := finish(tr, o, &progress{w: &log}); err != nil {
		t.Fatal(err)
	}
	if _, err := readNetwork(o.out); err != nil {
		t.Error(err)
	}
	summary, err := os.ReadFile(o.beside(summaryExt))
	if err != nil {
		t.Fatal(err)
	}
	const want = "QB 64 and not the 256 of -qb"
	if !strings.Contains(log.String(), want) || !bytes.Contains(summary, []byte(want)) {
		t.Errorf("no %q in the log or the summary:\n%s\n%s", want, &log, summary)
	}
}

// TestFrom: a run can begin with the parameters of another one, if the shape is the same.
func TestFrom(t *testing.T) {
	data := synthetic(2, 5000, 500)
	c := smallConfig()
	first := newTrainer(c, data)
	if err := first.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "first.checkpoint")
	if err := first.save(name); err != nil {
		t.Fatal(err)
	}
	c.From, c.Rate = name, c.Rate/10
	next := filepath.Join(dir, "next.checkpoint")
	second, err := openRun(next, false, c, synthetic(3, 5000, 500))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(second.Params, first.Params) || second.Epoch != 0 || second.Steps != 0 {
		t.Error("the run does not begin with the parameters of the first one, or not at its beginning")
	}
	if err := second.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if slices.Equal(second.Params, first.Params) {
		t.Error("the run has learnt nothing")
	}
	var summary strings.Builder
	if err := writeSummary(&summary, second, "net.bin", 0, quantisationError{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(summary.String(), name) {
		t.Errorf("the summary does not name %s:\n%s", name, &summary)
	}
	other := c
	other.Hidden *= 2
	if _, err := openRun(next, false, other, data); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("parameters of another shape: error %v", err)
	}
	other = c
	other.From = filepath.Join(dir, "absent")
	if _, err := openRun(next, false, other, data); err == nil {
		t.Error("began with parameters of a file that is not there")
	}
}

// TestFromNetwork: the parameters that a run takes from a network file make up the same network.
func TestFromNetwork(t *testing.T) {
	name := filepath.Join("..", "..", "eval", "nnue", "net.bin")
	want, err := readNetwork(name)
	if err != nil {
		t.Fatal(err)
	}
	params, err := parametersOf(name, want.net)
	if err != nil {
		t.Fatal(err)
	}
	got, err := quantise(want.net, params)
	if err != nil {
		t.Fatal(err)
	}
	if got.qb != want.qb || !slices.Equal(got.out, want.out) || !slices.Equal(got.outBias, want.outBias) ||
		!slices.Equal(got.bias, want.bias) || !slices.Equal(got.ft, want.ft) {
		t.Error("another network")
	}
	var mean float64 // of what the king buckets add to the shared rows
	own, shared := want.net.own(params), want.net.shared(params)
	for bucket := range nnue.KingBuckets {
		mean += float64(own[bucket*len(shared)]) / nnue.KingBuckets
	}
	if math.Abs(mean) > 1e-6 {
		t.Errorf("the mean of the king buckets is %g, want 0", mean)
	}
	if _, err := parametersOf(name, shape{want.net.hidden / 2, want.net.buckets}); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("parameters of another shape: error %v", err)
	}
}

func TestResume(t *testing.T) {
	data := synthetic(2, 5000, 500)
	c := smallConfig()
	c.WDL = ramp{0.1, 0.4}
	whole := newTrainer(c, data)
	if err := whole.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "net.checkpoint")
	if _, err := openRun(name, true, c, data); err == nil {
		t.Error("resumed without a checkpoint")
	}
	tr := newTrainer(c, data)
	for stops := range 3 {
		ctx, cancel := context.WithCancel(context.Background())
		steps := 0
		tr.onBatch = func() {
			if steps++; steps == 7+stops {
				cancel()
			}
		}
		if err := tr.run(ctx); !errors.Is(err, errInterrupted) {
			t.Fatalf("interrupted run: error %v", err)
		}
		if err := tr.save(name); err != nil {
			t.Fatal(err)
		}
		var err error
		if tr, err = openRun(name, true, c, data); err != nil {
			t.Fatal(err)
		}
	}
	if err := tr.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(tr.Params, whole.Params) {
		t.Error("the resumed run ends with other parameters than the uninterrupted one")
	}
	for i := range whole.History {
		got, want := tr.History[i], whole.History[i]
		got.Speed, want.Speed = 0, 0
		if got != want {
			t.Errorf("history: got %+v, want %+v", got, want)
		}
	}
	if _, err := openRun(name, false, c, data); err == nil {
		t.Error("a new run would overwrite an unfinished checkpoint")
	}
	other := c
	other.Seed, other.WDL.To = 9, 0.5
	if _, err := openRun(name, true, other, data); err == nil || !strings.Contains(err.Error(), "seed, wdl") {
		t.Errorf("resumed with other settings: error %v", err)
	}
	if _, err := openRun(name, true, c, synthetic(3, 5000, 500)); err == nil {
		t.Error("resumed with other positions")
	}
	if err := os.WriteFile(name, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openRun(name, true, c, data); err == nil {
		t.Error("resumed a damaged checkpoint")
	}
}

func TestRunIsDeterministic(t *testing.T) {
	data := synthetic(4, 2000, 0)
	c := smallConfig()
	c.Threads, c.Epochs = 3, 2
	run := func(c config) []float32 {
		tr := newTrainer(c, data)
		if err := tr.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		return tr.Params
	}
	first := run(c)
	if !slices.Equal(first, run(c)) {
		t.Error("two runs with the same seed and threads differ")
	}
	c.Seed++
	if slices.Equal(first, run(c)) {
		t.Error("runs with different seeds are the same")
	}
}

func TestShuffle(t *testing.T) {
	const n = 10000
	order, again, next := make([]uint32, n), make([]uint32, n), make([]uint32, n)
	shuffle(order, 1, 0)
	shuffle(again, 1, 0)
	shuffle(next, 1, 1)
	if !slices.Equal(order, again) {
		t.Error("the same seed and epoch give another order")
	}
	if slices.Equal(order, next) {
		t.Error("the next epoch has the same order")
	}
	for name, o := range map[string][]uint32{"first": order, "second": next} {
		if sorted := slices.Sorted(slices.Values(o)); !slices.Equal(sorted, identity(n)) {
			t.Errorf("%s epoch: not a permutation", name)
		}
		// In a random permutation, neighbours are n/3 apart on average and
		// every tenth of the places holds a tenth of every part of the set.
		distance, near := 0.0, 0
		for i := 1; i < n; i++ {
			d := math.Abs(float64(o[i]) - float64(o[i-1]))
			distance += d / (n - 1)
			if d <= 100 { // positions of one game
				near++
			}
		}
		if distance < 0.32*n || distance > 0.35*n {
			t.Errorf("%s epoch: neighbours are %.0f apart on average, want about %d", name, distance, n/3)
		}
		if near > 300 {
			t.Errorf("%s epoch: %d neighbours from the same hundred, want about %d", name, near, 200)
		}
		var cells [10][10]int
		for i, at := range o {
			cells[i*10/n][at*10/n]++
		}
		for _, row := range cells {
			for _, count := range row {
				if count < 60 || count > 140 {
					t.Errorf("%s epoch: %d positions of a tenth in a tenth of the epoch, want about 100", name, count)
				}
			}
		}
	}
}

func TestBuckets(t *testing.T) {
	for _, c := range []struct{ buckets, pieces, want int }{
		{1, 2, 0}, {1, 32, 0}, {8, 2, 0}, {8, 5, 0}, {8, 6, 1}, {8, 29, 6}, {8, 30, 7}, {8, 32, 7},
	} {
		net := shape{hidden: 128, buckets: c.buckets}
		if got := net.bucketOf(c.pieces); got != c.want {
			t.Errorf("%d buckets, %d pieces: bucket %d, want %d", c.buckets, c.pieces, got, c.want)
		}
	}
}

func TestRamp(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
		want [3]float64 // at epochs 0, 2 and 4 of 5
	}{
		{"0.2", true, [3]float64{0.2, 0.2, 0.2}},
		{"0.2:0.4", true, [3]float64{0.2, 0.3, 0.4}},
		{"1:0", true, [3]float64{1, 0.5, 0}},
		{"", false, [3]float64{}},
		{"0.2:", false, [3]float64{}},
		{"2", false, [3]float64{}},
		{"NaN", false, [3]float64{}},
		{"0:-1", false, [3]float64{}},
	} {
		var r ramp
		if err := r.Set(c.text); (err == nil) != c.ok {
			t.Errorf("%q: error %v", c.text, err)
			continue
		} else if err != nil {
			continue
		}
		for i, want := range c.want {
			if got := r.at(2*i, 5); math.Abs(got-want) > 1e-12 {
				t.Errorf("%q, epoch %d: got %v, want %v", c.text, 2*i, got, want)
			}
		}
		if r.String() != c.text {
			t.Errorf("%q is written as %q", c.text, r.String())
		}
	}
}

func TestCosine(t *testing.T) {
	for _, c := range []struct {
		batch int
		want  float64
	}{{0, 1e-3}, {50, 0.505e-3}, {100, 1e-5}} {
		if got := cosine(1e-3, 1e-5, c.batch, 101); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("batch %d: rate %g, want %g", c.batch, got, c.want)
		}
	}
}

func TestTarget(t *testing.T) {
	var board [64]byte
	board[0], board[63] = codeKing+1, codeKing|theirBit+1
	for _, c := range []struct {
		score, result     int
		wdl, endWDL, want float64
	}{
		{0, 1, 0, 0, 0.5}, {400, 0, 0, 0, 1 / (1 + math.Exp(-1))}, {400, 0, 1, 0, 0}, {-400, 2, 1, 0, 1},
		{0, 2, 0.5, 0, 0.75}, {-32768, 0, 0, 0, 0}, {32767, 0, 0, 0, 1},
		{0, 2, 0.5, 0.25, 0.875}, {0, 0, 0.5, 0.75, 0},
	} {
		r := makeRecord(&board, c.score, c.result)
		o := objective{wdl: c.wdl, endWDL: c.endWDL}
		if got := o.target(&r); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%+v: target %v", c, got)
		}
	}
	o := objective{wdl: 0.05, endWDL: 0.12}
	for _, c := range []struct {
		pieces int
		want   float64
	}{{3, 0.17}, {4, 0.17}, {10, 0.11}, {16, 0.05}, {32, 0.05}} {
		if got := o.weight(c.pieces); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d pieces: weight %v, want %v", c.pieces, got, c.want)
		}
	}
}

func TestValidRecord(t *testing.T) {
	var board [64]byte
	board[4], board[60], board[20] = codeKing+1, codeKing|theirBit+1, codeQueen+1
	good := makeRecord(&board, 10, 1)
	if !validRecord(&good) {
		t.Fatal("a good record is refused")
	}
	for name, damage := range map[string]func(r *traindata.Record){
		"no pieces":         func(r *traindata.Record) { clear(r[:8]) },
		"33 pieces":         func(r *traindata.Record) { copy(r[:8], []byte{255, 255, 255, 255, 1}) },
		"unknown piece":     func(r *traindata.Record) { r[8] |= 7 << 4 },
		"own king's square": func(r *traindata.Record) { r[28] = 5 },
		"square off board":  func(r *traindata.Record) { r[29] = 200 },
		"unknown result":    func(r *traindata.Record) { r[26] = 3 },
	} {
		bad := good
		damage(&bad)
		if validRecord(&bad) {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		args string
		want string // part of the error, empty = accepted
	}{
		{"-data a.games", ""},
		{"-data a -data b -hidden 512 -buckets 8 -wdl 0.2:0.4 -power 2.5 -qb 128 -limit 1000", ""},
		{"", "-data"},
		{"-data a b", "unexpected argument"},
		{"-data a -hidden 200", "-hidden"},
		{"-data a -hidden 2048", "-hidden"},
		{"-data a -buckets 3", "-buckets"},
		{"-data a -epochs 0", "-epochs"},
		{"-data a -batch -1", "-batch"},
		{"-data a -threads 0", "-threads"},
		{"-data a -rate 0", "-rate"},
		{"-data a -lastrate 1", "-lastrate"},
		{"-data a -wdl 3", "wdl"},
		{"-data a -power 1", "-power"},
		{"-data a -kingdecay -1", "-kingdecay"},
		{"-data a -qb 100", "-qb"},
		{"-data a -holdout 1", "-holdout"},
		{"-data a -limit -1", "-limit"},
		{"-data a -out x.txt", "-out"},
	} {
		_, err := parse(strings.Fields(c.args), &bytes.Buffer{})
		if c.want == "" {
			if err != nil {
				t.Errorf("%q: %v", c.args, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one about %s", c.args, err, c.want)
		}
	}
}

func TestPlot(t *testing.T) {
	var b bytes.Buffer
	history := []epochLoss{{Epoch: 1, Train: 0.02, Validate: 0.019}, {Epoch: 2, Train: 0.015, Validate: 0.016}}
	if err := writePlot(&b, history); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X < 500 || size.Y < 300 {
		t.Errorf("picture of %v pixels is too small", size)
	}
}

func BenchmarkTraining(b *testing.B) {
	data := synthetic(1, 100000, 0)
	net := shape{hidden: 256, buckets: 1}
	params := net.initialise(1)
	w := newWorker(net)
	order := make([]uint32, len(data.train))
	shuffle(order, 1, 0)
	o := objective{wdl: 0.2, power: 2}
	const batch = 16384
	c := defaultConfig()
	opt := newOptimizer(net, params, &c)
	samples, at := 0, 0
	for b.Loop() {
		w.backward(opt.table, params, data.train, order[at:at+batch], o)
		opt.step([]*worker{w}, batch, 1e-3)
		samples += batch
		if at += batch; at+batch > len(order) {
			at = 0
		}
	}
	b.ReportMetric(float64(samples)/b.Elapsed().Seconds(), "samples/s")
}
