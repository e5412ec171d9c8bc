package linker

import (
	"slices"
	"sync"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/linker/framework"
)

// mounting is what of a file has to do with where routes stand.
type mounting struct {
	sites   []mountSite
	calls   []int32 // all calls that say something of it
	scopes  []int32 // those of them that have it for what stands in their arguments
	once    sync.Once
	index   map[int32]int32  // call expression → call
	holders map[int32]object // value, and what it is made of by calls → the variable that holds it
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
		f.mounting.holders = map[int32]object{}
		for _, e := range f.facts.Exports {
			f.hold(e.Expr, object{ref{f, 0}, exportName(e.Name)})
		}
		for i := range f.facts.Binds {
			if b := &f.facts.Binds[i]; b.Kind == facts.BindVar {
				f.hold(b.Value, object{ref{f, b.Def}, b.Name})
			}
		}
		for i := range f.facts.Defs {
			if d := &f.facts.Defs[i]; d.Kind == facts.Variable {
				f.hold(d.Value, object{ref{f, d.Parent}, d.Name})
			}
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

// holder is the variable or export that holds what calls make of a value:
// "const r = Router().use(a).use(b)".
func (f *file) holder(e int32) (object, bool) {
	_, _ = f.callIndex(e)
	o, ok := f.mounting.holders[e]
	return o, ok
}

func (f *file) hold(value int32, o object) {
	for range maxChain {
		if value == facts.None {
			return
		}
		f.mounting.holders[value] = o
		value = f.receiverOf(&f.facts.Exprs[value])
	}
}

func joined(above []string, p string) []string {
	out := make([]string, len(above))
	for i, a := range above {
		out[i] = framework.Join(a, p)
	}
	return out
}
