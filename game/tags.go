package game

import "strings"

// Tag is one PGN tag pair.
type Tag struct{ Name, Value string }

// Tags is a list of PGN tag pairs in the order of the record.
type Tags []Tag

// Names of the tags this package reads or writes itself.
const (
	tagResult      = "Result"
	tagVariant     = "Variant"
	tagSetUp       = "SetUp"
	tagFEN         = "FEN"
	tagTermination = "Termination"
	// tagDetails holds Reason.String, next to the few words that the PGN
	// standard knows for Termination.
	tagDetails = "TerminationDetails"
)

// roster is the seven tag roster: the tags every PGN game has, in this order,
// with what stands for an unknown value.
var roster = Tags{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {tagResult, "*"},
}

// variantChess960 is how the tag Variant names Chess960 here.
const variantChess960 = "Chess960"

// standardVariants and chess960Variants are the values of the tag Variant that
// can be played, in small letters without blanks and signs.
var (
	standardVariants = []string{"", "standard", "chess", "normal", "fromposition"}
	chess960Variants = []string{"chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "frc", "960"}
)

// Get gives the value of the first tag of that name; empty when there is none.
func (t Tags) Get(name string) string {
	value, _ := t.Lookup(name)
	return value
}

// Lookup gives the value of the first tag of that name.
func (t Tags) Lookup(name string) (value string, ok bool) {
	for i := range t {
		if t[i].Name == name {
			return t[i].Value, true
		}
	}
	return "", false
}

// Set gives the tag of that name a new value, and adds it when there is none.
func (t *Tags) Set(name, value string) {
	for i := range *t {
		if (*t)[i].Name == name {
			(*t)[i].Value = value
			return
		}
	}
	*t = append(*t, Tag{name, value})
}

// variantKey brings the value of the tag Variant into the form of the lists.
func variantKey(value string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(value))
}
