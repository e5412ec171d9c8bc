package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// place2 changes where a definition is, or whether.
func (o *goOracle) place2(t *goTarget, kind, text string, at func(token.Pos) int, set func(int, int, string), mu *goMutation) *goMutation {
	var from, to, nameAt int
	if t.fn != nil {
		from, to, nameAt = at(t.fn.Pos()), at(t.fn.End()), at(t.fn.Name.Pos())
	} else {
		if len(t.decl.Specs) > 1 && t.decl.Tok == token.CONST { // iota
			return nil
		}
		from, to, nameAt = at(t.spec.Pos()), at(t.spec.End()), at(t.spec.Pos())
		if !t.decl.Lparen.IsValid() {
			from = at(t.decl.Pos())
		}
	}
	body := text[from:to]
	if t.fn == nil && t.decl.Lparen.IsValid() {
		body = t.decl.Tok.String() + " " + body
	}
	switch kind {
	case "delete":
		set(from, to, "")
	case "rename":
		name := t.short() + "Renamed"
		set(nameAt, nameAt+len(t.short()), name)
		mu.Own = append(mu.Own, placeKey(t.file, t.name()+"Renamed"))
	case "move to file", "move to package":
		if t.fn != nil && t.fn.Recv != nil && kind == "move to package" {
			return nil
		}
		set(from, to, "")
		dir, pkg := path.Dir(t.file), t.pkg
		if kind == "move to package" {
			dir, pkg = o.otherDir(t)
			if dir == "" {
				return nil
			}
		}
		file := path.Join(dir, "moved_by_dryrun.go")
		imports := importsOf(text)
		if kind == "move to package" {
			imports = ""
		}
		mu.Changes[file] = fmt.Sprintf("package %s\n\n%s\n%s\n", o.packageName(pkg), imports, body)
		mu.added[file] = pkg
		mu.Own = append(mu.Own, placeKey(file, t.name()))
	}
	return mu
}

func importsOf(text string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return ""
	}
	var sb strings.Builder
	for _, s := range f.Imports {
		name := ""
		if s.Name != nil {
			name = s.Name.Name + " "
		}
		fmt.Fprintf(&sb, "import %s%s\n", name, s.Path.Value)
	}
	return sb.String()
}

func (o *goOracle) otherDir(t *goTarget) (dir, pkg string) {
	var all []string
	for p := range o.c.pkgs {
		if p != t.pkg {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return "", ""
	}
	slices.Sort(all)
	pkg = all[o.rnd.Intn(len(all))]
	rel, _ := filepath.Rel(o.c.root, o.c.pkgs[pkg].Dir)
	return filepath.ToSlash(rel), pkg
}

func (o *goOracle) packageName(pkg string) string {
	for _, t := range o.targets {
		if t.pkg == pkg {
			text, _ := o.c.text(t.file)
			f, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
			if err == nil {
				return f.Name.Name
			}
		}
	}
	return path.Base(pkg)
}
