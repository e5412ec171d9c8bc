package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// cByValue tells whether an object is a variable or a field itself, not what a
// pointer or a reference leads to: it is of its very class.
func cByValue(s *solver, f *file, e *facts.Expr) bool {
	switch e.Op {
	case facts.OpName:
		for _, k := range f.bindsOf(e.Name) {
			b := &f.facts.Binds[k]
			if b.Type != facts.None && e.Pos >= b.From && e.Pos < b.To && f.within(e.Scope, b.Def) {
				return f.facts.Types[b.Type].Op == facts.TName && !s.isAlias(f, b.Type)
			}
		}
	case facts.OpNew, facts.OpCast:
		return e.T != facts.None && f.facts.Types[e.T].Op == facts.TName && e.Op == facts.OpNew && e.A == facts.None
	}
	return false
}

// cWhole tells whether a variable is declared as of a type itself, not as a
// pointer to one.
func cWhole(f *file, e *facts.Expr) bool {
	if e.Op != facts.OpName {
		return false
	}
	for _, k := range f.bindsOf(e.Name) {
		if b := &f.facts.Binds[k]; b.Type != facts.None && e.Pos >= b.From && e.Pos < b.To && f.within(e.Scope, b.Def) {
			if b.Kind == facts.BindParam && int(b.Index) < len(f.facts.Defs[b.Def].Params) {
				text := f.facts.Defs[b.Def].Params[b.Index].Text
				return !strings.ContainsRune(text, '*') && !strings.Contains(text, "&&")
			}
			return f.facts.Types[b.Type].Op == facts.TName
		}
	}
	return false
}

// isAlias tells whether a type name is one that stands for another, maybe a
// pointer.
func (s *solver) isAlias(f *file, t int32) bool {
	ty := &f.facts.Types[t]
	v, _ := s.name(f, ty.Scope, ty.Name, ty.Pos, asType)
	return v == nil || v.k != vClass || v.ref.def().Kind == facts.Interface
}

// cAlsoByArguments adds to the functions outside classes that a name means
// those in the namespaces of the call's arguments.
func cAlsoByArguments(s *solver, f *file, c *facts.Call, callee *val) *val {
	if callee.k != vFunc || callee.recv != nil || f.facts.Lang == "c" {
		return callee
	}
	if _, ok := cNamespace(callee.refs[0].f, callee.refs[0].def().Parent); !ok || len(callee.refs) < 2 || callee.refs[0].def().Form == "macro" {
		return callee
	}
	more := cByArguments(s, f, c)
	if more == nil {
		return callee
	}
	out := *callee
	out.refs = slices.Clip(slices.Clone(callee.refs))
	for _, r := range more.refs {
		if !slices.Contains(out.refs, r) {
			out.refs = append(out.refs, r)
		}
	}
	return &out
}

// cByArguments finds a function of C++ in the namespaces of its arguments'
// types.
func cByArguments(s *solver, f *file, c *facts.Call) *val {
	e := &f.facts.Exprs[c.Expr]
	if e.Op != facts.OpCall || e.A == facts.None || f.facts.Exprs[e.A].Op != facts.OpName || f.facts.Lang == "c" {
		return nil
	}
	name := f.facts.Exprs[e.A].Name
	for _, a := range f.facts.Args(c.Expr) {
		v := s.expr(f, a)
		if v != nil && v.k == vUnion {
			v = v.args[0]
		}
		if v == nil || v.k != vInst {
			continue
		}
		d := v.ref.d
		for d > 0 && v.ref.f.facts.Defs[d].Form != "namespace" {
			d = v.ref.f.facts.Defs[d].Parent
		}
		ns, ok := cNamespace(v.ref.f, d)
		if !ok || ns == "" {
			continue
		}
		look := cLook{s: s, f: f, name: name, sp: asValue}
		if fn := look.in(ns); fn != nil && fn.k == vFunc {
			c := *fn
			c.via = graph.ViaPackage
			return &c
		}
	}
	return nil
}
