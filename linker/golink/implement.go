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
	byPkg  map[*pkg]*declared
	byName map[string][]*concrete // method, own or promoted -> types that have it
	byRef  map[*ref]*contract
	byType map[*ref][]*ref // what a type implements
	reach  *reach
	mu     sync.Mutex
	known  map[calleeKey][]*ref
}

// declared are the types of one package, its tests included.
type declared struct {
	types  []*concrete
	ifaces []*contract
}

// concrete is a type that is no interface.
type concrete struct {
	pkg    *pkg
	test   bool
	named  *types.Named
	ptr    *types.Pointer
	ref    *ref
	embeds bool            // it has methods from elsewhere
	names  map[string]bool // of its methods, as far as they are known
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

func (l *Linker) newImplementations() *implementations {
	return &implementations{
		l: l, byPkg: make(map[*pkg]*declared, len(l.sorted)), byName: map[string][]*concrete{},
		byRef: map[*ref]*contract{}, byType: map[*ref][]*ref{}, known: map[calleeKey][]*ref{},
	}
}

// implement builds the table from the declarations.
func (l *Linker) implement() *implementations {
	im := l.newImplementations()
	for _, p := range l.sorted {
		im.byPkg[p] = im.collect(p)
	}
	im.reach = l.newReach()
	im.index()
	for _, c := range im.byRef {
		c.impls = im.of(c.iface, c.pkg, c.test)
	}
	im.invert()
	return im
}

// index finds types by method and interfaces by definition.
func (im *implementations) index() {
	for _, p := range im.l.sorted {
		d := im.byPkg[p]
		for _, c := range d.types {
			for n := range c.names {
				im.byName[n] = append(im.byName[n], c)
			}
		}
		for _, c := range d.ifaces {
			im.byRef[c.ref] = c
		}
	}
}

// invert lists the interfaces of each type.
func (im *implementations) invert() {
	for _, p := range im.l.sorted {
		for _, c := range im.byPkg[p].ifaces {
			for _, t := range c.impls {
				im.byType[t.ref] = append(im.byType[t.ref], c.ref)
			}
		}
	}
}

func (im *implementations) collect(p *pkg) *declared {
	d := &declared{}
	im.collectLayer(d, p, p.lib, nil)
	if p.all != p.lib {
		im.collectLayer(d, p, p.all, p.lib)
	}
	return d
}

func (im *implementations) collectLayer(d *declared, p *pkg, ly, below *layer) {
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
				d.ifaces = append(d.ifaces, &contract{pkg: p, test: below != nil, iface: it, ref: r})
			}
			continue
		}
		c := &concrete{pkg: p, test: below != nil, named: named, ptr: types.NewPointer(named), ref: r}
		if c.setNames(); len(c.names) > 0 || c.embeds {
			d.types = append(d.types, c)
		}
	}
}

// setNames collects the names of the methods that the type has at present.
func (c *concrete) setNames() {
	c.names = map[string]bool{}
	methodNames(c.named, c.names, map[*types.Named]bool{})
	c.embeds = len(c.names) > c.named.NumMethods()
	if s, ok := c.named.Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			c.embeds = c.embeds || s.Field(i).Embedded()
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
