package golink

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// module is a go.mod of the repository, or the nameless module of the
// directories that none covers.
type module struct {
	dir, path string
	replaces  []replace
	uses      []string // of a go.work: the directories of its modules
}

// replace is a directive that points an import path at a directory of the
// repository.
type replace struct{ old, dir string }

// modules are all go.mod and go.work files of the repository.
type modules struct {
	byDir map[string]*module
	works []*module // go.work files: a directory and replacements
}

// parseModules reads what the linker needs of go.mod and go.work files.
// contents is keyed by path.
func parseModules(contents map[string][]byte) *modules {
	m := &modules{byDir: map[string]*module{}}
	for p, text := range contents {
		mod := parseMod(path.Dir(p), text)
		if path.Base(p) == "go.work" {
			m.works = append(m.works, mod)
		} else {
			m.byDir[mod.dir] = mod
		}
	}
	slices.SortFunc(m.works, func(a, b *module) int { return strings.Compare(b.dir, a.dir) })
	if m.byDir["."] == nil {
		m.byDir["."] = &module{dir: "."}
	}
	return m
}

// parseMod reads the module and replace directives, single or in blocks.
func parseMod(dir string, text []byte) *module {
	mod := &module{dir: dir}
	block := ""
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case block != "" && words[0] == ")":
			block = ""
			continue
		case block == "" && len(words) >= 2 && words[1] == "(":
			block = words[0]
			continue
		case block != "":
			words = append([]string{block}, words...)
		}
		switch words[0] {
		case "module":
			if len(words) > 1 {
				mod.path = unquote(words[1])
			}
		case "use":
			if len(words) > 1 {
				mod.uses = append(mod.uses, path.Join(dir, unquote(words[1])))
			}
		case "replace":
			if r, ok := parseReplace(dir, words[1:]); ok {
				mod.replaces = append(mod.replaces, r)
			}
		}
	}
	slices.SortStableFunc(mod.replaces, func(a, b replace) int { return len(b.old) - len(a.old) })
	return mod
}

// parseReplace reads "old [version] => ./dir"; a directory outside the
// repository or another module is none.
func parseReplace(dir string, words []string) (replace, bool) {
	i := slices.Index(words, "=>")
	if i < 1 || i+1 >= len(words) {
		return replace{}, false
	}
	to := unquote(words[i+1])
	if !strings.HasPrefix(to, "./") && !strings.HasPrefix(to, "../") && to != "." && to != ".." {
		return replace{}, false
	}
	to = path.Join(dir, to)
	if to == ".." || strings.HasPrefix(to, "../") {
		return replace{}, false
	}
	return replace{old: unquote(words[0]), dir: to}, true
}

func unquote(s string) string {
	if u, err := strconv.Unquote(s); err == nil {
		return u
	}
	return s
}

// of is the module that a directory belongs to.
func (m *modules) of(dir string) *module {
	for d := dir; ; d = path.Dir(d) {
		if mod := m.byDir[d]; mod != nil {
			return mod
		}
		if d == "." || d == "/" {
			return m.byDir["."]
		}
	}
}

// usesBoth tells whether a workspace has both modules.
func (m *module) usesBoth(a, b *module) bool {
	return slices.Contains(m.uses, a.dir) && slices.Contains(m.uses, b.dir)
}

// importPath is the path under which others import a directory.
func (m *modules) importPath(mod *module, dir string) string {
	if i := strings.LastIndex("/"+dir+"/", "/vendor/"); i >= 0 {
		if rest := strings.TrimPrefix(dir[i:], "vendor/"); rest != "" && rest != dir[i:] {
			return rest
		}
	}
	rel := dir
	if mod.dir != "." {
		rel = strings.TrimPrefix(strings.TrimPrefix(dir, mod.dir), "/")
	}
	if rel == "" {
		rel = "."
	}
	if mod.path == "std" { // the standard library itself
		return rel
	}
	return path.Join(mod.path, rel)
}

// below is what is left of an import path below a module's, "." for itself.
func below(importPath, old string) (string, bool) {
	rest, ok := strings.CutPrefix(importPath, old)
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	if rest == "" {
		return ".", true
	}
	return rest[1:], true
}
