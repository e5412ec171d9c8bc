package golang

import (
	"go/ast"
	"path"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
)

func (x *extraction) imports(f *ast.File) {
	for _, s := range f.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil || p == "" {
			continue
		}
		im := facts.Import{Module: p, Alias: PackageName(p), Line: x.line(s.Path.Pos())}
		if s.Name != nil {
			switch im.Alias = s.Name.Name; im.Alias {
			case "_":
				im.Alias = ""
			case ".":
				im.Alias, im.Name = "", "*"
			}
		}
		x.out.Imports = append(x.out.Imports, im)
	}
}

// PackageName guesses the name of the package behind an import path: the last
// element without a version and without what cannot stand in a name.
func PackageName(importPath string) string {
	n := path.Base(importPath)
	if isVersion(n) && strings.Contains(importPath, "/") {
		n = path.Base(path.Dir(importPath))
	}
	if i := strings.LastIndex(n, ".v"); i > 0 && isVersion(n[i+1:]) { // gopkg.in/yaml.v3
		n = n[:i]
	}
	n = strings.TrimSuffix(strings.TrimPrefix(n, "go-"), "-go")
	if i := strings.LastIndexAny(n, "-."); i >= 0 {
		n = n[i+1:]
	}
	if n == "" {
		return "_"
	}
	return n
}

// isVersion tells whether s is v1, v2 and so on.
func isVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}
