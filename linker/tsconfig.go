package linker

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
)

type tsConfig struct {
	dir     string
	baseURL string
	paths   []tsPath
}

type tsPath struct {
	pattern string
	targets []string // relative to the root
}

// readConfig reads a tsconfig with what it extends; paths are made relative
// to the root.
func (r *jsRoots) readConfig(file string, depth int) *tsConfig {
	data, err := r.l.content(file)
	if err != nil || depth > 8 {
		return nil
	}
	var j struct {
		Extends         any `json:"extends"`
		CompilerOptions struct {
			BaseURL *string             `json:"baseUrl"`
			Paths   map[string][]string `json:"paths"`
		} `json:"compilerOptions"`
	}
	if json.Unmarshal(stripJSON(data), &j) != nil {
		return nil
	}
	r.means(file, j)
	c := &tsConfig{dir: path.Dir(file)}
	if c.dir == "." {
		c.dir = ""
	}
	var bases []string
	switch e := j.Extends.(type) {
	case string:
		bases = []string{e}
	case []any:
		for _, x := range e {
			if s, ok := x.(string); ok {
				bases = append(bases, s)
			}
		}
	}
	for _, b := range bases {
		for _, cand := range r.configFiles(c.dir, b) {
			if base := r.readConfig(cand, depth+1); base != nil {
				c.baseURL, c.paths = base.baseURL, base.paths
				break
			}
		}
	}
	base := c.dir
	if j.CompilerOptions.BaseURL != nil {
		c.baseURL = path.Join(c.dir, *j.CompilerOptions.BaseURL)
		if c.baseURL == "" {
			c.baseURL = "."
		}
		base = c.baseURL
	}
	if j.CompilerOptions.Paths != nil {
		c.paths = nil
		for p, ts := range j.CompilerOptions.Paths {
			tp := tsPath{pattern: p}
			for _, t := range ts {
				tp.targets = append(tp.targets, path.Join(base, t))
			}
			c.paths = append(c.paths, tp)
		}
		// The longest prefix wins, as in the compiler.
		slices.SortFunc(c.paths, func(a, b tsPath) int {
			pa, _, _ := strings.Cut(a.pattern, "*")
			pb, _, _ := strings.Cut(b.pattern, "*")
			if len(pa) != len(pb) {
				return len(pb) - len(pa)
			}
			return strings.Compare(a.pattern, b.pattern)
		})
	}
	return c
}

// configFiles are the files that "extends" may name.
func (r *jsRoots) configFiles(dir, spec string) []string {
	if isRelative(spec) {
		p := path.Join(dir, spec)
		return []string{p, p + ".json"}
	}
	name, rest := packageName(spec)
	p := r.packages[name]
	if p == nil {
		return nil
	}
	if rest == "" {
		return []string{path.Join(p.dir, "tsconfig.json")}
	}
	return []string{path.Join(p.dir, rest), path.Join(p.dir, rest) + ".json"}
}

func (r *jsRoots) mapped(s *solver, c *tsConfig, spec string) *file {
	for _, p := range c.paths {
		prefix, suffix, star := strings.Cut(p.pattern, "*")
		if !star && spec != p.pattern || !strings.HasPrefix(spec, prefix) || !strings.HasSuffix(spec, suffix) || len(spec) < len(prefix)+len(suffix) {
			continue
		}
		mid := spec[len(prefix) : len(spec)-len(suffix)]
		for _, t := range p.targets {
			if star {
				t = strings.Replace(t, "*", mid, 1)
			}
			if f := r.file(s, t); f != nil {
				return f
			}
		}
	}
	return nil
}

// stripJSON removes comments and trailing commas.
func stripJSON(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		switch {
		case b[i] == '"':
			j := i + 1
			for j < len(b) && b[j] != '"' {
				if b[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j+1, len(b))
			out = append(out, b[i:j]...)
			i = j
		case b[i] == '/' && i+1 < len(b) && b[i+1] == '/':
			for i < len(b) && b[i] != '\n' {
				i++
			}
		case b[i] == '/' && i+1 < len(b) && b[i+1] == '*':
			i += 2
			for i+1 < len(b) && !(b[i] == '*' && b[i+1] == '/') {
				i++
			}
			i = min(i+2, len(b))
		case b[i] == '}' || b[i] == ']':
			for k := len(out) - 1; k >= 0; k-- {
				if c := out[k]; c == ',' {
					out = append(out[:k], out[k+1:]...)
				} else if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
					break
				} else {
					continue
				}
				break
			}
			out = append(out, b[i])
			i++
		default:
			out = append(out, b[i])
			i++
		}
	}
	return out
}
