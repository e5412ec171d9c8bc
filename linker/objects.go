package linker

import (
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// object is a variable as a thing of its own, whatever its value: a router, an
// emitter. Files that import it from one another mean the same one.
type object struct {
	in   ref // the definition that it belongs to; d is 0 for a file's own
	name string
}

// maxAliases bounds the names that an object is followed through.
const maxAliases = 8

// object is what an expression names.
func (s *solver) object(f *file, e int32, depth int) (object, bool) {
	if !s.enter() {
		return object{}, false
	}
	defer s.leave()
	if e == facts.None || depth > maxAliases {
		return object{}, false
	}
	x := &f.facts.Exprs[e]
	switch x.Op {
	case facts.OpUnary, facts.OpAwait:
		return s.object(f, x.A, depth+1)
	case facts.OpCast:
		if t := x.T; t != facts.None && f.facts.Types[t].Op == facts.TImport {
			return s.objectImported(f, &facts.Import{Module: f.facts.Types[t].Name, Name: "="}, depth)
		}
		return s.object(f, x.A, depth+1)
	case facts.OpName:
		return s.objectNamed(f, x.Scope, x.Name, x.Pos, depth)
	case facts.OpMember:
		return s.objectMember(f, x, depth)
	case facts.OpCall:
		return s.objectOfCall(f, x, depth)
	}
	return object{}, false
}

func (s *solver) objectMember(f *file, x *facts.Expr, depth int) (object, bool) {
	switch v := s.expr(f, x.A); {
	case v != nil && v.k == vModule:
		return s.objectExported(v.ref.f, x.Name, depth+1)
	case v != nil && v.k == vInst && v.ref.f != nil:
		return object{v.ref, x.Name}, true
	}
	if o, ok := s.object(f, x.A, depth+1); ok {
		return object{o.in, o.name + "." + x.Name}, true
	}
	return object{}, false
}

// objectOfCall is what a function of the repository returns, or else what a
// method of something outside is called on: it is taken to give the same.
func (s *solver) objectOfCall(f *file, x *facts.Expr, depth int) (object, bool) {
	if v := s.expr(f, x.A); v != nil && v.k == vFunc {
		for _, r := range v.refs {
			for _, e := range r.def().Rets {
				if o, ok := s.object(r.f, e, depth+1); ok {
					return o, true
				}
			}
		}
		return object{}, false
	}
	if x.A != facts.None && f.facts.Exprs[x.A].Op == facts.OpMember {
		return s.object(f, f.facts.Exprs[x.A].A, depth+1)
	}
	return object{}, false
}

// objectNamed is the variable that a name stands for at a place.
func (s *solver) objectNamed(f *file, scope int32, name string, pos uint32, depth int) (object, bool) {
	s.ask(f.path, name)
	for d := scope; d >= 0; d = f.facts.Defs[d].Parent {
		if b := f.variable(d, name, pos); b != nil {
			if b.Kind == facts.BindLambdaParam {
				return object{ref{f, d}, name + "@" + strconv.Itoa(int(b.From))}, true
			}
			return s.objectAlias(f, object{ref{f, d}, name}, b.Value, depth), true
		}
		for _, k := range s.children(f, d, name) {
			if def := &f.facts.Defs[k]; def.Kind == facts.Variable {
				return s.objectAlias(f, object{ref{f, d}, name}, def.Value, depth), true
			}
			return object{}, false
		}
	}
	for _, i := range f.importsOf(name) {
		if im := &f.facts.Imports[i]; im.Kind != facts.ImportReexport {
			if v := s.importValue(f, i, asValue); v != nil && v.k == vModule {
				return object{ref{v.ref.f, 0}, ""}, true
			}
			return s.objectImported(f, im, depth)
		}
	}
	return object{}, false
}

// variable is the first binding of a name in a definition that is visible at
// a place.
func (f *file) variable(d int32, name string, pos uint32) *facts.Bind {
	for _, k := range f.bindsIn(d, name) {
		b := &f.facts.Binds[k]
		if b.Def != d || pos != ^uint32(0) && (pos < b.From || pos >= b.To) {
			continue
		}
		switch b.Kind {
		case facts.BindVar, facts.BindParam, facts.BindLambdaParam, facts.BindGlobal:
			return b
		}
	}
	return nil
}

// objectAlias is what a variable is another name of, else the variable.
func (s *solver) objectAlias(f *file, o object, value int32, depth int) object {
	if value == facts.None {
		return o
	}
	switch x := &f.facts.Exprs[value]; x.Op {
	case facts.OpName, facts.OpMember, facts.OpCast:
		if other, ok := s.object(f, value, depth+1); ok {
			return other
		}
	case facts.OpCall:
		if v := s.expr(f, x.A); v != nil && v.k == vFunc {
			if other, ok := s.objectOfCall(f, x, depth+1); ok {
				return other
			}
		}
	}
	return o
}

// objectImported is what an import brings.
func (s *solver) objectImported(f *file, im *facts.Import, depth int) (object, bool) {
	if f.fam.modules == nil {
		return object{}, false
	}
	files, _ := f.fam.modules(s, f, im)
	for _, t := range files {
		if im.Name == "" || im.Name == "*" {
			return object{ref{t, 0}, ""}, true
		}
		if o, ok := s.objectExported(t, im.Name, depth+1); ok {
			return o, true
		}
		if im.Name == "=" {
			return object{ref{t, 0}, ""}, true
		}
	}
	return object{}, false
}

// objectExported is what a file offers under a name.
func (s *solver) objectExported(f *file, name string, depth int) (object, bool) {
	if !s.enter() {
		return object{}, false
	}
	defer s.leave()
	if depth > maxAliases {
		return object{}, false
	}
	s.ask(f.path, name)
	s.ask(f.path, "*")
	for _, e := range f.facts.Exports {
		if e.Name != name {
			continue
		}
		if e.Local != "" {
			return s.objectNamed(f, 0, e.Local, ^uint32(0), depth+1)
		}
		for _, d := range s.all(f, 0) { // const x = module.exports = …
			if def := &f.facts.Defs[d]; def.Kind == facts.Variable && e.Expr != facts.None && def.Value == e.Expr {
				return object{ref{f, 0}, def.Name}, true
			}
		}
		if o, ok := s.object(f, e.Expr, depth+1); ok {
			return o, true
		}
		return object{ref{f, 0}, exportName(e.Name)}, true
	}
	if name == "default" || name == "=" {
		for _, d := range exportedDefs(f, "default") {
			return s.objectNamed(f, 0, f.facts.Defs[d].Name, ^uint32(0), depth+1)
		}
	}
	for i := range f.facts.Imports {
		if im := &f.facts.Imports[i]; im.Kind == facts.ImportReexport && im.Alias == name {
			return s.objectImported(f, im, depth+1)
		}
	}
	return s.objectNamed(f, 0, name, ^uint32(0), depth+1)
}

// exportName names an exported value that no variable holds.
func exportName(name string) string { return "export " + name }

// objectWritten is the object of a dotted name as written.
func (s *solver) objectWritten(f *file, scope int32, name string, pos uint32) (object, bool) {
	parts := strings.Split(name, ".")
	o, ok := s.objectNamed(f, scope, parts[0], pos, 0)
	for _, p := range parts[1:] {
		switch {
		case !ok:
			return o, false
		case o.name == "" && o.in.d == 0:
			o, ok = s.objectExported(o.in.f, p, 1)
		default:
			o.name += "." + p
		}
	}
	return o, ok
}
