package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	modulePrefix  = "tura/"
	generator     = "github.com/dylhunn/dragontoothmg"
	generatorUser = "position"
	arrowsFile    = "docs/design.md"
	arrowsHeading = "## The arrows"
)

// forbidden are packages outside of this module that a package must not use.
var forbidden = map[string][]string{
	"position": {"os", "flag", "log"},
	"tt":       {"flag", "log"},
	"eval":     {"os", "flag", "log"},
	"search":   {"os", "flag", "log"},
	"uci":      {"os", "flag", "log"},
}

// TestArrows checks every import against the table of arrows in docs/design.md.
func TestArrows(t *testing.T) {
	arrows := readArrows(t)
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && strings.ContainsAny(entry.Name()[:1], "._") {
			return filepath.SkipDir
		}
		if !entry.IsDir() && strings.HasSuffix(name, ".go") {
			checkFile(t, arrows, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkFile parses the imports of one file.
func checkFile(t *testing.T, arrows map[string][]string, name string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	pkg := path.Dir(filepath.ToSlash(name))
	if pkg == "." {
		pkg = "main"
	}
	allowed, known := arrows[pkg]
	if !known {
		t.Errorf("%s: package %s is not in the table of %s", name, pkg, arrowsFile)
		return
	}
	isTest := strings.HasSuffix(name, "_test.go")
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if imported == generator && pkg != generatorUser {
			t.Errorf("%s imports %s, which only %s may", name, imported, generatorUser)
		}
		if isTest {
			continue
		}
		if slices.Contains(forbidden[pkg], imported) {
			t.Errorf("%s imports %s, which %s must not know", name, imported, pkg)
		}
		if local, ok := strings.CutPrefix(imported, modulePrefix); ok && !slices.Contains(allowed, local) {
			t.Errorf("%s imports %s; the table of %s allows %s only %v", name, local, arrowsFile, pkg, allowed)
		}
	}
}

// readArrows reads which packages each package may import.
func readArrows(t *testing.T) map[string][]string {
	text, err := os.ReadFile(arrowsFile)
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), arrowsHeading)
	if !found {
		t.Fatalf("%s has no section %q", arrowsFile, arrowsHeading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	arrows := map[string][]string{}
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "-") || strings.TrimSpace(cells[1]) == "package" {
			continue
		}
		var allowed []string
		for name := range strings.SplitSeq(cells[2], ",") {
			if name = strings.TrimSpace(name); name != "-" {
				allowed = append(allowed, name)
			}
		}
		arrows[strings.TrimSpace(cells[1])] = allowed
	}
	if len(arrows) == 0 {
		t.Fatalf("%s: the table of arrows is empty", arrowsFile)
	}
	return arrows
}
