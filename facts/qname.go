package facts

import "strings"

// QName is the name of definition i qualified inside its file: the names of
// the definitions around it, outermost first, joined by dots. A member that
// stands outside its type (a Go method whose type is in another file, a Rust
// impl) is qualified by the last component of that type's name, so that the
// name does not depend on where the type is. It is "" for the file itself.
func (f *FileFacts) QName(i int32) string {
	if i <= 0 || int(i) >= len(f.Defs) {
		return ""
	}
	d := &f.Defs[i]
	owner := f.QName(d.Parent)
	if d.Parent <= 0 && d.Recv != None {
		owner = f.lastName(d.Recv)
	}
	if owner == "" {
		return d.Name
	}
	return owner + "." + d.Name
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
