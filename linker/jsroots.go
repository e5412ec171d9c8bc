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
	read     map[string]string     // what each configuration file means
	packages map[string]*jsPackage // by name
	byDir    map[string]*jsPackage
	configs  map[string]*tsConfig // by folder
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

// means notes what a configuration file means for resolution.
func (r *jsRoots) means(p string, x any) {
	data, _ := json.Marshal(x)
	r.read[p] = string(data)
	r.l.means(p, string(data))
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

var jsExts = []string{".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".d.mts", ".d.cts"}

func stripExt(p string) string {
	for _, e := range []string{".d.ts", ".d.mts", ".d.cts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"} {
		if strings.HasSuffix(p, e) {
			return strings.TrimSuffix(p, e)
		}
	}
	return p
}

// file is the file at a path without or with another extension, the index of a
// folder, or the main file of the package in it.
func (r *jsRoots) file(s *solver, p string) *file {
	if f := r.plain(s, p); f != nil {
		return f
	}
	if sub := r.byDir[strings.TrimPrefix(path.Clean(p), "./")]; sub != nil {
		for _, m := range sub.main {
			if t := r.built(s, sub, m); t != nil {
				return t
			}
		}
	}
	return nil
}

// plain is file without packages: a main file is no other package's folder.
func (r *jsRoots) plain(s *solver, p string) *file {
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
	return nil
}

func (r *jsRoots) at(s *solver, p string) *file {
	s.ask("path:", p)
	if f := r.l.files[p]; f != nil && f.fam.id == "js" {
		return f
	}
	return nil
}
