package golink

import (
	"go/types"
	"strings"
)

// opening looks in types for what is not known of them.
type opening struct {
	l        *Linker
	from     *pkg
	seen     map[types.Type]bool
	deep     bool // what fields hold matters too
	versions bool // only the version of what is used matters
}

// in says what of a type decides what its values can do, and is not known; ""
// if all is known. The checker itself keeps silent where the type itself is
// unknown.
func (o *opening) in(t types.Type, depth int) string {
	if t == nil || depth > 8 || o.seen[t] {
		return ""
	}
	o.seen[t] = true
	depth++
	switch t := t.(type) {
	case *types.Alias:
		return o.in(types.Unalias(t), depth)
	case *types.Named:
		return o.named(t, depth)
	case *types.Pointer:
		return o.in(t.Elem(), depth)
	case *types.Slice:
		return o.in(t.Elem(), depth)
	case *types.Array:
		return o.in(t.Elem(), depth)
	case *types.Chan:
		return o.in(t.Elem(), depth)
	case *types.Map:
		return first(o.in(t.Key(), depth), o.in(t.Elem(), depth))
	case *types.Tuple:
		for v := range t.Variables() {
			if why := o.in(v.Type(), depth); why != "" {
				return why
			}
		}
	case *types.Signature:
		for p := range t.TypeParams().TypeParams() {
			if why := o.in(p, depth); why != "" {
				return why
			}
		}
		return first(o.in(t.Params(), depth), o.in(t.Results(), depth))
	case *types.TypeParam:
		if o.versions {
			return ""
		}
		if why := o.bounds(t.Constraint(), depth); why != "" {
			return "the type parameter " + t.Obj().Name() + ", whose constraint " + why
		}
	case *types.Struct, *types.Interface, *types.Union:
		return o.parts(t, depth)
	}
	return ""
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (o *opening) named(t *types.Named, depth int) string {
	if why := o.version(t.Obj().Pkg()); why != "" {
		return why
	}
	for a := range t.TypeArgs().Types() {
		if why := o.in(a, depth); why != "" {
			return why
		}
	}
	if o.versions {
		return ""
	}
	u := t.Underlying()
	if unknown(u) {
		return t.Obj().Name() + ", a type over one from outside"
	}
	if why := o.parts(u, depth); why != "" {
		return t.Obj().Name() + ", which " + why
	}
	switch u.(type) {
	case *types.Struct, *types.Interface:
		return ""
	}
	return o.in(u, depth)
}

// parts looks at what a type has its members from.
func (o *opening) parts(t types.Type, depth int) string {
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() && holdsUnknown(f.Type()) {
				return "embeds one from outside (" + f.Name() + ")"
			}
			if f.Embedded() || o.deep {
				if why := o.in(f.Type(), depth); why != "" {
					return "has " + f.Name() + ": " + why
				}
				if o.deep && holdsUnknown(f.Type()) {
					return "has a field of a type from outside (" + f.Name() + ")"
				}
			}
		}
	case *types.Interface, *types.Union:
		return o.bounds(t, depth)
	}
	return ""
}

// bounds looks at what interfaces and constraints are made of.
func (o *opening) bounds(t types.Type, depth int) string {
	if depth > 8 {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		for e := range u.EmbeddedTypes() {
			if holdsUnknown(e) {
				return "embeds one from outside"
			}
			if why := o.bounds(e, depth+1); why != "" {
				return why
			}
		}
	case *types.Union:
		for term := range u.Terms() {
			if holdsUnknown(term.Type()) {
				return "has one from outside among its types"
			}
			if why := o.bounds(term.Type(), depth+1); why != "" {
				return why
			}
		}
	case *types.Basic:
		if unknown(u) {
			return "is one from outside"
		}
	}
	return ""
}

func unknown(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.Invalid
}

// holdsUnknown tells whether a type is one from outside, or over one.
func holdsUnknown(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return unknown(t.Underlying())
}

// version tells whether a package is one of a module of the repository that
// the asking one takes by a version: what is built with it may be another
// state of it than the one beside it.
func (o *opening) version(p *types.Package) string {
	if p == nil || o.from == nil || o.from.mod == nil {
		return ""
	}
	if p == stubs.get(p.Path()) {
		return "all of " + p.Path()
	}
	for _, q := range o.l.catalog.byPath[strings.TrimSuffix(p.Path(), "_test")] {
		if q.mod == o.from.mod || o.l.besides(o.from.mod, q) {
			return ""
		}
	}
	if len(o.l.catalog.byPath[p.Path()]) == 0 {
		return ""
	}
	return "the module of " + p.Path() + ", of which a version is asked for and not what lies beside it"
}

// besides tells whether a module is built with a package as it lies in the
// repository: by a replacement, a workspace or a vendor folder.
func (l *Linker) besides(m *module, q *pkg) bool {
	if m.path == "" || q.mod.path == "" || strings.Contains("/"+q.dir+"/", "/vendor/") {
		return true
	}
	if l.catalog.replaced(m, q.path) == q {
		return true
	}
	for _, w := range l.mods.works {
		if w.usesBoth(m, q.mod) || l.catalog.replaced(w, q.path) == q {
			return true
		}
	}
	return false
}
