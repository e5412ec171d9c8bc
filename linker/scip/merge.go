package scip

import (
	"cmp"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// merger makes the links of one file anew.
type merger struct {
	o     *Overlay
	path  string
	f     *facts.FileFacts
	out   linker.Links
	calls map[uint32][]int32 // call sites by line
	byPos []int32            // definitions in the order in which they begin
}

func newMerger(o *Overlay, path string, f *facts.FileFacts, links *linker.Links) *merger {
	m := &merger{o: o, path: path, f: f, out: *links, calls: map[uint32][]int32{}}
	m.out.Edges, m.out.Open = slices.Clone(links.Edges), slices.Clone(links.Open)
	for i, c := range f.Calls {
		if c.Flags&facts.CallJSX == 0 {
			m.calls[c.Line] = append(m.calls[c.Line], int32(i))
		}
	}
	for i := 1; i < len(f.Defs); i++ {
		m.byPos = append(m.byPos, int32(i))
	}
	slices.SortStableFunc(m.byPos, func(a, b int32) int { return cmp.Compare(f.Defs[a].StartByte, f.Defs[b].StartByte) })
	return m
}

// group is a name on a line: links do not tell its places on it apart.
type group struct {
	line uint32
	name string
	uses []use
	all  bool // every place of it means something in the repository
}

type use struct {
	to target
	in int32 // the definition around it
}

func (m *merger) document(d *document) {
	var groups []*group
	byKey := map[string]map[int32]*group{}
	t := m.o.textOf(m.path)
	for _, c := range d.occs {
		if c.roles&(Definition|Import) != 0 {
			continue
		}
		w, from, ok := t.at(c.at, d.enc)
		if !ok || len(w) == 0 {
			continue
		}
		lines := byKey[string(w)]
		if lines == nil {
			lines = map[int32]*group{}
			byKey[string(w)] = lines
		}
		g := lines[c.at.StartLine]
		if g == nil {
			g = &group{line: uint32(c.at.StartLine) + 1, name: string(w), all: true}
			lines[c.at.StartLine] = g
			groups = append(groups, g)
		}
		to := m.o.targetOf(c.sym)
		if !to.ok || !m.means(g.name, c.sym, to) {
			g.all = false
			continue
		}
		g.uses = append(g.uses, use{to, m.around(uint32(from))})
	}
	for _, g := range groups {
		m.group(g)
	}
}

// means tells whether a name can stand for a symbol: it is the symbol's, or
// its class's for a constructor, or an import's other name for it.
func (m *merger) means(name string, sym int32, to target) bool {
	s := &m.o.syms[sym]
	switch {
	case name == to.name, name == s.name:
		return true
	case isConstructor(s.name):
		return name == s.owner
	}
	return stands(m.f, name, s.name)
}

// around is the innermost definition of something that runs around a byte, or
// None.
func (m *merger) around(at uint32) int32 {
	i, _ := slices.BinarySearchFunc(m.byPos, at, func(d int32, at uint32) int {
		if m.f.Defs[d].StartByte <= at {
			return -1
		}
		return 1
	})
	if i == 0 {
		return facts.None
	}
	for d := m.byPos[i-1]; d > 0; d = m.f.Defs[d].Parent {
		if def := &m.f.Defs[d]; def.StartByte <= at && at < def.EndByte && def.Kind.Callable() {
			return d
		}
	}
	return facts.None
}

// group applies what an index says of a name on a line.
func (m *merger) group(g *group) {
	var called []use
	for _, u := range g.uses {
		def := m.defOf(u.to)
		if srcs := m.sites(g, u); len(srcs) > 0 && (def.Kind.Callable() || def.Kind.TypeLike()) {
			for _, src := range srcs {
				if x := (use{u.to, src}); !slices.Contains(called, x) {
					called = append(called, x)
				}
			}
			continue
		}
		m.reference(g, u)
	}
	if len(called) > 0 {
		m.call(g, called)
	}
}

func (m *merger) defOf(t target) *facts.Def { return &m.o.repo.Facts(t.path).Defs[t.def] }

// sites are the definitions that call the name on the line: by the call sites
// of the facts, the edges and the open calls. Of several, that around the use
// is meant.
func (m *merger) sites(g *group, u use) []int32 {
	var srcs []int32
	add := func(src int32) {
		if !slices.Contains(srcs, src) {
			srcs = append(srcs, src)
		}
	}
	for _, i := range m.calls[g.line] {
		if c := &m.f.Calls[i]; m.calleeName(c) == g.name && (c.Flags&(facts.CallImplicit|facts.CallMaybe) == 0 || m.defOf(u.to).Kind.Callable()) {
			add(c.Def)
		}
	}
	for i := range m.out.Edges {
		if e := &m.out.Edges[i]; m.ofSite(e, g.line, g.name, u.to) {
			add(e.Src)
		}
	}
	for i := range m.out.Open {
		if x := &m.out.Open[i]; x.Line == g.line && x.Name == g.name {
			add(x.Src)
		}
	}
	if slices.Contains(srcs, u.in) {
		return []int32{u.in}
	}
	return srcs
}

func (m *merger) calleeName(c *facts.Call) string {
	e := &m.f.Exprs[c.Expr]
	switch {
	case (e.Op == facts.OpCall || e.Op == facts.OpNew) && e.A != facts.None:
		return m.f.Exprs[e.A].Name
	case e.Op == facts.OpNew && e.T != facts.None:
		name := m.f.Types[e.T].Name
		return name[strings.LastIndexByte(name, '.')+1:]
	}
	return e.Name
}

// ofSite tells whether an edge is that of a call of the name on the line.
func (m *merger) ofSite(e *linker.Edge, line uint32, name string, to target) bool {
	if e.Type != graph.CallsStatic || e.Line != line {
		return false
	}
	if e.To.Path == "" {
		x := e.To.External
		return strings.HasSuffix(x, "#"+name) || strings.HasSuffix(x, "."+name)
	}
	f := m.o.repo.Facts(e.To.Path)
	if f == nil || e.To.Def < 0 || int(e.To.Def) >= len(f.Defs) {
		return false
	}
	d := &f.Defs[e.To.Def]
	if d.Mods&facts.Constructor != 0 && d.Parent > 0 && f.Defs[d.Parent].Name == name {
		return true
	}
	return d.Name == name || d.Name == to.name
}

// call makes the edges of call sites: those that the index names, with the
// implementations that dispatch may reach if the linker agreed.
func (m *merger) call(g *group, called []use) {
	for _, u := range called {
		agreed := false
		for i := range m.out.Edges {
			e := &m.out.Edges[i]
			if e.Src == u.in && m.ofSite(e, g.line, g.name, u.to) && m.same(e.To, u.to) {
				e.Class, e.Via, agreed = graph.Exact, graph.ViaSCIP, true
			}
		}
		if !agreed && m.built(g, u) {
			continue
		}
		if g.all {
			m.drop(g, u, agreed, called)
		}
		if !agreed {
			m.out.Edges = append(m.out.Edges, linker.Edge{Src: u.in, Type: graph.CallsStatic, To: m.callee(u.to), Line: g.line, Class: graph.Exact, Via: graph.ViaSCIP})
		}
	}
}

// drop takes away what else the linker made of the call site.
func (m *merger) drop(g *group, u use, agreed bool, called []use) {
	m.out.Edges = slices.DeleteFunc(m.out.Edges, func(e linker.Edge) bool {
		if e.Src != u.in || !m.ofSite(&e, g.line, g.name, u.to) || agreed && e.Via == graph.ViaDispatch {
			return false
		}
		return !slices.ContainsFunc(called, func(c use) bool { return m.same(e.To, c.to) })
	})
	m.out.Open = slices.DeleteFunc(m.out.Open, func(x linker.Open) bool {
		return x.Src == u.in && x.Line == g.line && x.Name == g.name
	})
}

// same tells whether an edge ends at the target, or at the constructor of the
// class that it is.
func (m *merger) same(to linker.Target, t target) bool {
	if to.Path != t.path || to.Def < 0 {
		return false
	}
	if to.Def == t.def {
		return true
	}
	d := &m.o.repo.Facts(t.path).Defs[to.Def]
	return d.Mods&facts.Constructor != 0 && d.Parent == t.def
}

// callee is where a call of the target goes: a class is built by its
// constructor.
func (m *merger) callee(t target) linker.Target {
	f := m.o.repo.Facts(t.path)
	if f.Defs[t.def].Kind.TypeLike() {
		for i := int(t.def) + 1; i < len(f.Defs); i++ {
			if d := &f.Defs[i]; d.Parent == t.def && d.Mods&facts.Constructor != 0 && d.Form != "signature" {
				return linker.Target{Path: t.path, Def: int32(i)}
			}
		}
	}
	return linker.Target{Path: t.path, Def: t.def}
}

// built tells whether the linker has the call of a class go to a constructor
// that the class inherits: it says more than the index.
func (m *merger) built(g *group, u use) bool {
	return m.defOf(u.to).Kind.TypeLike() && slices.ContainsFunc(m.out.Edges, func(e linker.Edge) bool {
		return e.Src == u.in && e.Line == g.line && e.Type == graph.CallsStatic && e.Via == graph.ViaConstructor && !m.ofSite(&e, g.line, g.name, u.to)
	})
}

// reference is a use that is no call.
func (m *merger) reference(g *group, u use) {
	if u.in == facts.None || u.to.path == m.path && u.to.def == u.in {
		return
	}
	to := linker.Target{Path: u.to.path, Def: u.to.def}
	there := false
	for i := range m.out.Edges {
		e := &m.out.Edges[i]
		if e.Src == u.in && e.Line == g.line && e.To == to {
			there = true
			if e.Type == graph.Uses || e.Type == graph.References {
				e.Class, e.Via = graph.Exact, graph.ViaSCIP
			}
		}
	}
	if !there {
		m.out.Edges = append(m.out.Edges, linker.Edge{Src: u.in, Type: graph.References, To: to, Line: g.line, Class: graph.Exact, Via: graph.ViaSCIP})
	}
}

func (m *merger) done() *linker.Links {
	slices.SortStableFunc(m.out.Edges, func(a, b linker.Edge) int {
		return cmp.Or(cmp.Compare(a.Src, b.Src), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Line, b.Line), strings.Compare(a.To.Path, b.To.Path),
			cmp.Compare(a.To.Def, b.To.Def), strings.Compare(a.To.External, b.To.External))
	})
	return &m.out
}
