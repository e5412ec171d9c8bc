package linker

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/structural-memory/smp/facts"
)

// file is a file with its indices for look-ups.
type file struct {
	path, dir string
	facts     *facts.FileFacts
	fam       *family

	kids        []int32              // definitions sorted by parent, then name, then order
	binds       []int32              // bindings sorted by name, then position
	bindsBy     []int32              // the same by definition, then name, then position
	imports     []int32              // imports that bind a name, sorted by it
	stars       []int32              // wildcard imports and re-exports of everything
	fields      []int32              // bindings of kind BindField and BindMember, sorted by scope, then name
	lambdas     map[int32]site       // lambda expression → the call that it is an argument of
	callees     map[int32]int32      // callee expression → its call, where the language needs it
	args        map[int32]site       // "new()" → the call that it is an argument of
	outs        map[uint32]site      // position of a variable declared as an argument → the call
	lambdaTypes map[int32]int32      // lambda expression → the Type that its place declares
	protoOf     map[int32]int32      // function definition → the Expr whose prototype (or other member holder) it was put on
	blocks      map[int32][]blockUse // function definition → what it does with functions that it is given
	blockOnce   sync.Once
	extension   []int32            // definitions that belong to a type elsewhere (Recv), impl blocks included
	ids         []string           // identity of each type
	builds      map[string][]int32 // class name → the calls that build such a class, where parameters have no types
	mentions    map[string][]int32 // class name → the types that are instances of such a template
	handing     map[string][]int32 // function name → the calls that may hand it a function
	mounting    mounting           // where its routes stand
	listens     map[string][]int32 // event → the calls that have something called for it
	fault       string             // why there is nothing in it, where its indices could not be made
	test        bool
	alone       bool      // a script that stands alone: nobody sees what it defines
	paths       bool      // narrowings of properties, not of names alone
	once        sync.Once // for lambdas
	places      places    // of expressions whose place says their type
	placesOnce  sync.Once
}

type site struct {
	call int32
	arg  int
}

func newFile(p string, f *facts.FileFacts, fam *family) *file {
	x := &file{path: p, dir: path.Dir(p), facts: f, fam: fam, ids: make([]string, len(f.Defs)), test: f.Flags&facts.IsTest != 0}
	if x.dir == "." {
		x.dir = ""
	}
	x.alone = !x.test && standsAlone(p)
	x.kids = make([]int32, 0, len(f.Defs))
	for i := 1; i < len(f.Defs); i++ {
		if f.Defs[i].Form == facts.TestBlock {
			continue // a title is no name
		}
		x.kids = append(x.kids, int32(i))
		if f.Defs[i].Kind.TypeLike() {
			x.ids[i] = p + "#" + f.QName(int32(i))
			if fam.identity != nil {
				x.ids[i] = fam.identity(x, int32(i))
			}
		}
		if f.Defs[i].Recv != facts.None && !fam.scopedExtensions {
			x.extension = append(x.extension, int32(i))
		}
	}
	slices.SortFunc(x.kids, func(a, b int32) int {
		da, db := &f.Defs[a], &f.Defs[b]
		return cmp.Or(cmp.Compare(da.Parent, db.Parent), strings.Compare(da.Name, db.Name), cmp.Compare(a, b))
	})
	for i := range f.Binds {
		b := &f.Binds[i]
		switch b.Kind {
		case facts.BindField, facts.BindMember:
			if b.Kind == facts.BindMember && b.Target == facts.None {
				continue
			}
			x.fields = append(x.fields, int32(i))
			if b.Kind == facts.BindMember && b.Value != facts.None && f.Exprs[b.Value].Op == facts.OpDef {
				if x.protoOf == nil {
					x.protoOf = map[int32]int32{}
				}
				x.protoOf[f.Exprs[b.Value].D] = b.Target
			}
		default:
			if b.Name != "" {
				x.binds = append(x.binds, int32(i))
				x.paths = x.paths || b.Kind == facts.BindNarrow && strings.Contains(b.Name, "->")
			}
		}
	}
	slices.SortFunc(x.binds, func(a, b int32) int {
		return cmp.Or(strings.Compare(f.Binds[a].Name, f.Binds[b].Name), cmp.Compare(f.Binds[a].Pos, f.Binds[b].Pos), cmp.Compare(a, b))
	})
	x.bindsBy = slices.Clone(x.binds)
	slices.SortFunc(x.bindsBy, func(a, b int32) int {
		p, q := &f.Binds[a], &f.Binds[b]
		if p.Def != q.Def {
			return cmp.Compare(p.Def, q.Def)
		}
		return cmp.Or(strings.Compare(p.Name, q.Name), cmp.Compare(p.Pos, q.Pos), cmp.Compare(a, b))
	})
	slices.SortFunc(x.fields, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.Binds[a].Def, f.Binds[b].Def), strings.Compare(f.Binds[a].Name, f.Binds[b].Name), cmp.Compare(a, b))
	})
	for i, im := range f.Imports {
		if im.Alias != "" {
			x.imports = append(x.imports, int32(i))
		} else if im.Name == "*" {
			x.stars = append(x.stars, int32(i))
		}
	}
	x.builds, x.mentions, x.handing = buildSites(x), mentions(x), handingSites(x)
	x.mounting.set(x)
	x.listens = listeningSites(x)
	slices.SortStableFunc(x.imports, func(a, b int32) int { return strings.Compare(f.Imports[a].Alias, f.Imports[b].Alias) })
	return x
}

// standsAlone tells whether a file is a script or an example, by the folders
// that such things are kept in.
func standsAlone(p string) bool {
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch dir {
		case "benchmark", "benchmarks", "bench", "example", "examples", "sample", "samples", "script", "scripts", "bin", "exe", "demo", "demos":
			return true
		}
	}
	return false
}

// children are the definitions of that name right below parent, in order.
func (x *file) children(parent int32, name string) []int32 {
	d := x.facts.Defs
	i := first(x.kids, func(k int32) bool { return d[k].Parent > parent || d[k].Parent == parent && d[k].Name >= name })
	j := i
	for j < len(x.kids) && d[x.kids[j]].Parent == parent && d[x.kids[j]].Name == name {
		j++
	}
	return x.kids[i:j]
}

// first is the place of the first entry for which found holds, as it does for
// all after it. Look-ups by name are the most frequent thing that linking does.
func first(of []int32, found func(int32) bool) int {
	i, j := 0, len(of)
	for i < j {
		if h := int(uint(i+j) >> 1); found(of[h]) {
			j = h
		} else {
			i = h + 1
		}
	}
	return i
}

// shown are those of them that are members of the type itself.
func (x *file) shown(parent int32, name string) []int32 {
	ds := x.children(parent, name)
	if x.fam.hidden == nil {
		return ds
	}
	for i, d := range ds {
		if !x.fam.hidden(&x.facts.Defs[d]) {
			continue
		}
		out := append([]int32(nil), ds[:i]...)
		for _, d := range ds[i:] {
			if !x.fam.hidden(&x.facts.Defs[d]) {
				out = append(out, d)
			}
		}
		return out
	}
	return ds
}

// all are all definitions right below parent, by name.
func (x *file) all(parent int32) []int32 {
	d := x.facts.Defs
	i := first(x.kids, func(k int32) bool { return d[k].Parent >= parent })
	j := i
	for j < len(x.kids) && d[x.kids[j]].Parent == parent {
		j++
	}
	return x.kids[i:j]
}

// bindsIn are the bindings of a name that belong to one definition, by position.
func (x *file) bindsIn(def int32, name string) []int32 {
	b := x.facts.Binds
	i := first(x.bindsBy, func(k int32) bool { return b[k].Def > def || b[k].Def == def && b[k].Name >= name })
	j := i
	for j < len(x.bindsBy) && b[x.bindsBy[j]].Name == name && b[x.bindsBy[j]].Def == def {
		j++
	}
	return x.bindsBy[i:j]
}

// bindsOf are the bindings of a name in a definition, by position.
func (x *file) bindsOf(name string) []int32 {
	b := x.facts.Binds
	i := first(x.binds, func(k int32) bool { return b[k].Name >= name })
	j := i
	for j < len(x.binds) && b[x.binds[j]].Name == name {
		j++
	}
	return x.binds[i:j]
}

// fieldsOf are the values that a member of a definition is given by
// assignment.
func (x *file) fieldsOf(def int32, name string) []int32 {
	b := x.facts.Binds
	i := first(x.fields, func(k int32) bool { return b[k].Def > def || b[k].Def == def && b[k].Name >= name })
	j := i
	for j < len(x.fields) && b[x.fields[j]].Def == def && b[x.fields[j]].Name == name {
		j++
	}
	return x.fields[i:j]
}

// importsOf are the imports that bind a name.
func (x *file) importsOf(name string) []int32 {
	im := x.facts.Imports
	i := first(x.imports, func(k int32) bool { return im[k].Alias >= name })
	j := i
	for j < len(x.imports) && im[x.imports[j]].Alias == name {
		j++
	}
	return x.imports[i:j]
}

// lambdaSite is the call that a lambda expression is an argument of.
func (x *file) lambdaSite(e int32) (site, bool) {
	x.once.Do(x.findLambdas)
	s, ok := x.lambdas[e]
	return s, ok
}

// maxPath bounds the steps of a path that is narrowed.
const maxPath = 16

// pathOf is a property's path as narrowings name it, "" for what has none.
func (x *file) pathOf(i int32) string { return x.pathWithin(i, maxPath) }

func (x *file) pathWithin(i int32, steps int) string {
	e := &x.facts.Exprs[i]
	switch {
	case steps == 0:
		return ""
	case e.Op == facts.OpThis:
		return "$this"
	case e.Op == facts.OpName:
		return e.Name
	case e.Op == facts.OpMember && e.A != facts.None:
		if p := x.pathWithin(e.A, steps-1); p != "" {
			return p + "->" + e.Name
		}
	case e.Op == facts.OpCall && e.A != facts.None && e.ArgN == 0:
		if p := x.pathWithin(e.A, steps-1); p != "" {
			return p + "()"
		}
	}
	return ""
}

// callOf is the call whose callee an expression is.
func (x *file) callOf(e int32) (int32, bool) {
	x.once.Do(x.findLambdas)
	i, ok := x.callees[e]
	return i, ok
}

// argSite is the call that an expression, or the variable declared at a
// position, is an argument of.
func (x *file) argSite(e int32) (site, bool) {
	x.once.Do(x.findLambdas)
	s, ok := x.args[e]
	return s, ok
}

func (x *file) outSite(pos uint32) (site, bool) {
	x.once.Do(x.findLambdas)
	s, ok := x.outs[pos]
	return s, ok
}

// lambdaType is the declared type of the place that a lambda is put in: a
// typed name, a typed field, the result of the function that returns it.
func (x *file) lambdaType(e int32) int32 {
	x.once.Do(x.findLambdas)
	if t, ok := x.lambdaTypes[e]; ok {
		return t
	}
	return facts.None
}

func (x *file) findLambdas() {
	x.lambdas, x.lambdaTypes = map[int32]site{}, map[int32]int32{}
	typed := func(e, t int32) {
		if t == facts.None {
			return
		}
		for e != facts.None && (x.facts.Exprs[e].Op == facts.OpUnary || x.facts.Exprs[e].Op == facts.OpAwait) {
			e = x.facts.Exprs[e].A
		}
		if e != facts.None && x.facts.Exprs[e].Op == facts.OpLambda {
			x.lambdaTypes[e] = t
		}
	}
	for i := range x.facts.Binds {
		typed(x.facts.Binds[i].Value, x.facts.Binds[i].Type)
	}
	for i := range x.facts.Defs {
		d := &x.facts.Defs[i]
		if d.Kind == facts.Variable {
			typed(d.Value, d.Type)
		} else if d.Kind.Callable() {
			for _, r := range d.Rets {
				typed(r, d.Type)
			}
		}
	}
	if x.fam.targetTyped || x.fam.functionsApart {
		x.noteTargets()
	}
	for i := range x.facts.Exprs {
		if op := x.facts.Exprs[i].Op; op != facts.OpCall && op != facts.OpNew {
			continue
		}
		for k, a := range x.facts.Args(int32(i)) {
			if a != facts.None && x.facts.Exprs[a].Op == facts.OpLambda {
				x.lambdas[a] = site{int32(i), k}
			}
		}
		if x.fam.targetTyped || x.fam.functionsApart {
			x.target(int32(i))
		}
	}
}

// noteTargets prepares for target: variables that are declared as arguments,
// and aliases, whose value is a function as if it were called.
func (x *file) noteTargets() {
	x.callees, x.args, x.outs = map[int32]int32{}, map[int32]site{}, map[uint32]site{}
	for i := range x.facts.Binds {
		if b := &x.facts.Binds[i]; b.Kind == facts.BindVar && b.Type == facts.None && b.Value == facts.None {
			x.outs[b.Pos] = site{facts.None, 0}
		}
	}
	for i := range x.facts.Defs {
		if d := &x.facts.Defs[i]; d.Form == "alias" && d.Value != facts.None {
			x.callees[d.Value] = d.Value
		}
	}
}

// target notes what of a call's parts takes its meaning from the call.
func (x *file) target(call int32) {
	if a := x.facts.Exprs[call].A; a != facts.None {
		x.callees[a] = call
	}
	for k, a := range x.facts.Args(call) {
		if a == facts.None {
			continue
		}
		switch e := &x.facts.Exprs[a]; e.Op {
		case facts.OpNew:
			if e.A == facts.None && e.T == facts.None {
				x.args[a] = site{call, k}
			}
		case facts.OpName:
			if _, ok := x.outs[e.Pos]; ok {
				x.outs[e.Pos] = site{call, k}
			}
		}
	}
}

// within tells whether definition d stands inside outer.
func (x *file) within(d, outer int32) bool {
	for ; d != facts.None; d = x.facts.Defs[d].Parent {
		if d == outer {
			return true
		}
	}
	return false
}

// owner is the nearest class, interface or other holder of members around d,
// d itself included.
func (x *file) owner(d int32) int32 {
	for ; d > 0; d = x.facts.Defs[d].Parent {
		if x.facts.Defs[d].Kind.TypeLike() {
			return d
		}
	}
	return facts.None
}
