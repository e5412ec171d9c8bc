package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// cSuits knows the conversions of C++ that assignable does not: what literals
// and numbers become, and classes that are built of what is given.
func cSuits(s *solver, f *file, arg int32, v, t *val, p *facts.Param) (int, bool) {
	if v.k == vParam {
		if t.k == vParam && strings.ContainsRune(p.Text, '*') && cWhole(f, &f.facts.Exprs[arg]) {
			return -3, true // T is a pointer rarely
		}
		return 3, true
	}
	if v.k == vInst && t.k == vInst && v.ref == t.ref && slices.ContainsFunc(v.args, func(a *val) bool { return a != nil && a.k != vParam }) {
		for i, a := range v.args {
			if b := t.arg(i); a != nil && b != nil && a.k == b.k && (a.k == vExt && lastName(a.name) != lastName(b.name) || a.k == vInst && a.ref != b.ref) {
				return 1, true // List<int> for List<char>
			}
		}
	}
	if v.k != vExt || t.k == vParam || t.k == vFnType || t.k == vUnion {
		return 0, false
	}
	pointer := strings.ContainsRune(p.Text, '*')
	name := lastName(v.name)
	switch {
	case name == "cstring" && t.k == vExt:
		switch to := lastName(t.name); {
		case to == "char" && pointer:
			return 8, true
		case strings.HasSuffix(to, "string") || strings.HasSuffix(to, "string_view"):
			return 6, true
		case to == "void" && pointer:
			return 3, true
		case to == "bool":
			return 1, true
		case numeric(to):
			return 0, true
		}
	case name == "cstring" && t.k == vInst:
		if s.builtFrom(t, func(p *facts.Param) bool { return strings.Contains(p.Text, "*") || strings.Contains(p.Text, "string") }) {
			return 5, true
		}
		return 1, true
	case name == "nullptr":
		if pointer || t.k == vExt && (t.name == "nullptr_t" || strings.HasSuffix(t.name, "_ptr")) {
			return 5, true
		}
		return 1, true
	case numeric(name) && t.k == vExt:
		switch to := lastName(t.name); {
		case pointer:
			return 1, true // 0
		case to == name:
			return 8, true
		case numeric(to):
			return 5, true
		}
	case t.k == vInst:
		if s.builtFrom(t, func(*facts.Param) bool { return true }) {
			return 1, true
		}
	}
	return 0, false
}

// cViable knows that a type parameter which no parameter names can only be
// given explicitly.
func cViable(rs []ref, explicit bool) []ref {
	if explicit {
		return rs
	}
	out := make([]ref, 0, len(rs))
	for _, r := range rs {
		if !onlyGiven(r) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return rs
	}
	return out
}

// unhidden leaves out the functions of bases where some of the class itself
// hide them.
func unhidden(rs []ref) []ref {
	if len(rs) < 2 {
		return rs
	}
	if in := &rs[0].f.facts.Defs[rs[0].def().Parent]; !in.Kind.TypeLike() || in.Form == "namespace" {
		return rs
	}
	n := 1
	for n < len(rs) && rs[n].f == rs[0].f && rs[n].def().Parent == rs[0].def().Parent {
		n++
	}
	return rs[:n]
}

// onlyGiven tells whether the first type parameter of a function is named by
// none of its parameters and has no default.
func onlyGiven(r ref) bool {
	def := r.def()
	if len(def.TypeParams) == 0 || def.Recv != facts.None { // of its class, maybe
		return false
	}
	p := def.TypeParams[0]
	return p.Def == facts.None && !slices.ContainsFunc(def.Params, func(q facts.Param) bool { return namesWord(q.Text, p.Name) })
}

// namesWord tells whether a word stands in a text.
func namesWord(text, word string) bool {
	for i := 0; ; {
		k := strings.Index(text[i:], word)
		if k < 0 {
			return false
		}
		from, to := i+k, i+k+len(word)
		if (from == 0 || !wordByte(text[from-1])) && (to == len(text) || !wordByte(text[to])) {
			return true
		}
		i = to
	}
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// copies tells whether a function is the constructor that copies or moves.
func (s *solver) copies(r ref) bool {
	def := r.def()
	if def.Mods&facts.Constructor == 0 || len(def.Params) != 1 {
		return false
	}
	t := s.typ(r.f, def.Params[0].Type)
	return t != nil && t.k == vInst && t.ref == s.builtBy(r)
}

// builtFrom tells whether a class has a constructor of one such argument.
func (s *solver) builtFrom(t *val, fits func(*facts.Param) bool) bool {
	for _, r := range s.constructors(class(t.ref)) {
		if def := r.def(); len(def.Params) > 0 && takes(def, 1, false) && fits(&def.Params[0]) {
			return true
		}
	}
	return false
}

func numeric(name string) bool {
	switch name {
	case "int", "char", "short", "long", "float", "double", "bool", "unsigned", "size_t", "ptrdiff_t", "ssize_t", "off_t":
		return true
	}
	return strings.HasPrefix(name, "int") && strings.HasSuffix(name, "_t") || strings.HasPrefix(name, "uint") || strings.HasPrefix(name, "unsigned ") ||
		strings.HasPrefix(name, "long ") || strings.HasPrefix(name, "signed ")
}

// cPrefers puts templates whose use is restricted by a condition, which only a
// compiler can compute, behind others.
func cPrefers(d *facts.Def) int {
	if len(d.TypeParams) > 0 && (strings.Contains(d.Sig, "enable_if") || strings.Contains(d.Sig, "ENABLE_IF") || strings.Contains(d.Sig, "requires ")) {
		return 0
	}
	return 3
}

// cOutsideNames is what a name stands for in a function n::f of a namespace.
func cOutsideNames(s *solver, f *file, d int32, name string, sp space) *val {
	def := &f.facts.Defs[d]
	around, ok := cNamespace(f, def.Parent)
	if !ok {
		return nil
	}
	of := cPath(s, f, around, f.facts.Types[def.Recv].Name)
	if of == nil || of.k != vSpace {
		return nil
	}
	s.ask("c>", f.path)
	look := cLook{s: s, f: f, name: name, sp: sp}
	return look.in(of.name)
}
