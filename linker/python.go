package linker

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// pythonFamily: modules are files and folders, classes are called to be
// built, attributes come from assignments to self, the method resolution
// order decides.
func pythonFamily() *family {
	return &family{
		id:          "python",
		hands:       true,
		handedCalls: []string{"__call__"},
		resolve:     pyResolve,
		modules:     pyModules,
		wildcards:   &wildcards{inScope: true, targets: pyStarTargets, own: pyOwn, last: pyStarLast, hides: pyHides, says: pySays},
		exported:    pyExported,
		spaceMember: pySpaceMember,
		typeHook:    pyType,
		classParam: func(d *facts.Def, p *facts.Param) bool {
			return d.Name == "__new__" || d.Name == "__init_subclass__" || d.Name == "__class_getitem__" || hasDecorator(d, "classmethod")
		},
		selfType: func(t *facts.Type) bool {
			return t.Op == facts.TSelf || t.Op == facts.TName && lastName(t.Name) == "Self"
		},
		ctors:               func(ref) []string { return []string{"__init__", "__new__"} },
		literals:            map[string]string{"string": "str", "number": "int", "template": "str", "regex": "str", "char": "str"},
		listType:            "list",
		builtins:            loadBuiltins("python"),
		callMembers:         []string{"__call__"},
		iterMembers:         []string{"__iter__", "__aiter__", "__next__"},
		indexMembers:        []string{"__getitem__"},
		inheritConstructors: true,
		signatureOverloads:  true,
		lastWins:            true,
		superInterfaces:     true,
		interfaceValues:     true,
		virtual:             true,
		restElem:            true,
		heldCalls:           true,
	}
}

func hasDecorator(d *facts.Def, name string) bool {
	for _, x := range d.Decorators {
		if x = strings.TrimPrefix(x, "@"); x == name || strings.HasSuffix(x, "."+name) {
			return true
		}
	}
	return false
}

// pyRoots are the folders that absolute imports start from, by the first
// component of the module.
type pyRoots struct {
	l    *Linker
	tops map[string][]string // first component → folders that hold it, sorted
	dirs map[string]bool     // folders with Python files in or below them
}

func newPyRoots(l *Linker) *pyRoots {
	r := &pyRoots{l: l, tops: map[string][]string{}, dirs: map[string]bool{}}
	seen := map[[2]string]bool{}
	add := func(dir, name string) {
		if k := [2]string{dir, name}; !seen[k] {
			seen[k] = true
			r.tops[name] = append(r.tops[name], dir)
		}
	}
	for _, f := range l.inOrder() {
		if f.fam.id != "python" {
			continue
		}
		for d := f.dir; d != "" && !r.dirs[d]; d = parentDir(d) {
			r.dirs[d] = true
		}
		// The topmost folder of the chain of packages is where an import starts.
		dir, name := f.dir, strings.TrimSuffix(strings.TrimSuffix(path.Base(f.path), ".py"), ".pyi")
		for r.isPackage(dir) {
			name, dir = path.Base(dir), parentDir(dir)
		}
		add(dir, name)
	}
	for d := range r.dirs { // namespace packages: folders without __init__.py
		if !r.isPackage(d) {
			add(parentDir(d), path.Base(d))
		}
	}
	for n := range r.tops {
		sort.Strings(r.tops[n])
	}
	return r
}

// state is all that resolution rests on, by the keys that it asks under.
func (r *pyRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	for n, dirs := range r.tops {
		out[key("py", n)] = strings.Join(dirs, "\x00")
	}
	for d := range r.dirs {
		out[key("dir:", d)] = "here"
	}
	return out
}

func (r *pyRoots) isPackage(dir string) bool {
	return dir != "" && (r.l.files[dir+"/__init__.py"] != nil || r.l.files[dir+"/__init__.pyi"] != nil)
}

// find is the file or folder of a dotted module below a folder.
func (r *pyRoots) find(s *solver, dir, dotted string) (f *file, folder string, ok bool) {
	p := dir
	if dotted != "" {
		p = path.Join(dir, strings.ReplaceAll(dotted, ".", "/"))
	}
	for _, c := range []string{p + "/__init__.py", p + ".py", p + "/__init__.pyi", p + ".pyi"} {
		c = strings.TrimPrefix(c, "/")
		s.ask("path:", c)
		if f := r.l.files[c]; f != nil && f.fam.id == "python" {
			return f, "", true
		}
	}
	s.ask("dir:", p)
	if r.dirs[p] {
		return nil, p, true
	}
	return nil, "", false
}

// absolute finds a module by its full name: from the folders that hold its
// first component, the nearest to the importing file first.
func (r *pyRoots) absolute(s *solver, from *file, dotted string) (f *file, folder string, ok bool) {
	first, _, _ := strings.Cut(dotted, ".")
	s.ask("py", first)
	dirs := r.tops[first]
	best := -1
	for _, d := range dirs {
		n := common(d, from.dir)
		if d != "" && path.Base(d) != "src" && d != from.dir && n < len(strings.Split(d, "/")) {
			n = -2 // a folder beside: only if nothing else has it
		}
		c, dir, found := r.find(s, d, dotted)
		if !found || c == from && len(dirs) > 1 {
			continue
		}
		if !ok || n > best {
			f, folder, ok, best = c, dir, true, n
		}
	}
	return f, folder, ok
}

// common counts the leading path components that two folders share.
func common(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// module finds what an import's module means; external is set when it is
// none of the repository's.
func (r *pyRoots) module(s *solver, f *file, im *facts.Import) (m *val, external bool) {
	var t *file
	var folder string
	var ok bool
	if im.Level > 0 {
		dir := f.dir
		for i := 1; i < int(im.Level); i++ {
			dir = parentDir(dir)
		}
		t, folder, ok = r.find(s, dir, im.Module)
		if !ok {
			return nil, false
		}
	} else if t, folder, ok = r.absolute(s, f, im.Module); !ok {
		first, _, _ := strings.Cut(im.Module, ".")
		return nil, len(r.tops[first]) == 0 || !r.near(f, first)
	}
	if t != nil {
		return moduleOf(t), false
	}
	return namespace(f, folder), false
}

// near tells whether a module of that first name is one that the file could
// import, rather than one of the same name elsewhere in the repository.
func (r *pyRoots) near(f *file, first string) bool {
	for _, d := range r.tops[first] {
		if d == "" || d == "src" || strings.HasPrefix(f.dir+"/", d+"/") {
			return true
		}
	}
	return false
}

// pyResolve is the value that an import binds.
func pyResolve(s *solver, f *file, im *facts.Import, sp space) *val {
	r := s.l.roots.py
	if im.Name == "" && im.Alias != "" && strings.HasPrefix(im.Module, im.Alias+".") {
		// "import a.b" binds a
		c := *im
		c.Module = im.Alias
		m, external := r.module(s, f, &c)
		if external {
			return ext(im.Alias + "#")
		}
		return m
	}
	m, external := r.module(s, f, im)
	if external {
		if im.Name == "" || im.Name == "*" {
			return ext(im.Module + "#")
		}
		return ext(im.Module + "#" + im.Name)
	}
	if m == nil || im.Name == "" || im.Name == "*" {
		return m
	}
	if m.k == vModule && m.ref.f == f { // "from . import x" in the package's own __init__
		if t, folder, ok := r.find(s, f.dir, im.Name); ok {
			if t != nil {
				return moduleOf(t)
			}
			return namespace(f, folder)
		}
	}
	return s.part(m, im.Name, sp)
}

// pyExported is an attribute of a module: a name of it, or a submodule of the
// package that it is.
func pyExported(s *solver, f *file, name string, sp space) *val {
	if v, found := s.topName(f, 0, name, ^uint32(0), sp); found && v != nil && (v.k != vExt || v.name != name) {
		return v
	}
	return pyLast(s, f, name, sp)
}

// pyLast is what a module has beside its names.
func pyLast(s *solver, f *file, name string, sp space) *val {
	if pyIsPackage(f) {
		if t, folder, ok := s.l.roots.py.find(s, f.dir, name); ok {
			if t != nil {
				return moduleOf(t)
			}
			return namespace(f, folder)
		}
	}
	return pyStarLast(s, f, name, sp)
}

// pyStarLast is what a module makes of names that it does not have.
func pyStarLast(s *solver, f *file, _ string, _ space) *val {
	if len(s.children(f, 0, "__getattr__")) > 0 {
		return ext("?")
	}
	return nil
}

func pyIsPackage(f *file) bool {
	b := path.Base(f.path)
	return b == "__init__.py" || b == "__init__.pyi"
}

func pySpaceMember(s *solver, v *val, name string, sp space) *val {
	t, folder, ok := s.l.roots.py.find(s, v.name, name)
	if !ok {
		return nil
	}
	if t != nil {
		return moduleOf(t)
	}
	return namespace(v.ref.f, folder)
}

// pyStarTargets is the module that a wildcard leads to.
func pyStarTargets(s *solver, f *file, im *facts.Import) []*file {
	if m, _ := s.l.roots.py.module(s, f, im); m != nil && m.k == vModule && m.ref.f != f {
		return []*file{m.ref.f}
	}
	return nil
}

// pyOwn is what a module gives to wildcards without its own: no modules.
func pyOwn(s *solver, f *file, name string, sp space) (*val, bool) {
	v, found := s.ownName(f, 0, name, ^uint32(0), sp)
	if v != nil && v.k == vModule {
		return nil, true
	}
	return v, found
}

// pyHides tells whether __all__ does not list a name, or else it is private.
func pyHides(f *file, name string) bool {
	if all := f.facts.Exports; len(all) > 0 {
		return !slices.ContainsFunc(all, func(e facts.Export) bool { return e.Name == name })
	}
	return strings.HasPrefix(name, "_")
}

func pySays(s *solver, f *file, name string) bool {
	return f.saysName(name) || len(s.children(f, 0, "__getattr__")) > 0
}

// pyModules are the files that an import loads.
func pyModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	r := s.l.roots.py
	m, external := r.module(s, f, im)
	if external {
		return nil, im.Module
	}
	if m == nil {
		return nil, ""
	}
	dir := m.name
	if m.k == vModule {
		dir = m.ref.f.dir
		if path.Base(m.ref.f.path) != "__init__.py" && path.Base(m.ref.f.path) != "__init__.pyi" {
			return []*file{m.ref.f}, ""
		}
	}
	if im.Name != "" && im.Name != "*" { // from package import module
		if m.k == vSpace || m.ref.f == f || len(s.children(m.ref.f, 0, im.Name)) == 0 {
			if t, _, ok := r.find(s, dir, im.Name); ok && t != nil {
				return []*file{t}, ""
			}
		}
	}
	if m.k == vModule {
		return []*file{m.ref.f}, ""
	}
	return nil, ""
}

// pyType gives the typing module's constructs their meaning.
func pyType(s *solver, f *file, t *facts.Type, args []int32) (*val, bool) {
	switch lastName(t.Name) {
	case "Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Unpack", "TypeGuard", "Concatenate", "InitVar":
		if len(args) > 0 {
			return s.typ(f, args[0]), true
		}
	case "Union":
		return union(s.typs(f, args)...), true
	case "Type", "type":
		if len(args) == 1 {
			return s.classOf(s.typ(f, args[0])), true
		}
	case "Self":
		return s.this(f, t.Scope), true
	case "None", "Any", "object":
		return nil, true
	}
	return nil, false
}
