package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
)

// csRoots is what is known of a repository's projects.
type csRoots struct {
	l        *Linker
	isRoot   map[string]bool         // whether a folder has a project file
	projects map[string]string       // folder → that of its project
	globals  map[string][]globalName // project folder → its global using directives
	global   map[string]bool         // the files that they stand in
}

// globalName is a global using directive: of a file, or of the project itself.
type globalName struct {
	f  *file // nil for the project's
	im facts.Import
}

func newCSRoots(l *Linker) *csRoots {
	r := &csRoots{l: l, isRoot: map[string]bool{}, projects: map[string]string{}, globals: map[string][]globalName{}, global: map[string]bool{}}
	files := l.inOrder()
	for _, f := range files {
		if strings.HasSuffix(f.path, ".csproj") {
			r.isRoot[f.dir] = true
		}
	}
	for _, f := range files {
		if f.fam.id != "csharp" {
			continue
		}
		if _, ok := r.projects[f.dir]; !ok {
			p := r.find(f.dir)
			r.projects[f.dir] = p
			if _, ok := r.globals[p]; !ok {
				r.globals[p] = r.projectUsings(p)
			}
		}
		for i := range f.facts.Imports {
			if f.facts.Imports[i].Flags&facts.ImportExported != 0 {
				p := r.projects[f.dir]
				r.globals[p] = append(r.globals[p], globalName{f, f.facts.Imports[i]})
				r.global[f.path] = true
			}
		}
	}
	return r
}

// projectUsings are the global using directives that project files state.
func (r *csRoots) projectUsings(dir string) (out []globalName) {
	files := []string{dir + "/" + baseName(dir) + ".csproj"}
	stated := ""
	for p, f := range r.l.files {
		if strings.HasSuffix(p, ".csproj") && f.dir == dir && (stated == "" || p < stated) {
			stated = p
		}
	}
	if stated != "" {
		files[0] = stated
	}
	for d := dir; ; d = parentDir(d) {
		files = append(files, strings.TrimPrefix(d+"/Directory.Build.props", "/"))
		if d == "" {
			break
		}
	}
	for _, p := range files {
		data, err := r.l.content(p)
		if err != nil {
			continue
		}
		var means strings.Builder
		for _, item := range strings.Split(string(data), "<Using ")[1:] {
			item, _, _ = strings.Cut(item, ">")
			im := facts.Import{Module: attribute(item, "Include"), Alias: attribute(item, "Alias"), Name: "*"}
			if strings.EqualFold(attribute(item, "Static"), "true") {
				im.Kind = facts.ImportStatic
			}
			if im.Module != "" {
				out = append(out, globalName{nil, im})
			}
			means.WriteString(item)
		}
		r.l.means(p, means.String())
	}
	return out
}

// attribute is the value of an attribute in the text of an XML element.
func attribute(element, name string) string {
	_, v, ok := strings.Cut(element, name+"=\"")
	if !ok {
		return ""
	}
	v, _, _ = strings.Cut(v, "\"")
	return v
}

// state is all that resolution rests on, by the keys that it asks under.
func (r *csRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	for dir, p := range r.projects {
		out[key("csproject", dir)] = p
	}
	for p, names := range r.globals {
		var b strings.Builder
		for _, g := range names {
			b.WriteString(g.im.Module + "\x00" + g.im.Alias + "\x00")
			if g.f != nil {
				b.WriteString(g.f.path)
			}
		}
		out[key("csglobals", p)] = b.String()
	}
	return out
}

// concerns tells whether files have or had global using directives.
func (r *csRoots) concerns(changed []File) bool {
	for _, f := range changed {
		if f.Facts.Lang != "csharp" {
			continue
		}
		if r.global[f.Path] {
			return true
		}
		for i := range f.Facts.Imports {
			if f.Facts.Imports[i].Flags&facts.ImportExported != 0 {
				return true
			}
		}
	}
	return false
}

// projectOf is the project that a file belongs to.
func (s *solver) projectOf(f *file) string {
	s.ask("csproject", f.dir)
	return s.l.roots.cs.projects[f.dir]
}

// find is the folder of the project that a folder belongs to: the nearest one
// with a project file, which by convention has the folder's own name.
func (r *csRoots) find(dir string) string {
	for d := dir; d != ""; d = parentDir(d) {
		known, seen := r.isRoot[d]
		if !seen {
			_, err := r.l.content(d + "/" + baseName(d) + ".csproj")
			known = err == nil
			r.isRoot[d] = known
		}
		if known {
			return d
		}
	}
	return ""
}

func baseName(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }
