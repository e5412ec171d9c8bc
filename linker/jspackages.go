package linker

import (
	"encoding/json"
	"path"
	"sort"
	"strings"
)

type jsPackage struct {
	dir     string
	name    string
	main    []string
	exports any
	imports any
}

func (r *jsRoots) readPackage(dir string) {
	file := path.Join(dir, "package.json")
	data, err := r.l.content(file)
	if err != nil {
		return
	}
	var j struct {
		Name    string `json:"name"`
		Main    any    `json:"main"`
		Module  any    `json:"module"`
		Types   any    `json:"types"`
		Source  any    `json:"source"`
		Exports any    `json:"exports"`
		Imports any    `json:"imports"`
	}
	if json.Unmarshal(data, &j) != nil {
		return
	}
	r.means(file, j)
	p := &jsPackage{dir: dir, name: j.Name, exports: j.Exports, imports: j.Imports}
	for _, m := range []any{j.Source, j.Module, j.Main, j.Types} {
		if s, ok := m.(string); ok && s != "" {
			p.main = append(p.main, s)
		}
	}
	r.byDir[dir] = p
	if j.Name != "" && r.packages[j.Name] == nil {
		r.packages[j.Name] = p
	}
}

// packageName splits a specifier into the package and the path inside it.
func packageName(spec string) (name, rest string) {
	n := 1
	if strings.HasPrefix(spec, "@") {
		n = 2
	}
	parts := strings.SplitN(spec, "/", n+1)
	if len(parts) <= n {
		return spec, ""
	}
	return strings.Join(parts[:n], "/"), parts[n]
}

// inPackage finds a module of a package of the repository.
func (r *jsRoots) inPackage(s *solver, p *jsPackage, rest string) *file {
	if p.exports != nil {
		sub := "."
		if rest != "" {
			sub = "./" + rest
		}
		if t := r.target(s, p, p.exports, sub); t != nil {
			return t
		}
	}
	if rest == "" {
		for _, m := range p.main {
			if t := r.built(s, p, m); t != nil {
				return t
			}
		}
		for _, m := range []string{"src/index", "index", "src/main", "src/" + path.Base(p.dir), "lib/index"} {
			if t := r.file(s, path.Join(p.dir, m)); t != nil {
				return t
			}
		}
		return nil
	}
	for _, m := range []string{rest, "src/" + rest} {
		if t := r.file(s, path.Join(p.dir, m)); t != nil {
			return t
		}
	}
	return r.built(s, p, rest)
}

// target follows an exports or imports map.
func (r *jsRoots) target(s *solver, p *jsPackage, m any, sub string) *file {
	switch m := m.(type) {
	case string:
		return r.built(s, p, m)
	case []any:
		for _, x := range m {
			if t := r.target(s, p, x, sub); t != nil {
				return t
			}
		}
	case map[string]any:
		if x, ok := m[sub]; ok {
			return r.target(s, p, x, sub)
		}
		keys := make([]string, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		sort.Slice(keys, func(i, j int) bool {
			if len(keys[i]) != len(keys[j]) {
				return len(keys[i]) > len(keys[j])
			}
			return keys[i] < keys[j]
		})
		for _, k := range keys {
			pre, post, star := strings.Cut(k, "*")
			if star && strings.HasPrefix(sub, pre) && strings.HasSuffix(sub, post) && len(sub) >= len(pre)+len(post) {
				return r.target(s, p, fill(m[k], sub[len(pre):len(sub)-len(post)]), sub)
			}
		}
		for _, c := range []string{"source", "development", "bun", "deno", "types", "import", "module", "node", "browser", "require", "default"} {
			if x, ok := m[c]; ok {
				if t := r.target(s, p, x, sub); t != nil {
					return t
				}
			}
		}
	}
	return nil
}

func fill(m any, mid string) any {
	switch m := m.(type) {
	case string:
		return strings.ReplaceAll(m, "*", mid)
	case []any:
		out := make([]any, len(m))
		for i, x := range m {
			out[i] = fill(x, mid)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, x := range m {
			out[k] = fill(x, mid)
		}
		return out
	}
	return m
}

// built finds the source of a file that a build makes: dist/x.js is src/x.ts.
func (r *jsRoots) built(s *solver, p *jsPackage, file string) *file {
	file = strings.TrimPrefix(path.Clean(file), "./")
	if t := r.plain(s, path.Join(p.dir, file)); t != nil {
		return t
	}
	parts := strings.Split(file, "/")
	for i, part := range parts[:max(0, len(parts)-1)] {
		switch part {
		case "dist", "build", "lib", "out", "esm", "cjs", "es", "types", "umd":
			rest := parts[i+1:]
			for len(rest) > 1 && (rest[0] == "esm" || rest[0] == "cjs" || rest[0] == "types" || rest[0] == "es") {
				rest = rest[1:]
			}
			stem := stripExt(strings.Join(rest, "/"))
			for _, d := range []string{"src", "", "lib", "source"} {
				if t := r.plain(s, path.Join(p.dir, d, stem)); t != nil {
					return t
				}
			}
		}
	}
	return nil
}
