package main

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// optimum is the strongest setting of the fake game.
var optimum = []float64{70, 20, 500}

func fakeSettings() settings {
	return settings{
		Iterations: 4000, Pairs: 1, Seed: 3, REnd: 0.02,
		Params: []param{
			{Name: "a", Start: 40, Min: 0, Max: 100, CEnd: 5},
			{Name: "b", Start: 40, Min: 0, Max: 100, CEnd: 5},
			{Name: "c", Start: 800, Min: 100, Max: 1000, CEnd: 60},
		},
	}
}

// strength in Elo falls with the square of the distance from the optimum.
func strength(s *settings, values []int) (elo float64) {
	for i, p := range s.Params {
		d := (float64(values[i]) - optimum[i]) / p.CEnd
		elo -= 3 * d * d
	}
	return elo
}

// fakePlayer draws results from the strength; a pair always ends alike, no
// matter who plays it and when.
type fakePlayer struct {
	s      *settings
	breaks int // the pair that is not played any more, 0 for none
	stop   func()
}

func (f *fakePlayer) close() {}

func (f *fakePlayer) play(ctx context.Context, j job) (games tally, err error) {
	if f.breaks > 0 && j.number >= f.breaks {
		f.stop()
		return games, nil
	}
	rng := rand.New(rand.NewPCG(99, uint64(j.number)))
	for range j.number % 7 {
		runtime.Gosched() // players are not equally fast
	}
	diff := strength(f.s, j.try.plus) - strength(f.s, j.try.minus)
	const draws = 0.4
	win := (1 - draws) / (1 + math.Pow(10, -diff/400))
	for range 2 {
		switch x := rng.Float64(); {
		case x < draws:
			games.Draws++
		case x < draws+win:
			games.Wins++
		default:
			games.Losses++
		}
	}
	return games, nil
}

// runFake runs a tuner with fake players.
func runFake(t *testing.T, s settings, path string, players, breaks int) state {
	t.Helper()
	tuner, err := newTuner(s, path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	newPlayer := func() (player, error) { return &fakePlayer{&s, breaks, cancel}, nil }
	if err := tuner.run(ctx, newPlayer, players, newMeter(&bytes.Buffer{}, time.Hour)); err != nil {
		t.Fatal(err)
	}
	return tuner.state
}

func TestFindsOptimum(t *testing.T) {
	s := fakeSettings()
	st := runFake(t, s, "", 3, 0)
	if st.Done != s.Iterations || st.Games.games() != 2*s.Iterations {
		t.Errorf("got %d iterations, %d games; want %d, %d", st.Done, st.Games.games(), s.Iterations, 2*s.Iterations)
	}
	for i, p := range s.Params {
		before, after := math.Abs(p.Start-optimum[i]), math.Abs(st.Values[i]-optimum[i])
		if after > before/3 {
			t.Errorf("%s: started at %g, got %.1f, want near %g", p.Name, p.Start, st.Values[i], optimum[i])
		}
	}
}

func TestReproducible(t *testing.T) {
	s := fakeSettings()
	s.Iterations = 300
	for _, c := range []struct{ pairs, players int }{{1, 1}, {1, 4}, {3, 2}} {
		s.Pairs = c.pairs
		first := runFake(t, s, "", c.players, 0)
		for range 3 {
			if again := runFake(t, s, "", c.players, 0); !slices.Equal(again.Values, first.Values) || again.Games != first.Games {
				t.Errorf("%d pairs, %d players: got %v, then %v", c.pairs, c.players, first, again)
			}
		}
	}
	s.Pairs, s.Seed = 1, 4
	if other := runFake(t, s, "", 1, 0); slices.Equal(other.Values, runFake(t, fakeShort(), "", 1, 0).Values) {
		t.Error("another seed gives the same values")
	}
}

func fakeShort() settings {
	s := fakeSettings()
	s.Iterations = 300
	return s
}

func TestResume(t *testing.T) {
	s := fakeShort()
	want := runFake(t, s, "", 1, 0)
	path := filepath.Join(t.TempDir(), "state.json")
	broken := runFake(t, s, path, 1, 120)
	if broken.Done != 120 {
		t.Fatalf("broken off after %d iterations, want 120", broken.Done)
	}
	if got := runFake(t, s, path, 1, 0); !slices.Equal(got.Values, want.Values) || got.Games != want.Games || got.Done != want.Done {
		t.Errorf("got %v after going on, want %v", got, want)
	}
	if got := runFake(t, s, path, 1, 0); !slices.Equal(got.Values, want.Values) {
		t.Errorf("a finished run gave %v, want %v", got, want)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1 {
		t.Errorf("got %v (%v), want the state file alone", files, err)
	}
}

func TestStateFaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.json")
	s := fakeShort()
	s.Iterations = 20
	runFake(t, s, path, 1, 0)
	other := s
	other.REnd *= 2
	if _, err := newTuner(other, path); err == nil || !strings.Contains(err.Error(), "other parameters") {
		t.Errorf("other settings: got %v", err)
	}
	for _, text := range []string{"", "{}x", `{"settings":{"params":[{"name":"a"}]},"state":{"values":[]}}`} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := newTuner(s, path); err == nil {
			t.Errorf("state file %q: got no error", text)
		}
	}
	tuner, err := newTuner(s, filepath.Join(t.TempDir(), "no", "state.json"))
	if err != nil {
		t.Fatal(err)
	}
	newPlayer := func() (player, error) { return &fakePlayer{s: &s}, nil }
	if err := tuner.run(t.Context(), newPlayer, 1, newMeter(&bytes.Buffer{}, time.Hour)); err == nil {
		t.Error("a folder that does not exist: got no error")
	}
}

func TestPlayerFault(t *testing.T) {
	fault := errors.New("no engine")
	tuner, err := newTuner(fakeShort(), "")
	if err != nil {
		t.Fatal(err)
	}
	newPlayer := func() (player, error) { return nil, fault }
	if err := tuner.run(t.Context(), newPlayer, 2, newMeter(&bytes.Buffer{}, time.Hour)); !errors.Is(err, fault) {
		t.Errorf("got %v, want %v", err, fault)
	}
}

func TestReportAndProgress(t *testing.T) {
	s := settings{Iterations: 100, Params: []param{{Name: "rfpMargin", Start: 78, Min: 0, Max: 200, CEnd: 4}}}
	st := state{Done: 50, Values: []float64{83.6}, Games: tally{30, 20, 50}}
	got := st.report(&s)
	for _, want := range []string{
		"50 of 100 iterations, 100 games\n",
		"rfpMargin                           78     83.60        84     +1.40\n",
		"\trfpMargin = 84\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant it to have %q", got, want)
		}
	}
	m := meter{before: state{Done: 30, Games: tally{20, 15, 25}}}
	line := m.line(&st, s.Iterations, 40*time.Minute)
	if want := "iteration 50 of 100, 100 games (+30 -20 =50), 60 games/h, elapsed 40m0s, left 1h40m0s"; line != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
}
