package linker

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// export is what a file, as a module, offers under a name.
func (s *solver) export(f *file, name string, sp space) *val {
	s.ask(f.path, name)
	s.ask(f.path, "*")
	return s.once(memoKey{r: ref{f, 0}, what: qExport, sp: sp, name: name}, func() *val {
		if f.fam.exported != nil {
			return f.fam.exported(s, f, name, sp)
		}
		return s.commonExport(f, name, sp)
	})
}

// commonExport looks through the file's own names, what it exports under
// other names, what it exports again, and what its wildcards bring.
func (s *solver) commonExport(f *file, name string, sp space) *val {
	if v, found := s.ownExport(f, name, sp); found {
		return v
	}
	if f.fam.wildcards == nil || f.fam.wildcards.hides(f, name) {
		return nil
	}
	return s.starred(f, 0, name, sp)
}

// ownExport is the same without the wildcards; found tells that the file says
// the name.
func (s *solver) ownExport(f *file, name string, sp space) (v *val, found bool) {
	for _, e := range f.facts.Exports {
		if e.Name != name {
			continue
		}
		if e.Local != "" {
			v, _ := s.topName(f, 0, e.Local, ^uint32(0), sp)
			return v, true
		}
		v := s.expr(f, e.Expr)
		if sp == asType {
			return s.asTypeValue(v), true
		}
		return v, true
	}
	if v := s.defs(f, exportedDefs(f, name), sp, graph.ViaImport); v != nil {
		return v, true
	}
	for i := range f.facts.Imports {
		im := &f.facts.Imports[i]
		if im.Kind == facts.ImportReexport && im.Alias == name {
			return s.importValue(f, int32(i), sp), true
		}
	}
	return nil, false
}

// asTypeValue lets a value stand where a type is meant: a class does, an
// instance does not.
func (s *solver) asTypeValue(v *val) *val {
	if v != nil && (v.k == vClass || v.k == vExt || v.k == vModule || v.k == vSpace) {
		return v
	}
	return nil
}

// exportedDefs are the top-level definitions that a module exports under a
// name.
func exportedDefs(f *file, name string) []int32 {
	if name == "default" {
		var out []int32
		for _, d := range f.all(0) {
			if f.facts.Defs[d].Mods&facts.Default != 0 {
				out = append(out, d)
			}
		}
		return out
	}
	var out []int32
	for _, d := range f.children(0, name) {
		if f.facts.Defs[d].Mods&(facts.Exported|facts.Default) == facts.Exported || f.facts.Flags&facts.IsDeclaration != 0 {
			out = append(out, d)
		}
	}
	return out
}
