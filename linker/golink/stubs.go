package golink

import (
	_ "embed"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
)

// Declarations of the standard library that hand a type argument back:
// without them a value loses its type on the way through.
//
//go:embed stubs.txt
var stubText string

type stubSet struct {
	once   sync.Once
	byPath map[string]*types.Package
}

var stubs stubSet

func (s *stubSet) get(path string) *types.Package {
	s.once.Do(s.load)
	return s.byPath[path]
}

// load checks the stubs, which import one another in the order of the file.
func (s *stubSet) load() {
	s.byPath = map[string]*types.Package{}
	fset := token.NewFileSet()
	for _, part := range strings.Split(stubText, "\n== ")[1:] {
		path, text, _ := strings.Cut(part, "\n")
		f, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			panic("golink: stub of " + err.Error())
		}
		conf := types.Config{IgnoreFuncBodies: true, Importer: s, Error: func(err error) {}}
		p, _ := conf.Check(path, fset, []*ast.File{f}, nil)
		s.byPath[path] = p
	}
}

// Import serves the stubs among themselves.
func (s *stubSet) Import(path string) (*types.Package, error) {
	if p := s.byPath[path]; p != nil {
		return p, nil
	}
	return nil, errOutside
}
