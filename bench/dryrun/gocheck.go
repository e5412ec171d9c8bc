package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is a package as `go list` says.
type listed struct {
	ImportPath, Dir, Export, ForTest             string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports           []string
	Standard, DepOnly                            bool
}

// goChecker checks the packages of a repository from source.
type goChecker struct {
	root    string
	pkgs    map[string]*listed // the repository's
	exports map[string]string
	outside types.Importer
	fset    *token.FileSet
	texts   map[string]string // what files hold instead of what the disk has
	added   map[string]string // new files, with their packages
	checked map[string]*checkedPkg
	base    map[string]map[string]int // errors of packages as they are
}

type checkedPkg struct {
	plain, tested *types.Package
	errors        []goError
	info          *types.Info
	files         []*ast.File
	variants      map[string]*types.Package
}

type goError struct{ key, text string }

func newGoChecker(root string) (*goChecker, error) {
	cmd := exec.Command("go", "list", "-e", "-deps", "-test", "-export", "-json=ImportPath,Dir,Export,ForTest,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports,Standard,DepOnly", "./...")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	c := &goChecker{root: root, pkgs: map[string]*listed{}, exports: map[string]string{}, fset: token.NewFileSet(), texts: map[string]string{}, checked: map[string]*checkedPkg{}, base: map[string]map[string]int{}}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if p.ForTest != "" || strings.HasSuffix(p.ImportPath, ".test") {
			continue
		}
		if strings.HasPrefix(p.Dir, root) && !p.Standard && len(p.CgoFiles) == 0 {
			c.pkgs[p.ImportPath] = &p
		} else if p.Export != "" {
			c.exports[p.ImportPath] = p.Export
		}
	}
	c.outside = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		if e := c.exports[path]; e != "" {
			return os.Open(e)
		}
		return nil, fmt.Errorf("no export data for %s", path)
	})
	for path := range c.pkgs {
		c.base[path] = counted(c.check(path).errors)
	}
	return c, nil
}

func counted(errs []goError) map[string]int {
	m := map[string]int{}
	for _, e := range errs {
		m[e.key+"\x00"+e.text]++
	}
	return m
}

// imports serves a package's imports; tested is the one whose tests are among it.
type imports struct {
	c      *goChecker
	tested string
}

func (i imports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if _, ok := i.c.pkgs[path]; ok {
		p := i.c.check(path)
		if i.tested != "" {
			if t := i.c.checked[i.tested]; t != nil && t.tested != nil {
				if path == i.tested {
					return t.tested, nil
				}
				if i.c.dependants([]string{i.tested})[path] {
					return i.c.against(t, path, i.tested), nil
				}
			}
		}
		return p.plain, nil
	}
	return i.c.outside.Import(path)
}

// check checks a package with its tests, once.
func (c *goChecker) check(path string) *checkedPkg {
	if p := c.checked[path]; p != nil {
		return p
	}
	l := c.pkgs[path]
	p := &checkedPkg{}
	c.checked[path] = p
	p.plain, _, _ = c.run(path, l, l.GoFiles, "", p, len(l.TestGoFiles) == 0)
	if len(l.TestGoFiles) > 0 {
		p.tested, p.info, p.files = c.run(path, l, append(append([]string{}, l.GoFiles...), l.TestGoFiles...), "", p, true)
	}
	if len(l.XTestGoFiles) > 0 {
		c.run(path+"_test", l, l.XTestGoFiles, path, p, true)
	}
	return p
}

// against is a package checked against another one with its tests, as tests
// outside see it.
func (c *goChecker) against(t *checkedPkg, path, tested string) *types.Package {
	if t.variants == nil {
		t.variants = map[string]*types.Package{}
	}
	if t.variants[path] == nil {
		l := c.pkgs[path]
		t.variants[path], _, _ = c.run(path, l, l.GoFiles, tested, &checkedPkg{}, false)
	}
	return t.variants[path]
}

func (c *goChecker) run(path string, l *listed, names []string, tested string, into *checkedPkg, report bool) (*types.Package, *types.Info, []*ast.File) {
	var files []*ast.File
	rel := map[*ast.File]string{}
	dir, _ := filepath.Rel(c.root, l.Dir)
	for name, in := range c.added {
		if in == l.ImportPath && path == in {
			names = append(append([]string{}, names...), name)
		}
	}
	for _, name := range names {
		file := filepath.ToSlash(filepath.Join(dir, name))
		text, err := c.text(file)
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(c.fset, file, text, parser.SkipObjectResolution)
		if f == nil {
			continue
		}
		if err != nil {
			into.errors = append(into.errors, goError{placeKey(file, ""), err.Error()})
		}
		files = append(files, f)
		rel[f] = file
	}
	conf := types.Config{Importer: imports{c, tested}, Sizes: types.SizesFor("gc", "amd64"), FakeImportC: true}
	conf.Error = func(err error) {
		e, ok := err.(types.Error)
		if !ok || !report || strings.HasPrefix(e.Msg, "\t") || strings.Contains(e.Msg, "imported and not used") || strings.Contains(e.Msg, "could not import") {
			return
		}
		for f, file := range rel {
			if f.FileStart <= e.Pos && e.Pos <= f.FileEnd {
				into.errors = append(into.errors, goError{placeKey(file, enclosing(f, e.Pos)), e.Msg})
				return
			}
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	pkg, _ := conf.Check(path, c.fset, files, info)
	return pkg, info, files
}

func (c *goChecker) text(file string) (string, error) {
	if t, ok := c.texts[file]; ok {
		return t, nil
	}
	b, err := os.ReadFile(filepath.Join(c.root, file))
	return string(b), err
}

// enclosing names the declaration around a position.
func enclosing(f *ast.File, at token.Pos) string {
	for _, d := range f.Decls {
		if at < d.Pos() || d.End() < at {
			continue
		}
		switch d := d.(type) {
		case *ast.FuncDecl:
			return funcName(d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if at < s.Pos() || s.End() < at {
					continue
				}
				switch s := s.(type) {
				case *ast.TypeSpec:
					return s.Name.Name
				case *ast.ValueSpec:
					for _, n := range s.Names {
						if n.Name != "_" {
							return n.Name
						}
					}
				}
			}
		}
	}
	return ""
}

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.IndexListExpr:
			t = x.X
			continue
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		}
		return d.Name.Name
	}
}

// broken checks what depends on some packages with other texts, and says
// where there are errors that were not there.
func (c *goChecker) broken(texts, added map[string]string, pkgs []string) (places, errs []string) {
	saved := c.checked
	c.texts, c.added = texts, added
	c.checked = map[string]*checkedPkg{}
	again := c.dependants(pkgs)
	for path, p := range saved {
		if !again[path] {
			c.checked[path] = p
		}
	}
	seen := map[string]bool{}
	for path := range again {
		base := map[string]int{}
		for k, n := range c.base[path] {
			base[k] = n
		}
		for _, e := range c.check(path).errors {
			k := e.key + "\x00" + e.text
			if base[k] > 0 {
				base[k]--
				continue
			}
			errs = append(errs, e.key+": "+e.text)
			if !seen[e.key] {
				seen[e.key] = true
				places = append(places, e.key)
			}
		}
	}
	c.texts, c.added, c.checked = map[string]string{}, nil, saved
	return places, errs
}

// dependants are packages with all that import them, tests included.
func (c *goChecker) dependants(pkgs []string) map[string]bool {
	out := map[string]bool{}
	for _, p := range pkgs {
		out[p] = true
	}
	for grown := true; grown; {
		grown = false
		for path, l := range c.pkgs {
			if out[path] {
				continue
			}
			for _, list := range [][]string{l.Imports, l.TestImports, l.XTestImports} {
				for _, i := range list {
					if out[i] && !out[path] {
						out[path], grown = true, true
					}
				}
			}
		}
	}
	return out
}
