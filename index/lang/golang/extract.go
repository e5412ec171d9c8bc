package golang

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
)

// Extract makes the facts of one Go file. The path tells only whether it is a
// test. A file with errors yields what can be read and the flag ParseErrors.
func Extract(path string, src []byte) *facts.FileFacts {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	x := &extraction{
		src:   src,
		types: map[string]int32{},
		seen:  map[string]int{},
		docs:  map[*ast.CommentGroup]bool{},
		test:  strings.HasSuffix(path, "_test.go"),
		out:   &facts.FileFacts{Lang: "go", Lines: countLines(src)},
	}
	fset.Iterate(func(f *token.File) bool { // the only one
		x.base, x.lines = f.Base(), f.Lines()
		return false
	})
	if err != nil {
		x.out.Flags |= facts.ParseErrors
	}
	if x.test {
		x.out.Flags |= facts.IsTest
	}
	if !utf8.Valid(src) {
		x.out.Flags |= facts.InvalidUTF8
	}
	x.file(file)
	x.comments(file)
	return x.out
}

func countLines(src []byte) int32 {
	n := bytes.Count(src, []byte("\n"))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		n++
	}
	return int32(n)
}

// extraction is the work on one file.
type extraction struct {
	src   []byte
	base  int   // token.Pos of the first byte
	lines []int // offset of each line
	test  bool
	out   *facts.FileFacts
	types map[string]int32 // types of the file by name
	seen  map[string]int   // qualified name -> definitions that have it
	docs  map[*ast.CommentGroup]bool
}

func (x *extraction) file(f *ast.File) {
	end := uint32(len(x.src))
	x.out.Defs = append(make([]facts.Def, 0, 1+countDefs(f)), facts.Def{
		Kind: facts.File, Form: "file", Parent: facts.None, Type: facts.None, Value: facts.None, Recv: facts.None,
		Span:     facts.Span{EndByte: end, StartLine: 1, EndLine: uint32(max(1, x.out.Lines))},
		NameLine: 1, Hash: hash(x.src),
	})
	top := &x.out.Defs[0]
	top.Doc = docText(f.Doc)
	x.docs[f.Doc] = top.Doc != ""
	top.Decorators = constraints(f)
	if f.Name != nil && f.Name.Name != "" {
		x.out.Package = f.Name.Name
		if f.Name.NamePos.IsValid() {
			top.NameLine = x.line(f.Name.Pos())
		}
	}
	if ast.IsGenerated(f) {
		x.out.Flags |= facts.IsGenerated
		top.Mods |= facts.Generated
	}
	x.imports(f)
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			x.genDecl(g)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.funcDecl(d)
		case *ast.GenDecl:
			if d.Tok == token.VAR || d.Tok == token.CONST {
				x.genDecl(d)
			}
		}
	}
}

// countDefs tells how many definitions there are at most.
func countDefs(f *ast.File) int {
	n := 0
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			n++
			continue
		}
		for _, s := range g.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				n += len(s.Names)
			case *ast.TypeSpec:
				n += 1 + countMembers(s.Type)
			}
		}
	}
	return n
}

func countMembers(e ast.Expr) int {
	var l *ast.FieldList
	switch t := e.(type) {
	case *ast.StructType:
		l = t.Fields
	case *ast.InterfaceType:
		l = t.Methods
	}
	if l == nil {
		return 0
	}
	n := 0
	for _, f := range l.List {
		n += max(1, len(f.Names))
	}
	return n
}

// constraints are the build constraints before the package clause, as written.
func constraints(f *ast.File) []string {
	var out []string
	for _, g := range f.Comments {
		if g.Pos() > f.Package {
			break
		}
		for _, c := range g.List {
			if constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text) {
				out = append(out, strings.TrimSpace(c.Text))
			}
		}
	}
	return out
}

func (x *extraction) offset(p token.Pos) uint32 {
	if !p.IsValid() {
		return 0
	}
	return uint32(min(max(int(p)-x.base, 0), len(x.src)))
}

// line counts from 1 and takes no notice of //line directives.
func (x *extraction) line(p token.Pos) uint32 {
	off := int(x.offset(p))
	return uint32(max(1, sort.Search(len(x.lines), func(i int) bool { return x.lines[i] > off })))
}

func (x *extraction) span(from, to token.Pos) facts.Span {
	s := facts.Span{StartByte: x.offset(from), EndByte: x.offset(to), StartLine: x.line(from)}
	s.EndByte = max(s.EndByte, s.StartByte)
	s.EndLine = s.StartLine
	if s.EndByte > s.StartByte {
		s.EndLine = x.line(to - 1)
	}
	return s
}

// hash is FNV-1a of 64 bits.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
