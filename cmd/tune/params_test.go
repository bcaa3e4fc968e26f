package main

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"tura/internal/uciclient"
)

func TestParseSpin(t *testing.T) {
	for _, c := range []struct {
		line string
		want spinOption
		ok   bool
	}{
		{"option name rfpMargin type spin default 78 min 26 max 158", spinOption{"rfpMargin", 78, 26, 158}, true},
		{"option name qsSEEThreshold type spin min -82 max -13 default -40", spinOption{"qsSEEThreshold", -40, -82, -13}, true},
		{"option name Hash type spin default 16 min 1 max 1024", spinOption{}, false},
		{"option name move timer type spin default 16 min 1 max 1024", spinOption{}, false},
		{"option name open type spin default 16 min 1", spinOption{}, false},
		{"option name open type spin default x min 1 max 2", spinOption{}, false},
		{"option name  type spin default 1 min 1 max 2", spinOption{}, false},
		{"option name on type check default true", spinOption{}, false},
		{"uciok", spinOption{}, false},
	} {
		got, ok := parseSpin(c.line)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: got %v, %t; want %v, %t", c.line, got, ok, c.want, c.ok)
		}
	}
}

var testOptions = []spinOption{{"rfpMargin", 78, 26, 158}, {"lmrPVMilli", 600, 200, 1202}, {"lmrCheckMilli", 900, 300, 1802}, {"qsMaxMoves", 3, 1, 8}}

func TestReadParams(t *testing.T) {
	const text = `
# comment
rfpmargin 80 30 150 6   # all by hand
lmr*Milli - - 1000 80

qsMaxMoves
`
	want := []param{
		{"rfpMargin", 80, 30, 150, 6},
		{"lmrPVMilli", 600, 200, 1000, 80},
		{"lmrCheckMilli", 900, 300, 1000, 80},
		{"qsMaxMoves", 3, 1, 8, 0.5},
	}
	if got, err := readParams(strings.NewReader(text), testOptions); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v (%v), want %v", got, err, want)
	}
	// What -list writes can be read.
	var list bytes.Buffer
	if err := writeOptions(&list, testOptions); err != nil {
		t.Fatal(err)
	}
	got, err := readParams(&list, testOptions)
	if err != nil || len(got) != len(testOptions) || got[0] != (param{"rfpMargin", 78, 26, 158, 6.5}) {
		t.Errorf("got %v (%v)", got, err)
	}
}

func TestReadParamsFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "no parameters"},
		{"rfpMargin 80 30 150 6 7", "at most"},
		{"rfpMargn", "no number rfpMargn"},
		{"rfp[", "syntax"},
		{"rfpMargin x", `"x" is not a number`},
		{"rfpMargin 80 10 150", "option goes from 26 to 158"},
		{"rfpMargin 80 90 150", "not in the range"},
		{"rfpMargin 80 80 80.5", "nothing to choose"},
		{"rfpMargin 80 30 150 -6", "c_end"},
		{"rfpMargin NaN", "not in the range"},
		{"rfpMargin\nrfp*", "line 2: rfpMargin is there already"},
	} {
		if _, err := readParams(strings.NewReader(c.text), testOptions); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want an error with %q", c.text, err, c.want)
		}
	}
	if _, err := readParams(strings.NewReader("rfpMargin"), nil); !errors.Is(err, errNoNumbers) {
		t.Errorf("engine without numbers: got %v", err)
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-params p", "no engine"},
		{"-engine e", "no parameters"},
		{"-show", "-state"},
		{"-engine e -params p more", `"more"`},
		{"-engine e -params p -iterations 0", "1 at least"},
		{"-engine e -params p -rend 0", "rend"},
		{"-engine e -params p -tc x", "x"},
		{"-engine e -params p -resign 600", "resign: want 2 numbers"},
		{"-engine e -params p -draw 1,2,x", "draw"},
		{"-engine e -params p -opt =3", "name=value"},
		{"-engine e -params p -report 0s", "report"},
	} {
		if _, err := parseFlags(strings.Fields(c.args), io.Discard); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.args, err, c.want)
		}
	}
	cfg, err := parseFlags(strings.Fields("-engine dir/e -params p -opt Hash=8"), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	want := uciclient.EndRules{ResignScore: 600, ResignMoves: 4, DrawFrom: 40, DrawScore: 10, DrawMoves: 8, MaxMoves: defaultMaxMoves}
	if cfg.rules != want || cfg.nodes != defaultNodes || cfg.options[0] != (setting{"Hash", "8"}) {
		t.Errorf("got %+v", cfg)
	}
	if cfg, err = parseFlags(strings.Fields("-engine e -params p -tc 8+0.08"), io.Discard); err != nil || cfg.nodes != 0 {
		t.Errorf("with a clock: got %d nodes (%v), want none", cfg.nodes, err)
	}
}
