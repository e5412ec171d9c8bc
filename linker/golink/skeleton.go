package golink

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"github.com/structural-memory/smp/facts"
)

// piece is one top-level declaration as others see it: without bodies,
// comments and positions. A method is a piece of its receiver's type.
type piece struct {
	names    []string // what it declares in the package's scope; none for init and _
	method   string   // the method's name if it is one
	typ      bool     // it declares a type
	open     bool     // a struct without type parameters: fields can be exchanged
	fields   []field  // of such a struct
	derives  uint32   // the type whose underlying type it takes over ("type U T"), hashed; 0 without
	hash     uint64
	mentions []uint32 // hashes of the names it mentions, sorted
	anatomy  *anatomy // what the checker's work depends on; nil: nothing that matters
}

// field is a field of a struct; embedded ones have no name.
type field struct {
	name     string
	hash     uint64
	mentions []uint32
}

const syntaxMode = parser.SkipObjectResolution | parser.AllErrors

// cutBodies leaves function bodies out of a source, where the facts say where
// they are; parsing and memory then cost what declarations cost.
func cutBodies(src []byte, f *facts.FileFacts) []byte {
	if f.Flags&facts.ParseErrors != 0 {
		return src
	}
	out := make([]byte, 0, len(src)/3)
	done := uint32(0)
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.BodyByte == 0 || d.Form == "closure" || d.BodyByte < done || d.EndByte < d.BodyByte || int(d.EndByte) > len(src) || src[d.BodyByte] != '{' {
			continue
		}
		out = append(out, src[done:d.BodyByte]...)
		done = d.EndByte
	}
	return append(out, src[done:]...)
}

// parseSkeleton parses a file without bodies and describes its pieces.
func (l *Linker) parseSkeleton(f *file) (*ast.File, error) {
	src, err := l.content(f)
	if err != nil {
		return nil, err
	}
	syntax, _ := parser.ParseFile(l.fset, f.path, cutBodies(src, f.facts), syntaxMode)
	wrapAssertions(syntax)
	l.mu.Lock()
	defer l.mu.Unlock()
	f.sources = append(f.sources, l.fset.File(syntax.FileStart))
	l.reparsed = append(l.reparsed, f)
	return syntax, nil
}

// tidy lets go of the positions of sources that were parsed for their
// declarations and of which none stands any more.
func (l *Linker) tidy() {
	for _, f := range l.reparsed {
		stands := map[*token.File]bool{}
		for _, r := range f.refs {
			for _, s := range f.sources {
				if s != nil && s.Base() <= int(r.pos) && int(r.pos) <= s.Base()+s.Size() {
					stands[s] = true
				}
			}
		}
		f.sources = slices.DeleteFunc(f.sources, func(s *token.File) bool {
			if s != nil && !stands[s] {
				l.fset.RemoveFile(s)
			}
			return !stands[s]
		})
	}
	l.reparsed = nil
}
