package uci

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tura/position"
	"tura/search"
)

// fakeTables records what it is told.
type fakeTables struct {
	log      []string
	warnings []string
}

func (f *fakeTables) SetPath(path string) (string, error) {
	f.log = append(f.log, "path="+path)
	if path == "bad" {
		return "", errors.New("no tables there")
	}
	f.warnings = append(f.warnings, "odd table")
	return "found 3 tables", nil
}
func (f *fakeTables) SetProbeDepth(n int) { f.log = append(f.log, "depth="+strconv.Itoa(n)) }
func (f *fakeTables) SetProbeLimit(n int) { f.log = append(f.log, "limit="+strconv.Itoa(n)) }
func (f *fakeTables) SetRule50(on bool)   { f.log = append(f.log, fmt.Sprint("rule50=", on)) }
func (f *fakeTables) TablebaseWarnings() []string {
	w := f.warnings
	f.warnings = nil
	return w
}

// fullConfig has every part connected.
func fullConfig(fake *fakeSearcher) (Config, *fakeTables) {
	tables := &fakeTables{}
	cfg := fakeConfig(fake)
	cfg.WDL = func(search.Score, *position.Position) (int, int, int) { return 300, 500, 200 }
	cfg.SetElo = func(elo int) { fake.note("elo=%d", elo) }
	cfg.Tablebases = tables
	cfg.OpenBook = func(string, bool, int) (Book, error) { return nil, errors.New("no book") }
	cfg.LoadEval = func(path string) error { fake.note("eval=%s", path); return nil }
	cfg.Tunables = []Tunable{{Name: "RazorMargin", Default: 5, Min: 1, Max: 9, Set: func(n int) { fake.note("razor=%d", n) }}}
	return cfg, tables
}

// TestOptionLines checks the declarations the way that strict clients read them.
func TestOptionLines(t *testing.T) {
	spin := regexp.MustCompile(`^type spin default (-?\d+) min (-?\d+) max (-?\d+)$`)
	other := regexp.MustCompile(`^type (check default (true|false)|string default \S.*|button|combo default (\S+)( var \S+)+)$`)
	reserved := regexp.MustCompile(`(?i)\b(name|type|default|min|max|var|value)\b`)
	cfg, _ := fullConfig(newFake())
	seen := map[string]bool{}
	for _, o := range New(cfg, &strings.Builder{}).list {
		if reserved.MatchString(o.name) {
			t.Errorf("%s: the name contains a word of the syntax", o.name)
		}
		if seen[strings.ToLower(o.name)] {
			t.Errorf("%s is declared twice", o.name)
		}
		seen[strings.ToLower(o.name)] = true
		if m := spin.FindStringSubmatch(o.decl); m != nil {
			def, _ := strconv.Atoi(m[1])
			low, _ := strconv.Atoi(m[2])
			high, err := strconv.ParseInt(m[3], 10, 32)
			if err != nil || def < low || int64(def) > high {
				t.Errorf("%s: the default is out of range in %q", o.name, o.decl)
			}
			continue
		}
		m := other.FindStringSubmatch(o.decl)
		if m == nil {
			t.Errorf("%s: malformed %q", o.name, o.decl)
		} else if m[3] != "" && !strings.Contains(o.decl, " var "+m[3]) {
			t.Errorf("%s: the default is none of the values in %q", o.name, o.decl)
		}
	}
	for _, name := range []string{
		"Hash", "Threads", "Ponder", "MultiPV", "UCI_Chess960", "UCI_ShowWDL", "Move Overhead", "Clear Hash",
		"UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo", "Skill Level", "UCI_Opponent", "UCI_EngineAbout",
		"OwnBook", "BookFile", "BookDepth", "Best Book Move", "SyzygyPath", "SyzygyProbeDepth", "SyzygyProbeLimit",
		"Syzygy50MoveRule", "EvalFile", "Clock Mode", "Move Timer", "RazorMargin",
	} {
		if !seen[strings.ToLower(name)] {
			t.Errorf("option %s is missing", name)
		}
	}
}

// TestUnconnectedParts: options and words of parts that are not there are not offered.
func TestUnconnectedParts(t *testing.T) {
	out := transcript(fakeConfig(newFake()), "uci\n")
	for _, name := range []string{"UCI_ShowWDL", "UCI_Elo", "OwnBook", "SyzygyPath", "EvalFile"} {
		if strings.Contains(out, name) {
			t.Errorf("%s is offered without its part", name)
		}
	}
}

func TestSetOption(t *testing.T) {
	tests := []struct {
		line, calls, message string
	}{
		{"name Hash value 64", "hash=64", ""},
		{"name hash value 64", "hash=64", ""},
		{"name HASH   value   64  ", "hash=64", ""},
		{"name Hash value 0", "hash=1", "out of range"},
		{"name Hash value -5", "hash=1", "out of range"},
		{"name Hash value 99999999999999999999", "hash=65536", "too big for this machine"},
		{"name Threads value 4", "threads=4", ""},
		{"name Threads value 1000000", "threads=256", "out of range"},
		{"name MultiPV value 500", "multipv=256", "out of range"},
		{"name Clear Hash", "clearhash", ""},
		{"name clear  hash", "clearhash", ""},
		{"name Clear Hash value true", "clearhash", ""},
		{"name UCI_LimitStrength value true", "elo=3000", ""},
		{"name UCI_Elo value 1500", "elo=0", ""},
		{"name Skill Level value 0", "elo=800", ""},
		{"name Skill Level value 20", "elo=0", ""},
		{"name EvalFile value /a b/c.bin", "eval=/a b/c.bin", ""},
		{"name EvalFile value <empty>", "eval=", ""},
		{"name EvalFile value", "eval=", ""},
		{"name RazorMargin value 7", "razor=7", ""},
		{"name Ponder value yes", "", "expected true or false"},
		{"name Clock Mode value Sand", "", "expected one of Increment, Delay"},
		{"name UCI_Opponent value GM 2800 human Gary Kasparov", "", ""},
		{"name No Such value 3", "", "no such option"},
	}
	for _, tt := range tests {
		fake := newFake()
		cfg, _ := fullConfig(fake)
		out := transcript(cfg, "setoption "+tt.line+"\n")
		if got := fake.called(); got != tt.calls {
			t.Errorf("setoption %s: got calls %q, want %q", tt.line, got, tt.calls)
		}
		if tt.message == "" && out != "" || !strings.Contains(out, tt.message) {
			t.Errorf("setoption %s: got message %q, want %q", tt.line, out, tt.message)
		}
	}
}

// TestStrength: the weaker of the two ways to limit the strength counts.
func TestStrength(t *testing.T) {
	fake := newFake()
	cfg, _ := fullConfig(fake)
	transcript(cfg, `setoption name UCI_Elo value 1200
setoption name UCI_LimitStrength value true
setoption name Skill Level value 10
setoption name UCI_Elo value 2500
setoption name UCI_LimitStrength value false
setoption name Skill Level value 20
`)
	if got, want := fake.called(), "elo=0 elo=1200 elo=1200 elo=1900 elo=1900 elo=0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTablebaseOptions(t *testing.T) {
	cfg, tables := fullConfig(newFake())
	out := transcript(cfg, `setoption name SyzygyPath value /tb one:/tb two
setoption name SyzygyPath value bad
setoption name SyzygyProbeDepth value 4
setoption name SyzygyProbeLimit value 5
setoption name Syzygy50MoveRule value false
go depth 1
`)
	if got, want := strings.Join(tables.log, " "), "path=/tb one:/tb two path=bad depth=4 limit=5 rule50=false"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	want := `info string found 3 tables
info string odd table
info string option SyzygyPath: no tables there
`
	if !strings.HasPrefix(out, want) || strings.Count(out, "odd table") != 1 {
		t.Errorf("want %q once at the beginning of %q", want, out)
	}
}

func FuzzSetOption(f *testing.F) {
	f.Add("name Hash value 3")
	f.Add("name Clock Mode value Delay")
	f.Add(" name  value value")
	f.Fuzz(func(t *testing.T, line string) {
		name, _, problem := splitOption(line)
		if problem == "" && name != strings.Join(strings.Fields(name), " ") {
			t.Errorf("%q: the name %q has stray blanks", line, name)
		}
	})
}
