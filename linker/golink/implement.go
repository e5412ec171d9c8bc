package golink

import (
	"cmp"
	"go/types"
	"slices"
	"sync"
)

// implementations knows which types of the repository implement which of its
// interfaces.
type implementations struct {
	l      *Linker
	types  []*concrete
	byName map[string][]*concrete // method, own or promoted -> types that have it
	ifaces []*contract
	byRef  map[*ref]*contract
	byType map[*ref][]*ref // what a type implements
	reach  *reach
	mu     sync.Mutex
	known  map[calleeKey][]*ref
}

// concrete is a type that is no interface.
type concrete struct {
	pkg   *pkg
	test  bool
	named *types.Named
	ptr   *types.Pointer
	ref   *ref
	names map[string]bool // of its methods, as far as they are known
}

// contract is an interface that is declared in the repository.
type contract struct {
	pkg   *pkg
	test  bool
	iface *types.Interface
	ref   *ref
	impls []*concrete
}

type calleeKey struct {
	ref    *ref // of an interface with a declaration; without one the rest counts:
	pkg    *pkg
	test   bool
	iface  string
	method string
}

// implement builds the table anew from the declarations.
func (l *Linker) implement() *implementations {
	im := &implementations{l: l, byName: map[string][]*concrete{}, byRef: map[*ref]*contract{}, byType: map[*ref][]*ref{}, known: map[calleeKey][]*ref{}}
	for _, p := range l.sorted {
		im.collect(p, p.lib, nil)
		if p.all != p.lib {
			im.collect(p, p.all, p.lib)
		}
	}
	im.reach = l.newReach()
	for _, c := range im.ifaces {
		c.impls = im.of(c.iface, c.pkg, c.test)
		for _, t := range c.impls {
			im.byType[t.ref] = append(im.byType[t.ref], c.ref)
		}
	}
	return im
}

func (im *implementations) collect(p *pkg, ly, below *layer) {
	for _, o := range objects(ly.names) {
		tn, ok := o.(*types.TypeName)
		if !ok || tn.IsAlias() || below != nil && below.names.Lookup(o.Name()) == o {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		r := im.l.refOf(o)
		if !ok || r == nil {
			continue
		}
		if it, ok := named.Underlying().(*types.Interface); ok {
			if it.NumMethods() > 0 && it.IsMethodSet() && named.TypeParams().Len() == 0 {
				c := &contract{pkg: p, test: below != nil, iface: it, ref: r}
				im.ifaces, im.byRef[r] = append(im.ifaces, c), c
			}
			continue
		}
		c := &concrete{pkg: p, test: below != nil, named: named, ptr: types.NewPointer(named), ref: r, names: map[string]bool{}}
		methodNames(named, c.names, map[*types.Named]bool{})
		if len(c.names) == 0 {
			continue
		}
		im.types = append(im.types, c)
		for n := range c.names {
			im.byName[n] = append(im.byName[n], c)
		}
	}
}

// methodNames collects the names of all methods that a type may have, its own
// and those of what it embeds.
func methodNames(n *types.Named, to map[string]bool, seen map[*types.Named]bool) {
	n = n.Origin()
	if seen[n] {
		return
	}
	seen[n] = true
	for i := range n.NumMethods() {
		to[n.Method(i).Name()] = true
	}
	switch u := n.Underlying().(type) {
	case *types.Interface:
		for i := range u.NumMethods() {
			to[u.Method(i).Name()] = true
		}
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); f.Embedded() {
				t := types.Unalias(f.Type())
				if p, ok := t.(*types.Pointer); ok {
					t = types.Unalias(p.Elem())
				}
				if e, ok := t.(*types.Named); ok {
					methodNames(e, to, seen)
				}
			}
		}
	}
}

// of lists the types that implement an interface used in p, in a fixed order.
func (im *implementations) of(it *types.Interface, p *pkg, test bool) []*concrete {
	var out []*concrete
	for _, c := range im.rarest(it) {
		if im.fits(c, it) && im.reach.meet(c.pkg, c.test, p, test) {
			out = append(out, c)
		}
	}
	return out
}

// rarest lists the types that have the method of the interface that the
// fewest types have.
func (im *implementations) rarest(it *types.Interface) []*concrete {
	least := im.byName[it.Method(0).Name()]
	for i := 1; i < it.NumMethods(); i++ {
		if cs := im.byName[it.Method(i).Name()]; len(cs) < len(least) {
			least = cs
		}
	}
	return least
}

// fits is not types.Implements, which holds for every type that embeds an
// unknown one.
func (im *implementations) fits(c *concrete, it *types.Interface) bool {
	for i := range it.NumMethods() {
		if !c.names[it.Method(i).Name()] {
			return false
		}
	}
	m, _ := types.MissingMethod(c.ptr, it, true)
	return m == nil
}

// callees are the methods that a call of a method of an interface may reach.
// decl is the interface's definition, nil if it has none.
func (im *implementations) callees(it *types.Interface, decl *ref, method string, p *pkg, test bool) []*ref {
	if it.NumMethods() == 0 || !it.IsMethodSet() {
		return nil
	}
	im.mu.Lock()
	defer im.mu.Unlock()
	key := calleeKey{ref: decl, method: method}
	c := im.byRef[decl]
	if c == nil {
		key = calleeKey{pkg: p, test: test, iface: types.TypeString(it, nil), method: method}
	}
	out, ok := im.known[key]
	if ok {
		return out
	}
	var impls []*concrete
	if c != nil {
		impls = c.impls
	} else {
		impls = im.of(it, p, test)
	}
	out = im.methods(impls, method)
	im.known[key] = out
	return out
}

// methods are the definitions of a method in several types, production code
// first.
func (im *implementations) methods(of []*concrete, name string) []*ref {
	var refs []*ref
	for _, c := range of {
		o, _, _ := types.LookupFieldOrMethod(c.ptr, true, c.named.Obj().Pkg(), name)
		fn, ok := o.(*types.Func)
		if !ok || types.IsInterface(fn.Signature().Recv().Type()) {
			continue
		}
		if r := im.l.refOf(fn.Origin()); r != nil {
			refs = append(refs, r)
		}
	}
	slices.SortFunc(refs, func(a, b *ref) int {
		if a.file.test != b.file.test {
			if a.file.test {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(a.file.path, b.file.path), cmp.Compare(a.key.owner, b.key.owner))
	})
	return slices.Compact(refs)
}
