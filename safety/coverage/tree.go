package coverage

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Tree is the repository that a report is of.
type Tree struct {
	Root    string            // absolute
	Report  string            // where the report lies: absolute, or relative to the root
	Files   []string          // relative to the root, with slashes
	Modules map[string]string // Go modules: path → folder relative to the root, "." for the root itself; see Modules
}

// Covered is a report by the repository's paths.
type Covered struct {
	Format    Format
	Unmatched []string // paths of the report that are no files of the repository, sorted
	files     map[string]*file
}

// In finds the repository's file behind each path of the report. A path is
// relative to the report's sources, to the folders around the report or to the
// root, in this order; a Go import path goes by the modules. Where nothing of
// that fits, the longest end of the path that names a file of the repository
// counts if it has a folder in it, or the one file of which the path is the
// end: reports are often made on another machine or in a subfolder. Two files
// that fit equally well are none.
func (r *Report) In(t Tree) *Covered {
	m := &matcher{t: t, sources: r.Sources, known: make(map[string]bool, len(t.Files)), byBase: map[string][]string{}}
	for _, f := range t.Files {
		m.known[f] = true
		m.byBase[path.Base(f)] = append(m.byBase[path.Base(f)], f)
	}
	c := &Covered{Format: r.Format, Unmatched: []string{}, files: make(map[string]*file, len(r.files))}
	names := make([]string, 0, len(r.files))
	for name := range r.files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, sure := range []bool{true, false} { // what fits by its end may not take the place of what fits
		var left []string
		for _, name := range names {
			found := ""
			if sure {
				found = m.certain(name)
			} else {
				found = m.byEnd(slashed(name))
			}
			if found == "" {
				left = append(left, name)
				continue
			}
			c.add(found, r.files[name], sure)
		}
		names = left
	}
	c.Unmatched = append(c.Unmatched, names...)
	return c
}

// add enters a file. What two paths of the report say of one file counts
// together if both name it surely.
func (c *Covered) add(name string, f *file, sure bool) {
	old := c.files[name]
	switch {
	case old == nil:
		c.files[name] = f
	case sure:
		both := &file{spans: slices.Concat(old.spans, f.spans), called: slices.Concat(old.called, f.called)}
		both.order()
		c.files[name] = both
	}
}

// Files is how many files of the repository are measured.
func (c *Covered) Files() int { return len(c.files) }

// Measures tells whether the report says anything of the file.
func (c *Covered) Measures(file string) bool { return c.files[file] != nil }

type matcher struct {
	t       Tree
	sources []string
	known   map[string]bool
	byBase  map[string][]string
}

// certain is the file that a path names by a rule; "" where there is none.
func (m *matcher) certain(name string) string {
	p := slashed(name)
	if isAbsolute(p) {
		return m.below(p)
	}
	for _, s := range m.sources {
		s = slashed(s)
		if !isAbsolute(s) {
			if f := path.Join(s, p); s != "." && m.known[f] {
				return f
			}
		} else if f := m.below(path.Join(s, p)); f != "" {
			return f
		}
	}
	if f := m.aroundReport(p); f != "" {
		return f
	}
	return m.inModule(p)
}

// aroundReport is the file of a path that is relative to the folder of the
// report or to one above it, up to the root: a package of a repository of many
// writes its report below itself.
func (m *matcher) aroundReport(p string) string {
	report := slashed(m.t.Report)
	if isAbsolute(report) {
		report = m.relative(report)
	}
	for dir := path.Dir(path.Clean(report)); dir != "." && !strings.HasPrefix(dir, ".."); dir = path.Dir(dir) {
		if f := path.Join(dir, p); m.known[f] {
			return f
		}
	}
	if f := path.Clean(p); m.known[f] {
		return f
	}
	return ""
}

// inModule is the file of an import path: that of the longest module around it.
func (m *matcher) inModule(p string) string {
	for dir := path.Dir(p); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if folder, ok := m.t.Modules[dir]; ok {
			if f := path.Join(folder, strings.TrimPrefix(p, dir)); m.known[f] {
				return f
			}
			return ""
		}
	}
	return ""
}

// below is the repository's file at an absolute path.
func (m *matcher) below(p string) string {
	if f := m.relative(p); m.known[f] {
		return f
	}
	return ""
}

func (m *matcher) relative(p string) string {
	rest, ok := strings.CutPrefix(path.Clean(p), strings.TrimSuffix(filepath.ToSlash(m.t.Root), "/")+"/")
	if !ok {
		return ""
	}
	return rest
}

// byEnd compares the ends of paths.
func (m *matcher) byEnd(p string) string {
	p = strings.TrimPrefix(path.Clean(p), "/")
	best, length, twice := "", 0, false
	for _, f := range m.byBase[path.Base(p)] {
		n := commonEnd(f, p)
		whole := n == strings.Count(f, "/")+1 || n == strings.Count(p, "/")+1
		if !whole || n < 2 || n < length {
			continue
		}
		best, twice, length = f, n == length, n
	}
	if twice {
		return ""
	}
	return best
}

// commonEnd counts the elements that two paths have in common at their ends.
func commonEnd(a, b string) (n int) {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}

// slashed writes a path of any system with slashes.
func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// isAbsolute knows the absolute paths of Unix and of Windows.
func isAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && p[2] == '/'
}
