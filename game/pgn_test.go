package game

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tura/position"
)

// TestReadPGN reads what records contain.
func TestReadPGN(t *testing.T) {
	tests := []struct {
		name   string
		text   string
		moves  string
		result Result
		reason Reason
	}{
		{"moves", "1. e4 e5 2. Nf3 *", "e4 e5 Nf3", Ongoing, NoReason},
		{"numbers stuck to moves", "1.e4 e5 2.Nf3 Nc6 1-0", "e4 e5 Nf3 Nc6", WhiteWins, NoReason},
		{"black's numbers", "1. e4 1... e5 2.Nf3 2...Nc6 *", "e4 e5 Nf3 Nc6", Ongoing, NoReason},
		{"no numbers", "e4 e5 0-1", "e4 e5", BlackWins, NoReason},
		{"UCI moves", "e2e4 e7e5 g1f3 *", "e4 e5 Nf3", Ongoing, NoReason},
		{"no result", "[Event \"x\"]\n\n1. e4", "e4", Ongoing, NoReason},
		{"result from the tag", "[Result \"1-0\"]\n\n1. e4", "e4", WhiteWins, NoReason},
		{"text before tag", "[Result \"1-0\"]\n\n1. e4 0-1", "e4", BlackWins, NoReason},
		{"comments", "{before} 1. e4 {one} {two} e5 ; rest 1-0 (\n 2. Nf3 *", "e4 e5 Nf3", Ongoing, NoReason},
		{"comment over lines", "1. e4 {a\nb [Event \"x\"]\n% c} e5 *", "e4 e5", Ongoing, NoReason},
		{"escaped line", "1. e4\n% 1. d4 d5 1-0\ne5 *", "e4 e5", Ongoing, NoReason},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 {x) 1-0} 2. c4) 2. c4 $1) 1... e5 (1... c5) *", "e4 e5", Ongoing, NoReason},
		{"annotations", "1. e4! e5?! 2. Nf3!! $13 Nc6?? *", "e4 e5 Nf3 Nc6", Ongoing, NoReason},
		{"evaluation signs", "1. e4 e5 += 2. Nf3 +- Nc6 = 3. Bb5 -+ a6 -/+ *", "e4 e5 Nf3 Nc6 Bb5 a6", Ongoing, NoReason},
		{"en passant by name", "1. e4 a6 2. e5 d5 3. exd6ep *", "e4 a6 e5 d5 exd6", Ongoing, NoReason},
		{"en passant by name, apart", "1. e4 a6 2. e5 d5 3. exd6 ep h6 e.p. *", "e4 a6 e5 d5 exd6 h6", Ongoing, NoReason},
		{"byte order mark and CRLF", "\uFEFF[Event \"x\"]\r\n\r\n1. e4\r\n{a\r\nb}\r\ne5 *\r\n", "e4 e5", Ongoing, NoReason},
		{"old line ends", "[Event \"x\"]\r\r1. e4\re5 *\r", "e4 e5", Ongoing, NoReason},
		{"castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *", "e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O", Ongoing, NoReason},
		{"mate", "1. f3 e5 2. g4 Qh4# 0-1", "f3 e5 g4 Qh4#", BlackWins, Checkmate},
		{"mate, result not given", "1. f3 e5 2. g4 Qh4#", "f3 e5 g4 Qh4#", BlackWins, Checkmate},
		{"draw nobody explains", "1. e4 1/2-1/2", "e4", Draw, NoReason},
		{"draw by repetition", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", Draw, ThirdRepetition},
		{"goes on after the third repetition", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4", Ongoing, NoReason},
		{"time", "[Termination \"Time forfeit\"]\n\n1. e4 1-0", "e4", WhiteWins, FlagFall},
		{"time, draw", "[Termination \"Time forfeit\"]\n\n1. e4 1/2-1/2", "e4", Draw, FlagFallDraw},
		{"rules", "[Termination \"rules infraction\"]\n\n1. e4 1-0", "e4", WhiteWins, IllegalMove},
		{"abandoned", "[Termination \"Abandoned\"]\n\n1. e4 1-0", "e4", WhiteWins, Abandoned},
		{"adjudicated", "[Termination \"adjudication\"]\n\n1. e4 1/2-1/2", "e4", Draw, Adjudication},
		{"set up", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *", "Kd7 e4", Ongoing, NoReason},
		{"FEN without SetUp", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", "e4", Ongoing, NoReason},
		{"SetUp 0", "[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Nf3 *", "Nf3", Ongoing, NoReason},
		{"Chess960", "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/RK5R w KQ - 0 1\"]\n\n1. O-O *", "O-O", Ongoing, NoReason},
		{"Chess960 by another name", "[Variant \"Fischer Random\"]\n[FEN \"4k3/8/8/8/8/8/8/RK5R w HA - 0 1\"]\n\n1. O-O-O *", "O-O-O", Ongoing, NoReason},
		{"variation behind the result", "[Event \"x\"]\n\n1. e4 1-0 (1. d4 d5 0-1)\n", "e4", WhiteWins, NoReason},
		{"rules around the game", "=====\n\n[Event \"x\"]\n\n1. e4 1-0\n\n=====\n{end} $1 )\n", "e4", WhiteWins, NoReason},
		{"byte order mark as a blank", "1. e4\uFEFFe5\n\uFEFF% 1. d4\n*\n\uFEFF", "e4 e5", Ongoing, NoReason},
		{"nothing but a result", "*", "", Ongoing, NoReason},
		{"empty game", "[Event \"x\"]\n\n*", "", Ongoing, NoReason},
		{"only tags", "[Event \"x\"]", "", Ongoing, NoReason},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			games, err := ReadPGN(strings.NewReader(tt.text))
			if err != nil || len(games) != 1 {
				t.Fatalf("got %d games, %v", len(games), err)
			}
			g := games[0]
			if got := strings.Join(g.SAN(), " "); got != tt.moves || g.Result() != tt.result || g.Reason() != tt.reason {
				t.Errorf("got %q, %v (%q), want %q, %v (%q)", got, g.Result(), g.Reason(), tt.moves, tt.result, tt.reason)
			}
		})
	}
}

// TestReadPGNDetails looks at tags, comments, glyphs and clocks.
func TestReadPGNDetails(t *testing.T) {
	const text = `[Event "A \"great\" day \\ night"]
[Site "Caf` + "\xe9" + `"]
[Empty ""]
[NoQuotes here]

{before the game} 1. e4! {[%clk 1:02:03] good} $10 {and [%eval 0.3] so on} 1... e5 {[%clk 0:00:01.5]}
2. Nf3 {[%clk x]} (2. d4 {not this}) Nc6 {[%clk 59:59]} ; a line
*`
	games, err := ReadPGN(strings.NewReader(text))
	if err != nil || len(games) != 1 {
		t.Fatalf("got %d games, %v", len(games), err)
	}
	g := games[0]
	wantTags := Tags{{"Event", `A "great" day \ night`}, {"Site", "Café"}, {"Empty", ""}, {"NoQuotes", "here"}}
	if !reflect.DeepEqual(g.Tags, wantTags) {
		t.Errorf("got tags %q, want %q", g.Tags, wantTags)
	}
	if g.Comment != "before the game" {
		t.Errorf("got comment %q", g.Comment)
	}
	want := []Ply{
		{Comment: "good and [%eval 0.3] so on", NAGs: []int{1, 10}, Clock: time.Hour + 2*time.Minute + 3*time.Second, HasClock: true},
		{Clock: 1500 * ms, HasClock: true},
		{Comment: "[%clk x]"},
		{Comment: "a line", Clock: 59*time.Minute + 59*time.Second, HasClock: true},
	}
	for i := range want {
		got := *g.Ply(i)
		want[i].Move = got.Move
		if !reflect.DeepEqual(got, want[i]) {
			t.Errorf("ply %d: got %+v, want %+v", i, got, want[i])
		}
	}
}

// TestReadBehindMoves looks at what stands behind moves and results, in files
// that were joined.
func TestReadBehindMoves(t *testing.T) {
	const text = `[Event "1"]

1. e4 !? e5 ! ?? {[%eval 0.2] [%clk
0:05:00]} 1-0 {White
wins} $14 (1... c5 {not this} 1-0) {by far}
{indeed}

{before the second}
[Event "2"]

1. Ke2 1-0 {too early}` + "\uFEFF" + `[Event "3"]

1. d4 * {tagless games follow} 1. c4 c5 *
1. b3 * ; end
; of text`
	var got []string
	r := NewReader(strings.NewReader(text))
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		line := fmt.Sprintf("%s %s %q fault %v", g.Tags.Get("Event"), g.Result(), g.Comment, err != nil)
		for i := range g.Len() {
			p := g.Ply(i)
			line += fmt.Sprintf(" [%v %v %q %v]", p.Move, p.NAGs, p.Comment, p.Clock)
		}
		got = append(got, line)
	}
	want := []string{
		`1 1-0 "" fault false [e2e4 [5] "" 0s] [e7e5 [1 4 14] "[%eval 0.2] White wins by far indeed" 5m0s]`,
		`2 * "before the second" fault true`,
		`3 * "" fault false [d2d4 [] "tagless games follow" 0s]`,
		` * "" fault false [c2c4 [] "" 0s] [c7c5 [] "" 0s]`,
		` * "" fault false [b2b3 [] "end of text" 0s]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestReadFaultyPGN tears texts, and leaves variations open: the fault belongs
// to one game, and then comes the next or the end.
func TestReadFaultyPGN(t *testing.T) {
	const whole = "[White \"a\"]\n\n1. e4 1-0"
	tests := []struct {
		name, text string
		game       int // with the fault
		games      int // in all
		want       string
		tags       int
		result     Result
	}{
		{"torn in the first tag", whole + "\n\n[White \"b", 2, 2, "line 5: a tag", 0, Ongoing},
		{"torn in a later tag", whole + "\n\n[White \"b\"]\n[Bla", 2, 2, "line 6: a tag", 1, Ongoing},
		{"torn in a comment before the moves", whole + "\n\n[White \"b\"]\n{op", 2, 2, "line 6: a comment", 1, Ongoing},
		{"torn in the first comment", "{op", 1, 1, "line 1: a comment", 0, Ongoing},
		{"torn in a tag behind moves", "1. e4\n[White \"b", 2, 2, "line 2: a tag", 0, Ongoing},
		{"torn in a comment behind the result", whole + " {op", 1, 1, "line 3: a comment", 1, WhiteWins},
		{"torn in a variation", whole[:len(whole)-3] + "\n(1. d4 (1. c4) d5 1-0", 1, 1, "line 4: a variation", 1, Ongoing},
		{"variation with a comment torn", "1. e4 (1. d4 {op", 1, 1, "line 1: a comment", 0, Ongoing},
		{"variation without end", "1. e4\n(1. d4 1-0\n" + whole, 1, 2, "line 2: a variation", 0, Ongoing},
		{"null move", "1. e4 -- 2. d4 1-0\n" + whole, 1, 2, "line 1: game: move \"--\"", 0, Ongoing},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := NewReader(strings.NewReader(tt.text))
			for n := 1; n <= tt.games; n++ {
				g, err := r.Next()
				switch {
				case g == nil:
					t.Fatalf("game %d: %v", n, err)
				case n != tt.game:
					if err != nil {
						t.Errorf("game %d: %v", n, err)
					}
				case err == nil || !strings.Contains(err.Error(), fmt.Sprintf("game %d, %s", n, tt.want)):
					t.Errorf("game %d: got error %v, want %q in it", n, err, tt.want)
				case len(g.Tags) != tt.tags || g.Result() != tt.result:
					t.Errorf("got %d tags, result %v, want %d, %v", len(g.Tags), g.Result(), tt.tags, tt.result)
				}
			}
			for range 2 {
				if g, err := r.Next(); g != nil || !errors.Is(err, io.EOF) {
					t.Errorf("at the end: got %v, %v, want io.EOF", g, err)
				}
			}
		})
	}
}

// TestReadManyGames separates games, and goes on after faults.
func TestReadManyGames(t *testing.T) {
	const text = `[Event "1"]

1. e4 e5 1-0
1. d4 d5 0-1

[Event "3"]

1. e4 e5 2. Ke3 (2. Nf3 1-0) Nc6 {x [y] 1-0} 1-0

[Event "4"]
[Event "4 again"]
1. c4

[Event "5"]
[FEN "nonsense"]

1. e4 *

[Event "6"]
[Variant "Atomic"]

1. e4 *
[Event "7"]
1. e4 e5 1/2-1/2

[Event "8"]
1. e4 {open`
	want := []struct {
		plies int
		fault bool
	}{{2, false}, {2, false}, {2, true}, {1, false}, {0, true}, {0, true}, {2, false}, {1, true}}
	r := NewReader(strings.NewReader(text))
	for i, w := range want {
		g, err := r.Next()
		if g == nil {
			t.Fatalf("game %d: %v", i+1, err)
		}
		var fault *PGNError
		if errors.As(err, &fault) != w.fault || g.Len() != w.plies {
			t.Errorf("game %d: got %d plies, %v, want %d, a fault: %v", i+1, g.Len(), err, w.plies, w.fault)
		}
		if fault != nil && fault.Game != i+1 {
			t.Errorf("game %d: the fault says game %d", i+1, fault.Game)
		}
	}
	for range 2 {
		if g, err := r.Next(); g != nil || !errors.Is(err, io.EOF) {
			t.Errorf("at the end: got %v, %v, want io.EOF", g, err)
		}
	}
	if games, err := ReadPGN(strings.NewReader(text)); len(games) != 2 || err == nil || !strings.Contains(err.Error(), "line 8") {
		t.Errorf("got %d games, %v, want 2 and the fault in line 8", len(games), err)
	}
}

// TestWritePGN fixes the form in which games are written.
func TestWritePGN(t *testing.T) {
	g, err := FromFEN("4k3/8/8/8/8/8/4P3/4K2R b K - 3 7", Table)
	if err != nil {
		t.Fatal(err)
	}
	g.Tags.Set("White", `A "B" \C`)
	g.Tags.Set("Annotator", "me\nand you")
	g.Comment = "start } of it"
	play(t, g, "Kd7 O-O Ke7")
	g.Ply(0).Clock, g.Ply(0).HasClock = time.Hour+1234*ms, true
	g.Ply(1).Comment = "%not an escape [%eval 1.0] x"
	g.Ply(1).NAGs = []int{1}
	if err := g.Resign(position.White); err != nil {
		t.Fatal(err)
	}
	const want = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\C"]
[Black "?"]
[Result "0-1"]
[Annotator "me and you"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K2R b K - 3 7"]
[Termination "normal"]
[TerminationDetails "resignation"]

{start ) of it} 7... Kd7 {[%clk 1:00:01.234]} 8. O-O $1 {%not an
escape [%eval 1.0] x} 8... Ke7 0-1

`
	if got := g.PGN(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestPGNRoundTrip writes a game with each reason and reads it again.
func TestPGNRoundTrip(t *testing.T) {
	for reason := Agreement; reason <= Adjudication; reason++ {
		g := New(Table)
		play(t, g, "e4 e5")
		g.end(Draw, reason)
		games, err := ReadPGN(strings.NewReader(g.PGN()))
		if err != nil || len(games) != 1 {
			t.Fatalf("%v: %d games, %v", reason, len(games), err)
		}
		if games[0].Reason() != reason || games[0].Result() != Draw || games[0].PGN() != g.PGN() {
			t.Errorf("got %v back, want %v, in\n%s", games[0].Reason(), reason, games[0].PGN())
		}
	}
	long := New(Table)
	for i := range 60 {
		play(t, long, strings.Fields(shuffle)[i%4])
		long.result, long.reason = Ongoing, NoReason
		long.Ply(i).Comment = strings.Repeat(fmt.Sprintf("[%%a %d] %%b word ", i), i%5)
	}
	games, err := ReadPGN(strings.NewReader(long.PGN()))
	if err != nil || len(games) != 1 || games[0].PGN() != long.PGN() {
		t.Errorf("got %d games, %v", len(games), err)
	}
	for _, line := range strings.Split(long.PGN(), "\n") {
		if len(line) > pgnWidth || strings.HasPrefix(line, "%") || strings.HasPrefix(line, "[%") {
			t.Errorf("bad line %q", line)
		}
	}
	if err := long.WritePGN(brokenWriter{}); err == nil {
		t.Error("a failing writer gave no error")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken") }

func (brokenWriter) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestReadPGNFromBrokenReader(t *testing.T) {
	for text, games := range map[string]int{"": 0, "[Event \"x\"]": 0, "1. e4": 1, "1. e5 e5": 1, "1. e4 *\n\n1. d4": 2} {
		r := NewReader(io.MultiReader(strings.NewReader(text), brokenWriter{}))
		for n := range games + 2 {
			if g, err := r.Next(); (g != nil) != (n < games) || n+1 >= games && err == nil || errors.Is(err, io.EOF) {
				t.Errorf("%q: got %v, %v, want the fault after %d games", text, g, err, games)
			}
		}
	}
}

func FuzzReadPGN(f *testing.F) {
	f.Add("[Event \"x\"]\n\n1. e4 {c} e5 (1... c5) $1 *")
	f.Add("\uFEFF[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n%x\n1.e4! ;c\n1-0")
	f.Add("{[%clk 99:99:99]} ) ] } [ [")
	f.Add("1. e4 1-0 (\uFEFF{c} == 1. e4 -+ ep !? [a")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader(strings.NewReader(text))
		for range 100 {
			g, err := r.Next()
			if g == nil {
				return
			}
			if err == nil && g.Result() == Ongoing {
				again, err := ReadPGN(strings.NewReader(g.PGN()))
				if err != nil || len(again) != 1 || again[0].Len() != g.Len() {
					t.Fatalf("own text does not read back: %v in\n%s", err, g.PGN())
				}
			}
		}
	})
}
