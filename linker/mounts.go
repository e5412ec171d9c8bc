package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/linker/framework"
)

// Routes stand below the paths where their router is mounted, in whatever file
// that is done. A router is an object; who mounts it is found among all calls
// that mount something.

const (
	maxMounts = 8 // places where one router is mounted
	noPath    = ""
)

// placed are the paths below which a call tells its routes.
func (s *solver) placed(f *file, call int32, depth int) []string {
	e := &f.facts.Exprs[f.facts.Calls[call].Expr]
	if recv := f.receiverOf(e); recv != facts.None {
		return s.below(f, recv, depth)
	}
	return s.belowObject(object{ref{f, 0}, ""}, depth)
}

// below are the paths below which an object tells its routes.
func (s *solver) below(f *file, e int32, depth int) []string {
	if !s.enter() {
		return []string{noPath}
	}
	defer s.leave()
	if depth > maxAliases {
		return []string{noPath}
	}
	of, p, ok := s.made(f, e)
	if !ok {
		if o, ok := s.object(f, e, 0); ok {
			return s.belowObject(o, depth+1)
		}
		return []string{noPath}
	}
	if of != facts.None {
		return joined(s.below(f, of, depth+1), p)
	}
	if o, ok := f.holder(e); ok {
		return joined(s.belowHolder(o, depth+1), p)
	}
	return []string{p}
}

// made is what a call of something outside says of the path of the object that
// it gives, and what it makes it of, None if of nothing.
func (s *solver) made(f *file, e int32) (of int32, path string, ok bool) {
	x := &f.facts.Exprs[e]
	i, ok := f.callIndex(e)
	if !ok || x.Op != facts.OpCall && x.Op != facts.OpNew {
		return facts.None, noPath, false
	}
	if p, below, ok := framework.Made(f.path, f.facts, f.calleeName(x), f.textsOf(i)); ok {
		if !below {
			return facts.None, p, true
		}
		return f.receiverOf(x), p, true
	}
	if v := s.expr(f, x.A); v != nil && v.k == vFunc {
		return facts.None, noPath, false
	}
	return f.receiverOf(x), noPath, true
}

// belowObject is what an object says where it is made, below all places where
// it is mounted.
func (s *solver) belowObject(o object, depth int) []string {
	if !s.enter() {
		return []string{noPath}
	}
	defer s.leave()
	return s.pathsOf(o, qBelow, func() []string {
		own := s.ownPaths(o, depth)
		at := s.mountPaths(o, depth)
		if len(at) == 0 {
			return own
		}
		var out []string
		for _, m := range at {
			if m.Over {
				out = append(out, m.Path)
				continue
			}
			for _, p := range own {
				out = append(out, framework.Join(m.Path, p))
			}
		}
		return out
	})
}

// belowHolder is the same for what its own first call makes, before others are
// made on the result.
func (s *solver) belowHolder(o object, depth int) []string {
	return s.pathsOf(o, qBelowHolder, func() (out []string) {
		for _, m := range s.mountPaths(o, depth) {
			out = append(out, m.Path)
		}
		return out
	})
}

// pathsOf are paths of an object: sorted, and no more than can be read.
func (s *solver) pathsOf(o object, what question, compute func() []string) []string {
	v := s.once(memoKey{r: o.in, what: what, name: o.name}, func() *val {
		out := compute()
		slices.Sort(out)
		if out = slices.Compact(out); len(out) > maxMounts {
			out = out[:maxMounts]
		}
		return ext(strings.Join(out, "\x00"))
	})
	if v == nil {
		return []string{noPath}
	}
	return strings.Split(v.name, "\x00")
}

// mountPaths are the paths where an object is mounted.
func (s *solver) mountPaths(o object, depth int) (out []framework.Mount) {
	s.ask("mount:"+o.in.f.fam.id, "")
	for _, g := range s.l.builds["/"+o.in.f.fam.id] {
		for i, m := range s.mounted(g) {
			if m.ref != o.in || m.name != o.name || m.k != vModule {
				continue
			}
			site := g.mounting.sites[i]
			for _, p := range joined(s.placed(g, site.call, depth+1), framework.Within(g.path, g.facts, g.around(site.call))) {
				out = append(out, framework.Mount{Path: framework.Join(p, site.Path), Over: site.Over})
			}
		}
	}
	return out
}

// ownPaths are those that the call says which makes an object.
func (s *solver) ownPaths(o object, depth int) []string {
	value := facts.None
	if b := o.in.f.variable(o.in.d, o.name, ^uint32(0)); b != nil {
		value = b.Value
	} else {
		for _, d := range s.children(o.in.f, o.in.d, o.name) {
			value = o.in.f.facts.Defs[d].Value
		}
	}
	if value == facts.None {
		return []string{noPath}
	}
	path := noPath
	for range maxChain { // the first call in a chain makes the object
		of, p, ok := s.made(o.in.f, value)
		if !ok {
			break
		}
		if path = framework.Join(p, path); of == facts.None {
			return []string{path}
		}
		value = of
	}
	if depth > maxAliases {
		return []string{path}
	}
	return joined(s.below(o.in.f, value, depth+1), path)
}

// mounted are the objects that the calls of a file mount, in order; what is no
// object has another kind.
func (s *solver) mounted(g *file) []*val {
	v := s.once(memoKey{r: ref{g, 0}, what: qMounted}, func() *val {
		out := make([]*val, len(g.mounting.sites))
		for i := range g.mounting.sites {
			out[i] = &val{k: vTuple}
			if o, ok := s.mountedAt(g, &g.mounting.sites[i]); ok {
				out[i] = &val{k: vModule, ref: o.in, name: o.name}
			}
		}
		return &val{k: vTuple, args: out}
	})
	if v == nil {
		return nil
	}
	return v.args
}

func (s *solver) mountedAt(g *file, m *mountSite) (object, bool) {
	args := g.facts.Args(g.facts.Calls[m.call].Expr)
	if m.Module != "" {
		return s.moduleMounted(g, args, m.Module)
	}
	for _, n := range m.Of {
		if args[n] == facts.None {
			continue
		}
		if o, ok := s.object(g, args[n], 0); ok {
			return o, true
		}
		if v := s.expr(g, args[n]); v != nil && v.k == vFunc && len(v.refs) > 0 { // what it is called with
			if r := v.refs[0]; len(r.def().Params) > 0 {
				return object{r, r.def().Params[0].Name}, true
			}
		}
	}
	return object{}, false
}

// moduleMounted is the file that an argument names by a call with its module.
func (s *solver) moduleMounted(g *file, args []int32, name string) (object, bool) {
	for _, a := range args {
		if a == facts.None || g.facts.Exprs[a].Op != facts.OpCall || g.calleeName(&g.facts.Exprs[a]) != name {
			continue
		}
		i, ok := g.callIndex(a)
		if !ok {
			continue
		}
		if texts := g.textsOf(i); len(texts) > 0 && texts[0].Arg == 0 && texts[0].Key == "" {
			module, _, _ := strings.Cut(texts[0].Text, ",") // or with a name, in a tuple
			return s.objectImported(g, &facts.Import{Module: module}, 0)
		}
		if in := g.facts.Args(a); len(in) > 0 {
			return s.object(g, in[0], 0)
		}
	}
	return object{}, false
}
