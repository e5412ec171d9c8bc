package framework

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// Route is what a framework calls a handler for.
type Route struct {
	Framework string `json:"framework"`
	Method    string `json:"method"` // "GET", "GET,PUT", "ANY", "WEBSOCKET"
	Path      string `json:"path"`
	Action    string `json:"action,omitempty"` // the handler's name, where one call registers several
}

// MethodUse is the method of a route that is none, but what is called before
// the handlers of all below its path.
const MethodUse = "USE"

// externalMark ends the module of a leaf that stands for a route.
const externalMark = ".route"

// External is the name of the leaf that stands for a route.
func (r Route) External() string {
	s := r.Framework + externalMark + "#" + r.Method + " " + r.Path
	if r.Action != "" {
		s += " " + r.Action
	}
	return s
}

// RouteOf is the route that a leaf stands for.
func RouteOf(external string) (r Route, ok bool) {
	module, rest, ok := strings.Cut(external, "#")
	if !ok {
		return r, false
	}
	if r.Framework, ok = strings.CutSuffix(module, externalMark); !ok {
		return r, false
	}
	if r.Method, r.Path, ok = strings.Cut(rest, " "); !ok {
		return r, false
	}
	if i := strings.LastIndexByte(r.Path, ' '); i > 0 {
		r.Path, r.Action = r.Path[:i], r.Path[i+1:]
	}
	return r, true
}

// usedIn tells whether a file uses the framework.
func (f *Framework) usedIn(file string, ff *facts.FileFacts) bool {
	if len(f.imports)+len(f.names)+len(f.files) == 0 {
		return true
	}
	return slices.Contains(f.files, path.Base(file)) || f.importedIn(ff)
}

func (f *Framework) importedIn(ff *facts.FileFacts) bool {
	for i := range ff.Imports {
		im := &ff.Imports[i]
		for _, m := range f.imports {
			if rest, ok := strings.CutPrefix(im.Module, m); ok && (rest == "" || strings.ContainsRune("./\\", rune(rest[0]))) || im.Module+"\\"+im.Name == m || im.Module+"."+im.Name == m {
				return true
			}
		}
		if slices.Contains(f.names, im.Name) {
			return true
		}
	}
	return false
}

// Owns tells whether a class or an external name may be a framework's: one
// that lists no names may own any class.
func Owns(lang, framework, name string) bool {
	for _, f := range For(lang) {
		if f.Name != framework {
			continue
		}
		module, member, external := strings.Cut(name, "#")
		if external {
			if i := strings.IndexAny(member, ".("); i >= 0 {
				member = member[:i]
			}
			return slices.ContainsFunc(f.imports, func(m string) bool {
				return m == module || m == module+"."+member || strings.HasPrefix(module, m+".") || strings.HasPrefix(module, m+"/")
			})
		}
		return len(f.names) == 0 || slices.Contains(f.names, name)
	}
	return false
}

// Decoration is a route that a decorator says, and what the decorator is a
// member of, as written.
type Decoration struct {
	Route
	On string
}

// Decorated are the routes that a definition's decorators give it.
func Decorated(file string, ff *facts.FileFacts, def int32) (out []Decoration) {
	d := &ff.Defs[def]
	if len(d.Decorators) == 0 || !d.Kind.Callable() && !d.Kind.TypeLike() {
		return nil
	}
	marks := make([]mark, len(d.Decorators))
	for i, s := range d.Decorators {
		marks[i] = parseMark(s)
	}
	var around []mark
	if d.Parent > 0 {
		for _, s := range ff.Defs[d.Parent].Decorators {
			around = append(around, parseMark(s))
		}
	}
	for i := range marks {
		if r, ok := decorated(file, ff, d, marks, i, around); ok {
			out = append(out, Decoration{r, marks[i].of})
		}
	}
	return out
}

// decorated is the route that one decorator gives: by the framework that the
// file imports, else by the first that has such a decorator.
func decorated(file string, ff *facts.FileFacts, d *facts.Def, marks []mark, i int, around []mark) (found Route, ok bool) {
	for _, f := range For(ff.Lang) {
		r := f.decs[marks[i].name]
		if r == nil || d.Kind.TypeLike() && f.prefixes[marks[i].name] != nil {
			continue
		}
		used := f.usedIn(file, ff)
		if !used && (ok || !r.slash || !marks[i].on) {
			continue
		}
		if route, fits := f.decorated(r, ff, d, marks, i, around); fits {
			found, ok = route, true
			if used {
				return found, true
			}
		}
	}
	return found, ok
}

func (f *Framework) decorated(r *rule, ff *facts.FileFacts, d *facts.Def, marks []mark, i int, around []mark) (Route, bool) {
	if r.needs != "" && !slices.ContainsFunc(append(slices.Clone(around), marks...), func(m mark) bool { return m.name == r.needs }) {
		return Route{}, false
	}
	p, there := pick(marks[i].args, r.path)
	if len(r.path) == 1 && r.path[0][0] == '@' {
		for _, m := range marks {
			if m.name == r.path[0][1:] {
				p, there = pick(m.args, []string{"0", "value"})
			}
		}
	}
	if r.slash && !(there && p.quoted && isPath(p.text)) {
		return Route{}, false
	}
	if !p.quoted {
		p.text = ""
	}
	prefix := ""
	for _, m := range around {
		if pr := f.prefixes[m.name]; pr != nil {
			if a, ok := pick(m.args, pr.path); ok && a.quoted {
				prefix = a.text
			}
		}
	}
	method := r.method
	switch {
	case method == "name":
		method = methodOf(marks[i].name)
	case strings.ToUpper(method) != method:
		a, _ := pick(marks[i].args, []string{method})
		method = methods(a.text, r.fallback)
	}
	class := ""
	if d.Parent > 0 {
		class = strings.TrimSuffix(ff.Defs[d.Parent].Name, "Controller")
	}
	full := strings.NewReplacer("[controller]", class, "[action]", d.Name).Replace(join(prefix, p.text))
	return Route{Framework: f.Name, Method: method, Path: strings.ReplaceAll(full, " ", "%20")}, true
}

func isPath(s string) bool { return s == "" || s[0] == '/' || s[0] == '*' }

// join puts a path behind a prefix.
func join(prefix, p string) string {
	if prefix == "" && p == "" {
		return ""
	}
	if prefix == "" && (p != "" && strings.ContainsRune("^/*", rune(p[0]))) {
		return p
	}
	if prefix = strings.Trim(prefix, "/"); prefix != "" {
		prefix = "/" + prefix
	}
	if p == "" && prefix != "" {
		return prefix
	}
	return prefix + "/" + strings.TrimPrefix(p, "/")
}

// methodOf is the HTTP method that a name says.
func methodOf(name string) string {
	for _, cut := range []string{"Http", "Map", "add_"} {
		name = strings.TrimPrefix(name, cut)
	}
	switch m := strings.ToUpper(strings.TrimSuffix(name, "Mapping")); m {
	case "ALL", "ANY", "USE", "MATCH", "REQUEST":
		return "ANY"
	case "DEL":
		return "DELETE"
	default:
		return m
	}
}

// methods reads a list of methods as they are written.
func methods(list, fallback string) string {
	var out []string
	for _, m := range strings.Split(list, ",") {
		m = strings.Trim(m, "()[]{} \"'")
		m = m[strings.LastIndexByte(m, '.')+1:]
		if m != "" {
			out = append(out, strings.ToUpper(m))
		}
	}
	switch {
	case len(out) > 0:
		return strings.Join(out, ",")
	case fallback != "":
		return fallback
	}
	return "ANY"
}

// number is the argument that a rule names by number.
func number(which string, count int) (int, bool) {
	if which == "last" {
		return count - 1, count > 0
	}
	n, err := strconv.Atoi(which)
	return n, err == nil && n < count
}
