package linker

import (
	"encoding/json"
	"path"
	"sort"
	"strings"
)

// jsRoots is what package.json and tsconfig.json files say about modules.
type jsRoots struct {
	l        *Linker
	read     map[string]string     // what each configuration file says
	packages map[string]*jsPackage // by name
	byDir    map[string]*jsPackage
	configs  map[string]*tsConfig // by folder
}

type jsPackage struct {
	dir     string
	name    string
	main    []string
	exports any
	imports any
}

// newJSRoots reads the files that lie in a folder with sources or above one.
func newJSRoots(l *Linker) *jsRoots {
	r := &jsRoots{l: l, read: map[string]string{}, packages: map[string]*jsPackage{}, byDir: map[string]*jsPackage{}, configs: map[string]*tsConfig{}}
	seen := map[string]bool{}
	var dirs []string
	for _, f := range l.inOrder() {
		if f.fam.id != "js" {
			continue
		}
		for d := f.dir; !seen[d]; d = parentDir(d) {
			seen[d] = true
			dirs = append(dirs, d)
			if d == "" {
				break
			}
		}
	}
	sort.Strings(dirs)
	for _, d := range dirs {
		r.readPackage(d)
	}
	for _, d := range dirs {
		for _, n := range []string{"tsconfig.json", "jsconfig.json", "tsconfig.base.json"} {
			if c := r.readConfig(path.Join(d, n), 0); c != nil && (r.configs[d] == nil || len(r.configs[d].paths) == 0) {
				r.configs[d] = c
			}
		}
	}
	return r
}

func parentDir(d string) string {
	if p := path.Dir(d); p != "." {
		return p
	}
	return ""
}

// content reads a configuration file and remembers what it said.
func (r *jsRoots) content(p string) ([]byte, error) {
	data, err := r.l.content(p)
	if err == nil {
		r.read[p] = string(data)
	}
	return data, err
}

// state is all that resolution rests on: one key for all configuration, since
// a change of it may move any specifier that is no path.
func (r *jsRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	var names []string
	for n := range r.read {
		names = append(names, n)
	}
	sort.Strings(names)
	var all strings.Builder
	for _, n := range names {
		all.WriteString(n + "\x00" + r.read[n] + "\x00")
	}
	return map[uint32]string{key("js", "config"): all.String()}
}

func (r *jsRoots) readPackage(dir string) {
	data, err := r.content(path.Join(dir, "package.json"))
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

// resolve finds the file that a specifier names from a file; external tells
// that it names something outside the repository.
func (r *jsRoots) resolve(s *solver, f *file, spec string) (t *file, external bool) {
	if i := strings.IndexByte(spec, '?'); i > 0 {
		spec = spec[:i]
	}
	s.ask("js", "config")
	if isRelative(spec) {
		return r.file(s, path.Join(f.dir, spec)), false
	}
	for d := f.dir; ; d = parentDir(d) {
		if c := r.configs[d]; c != nil {
			if t := r.mapped(s, c, spec); t != nil {
				return t, false
			}
			if c.baseURL != "" {
				if t := r.file(s, path.Join(c.baseURL, spec)); t != nil {
					return t, false
				}
			}
			break
		}
		if d == "" {
			break
		}
	}
	if strings.HasPrefix(spec, "#") {
		for d := f.dir; ; d = parentDir(d) {
			if p := r.byDir[d]; p != nil && p.imports != nil {
				return r.target(s, p, p.imports, spec), false
			}
			if d == "" {
				return nil, false
			}
		}
	}
	name, rest := packageName(spec)
	if p := r.packages[name]; p != nil {
		return r.inPackage(s, p, rest), false
	}
	return nil, true
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
	if t := r.file(s, path.Join(p.dir, file)); t != nil {
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
				if t := r.file(s, path.Join(p.dir, d, stem)); t != nil {
					return t
				}
			}
		}
	}
	return nil
}

var jsExts = []string{".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".d.mts", ".d.cts"}

func stripExt(p string) string {
	for _, e := range []string{".d.ts", ".d.mts", ".d.cts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"} {
		if strings.HasSuffix(p, e) {
			return strings.TrimSuffix(p, e)
		}
	}
	return p
}

// file is the file at a path without or with another extension, or the index
// of a folder.
func (r *jsRoots) file(s *solver, p string) *file {
	p = strings.TrimPrefix(path.Clean(p), "./")
	if strings.HasPrefix(p, "..") {
		return nil
	}
	if f := r.at(s, p); f != nil {
		return f
	}
	if stem := stripExt(p); stem != p { // "./x.js" may be x.ts
		for _, e := range jsExts {
			if f := r.at(s, stem+e); f != nil {
				return f
			}
		}
	}
	for _, e := range jsExts {
		if f := r.at(s, p+e); f != nil {
			return f
		}
	}
	for _, e := range jsExts {
		if f := r.at(s, path.Join(p, "index"+e)); f != nil {
			return f
		}
	}
	if sub := r.byDir[p]; sub != nil {
		for _, m := range sub.main {
			if t := r.built(s, sub, m); t != nil {
				return t
			}
		}
	}
	return nil
}

func (r *jsRoots) at(s *solver, p string) *file {
	s.ask("path:", p)
	if f := r.l.files[p]; f != nil && f.fam.id == "js" {
		return f
	}
	return nil
}
