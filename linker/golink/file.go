package golink

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"path"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/golang"
)

// File is a Go file with its facts, or a go.mod or go.work without any.
type File struct {
	Path  string
	Facts *facts.FileFacts
}

// file is what the linker keeps of one Go file: no source and no syntax.
type file struct {
	path, dir string
	facts     *facts.FileFacts
	test      bool
	cons      constraint.Expr // build constraints in the file, nil without any
	os, arch  string          // those in its name
	pkg       *pkg
	variant   *variant // nil: the package's own configuration includes the file
	imports   []imp    // beside facts.Imports
	placed    placement
	resolved  uint64          // digest of what the imports resolve to
	pieces    []piece         // its declarations
	described bool            // they were those of a file that the configuration excludes
	refs      map[refKey]*ref // its definitions that others can name
	sources   []*token.File   // the parsed texts that its declarations were checked from
	idents    []uint32        // sorted hashes of the names it mentions
	calls     dispatchUse
	hands     []handing   // functions that its calls hand over
	takes     []paramCall // calls of what its functions are handed
	handed    uint64      // digest of what that is
}

// imp is an import and what it resolves to.
type imp struct {
	path string
	pkg  *pkg // nil: outside the repository
}

// name is the one that the import binds where none is written.
func (i *imp) name() string {
	if i.pkg != nil {
		return i.pkg.name
	}
	return golang.PackageName(i.path)
}

// ref is a definition as the target of an edge. It outlives the checks that
// its objects come from; def follows the file's facts.
type ref struct {
	file   *file
	def    int32
	key    refKey
	pos    token.Pos // of its name in the check that declared it last
	extern string    // "path#Type" where that is all that is known of a field's or variable's type
}

// refKey names a definition in a file: a member by its type's name.
type refKey struct{ owner, name string }

func newFile(p string, f *facts.FileFacts) *file {
	out := &file{path: p, dir: path.Dir(p), test: strings.HasSuffix(p, "_test.go")}
	out.os, out.arch = nameConstraints(path.Base(p))
	out.set(f)
	return out
}

// set gives the file new facts.
func (f *file) set(to *facts.FileFacts) {
	f.facts = to
	f.cons = parseConstraints(to.Defs[0].Decorators)
	f.imports = make([]imp, len(to.Imports))
	for i, im := range to.Imports {
		f.imports[i].path = im.Module
	}
}

// defs finds definitions by name. Of several with one name the first counts,
// as it does for the type checker.
func (f *file) defs() map[refKey]int32 {
	m := make(map[refKey]int32, len(f.facts.Defs))
	for i := 1; i < len(f.facts.Defs); i++ {
		k := f.keyOf(int32(i))
		if _, ok := m[k]; !ok {
			m[k] = int32(i)
		}
	}
	return m
}

func (f *file) keyOf(def int32) refKey {
	d := &f.facts.Defs[def]
	k := refKey{name: d.Name}
	if d.Parent > 0 {
		k.owner = f.facts.Defs[d.Parent].Name
	} else if d.Recv != facts.None {
		q := f.facts.QName(def)
		k.owner = strings.TrimSuffix(q[:len(q)-len(d.Name)], ".")
	}
	return k
}

// names maps the names that a parsed file's imports bind to the imports; dots
// and blanks are left out.
func (f *file) names(syntax *ast.File) map[string]*imp {
	m := make(map[string]*imp, len(syntax.Imports))
	for _, s := range syntax.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			continue
		}
		i := f.importOf(p)
		if i == nil {
			continue
		}
		n := i.name()
		if s.Name != nil {
			n = s.Name.Name
		}
		if n != "." && n != "_" {
			m[n] = i
		}
	}
	return m
}

func (f *file) importOf(path string) *imp {
	for i := range f.imports {
		if f.imports[i].path == path {
			return &f.imports[i]
		}
	}
	return nil
}

// span is the range of positions of one parsed source.
type span struct{ from, to token.Pos }
