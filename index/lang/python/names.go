package python

import (
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// bindName binds in the scope that Python would: the function, or what global
// and nonlocal say.
func bindName(x *extract.X, at sitter.Node, typ, value int32) {
	st := of(x)
	name := x.Text(at)
	switch cur := x.Cur(); {
	case cur == 0:
		st.bound(x, name)
		x.BindDef(facts.BindVar, name, at, typ, value)
	case inClass(x):
		st.bound(x, name)
		x.BindDef(facts.BindField, name, at, typ, value)
	default:
		t := st.top()
		if t != nil && slices.Contains(t.global, name) {
			x.BindIn(facts.BindGlobal, name, at, 0, 0, x.Def(0).EndByte, typ, value)
			return
		}
		if o, nonlocal := st.owner(x, name); nonlocal {
			x.BindIn(facts.BindVar, name, at, o, x.Def(o).StartByte, x.Def(o).EndByte, typ, value)
			return
		}
		x.BindDef(facts.BindVar, name, at, typ, value)
	}
}

// owner is the function around whose variable a name is that the function at
// hand declares nonlocal.
func (s *state) owner(x *extract.X, name string) (int32, bool) {
	t := s.top()
	if t == nil || t.nonlocal == nil {
		return facts.None, false
	}
	o, ok := t.nonlocal[name]
	if ok && o == facts.None {
		o = binder(x, name)
		t.nonlocal[name] = o
	}
	return o, ok
}

// binder is the nearest function around that has bound the name; the nearest
// at all if none has yet.
func binder(x *extract.X, name string) int32 {
	binds := map[int32]bool{}
	for i := range x.F.Binds {
		if b := &x.F.Binds[i]; b.Name == name {
			binds[b.Def] = true
		}
	}
	nearest := x.Cur()
	for d := x.Def(x.Cur()).Parent; d > 0; d = x.Def(d).Parent {
		if !x.Def(d).Kind.Callable() {
			continue
		}
		if binds[d] {
			return d
		}
		if nearest == x.Cur() {
			nearest = d
		}
	}
	return nearest
}

func globalStatement(x *extract.X, n sitter.Node) {
	if t := of(x).top(); t != nil {
		for c := range n.Children() {
			t.global = append(t.global, x.Text(c))
		}
	}
}

func nonlocalStatement(x *extract.X, n sitter.Node) {
	if t := of(x).top(); t != nil {
		for c := range n.Children() {
			if t.nonlocal == nil {
				t.nonlocal = map[string]int32{}
			}
			t.nonlocal[x.Text(c)] = facts.None
		}
	}
}
