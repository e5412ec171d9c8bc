package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// goOracle changes definitions of Go packages.
type goOracle struct {
	c       *goChecker
	rnd     *rand.Rand
	targets []goTarget
	uses    map[string]int
	real    *goCompiler // nil: go/types judges
}

type goTarget struct {
	pkg, file string
	fn        *ast.FuncDecl // or
	spec      ast.Spec      // a type, variable or constant
	decl      *ast.GenDecl
	fset      *token.FileSet
}

func newGo(root string, seed int64, real bool) (*goOracle, error) {
	c, err := newGoChecker(root)
	if err != nil {
		return nil, err
	}
	o := &goOracle{c: c, rnd: rand.New(rand.NewSource(seed)), uses: map[string]int{}}
	if real {
		if o.real, err = newGoCompiler(root); err != nil {
			return nil, err
		}
	}
	var paths []string
	for p := range c.pkgs {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for _, p := range paths {
		l := c.pkgs[p]
		for _, name := range slices.Concat(l.GoFiles, l.TestGoFiles, l.XTestGoFiles) {
			dir, _ := filepath.Rel(root, l.Dir)
			file := filepath.ToSlash(filepath.Join(dir, name))
			text, err := c.text(file)
			if err != nil {
				return nil, err
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, file, text, 0)
			if err != nil {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					o.uses[id.Name]++
				}
				return true
			})
			if !strings.HasSuffix(name, "_test.go") {
				o.collect(p, file, f, fset)
			}
		}
	}
	return o, nil
}

func (o *goOracle) collect(pkg, file string, f *ast.File, fset *token.FileSet) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil && d.Name.Name != "init" && d.Name.Name != "main" && d.Name.Name != "_" {
				o.targets = append(o.targets, goTarget{pkg: pkg, file: file, fn: d, fset: fset})
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if d.Tok != token.IMPORT && specName(s) != "_" && specName(s) != "" {
					o.targets = append(o.targets, goTarget{pkg: pkg, file: file, spec: s, decl: d, fset: fset})
				}
			}
		}
	}
}

func specName(s ast.Spec) string {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return s.Name.Name
	case *ast.ValueSpec:
		if len(s.Names) == 1 {
			return s.Names[0].Name
		}
	}
	return ""
}

func (t *goTarget) name() string {
	if t.fn != nil {
		return funcName(t.fn)
	}
	return specName(t.spec)
}

func (t *goTarget) short() string {
	if t.fn != nil {
		return t.fn.Name.Name
	}
	return specName(t.spec)
}

func (o *goOracle) place(file, name string) string { // only what is part of the build here
	if o.real != nil && !o.real.judged[file] {
		return ""
	}
	dir := path.Dir(file)
	for _, l := range o.c.pkgs {
		rel, _ := filepath.Rel(o.c.root, l.Dir)
		if filepath.ToSlash(rel) == dir && slices.Contains(slices.Concat(l.GoFiles, l.TestGoFiles, l.XTestGoFiles), path.Base(file)) {
			parts := strings.SplitN(name, ".", 3)
			return placeKey(file, strings.Join(parts[:min(2, len(parts))], "."))
		}
	}
	return ""
}

var goKinds = []string{"add parameter", "remove parameter", "reorder", "parameter type", "return type", "add result", "delete", "rename", "move to package", "move to file", "variadic"}

func (o *goOracle) next() (*mutation, error) {
	for range 10_000 {
		t := o.targets[o.rnd.Intn(len(o.targets))]
		if o.uses[t.short()] < 2 && o.rnd.Intn(5) > 0 {
			continue // mostly what is used
		}
		if t.fn == nil && o.rnd.Intn(4) > 0 {
			continue // mostly functions
		}
		kind := goKinds[o.rnd.Intn(len(goKinds))]
		mu := o.mutate(&t, kind)
		if mu == nil {
			continue
		}
		added := map[string]string{}
		pkgs := []string{t.pkg}
		for file, in := range mu.added {
			added[path.Base(file)] = in
			if !slices.Contains(pkgs, in) {
				pkgs = append(pkgs, in)
			}
		}
		places, errs, err := o.broken(mu, added, pkgs)
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			if !slices.Contains(mu.Own, p) && o.place(splitKey(p)) != "" {
				mu.Broken = append(mu.Broken, p)
			}
		}
		mu.Errors = errs
		return &mu.mutation, nil
	}
	return nil, nil
}

func (o *goOracle) broken(mu *goMutation, added map[string]string, pkgs []string) (places, errs []string, err error) {
	if o.real != nil {
		return o.real.broken(mu.Changes)
	}
	places, errs = o.c.broken(mu.Changes, added, pkgs)
	return places, errs, nil
}

func splitKey(p string) (file, name string) {
	file, name, _ = strings.Cut(p, "#")
	return file, name
}

type goMutation struct {
	mutation
	added map[string]string // new files, and their packages
}

// mutate makes one change; nil where the definition has nothing for it.
func (o *goOracle) mutate(t *goTarget, kind string) *goMutation {
	text, err := o.c.text(t.file)
	if err != nil {
		return nil
	}
	mu := &goMutation{mutation: mutation{Kind: kind, Name: t.file + "#" + t.name(), Changes: map[string]string{}, Own: []string{placeKey(t.file, t.name())}}, added: map[string]string{}}
	at := func(p token.Pos) int { return t.fset.Position(p).Offset }
	set := func(from, to int, with string) { mu.Changes[t.file] = text[:from] + with + text[to:] }
	switch kind {
	case "delete", "rename", "move to package", "move to file":
		return o.place2(t, kind, text, at, set, mu)
	}
	if t.fn == nil {
		return nil
	}
	params, list := t.fn.Type.Params, flat(t.fn.Type.Params)
	part := func(e ast.Expr) string { return text[at(e.Pos()):at(e.End())] }
	write := func(ps [][2]string) {
		var out []string
		for _, p := range ps {
			out = append(out, strings.TrimSpace(p[0]+" "+p[1]))
		}
		set(at(params.Opening)+1, at(params.Closing), strings.Join(out, ", "))
	}
	var ps [][2]string
	variadic := false
	for _, p := range list {
		name := p.name
		if name == "" {
			name = "_"
		}
		ps = append(ps, [2]string{name, part(p.typ)})
		_, variadic = p.typ.(*ast.Ellipsis)
	}
	newType := []string{"string", "int", "bool", "[]byte", "error", "map[string]int", "func()", "*int"}[o.rnd.Intn(8)]
	switch kind {
	case "add parameter":
		i := o.rnd.Intn(len(ps) + 1)
		if variadic && i == len(ps) {
			i--
		}
		write(slices.Insert(ps, i, [2]string{"added", newType}))
	case "variadic":
		if variadic {
			return nil
		}
		write(append(ps, [2]string{"added", "..." + newType}))
	case "remove parameter":
		if len(ps) == 0 {
			return nil
		}
		i := o.rnd.Intn(len(ps))
		write(slices.Delete(ps, i, i+1))
	case "reorder":
		if len(ps) < 2 || variadic {
			return nil
		}
		i := o.rnd.Intn(len(ps) - 1)
		ps[i], ps[i+1] = ps[i+1], ps[i]
		write(ps)
	case "parameter type":
		if len(ps) == 0 {
			return nil
		}
		i := o.rnd.Intn(len(ps))
		if o.rnd.Intn(6) == 0 {
			newType = "any"
		}
		if strings.HasPrefix(ps[i][1], "...") {
			newType = "..." + newType
		}
		if ps[i][1] == newType {
			return nil
		}
		ps[i][1] = newType
		write(ps)
	case "return type", "add result":
		res := t.fn.Type.Results
		if res == nil {
			if kind == "return type" {
				return nil
			}
			set(at(params.End()), at(params.End()), " "+newType)
			return mu
		}
		var rs []string
		for _, r := range flat(res) {
			rs = append(rs, part(r.typ))
		}
		if kind == "add result" {
			rs = append(rs, newType)
		} else if i := o.rnd.Intn(len(rs)); rs[i] == newType {
			return nil
		} else {
			rs[i] = newType
		}
		set(at(res.Pos()), at(res.End()), "("+strings.Join(rs, ", ")+")")
	}
	return mu
}

type param struct {
	name string
	typ  ast.Expr
}

func flat(fl *ast.FieldList) (out []param) {
	if fl == nil {
		return nil
	}
	for _, f := range fl.List {
		if len(f.Names) == 0 {
			out = append(out, param{"", f.Type})
		}
		for _, n := range f.Names {
			out = append(out, param{n.Name, f.Type})
		}
	}
	return out
}
