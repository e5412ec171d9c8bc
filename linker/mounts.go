package linker

import (
	"slices"
	"strings"
	"sync"

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

// mounting is what of a file has to do with where routes stand.
type mounting struct {
	sites  []mountSite
	calls  []int32 // all calls that say something of it
	scopes []int32 // those of them that have it for what stands in their arguments
	once   sync.Once
	index  map[int32]int32 // call expression → call
}

type mountSite struct {
	call int32
	framework.Mount
}

func (m *mounting) set(f *file) {
	if len(framework.For(f.facts.Lang)) == 0 {
		return
	}
	for i := range f.facts.Calls {
		e := &f.facts.Exprs[f.facts.Calls[i].Expr]
		name := f.calleeName(e)
		if !framework.Places(f.facts.Lang, name) {
			continue
		}
		texts := f.textsOf(int32(i))
		site, mounts := framework.Mounted(f.path, f.facts, name, texts, int(e.ArgN))
		if mounts {
			m.sites = append(m.sites, mountSite{int32(i), site})
		}
		scope := framework.Scopes(f.path, f.facts, name)
		if scope {
			m.scopes = append(m.scopes, int32(i))
		}
		if _, _, made := framework.Made(f.path, f.facts, name, texts); mounts || scope || made {
			m.calls = append(m.calls, int32(i))
		}
	}
}

// calleeName is the last name of what a call calls.
func (f *file) calleeName(e *facts.Expr) string {
	switch {
	case e.A != facts.None:
		return f.facts.Exprs[e.A].Name
	case e.T != facts.None:
		return lastName(f.facts.Types[e.T].Name)
	}
	return e.Name
}

// textsOf are the texts that a call is given.
func (f *file) textsOf(call int32) []facts.Text {
	t := f.facts.Texts
	i, _ := slices.BinarySearchFunc(t, call, func(x facts.Text, c int32) int { return int(x.Call) - int(c) })
	j := i
	for j < len(t) && t[j].Call == call {
		j++
	}
	return t[i:j]
}

// callIndex is the call that an expression is.
func (f *file) callIndex(e int32) (int32, bool) {
	f.mounting.once.Do(func() {
		f.mounting.index = make(map[int32]int32, len(f.facts.Calls))
		for i := range f.facts.Calls {
			f.mounting.index[f.facts.Calls[i].Expr] = int32(i)
		}
	})
	i, ok := f.mounting.index[e]
	return i, ok
}

// around are the calls that put what stands in their arguments below a path
// and have this one there, outermost first. A call comes after those in its
// arguments and begins before them.
func (f *file) around(call int32) (out []framework.Around) {
	at := f.facts.Exprs[f.facts.Calls[call].Expr].Pos
	for _, i := range slices.Backward(f.mounting.scopes) {
		c := &f.facts.Calls[i]
		if i <= call {
			break
		}
		if c.Byte < at {
			e := &f.facts.Exprs[c.Expr]
			out = append(out, framework.Around{Name: f.calleeName(e), Texts: f.textsOf(i), Chain: f.chain(e)})
		}
	}
	return out
}

// chain are the texts of the calls on whose results a call is made.
func (f *file) chain(e *facts.Expr) (out []facts.Text) {
	for range maxAliases {
		recv := f.receiverOf(e)
		if recv == facts.None {
			break
		}
		if i, ok := f.callIndex(recv); ok {
			out = append(out, f.textsOf(i)...)
		}
		e = &f.facts.Exprs[recv]
	}
	return out
}

// receiverOf is what a call is made on, None if it is made on nothing.
func (f *file) receiverOf(e *facts.Expr) int32 {
	if e.Op == facts.OpCall && e.A != facts.None {
		if m := &f.facts.Exprs[e.A]; m.Op == facts.OpMember {
			return m.A
		}
	}
	return facts.None
}

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
	x := &f.facts.Exprs[e]
	if depth > maxAliases {
		return []string{noPath}
	}
	if i, ok := f.callIndex(e); ok && (x.Op == facts.OpCall || x.Op == facts.OpNew) {
		if p, of, ok := framework.Made(f.path, f.facts, f.calleeName(x), f.textsOf(i)); ok {
			if !of || f.receiverOf(x) == facts.None {
				return []string{p}
			}
			return joined(s.below(f, f.receiverOf(x), depth+1), p)
		}
		if recv := f.receiverOf(x); recv != facts.None {
			if v := s.expr(f, x.A); v == nil || v.k != vFunc {
				return s.below(f, recv, depth+1)
			}
		}
	}
	if o, ok := s.object(f, e, 0); ok {
		return s.belowObject(o, depth+1)
	}
	return []string{noPath}
}

func joined(above []string, p string) []string {
	out := make([]string, len(above))
	for i, a := range above {
		out[i] = framework.Join(a, p)
	}
	return out
}

// belowObject is what an object says where it is made, below all places where
// it is mounted.
func (s *solver) belowObject(o object, depth int) []string {
	v := s.once(memoKey{r: o.in, what: '/', name: o.name}, func() *val {
		own := s.ownPaths(o, depth)
		var out []string
		s.ask("mount:"+o.in.f.fam.id, "")
		for _, g := range s.l.builds["/"+o.in.f.fam.id] {
			for i, m := range s.mounted(g) {
				if m.ref != o.in || m.name != o.name || m.k != vModule {
					continue
				}
				site := &g.mounting.sites[i]
				at := joined(joined(s.placed(g, site.call, depth+1), framework.Within(g.path, g.facts, g.around(site.call))), site.Path)
				if site.Over {
					out = append(out, at...)
					continue
				}
				for _, p := range own {
					out = append(out, joined(at, p)...)
				}
			}
		}
		if out == nil {
			out = own
		}
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

// ownPaths are those that the call says which makes an object.
func (s *solver) ownPaths(o object, depth int) []string {
	value := facts.None
	if b := o.in.f.variable(o.in.d, o.name, ^uint32(0)); b != nil {
		value = b.Value
	} else {
		for _, d := range o.in.f.children(o.in.d, o.name) {
			value = o.in.f.facts.Defs[d].Value
		}
	}
	if value == facts.None {
		return []string{noPath}
	}
	if op := o.in.f.facts.Exprs[value].Op; op != facts.OpCall && op != facts.OpNew {
		return []string{noPath}
	}
	return s.below(o.in.f, value, depth+1)
}

// mounted are the objects that the calls of a file mount, in order; what is no
// object has another kind.
func (s *solver) mounted(g *file) []*val {
	v := s.once(memoKey{r: ref{g, 0}, what: 'M'}, func() *val {
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
