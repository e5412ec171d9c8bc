package facts

import "strings"

// QName is the name of definition i qualified inside its file: the names of
// the definitions around it, outermost first, joined by dots. A member that
// stands outside its type (a Go method whose type is in another file, a Rust
// impl, C++ A::f) is qualified by the last component of that type's name, so
// that the name does not depend on where the type is. An impl block and an
// extension have the name of their type, so that their members are the type's.
// It is "" for the file itself.
func (f *FileFacts) QName(i int32) string {
	var room [12]string
	parts, n := room[:0], 0 // from the inside out
	add := func(name string) {
		if name != "" {
			parts, n = append(parts, name), n+len(name)+1
		}
	}
	for i > 0 && int(i) < len(f.Defs) {
		d := &f.Defs[i]
		add(d.Name)
		if d.Recv != None && d.Form != "impl" && d.Form != "extension" && f.outside(d.Parent) {
			add(f.lastName(d.Recv))
		}
		i = d.Parent
	}
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	out := make([]byte, 0, n)
	for j := len(parts) - 1; j > 0; j-- {
		out = append(append(out, parts[j]...), '.')
	}
	return string(append(out, parts[0]...))
}

// outside tells whether a member in that definition stands outside its type:
// in a file, a namespace or a module.
func (f *FileFacts) outside(i int32) bool {
	return i <= 0 || f.Defs[i].Form == "namespace" || f.Defs[i].Form == "module"
}

// lastName is the last component of the name of a type, seen through
// references and pointers.
func (f *FileFacts) lastName(t int32) string {
	for t >= 0 && int(t) < len(f.Types) {
		ty := &f.Types[t]
		if ty.Op == TRef && ty.ArgN > 0 {
			t = f.TypeArgs(t)[0]
			continue
		}
		return ty.Name[strings.LastIndexByte(ty.Name, '.')+1:]
	}
	return ""
}
