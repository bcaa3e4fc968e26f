// Command generate writes search/params_tune.go, the form of search/params.go
// for the build tag tune: the same numbers as variables, and the list of them
// with the ranges of the options. Run it through go generate in the directory
// search after each change of params.go.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"regexp"
	"strconv"
	"strings"
)

const (
	source = "params.go"
	target = "params_tune.go"
)

// param is one number of the source.
type param struct {
	name            string
	value           int
	lowest, highest int
}

func main() {
	log.SetFlags(0)
	params, err := readParams(source)
	if err != nil {
		log.Fatalf("generate: %v", err)
	}
	text, err := format.Source(tuneFile(params))
	if err != nil {
		log.Fatalf("generate: %v", err)
	}
	if err := os.WriteFile(target, text, 0o644); err != nil {
		log.Fatalf("generate: %v", err)
	}
}

// readParams lists the constants of a file, which must all be whole numbers.
func readParams(path string) (params []param, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			return nil, fmt.Errorf("%s: only constants may be declared here", fset.Position(decl.Pos()))
		}
		for _, spec := range group.Specs {
			p, err := readParam(spec.(*ast.ValueSpec))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", fset.Position(spec.Pos()), err)
			}
			params = append(params, p)
		}
	}
	return params, nil
}

// bracketed finds the range at the end of a comment.
var bracketed = regexp.MustCompile(`\[(-?\d+), (-?\d+)\]$`)

func readParam(spec *ast.ValueSpec) (p param, err error) {
	if len(spec.Names) != 1 || len(spec.Values) != 1 {
		return p, fmt.Errorf("want one name and one value")
	}
	p.name = spec.Names[0].Name
	literal, negative := spec.Values[0], false
	if unary, ok := literal.(*ast.UnaryExpr); ok && unary.Op == token.SUB {
		literal, negative = unary.X, true
	}
	basic, ok := literal.(*ast.BasicLit)
	if !ok || basic.Kind != token.INT {
		return p, fmt.Errorf("%s: the value must be a whole number", p.name)
	}
	if p.value, err = strconv.Atoi(basic.Value); err != nil {
		return p, fmt.Errorf("%s: %w", p.name, err)
	}
	if negative {
		p.value = -p.value
	}
	p.lowest, p.highest = defaultRange(p.name, p.value)
	if m := bracketed.FindStringSubmatch(strings.TrimSpace(spec.Comment.Text())); m != nil {
		if p.lowest, err = strconv.Atoi(m[1]); err == nil {
			p.highest, err = strconv.Atoi(m[2])
		}
	}
	if err == nil && (p.value < p.lowest || p.value > p.highest) {
		err = fmt.Errorf("the value is outside of [%d, %d]", p.lowest, p.highest)
	}
	return p, err
}

// defaultRange is the range of a parameter whose comment has none: some plies
// up and down for a depth; otherwise from a third to twice its size, and never
// 0, because many divide.
func defaultRange(name string, value int) (lowest, highest int) {
	const plies, shrink, grow, step = 3, 3, 2, 2
	switch {
	case strings.HasSuffix(name, "MaxDepth"), strings.HasSuffix(name, "MinDepth"):
		return max(1, value-plies), value + plies
	case value < 0:
		return grow*value - step, min(-1, value/shrink)
	}
	return max(1, value/shrink), grow*value + step
}

// tuneFile writes the Go source for the build tag.
func tuneFile(params []param) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "// Code generated from %s by go generate; DO NOT EDIT.\n\n", source)
	fmt.Fprint(&out, "//go:build tune\n\npackage search\n\nvar (\n")
	for _, p := range params {
		fmt.Fprintf(&out, "%s = %d\n", p.name, p.value)
	}
	fmt.Fprint(&out, ")\n\n// tunables lists the variables with the ranges of their options.\n")
	fmt.Fprint(&out, "var tunables = []Tunable{\n")
	for _, p := range params {
		fmt.Fprintf(&out, "newTunable(%q, &%s, %d, %d),\n", p.name, p.name, p.lowest, p.highest)
	}
	fmt.Fprint(&out, "}\n")
	return out.Bytes()
}
