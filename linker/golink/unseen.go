package golink

import (
	"bytes"
	"go/ast"
	"strconv"
	"strings"
)

// unseen says where a name may come from that nobody has declared here; "" if
// nowhere.
func (d *doubter) unseen(f *file, syntax *ast.File, name string) string {
	if pkg, member, ok := strings.Cut(name, "."); ok {
		return d.unseenIn(f, syntax, pkg, member)
	}
	for _, s := range syntax.Imports {
		path, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			continue
		}
		im := f.importOf(path)
		inside := im != nil && im.pkg != nil
		switch {
		case inside || path == "C":
		case s.Name != nil && s.Name.Name == ".":
			return "all of " + path + ", which is imported with a dot"
		case s.Name == nil && !uses(syntax, guessed(im)):
			return "the name of the package " + path
		}
	}
	return d.l.elsewhere(f.pkg, name)
}

// unseenIn is unseen for a member of a package.
func (d *doubter) unseenIn(f *file, syntax *ast.File, pkg, member string) string {
	im := f.names(syntax)[pkg]
	if im == nil {
		return ""
	}
	if im.pkg == nil {
		return "all of " + im.path
	}
	if why := d.l.elsewhere(im.pkg, member); why != "" {
		return why
	}
	return (&opening{l: d.l, from: f.pkg}).versionOf(im.pkg)
}

func (o *opening) versionOf(q *pkg) string {
	if q.mod == o.from.mod || o.l.besides(o.from.mod, q) {
		return ""
	}
	return "the module of " + q.path + ", of which a version is asked for and not what lies beside it"
}

func guessed(im *imp) string {
	if im == nil {
		return ""
	}
	return im.name()
}

// uses tells whether a file has a package's name before a dot.
func uses(syntax *ast.File, name string) (found bool) {
	ast.Inspect(syntax, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && id.Name == name {
				found = true
			}
		}
		return !found
	})
	return found
}

// elsewhere says where a package may have a name from that its files, as they
// are checked, do not declare: other build tags, or programs that write code.
func (l *Linker) elsewhere(p *pkg, name string) string {
	for _, files := range [][]*file{p.plain, p.tests} {
		for _, f := range files {
			if l.generates(f) {
				return "code that " + f.path + " has generated"
			}
		}
	}
	for _, v := range p.variants {
		for _, f := range v.files {
			if _, ok := f.defs()[refKey{name: name}]; ok {
				return f.path + ", which is built under other tags"
			}
			if l.generates(f) {
				return "code that " + f.path + " has generated"
			}
		}
	}
	for _, files := range [][]*file{p.plain, p.tests} {
		for _, f := range files {
			if _, ok := f.defs()[refKey{name: name}]; ok && (f.cons != nil || f.os != "" || f.arch != "") {
				return f.path + ", which is built under other tags"
			}
		}
	}
	return ""
}

// generates tells whether a file has the go command write code.
func (l *Linker) generates(f *file) bool {
	text, err := l.content(f)
	return err == nil && bytes.Contains(text, []byte("\n//go:generate "))
}

// onlyInOthers is what a double declaration may come of: files that are never
// built together.
func (f *file) onlyInOthers() string {
	if f.variant != nil || f.cons != nil || len(f.pkg.variants) > 0 {
		return "which files are built together"
	}
	return ""
}
