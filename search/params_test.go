package search

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

// number is a parameter as a source file declares it.
type number struct {
	name  string
	value int
}

// declared lists the parameters that a file declares with tok (const or var).
func declared(t *testing.T, file *ast.File, tok token.Token) (list []number) {
	t.Helper()
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != tok {
			continue
		}
		for _, spec := range group.Specs {
			if v := spec.(*ast.ValueSpec); v.Names[0].Name != "tunables" {
				list = append(list, number{v.Names[0].Name, literal(t, v.Values[0])})
			}
		}
	}
	return list
}

// literal is the value of a whole number in the source.
func literal(t *testing.T, e ast.Expr) int {
	t.Helper()
	sign := 1
	if unary, ok := e.(*ast.UnaryExpr); ok && unary.Op == token.SUB {
		sign, e = -1, unary.X
	}
	basic, ok := e.(*ast.BasicLit)
	if !ok {
		t.Fatalf("got %T, want a whole number", e)
	}
	n, err := strconv.Atoi(basic.Value)
	if err != nil {
		t.Fatal(err)
	}
	return sign * n
}

// TestTuneParams checks that the two forms of the parameters are the same, and
// that the list of options names each of them with a range round its value.
func TestTuneParams(t *testing.T) {
	parse := func(path string) *ast.File {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	tune := parse("params_tune.go")
	want := declared(t, parse("params.go"), token.CONST)
	if got := declared(t, tune, token.VAR); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("params_tune.go declares\n%v\nwant, as params.go,\n%v\n(run go generate)", got, want)
	}

	var listed []number
	ast.Inspect(tune, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name, err := strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
		variable := call.Args[1].(*ast.UnaryExpr).X.(*ast.Ident).Name
		if err != nil || name != variable {
			t.Errorf("option %q sets %s", name, variable)
		}
		i := len(listed)
		if i < len(want) {
			if low, high := literal(t, call.Args[2]), literal(t, call.Args[3]); want[i].value < low || want[i].value > high {
				t.Errorf("option %s: got the range [%d, %d], want it round %d", name, low, high, want[i].value)
			}
			listed = append(listed, number{name, want[i].value})
		}
		return false
	})
	if !slices.Equal(listed, want) {
		t.Errorf("the options are\n%v\nwant\n%v", listed, want)
	}
}
