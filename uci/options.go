package uci

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"tura/search"
)

// Ranges and defaults of the options.
const (
	minHash, maxHash             = 1, 65536 // megabytes
	maxMultiPV                   = 256
	defaultOverhead, maxOverhead = 15, 5000 // milliseconds
	maxMoveTimer                 = 3600000  // milliseconds
	maxSkill                     = 20
	maxBookDepth                 = 255 // moves
	maxProbeDepth                = 100
	clockIncrement, clockDelay   = "Increment", "Delay"
	emptyValue                   = "<empty>"
	aboutText                    = "Tura, a chess engine in Go; GPL-3.0-only"
)

// settings are the option values that the engine itself uses.
type settings struct {
	chess960      bool
	multiPV       bool // more than one line
	showWDL       bool
	analyse       bool
	limitStrength bool
	elo, skill    int
	overhead      time.Duration
	delayClock    bool          // winc and binc are the move timer
	moveTimer     time.Duration // the move timer when the client cannot send it
	ownBook       bool
	bookFile      string
	bookPlies     int
	bookBest      bool
	bookChanged   bool // the book must be opened again before its next use
}

// option is one UCI option: how it is declared, and what to do with a value.
type option struct {
	name string
	decl string // everything after the name
	// set applies the text of a value; the error says what was wrong with it.
	set func(value string) error
}

// options declares every option once, in the order of the listing. A part that is not connected
// has no options.
func (e *Engine) options() []option {
	s := e.cfg.Searcher
	list := []option{
		spin("Hash", search.DefaultHash, minHash, maxHash, s.SetHash),
		spin("Threads", 1, 1, search.MaxThreads, func(n int) error { s.SetThreads(n); return nil }),
		check("Ponder", false, func(bool) {}), // the client decides when to ponder
		spin("MultiPV", 1, 1, maxMultiPV, func(n int) error { s.SetMultiPV(n); e.opt.multiPV = n > 1; return nil }),
		check("UCI_Chess960", false, e.setChess960),
		check("UCI_AnalyseMode", false, func(on bool) { e.opt.analyse = on }),
		text("UCI_Opponent", "", func(string) error { return nil }),
		text("UCI_EngineAbout", aboutText, func(string) error { return nil }),
		spin("Move Overhead", defaultOverhead, 0, maxOverhead, milliseconds(&e.opt.overhead)),
		combo("Clock Mode", []string{clockIncrement, clockDelay}, func(v string) { e.opt.delayClock = v == clockDelay }),
		spin("Move Timer", 0, 0, maxMoveTimer, milliseconds(&e.opt.moveTimer)),
		button("Clear Hash", s.ClearHash),
	}
	if e.cfg.WDL != nil {
		list = append(list, check("UCI_ShowWDL", false, func(on bool) { e.opt.showWDL = on }))
	}
	if e.cfg.SetElo != nil {
		list = append(list,
			check("UCI_LimitStrength", false, func(on bool) { e.opt.limitStrength = on; e.setStrength() }),
			spin("UCI_Elo", search.MaxElo, search.MinElo, search.MaxElo, func(n int) error { e.opt.elo = n; e.setStrength(); return nil }),
			spin("Skill Level", maxSkill, 0, maxSkill, func(n int) error { e.opt.skill = n; e.setStrength(); return nil }))
	}
	if e.cfg.OpenBook != nil {
		list = append(list, e.bookOptions()...)
	}
	if t := e.cfg.Tablebases; t != nil {
		list = append(list,
			text("SyzygyPath", "", e.setSyzygyPath),
			spin("SyzygyProbeDepth", search.DefaultProbeDepth, 1, maxProbeDepth, func(n int) error { t.SetProbeDepth(n); return nil }),
			spin("SyzygyProbeLimit", search.DefaultProbeLimit, 0, search.DefaultProbeLimit, func(n int) error { t.SetProbeLimit(n); return nil }),
			check("Syzygy50MoveRule", true, t.SetRule50))
	}
	if e.cfg.LoadEval != nil {
		list = append(list, text("EvalFile", "", e.cfg.LoadEval))
	}
	for _, t := range e.cfg.Tunables {
		list = append(list, spin(t.Name, t.Default, t.Min, t.Max, func(n int) error { t.Set(n); return nil }))
	}
	return list
}

func (e *Engine) bookOptions() []option {
	return []option{
		check("OwnBook", false, func(on bool) { e.opt.ownBook = on }),
		text("BookFile", "", func(v string) error { e.opt.bookFile = v; e.opt.bookChanged = true; return nil }),
		spin("BookDepth", maxBookDepth, 1, maxBookDepth, func(n int) error {
			e.opt.bookPlies = 2 * n
			e.opt.bookChanged = true
			return nil
		}),
		check("Best Book Move", false, func(on bool) { e.opt.bookBest = on; e.opt.bookChanged = true }),
	}
}

// defaults are the settings that belong to the declared defaults.
func defaults() settings {
	return settings{
		elo: search.MaxElo, skill: maxSkill, overhead: defaultOverhead * time.Millisecond,
		bookPlies: 2 * maxBookDepth, bookChanged: true,
	}
}

func (e *Engine) setChess960(on bool) {
	e.opt.chess960 = on
	e.pos.SetChess960(on || e.needs960)
}

// setStrength passes the weaker of the two limits on; 0 is full strength.
func (e *Engine) setStrength() {
	elo := 0
	if e.opt.skill < maxSkill {
		elo = search.MinElo + e.opt.skill*(search.MaxElo-search.MinElo)/maxSkill
	}
	if e.opt.limitStrength && (elo == 0 || e.opt.elo < elo) {
		elo = e.opt.elo
	}
	e.cfg.SetElo(elo)
}

func (e *Engine) setSyzygyPath(path string) error {
	summary, err := e.cfg.Tablebases.SetPath(path)
	if err == nil && summary != "" {
		e.out.inform("%s", summary)
	}
	e.tablebaseWarnings()
	return err
}

// tablebaseWarnings prints what was found wrong with tables since the last time.
func (e *Engine) tablebaseWarnings() {
	for _, w := range e.cfg.Tablebases.TablebaseWarnings() {
		e.out.inform("%s", w)
	}
}

func spin(name string, def, low, high int, apply func(int) error) option {
	return option{name, fmt.Sprintf("type spin default %d min %d max %d", def, low, high), func(value string) error {
		n, err := parseNumber(value)
		if err != nil {
			return fmt.Errorf("expected a whole number from %d to %d, got %s", low, high, quote(value))
		}
		clamped := min(max(n, int64(low)), int64(high))
		if err := apply(int(clamped)); err != nil {
			return err
		}
		if clamped != n {
			return fmt.Errorf("%s is out of range, %d is used", quote(value), clamped)
		}
		return nil
	}}
}

func check(name string, def bool, apply func(bool)) option {
	return option{name, fmt.Sprintf("type check default %t", def), func(value string) error {
		switch strings.ToLower(value) {
		case "true":
			apply(true)
		case "false":
			apply(false)
		default:
			return fmt.Errorf("expected true or false, got %s", quote(value))
		}
		return nil
	}}
}

func text(name, def string, apply func(string) error) option {
	if def == "" {
		def = emptyValue
	}
	return option{name, "type string default " + def, func(value string) error {
		if value == emptyValue {
			value = ""
		}
		return apply(value)
	}}
}

// combo's default is its first value.
func combo(name string, values []string, apply func(string)) option {
	decl := "type combo default " + values[0]
	for _, v := range values {
		decl += " var " + v
	}
	return option{name, decl, func(value string) error {
		for _, v := range values {
			if strings.EqualFold(v, value) {
				apply(v)
				return nil
			}
		}
		return fmt.Errorf("expected one of %s, got %s", strings.Join(values, ", "), quote(value))
	}}
}

func button(name string, apply func()) option {
	return option{name, "type button", func(string) error { apply(); return nil }}
}

func milliseconds(d *time.Duration) func(int) error {
	return func(n int) error {
		*d = time.Duration(n) * time.Millisecond
		return nil
	}
}

// setOption obeys the rest of a line "setoption name N [value V]".
func (e *Engine) setOption(rest string) {
	name, value, err := splitOption(rest)
	if err != "" {
		e.fail("setoption ignored: %s", err)
		return
	}
	for _, o := range e.list {
		if strings.EqualFold(o.name, name) {
			if err := o.set(value); err != nil {
				e.fail("option %s: %w", o.name, err)
			}
			return
		}
	}
	e.fail("no such option: %s", quote(name))
}

// splitOption cuts the name, with single blanks, and the value, as it stands, out of a line; the
// last result says what is wrong.
func splitOption(rest string) (name, value, problem string) {
	word, rest := cutWord(rest)
	if word != "name" {
		return "", "", "expected name, got " + quote(word)
	}
	var words []string
	for {
		word, rest = cutWord(rest)
		if word == "" || word == "value" {
			break
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "", "", "the name is missing"
	}
	return strings.Join(words, " "), strings.TrimSpace(rest), ""
}

// cutWord splits the first word off a line.
func cutWord(s string) (word, rest string) {
	s = strings.TrimSpace(s)
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
