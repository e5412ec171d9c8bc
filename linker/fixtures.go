package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker/framework"
)

// fixtures adds an edge from each test to the fixtures that its parameters and
// marks name, from each fixture to those that it needs itself, and from calls
// that ask for one.
func (w *writer) fixtures() {
	lang := w.f.facts.Lang
	if !framework.HasFixtures(lang) {
		return
	}
	x := fixtures{w: w, files: framework.FixtureFiles(lang, w.f.path)}
	for i := 1; i < len(w.f.facts.Defs); i++ {
		d := &w.f.facts.Defs[i]
		if d.Kind != facts.Test && framework.Fixture(lang, d) == "" {
			continue
		}
		for _, p := range d.Params {
			if p.Flags&(facts.ParamSelf|facts.ParamOptional) == 0 {
				x.use(int32(i), d.NameLine, p.Name)
			}
		}
		for _, name := range framework.UsedFixtures(w.f.facts, int32(i)) {
			x.use(int32(i), d.NameLine, name)
		}
	}
	for i := range w.f.facts.Texts {
		t := &w.f.facts.Texts[i]
		if t.Def > 0 && t.Arg == 0 && t.Key == "" && framework.AsksFor(lang, t.Name) {
			x.use(t.Def, t.Line, t.Text)
		}
	}
}

// fixtures are those that a file sees.
type fixtures struct {
	w       *writer
	files   []string
	sources []*file // the file, then those named by its folders, each with its plugins; nil until they are asked for
}

// use adds an edge from a definition to a fixture.
func (x *fixtures) use(src int32, line uint32, name string) {
	if x.sources == nil {
		x.find()
	}
	if to, ok := x.named(name, ref{x.w.f, src}); ok {
		x.w.edge(src, graph.CallsStatic, x.w.to(to), line, graph.Framework, graph.ViaFramework)
	}
}

// find looks for the files.
func (x *fixtures) find() {
	s := x.w.s
	x.add(x.w.f)
	for _, p := range x.files {
		s.ask("fixtures:", p)
		if f := s.l.files[p]; f != nil {
			x.add(f)
		}
	}
}

// add adds a file and the modules that it names.
func (x *fixtures) add(f *file) {
	x.sources = append(x.sources, f)
	for _, module := range framework.Plugins(f.facts) {
		files, _ := f.fam.modules(x.w.s, f, &facts.Import{Module: module})
		for _, g := range files {
			x.w.s.ask("fixtures:", g.path)
			x.sources = append(x.sources, g)
		}
	}
}

// named is the nearest fixture of a name: of the class around, the file, the
// folders. One that asks for its own name means the next further out.
func (x *fixtures) named(name string, from ref) (ref, bool) {
	for _, f := range x.sources {
		best := facts.None
		for i := 1; i < len(f.facts.Defs); i++ {
			d := &f.facts.Defs[i]
			if (ref{f, int32(i)}) == from || framework.Fixture(f.facts.Lang, d) != name {
				continue
			}
			if d.Parent == 0 && best == facts.None || d.Parent > 0 && f == from.f && d.Parent == from.def().Parent {
				best = int32(i)
			}
		}
		if best != facts.None {
			return ref{f, best}, true
		}
		if r, ok := x.imported(f, name); ok && r != from {
			return r, true
		}
	}
	return ref{}, false
}

// imported is a fixture that a file has from elsewhere.
func (x *fixtures) imported(f *file, name string) (ref, bool) {
	if len(f.importsOf(name)) == 0 && len(f.stars) == 0 {
		x.w.s.ask(f.path, name)
		x.w.s.ask(f.path, "*")
		return ref{}, false
	}
	x.w.s.refuel()
	v, _ := x.w.s.topName(f, 0, name, ^uint32(0), asValue)
	if v == nil || v.k != vFunc || len(v.refs) == 0 {
		return ref{}, false
	}
	r := v.refs[0]
	return r, framework.Fixture(r.f.facts.Lang, r.def()) == name
}
