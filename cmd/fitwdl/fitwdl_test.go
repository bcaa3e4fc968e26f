package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tura/game"
	"tura/position"
	"tura/search"
)

// truth is the model that the synthetic games are made from.
var truth = search.WDLModel{
	A: [search.WDLTerms]float64{420, -700, 550, -180},
	B: [search.WDLTerms]float64{60, 110, -40, -20},
}

// expectedCells are the cells of as many positions as expected by the truth.
func expectedCells(positions float64) (cells []cell) {
	for material := search.MinWDLMaterial; material <= search.MaxWDLMaterial; material += 4 {
		for score := -600; score <= 600; score += 50 {
			win, loss := truth.Chances(float64(score), material)
			cells = append(cells, cell{place{score, material},
				tally{positions * win, positions * (1 - win - loss), positions * loss}})
		}
	}
	return cells
}

// compare wants a and b near the truth, wherever the engine uses them.
func compare(t *testing.T, got *search.WDLModel, from, to int, tolerance float64) {
	t.Helper()
	for material := from; material <= to; material++ {
		a, b := got.At(material)
		wantA, wantB := truth.At(material)
		if math.Abs(a-wantA) > tolerance || math.Abs(b-wantB) > tolerance {
			t.Errorf("material %d: got a = %.2f, b = %.2f, want %.2f and %.2f", material, a, b, wantA, wantB)
		}
	}
}

func TestFitExact(t *testing.T) {
	got, err := fit(expectedCells(100))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, search.MinWDLMaterial, search.MaxWDLMaterial, 0.01)
}

func TestFitSampled(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var cells []cell
	for _, c := range expectedCells(1) {
		var sampled tally
		for range 400 {
			sampled.add(drawResult(random, c.score, c.material), position.White)
		}
		cells = append(cells, cell{c.place, sampled})
	}
	got, err := fit(cells)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, search.MinWDLMaterial, search.MaxWDLMaterial, 12)
}

// drawResult draws a result by the truth for White, who has the score.
func drawResult(random *rand.Rand, score, material int) game.Result {
	win, loss := truth.Chances(float64(score), material)
	switch x := random.Float64(); {
	case x < win:
		return game.WhiteWins
	case x < win+loss:
		return game.BlackWins
	}
	return game.Draw
}

func TestFitNeedsEnough(t *testing.T) {
	tests := []struct {
		name  string
		cells []cell
	}{
		{"nothing", nil},
		{"one material", []cell{{place{0, 40}, tally{10, 30, 10}}, {place{100, 40}, tally{20, 30, 5}}}},
		{"no positions", []cell{{place{0, 40}, tally{}}}},
	}
	for _, tt := range tests {
		if m, err := fit(tt.cells); err == nil {
			t.Errorf("%s: got %v, want an error", tt.name, m)
		}
	}
}

// TestDerivatives compares the gradient with differences of the likelihood.
func TestDerivatives(t *testing.T) {
	cells := expectedCells(10)
	at := vector{180, 20, -10, 5, 90, 10, 5, -5}
	gradient, _ := derivatives(cells, modelOf(&at))
	for i := range at {
		const step = 1e-3
		up, down := at, at
		up[i] += step
		down[i] -= step
		want := (logLikelihood(cells, modelOf(&up)) - logLikelihood(cells, modelOf(&down))) / (2 * step)
		if math.Abs(gradient[i]-want) > 1e-4*max(1, math.Abs(want)) {
			t.Errorf("parameter %d: got slope %f, want %f", i, gradient[i], want)
		}
	}
}

func TestScoreOf(t *testing.T) {
	tests := []struct {
		comment string
		cp      int
		ok      bool
	}{
		{"+0.35/12 0.25s", 35, true},
		{"-1.76/8 0.008s, n=4052, nps=527459", -176, true},
		{"0.00/9 0.004s", 0, true},
		{"+10.07/30 1.2s, White wins by adjudication", 1007, true},
		{"+0.29/7", 29, true},
		{"book", 0, false},
		{"", 0, false},
		{"+M5/12 0.1s", 0, false},
		{"-M4/12 0.1s, Black mates", 0, false},
		{"0.25s", 0, false},
		{"+3/4 0.1s", 0, false},
		{"better is +0.35/12", 0, false},
		{"+99999999999.00/3 0.1s", 0, false},
	}
	for _, tt := range tests {
		if cp, ok := scoreOf(tt.comment); cp != tt.cp || ok != tt.ok {
			t.Errorf("%q: got %d, %v, want %d, %v", tt.comment, cp, ok, tt.cp, tt.ok)
		}
	}
}

const twoMoves = "1. e4 {+0.52/9 0.1s} e5 {-0.31/8 0.1s} 2. Nf3 {book} Nc6 {+M3/8 0.1s} 3. Bb5 {+11.00/8 0.1s}"

func TestSample(t *testing.T) {
	header := "[White \"new tura\"]\n[Black \"toga\"]\n"
	tests := []struct {
		name, pgn string
		players   []string
		want      map[place]tally
		games     int
		spoilt    int
	}{
		{"both, white wins", header + "\n" + twoMoves + " 1-0\n", nil,
			map[place]tally{{50, 78}: {won: 1}, {-30, 78}: {lost: 1}}, 1, 0},
		{"both, black wins", header + "\n" + twoMoves + " 0-1\n", nil,
			map[place]tally{{50, 78}: {lost: 1}, {-30, 78}: {won: 1}}, 1, 0},
		{"one player", header + "\n" + twoMoves + " 1/2-1/2\n", []string{"fruit", "tura"},
			map[place]tally{{50, 78}: {drawn: 1}}, 1, 0},
		{"two games", header + "\n" + twoMoves + " 1/2-1/2\n\n" + header + "\n" + twoMoves + " 1-0\n", []string{"tura"},
			map[place]tally{{50, 78}: {won: 1, drawn: 1}}, 2, 0},
		{"adjudicated", header + "[Termination \"adjudication\"]\n\n" + twoMoves + " 1-0\n", []string{"toga"},
			map[place]tally{{-30, 78}: {lost: 1}}, 1, 0},
		{"time", header + "[Termination \"time forfeit\"]\n\n" + twoMoves + " 1-0\n", nil, map[place]tally{}, 0, 1},
		{"crash", header + "[Termination \"abandoned\"]\n\n" + twoMoves + " 1-0\n", nil, map[place]tally{}, 0, 1},
		{"no result", header + "\n" + twoMoves + " *\n", nil, map[place]tally{}, 0, 1},
		{"torn in a tag", header + "\n" + twoMoves + " 1-0\n\n[White \"new t", []string{"tura"},
			map[place]tally{{50, 78}: {won: 1}}, 1, 0},
		{"material before the move", "[FEN \"4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. exd5 {+3.00/9 0.1s} Kd7 {-5.00/9 0.1s} 1-0\n", nil,
			map[place]tally{{300, 15}: {won: 1}, {-500, search.MinWDLMaterial}: {lost: 1}}, 1, 0},
	}
	for _, tt := range tests {
		s := newSample(&config{players: tt.players, limit: 1000, bin: 10}, os.Stderr)
		if err := s.read(strings.NewReader(tt.pgn), func() {}); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if fmt.Sprint(s.counts) != fmt.Sprint(tt.want) || s.games != tt.games || s.spoilt != tt.spoilt {
			t.Errorf("%s: got %v of %d games, %d left out, want %v of %d, %d", tt.name, s.counts, s.games, s.spoilt, tt.want, tt.games, tt.spoilt)
		}
	}
}

// syntheticGames writes games of random moves in which the player Tura gives
// one score, and which end as the truth says. The other player gives scores
// that mean nothing.
func syntheticGames(t *testing.T, name string, games int) {
	random := rand.New(rand.NewPCG(7, 9))
	var out bytes.Buffer
	for n := 0; n < games; n++ {
		g := game.New(game.Record)
		turaIs := position.Color(n % 2)
		names := [2]string{"other", "other"}
		names[turaIs] = "Tura"
		g.Tags.Set("White", names[position.White])
		g.Tags.Set("Black", names[position.Black])
		for range random.IntN(200) {
			playRandom(t, g, random, "-9.00/5 0.1s", turaIs)
		}
		if g.Over() || g.SideToMove() != turaIs {
			playRandom(t, g, random, "-9.00/5 0.1s", turaIs)
		}
		if g.Over() {
			continue
		}
		score := random.IntN(1201) - 600
		result := drawResult(random, score, search.WDLMaterial(g.Position()))
		if turaIs == position.Black {
			result = map[game.Result]game.Result{game.WhiteWins: game.BlackWins, game.BlackWins: game.WhiteWins, game.Draw: game.Draw}[result]
		}
		playRandom(t, g, random, "", turaIs)
		g.Ply(g.Len() - 1).Comment = fmt.Sprintf("%+.2f/9 0.1s", float64(score)/centipawns)
		if g.Over() {
			continue
		}
		text := g.PGN()
		text = strings.Replace(text, `[Result "*"]`, fmt.Sprintf("[Result %q]", result), 1)
		out.WriteString(strings.TrimSuffix(strings.TrimSpace(text), "*") + result.String() + "\n\n")
	}
	if err := os.WriteFile(name, out.Bytes(), filePermission); err != nil {
		t.Fatal(err)
	}
}

// playRandom plays a random move; the other player's gets the comment, the
// player's own count as book moves. Captures are preferred, so that every
// material is seen.
func playRandom(t *testing.T, g *game.Game, random *rand.Rand, comment string, player position.Color) {
	if g.Over() {
		return
	}
	var list position.MoveList
	if g.Position().GenerateNoisy(&list); list.N == 0 || random.IntN(4) > 0 {
		g.Position().GenerateLegal(&list)
	}
	if g.SideToMove() == player {
		comment = "book"
	}
	if err := g.Play(list.Moves[random.IntN(list.N)]); err != nil {
		t.Fatal(err)
	}
	g.Ply(g.Len() - 1).Comment = comment
}

// TestRun fits the model back from synthetic games, as the command does it.
func TestRun(t *testing.T) {
	folder := t.TempDir()
	games := filepath.Join(folder, "games.pgn")
	syntheticGames(t, games, 2500)
	source, picture := filepath.Join(folder, "fit.go"), filepath.Join(folder, "fit.png")
	cfg, err := parseFlags([]string{"-player", "Tura", "-bin", "1", "-o", source, "-plot", picture, games}, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var out bytes.Buffer
	if err := run(cfg, &out, log); err != nil {
		t.Fatal(err)
	}
	if want := "model: won %"; !strings.Contains(out.String(), want) {
		t.Errorf("got table\n%s\nwant %q in it", out.String(), want)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), source, text, 0); err != nil {
		t.Errorf("the source cannot be parsed: %v", err)
	}
	compare(t, readModel(t, string(text)), 20, 70, 40)
	file, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := png.Decode(file); err != nil {
		t.Errorf("the picture cannot be read: %v", err)
	}
}

// readModel reads the coefficients in a source file.
func readModel(t *testing.T, text string) *search.WDLModel {
	t.Helper()
	var m search.WDLModel
	for name, to := range map[string]*[search.WDLTerms]float64{"A": &m.A, "B": &m.B} {
		_, list, found := strings.Cut(text, name+": [WDLTerms]float64{")
		if _, err := fmt.Sscanf(list, "%f, %f, %f, %f", &to[0], &to[1], &to[2], &to[3]); !found || err != nil {
			t.Fatalf("no coefficients %s in\n%s", name, text)
		}
	}
	return &m
}

func TestRunFaults(t *testing.T) {
	folder := t.TempDir()
	few := filepath.Join(folder, "few.pgn")
	if err := os.WriteFile(few, []byte(twoMoves+" 1-0\n"), filePermission); err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	output := filepath.Join(folder, "out.go")
	for name, want := range map[string]string{few: "more games", filepath.Join(folder, "none.pgn"): "none.pgn"} {
		cfg := &config{output: output, limit: defaultLimit, bin: defaultBin, files: []string{name}}
		if err := run(cfg, &bytes.Buffer{}, log); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want %q in it", name, err, want)
		}
	}
	if _, err := os.Stat(output); err == nil {
		t.Error("a file was written without a fit")
	}
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{{}, {"-bin", "0", "a.pgn"}, {"-limit", "3", "a.pgn"}, {"-nonsense"}} {
		if cfg, err := parseFlags(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%q: got %+v, want an error", args, cfg)
		}
	}
}
