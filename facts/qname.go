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
	if i <= 0 || int(i) >= len(f.Defs) {
		return ""
	}
	d := &f.Defs[i]
	owner := f.QName(d.Parent)
	if d.Recv != None && d.Form != "impl" && d.Form != "extension" && f.outside(d.Parent) {
		owner = dotted(owner, f.lastName(d.Recv))
	}
	return dotted(owner, d.Name)
}

// outside tells whether a member in that definition stands outside its type:
// in a file, a namespace or a module.
func (f *FileFacts) outside(i int32) bool {
	return i <= 0 || f.Defs[i].Form == "namespace" || f.Defs[i].Form == "module"
}

func dotted(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "." + b
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
