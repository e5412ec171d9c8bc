package linker

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/structural-memory/smp/facts"
)

// cRoots says which files of C and C++ a file includes, directly and through
// others: what it can see.
type cRoots struct {
	number    map[string]int32    // path → the place among all of them, sorted
	byBase    map[string][]string // base name → paths, sorted
	said      map[string]string   // path → its includes as written, to tell whether they changed
	direct    map[string][]string // path → the files that it includes, in order
	includers map[string][]string // path → the files that include it, sorted
	uses      map[string][]cUse   // namespace → using declarations, directives and aliases in it

	closures sync.Map // path → numbers of all files that it sees, sorted
}

// cUse is a using declaration, a using directive or a namespace alias that
// stands in a namespace or outside all of them.
type cUse struct {
	path string
	im   int32
	name string // that it brings in, "" for a directive
}

func newCRoots(l *Linker) *cRoots {
	r := &cRoots{number: map[string]int32{}, byBase: map[string][]string{}, said: map[string]string{}, direct: map[string][]string{},
		includers: map[string][]string{}, uses: map[string][]cUse{}}
	files := make([]*file, 0, 64)
	for _, f := range l.inOrder() {
		if f.fam.id == "c" {
			files = append(files, f)
		}
	}
	for i, f := range files {
		r.number[f.path] = int32(i)
		base := path.Base(made(f.path))
		r.byBase[base] = append(r.byBase[base], f.path)
	}
	for _, f := range files {
		r.said[f.path] = cSaid(f)
		r.read(f)
	}
	for p, includes := range r.direct {
		for _, t := range includes {
			r.includers[t] = append(r.includers[t], p)
		}
	}
	for _, ps := range r.includers {
		slices.Sort(ps)
	}
	return r
}

// read notes what a file includes, and what it brings into namespaces.
func (r *cRoots) read(f *file) {
	for i := range f.facts.Imports {
		im := &f.facts.Imports[i]
		if im.Kind == facts.ImportInclude || im.Kind == facts.ImportSystem {
			if t := r.resolve(f, im); t != "" && t != f.path && !slices.Contains(r.direct[f.path], t) {
				r.direct[f.path] = append(r.direct[f.path], t)
			}
			continue
		}
		if ns, ok := cNamespace(f, im.Scope); ok {
			r.uses[ns] = append(r.uses[ns], cUse{f.path, int32(i), im.Alias})
		}
	}
}

// cSaid is all that cRoots takes from a file.
func cSaid(f *file) string {
	var sb strings.Builder
	for i := range f.facts.Imports {
		im := &f.facts.Imports[i]
		sb.WriteString(im.Module)
		sb.WriteByte(' ' + byte(im.Kind))
		sb.WriteString(im.Name + ">" + im.Alias + "@" + f.facts.QName(im.Scope) + "\n")
	}
	return sb.String()
}

// stale tells whether one of the files says something else than before.
func (r *cRoots) stale(l *Linker, changed []File) bool {
	for _, c := range changed {
		if f := l.files[c.Path]; f != nil && f.fam.id == "c" && cSaid(f) != r.said[c.Path] {
			return true
		}
	}
	return false
}

// resolve is the file that an include means: beside the file that includes it,
// else the nearest one whose path ends so, if it can be meant. "" if it is none
// of the repository's.
func (r *cRoots) resolve(f *file, im *facts.Import) string {
	name := path.Clean(im.Module)
	if im.Kind == facts.ImportInclude {
		p := path.Join(f.dir, name)
		if r.has(p) {
			return p
		}
		if r.has(p + template) {
			return p + template
		}
	} else if systemHeaders[name] {
		return ""
	}
	for strings.HasPrefix(name, "../") {
		name = name[3:]
	}
	best, score := "", -1<<20
	for _, p := range r.byBase[path.Base(name)] {
		q := made(p)
		if q != name && !strings.HasSuffix(q, "/"+name) {
			continue
		}
		at := strings.TrimSuffix(strings.TrimSuffix(q, name), "/") // where the include starts from
		s := 4 * common(p, f.path)
		switch b := path.Base(at); {
		case at == "" || b == "include" || b == "inc" || b == "src" || b == "lib":
			s += 2
		case strings.HasPrefix(f.path, at+"/"):
			s++
		case im.Kind == facts.ImportSystem && !strings.Contains(name, "/"):
			s -= 2 // <x.h> is rarely a file in just any folder
		}
		if s > score {
			best, score = p, s
		}
	}
	return best
}

// template ends the names of files that a configuration script makes others of:
// config.h of config.h.in.
const template = ".in"

// made is the file that is made of a template, or the file itself.
func made(p string) string { return strings.TrimSuffix(p, template) }

func (r *cRoots) has(p string) bool { _, ok := r.number[p]; return ok }

// systemHeaders are headers of C and POSIX: a file of that name is meant only
// when it is included by quotes.
var systemHeaders = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`assert ctype errno float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef
		stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype unistd fcntl dirent dlfcn pthread poll sched semaphore
		termios syslog netdb regex glob grp pwd malloc alloca getopt libgen memory windows winsock2`) {
		m[n+".h"] = true
	}
	return m
}()

// sees tells whether file p includes file q in the end, or is it.
func (r *cRoots) sees(p, q string) bool {
	if p == q {
		return true
	}
	n, ok := r.number[q]
	if !ok {
		return false
	}
	_, found := slices.BinarySearch(r.closure(p), n)
	return found
}

// closure are the numbers of the files that a file includes in the end.
func (r *cRoots) closure(p string) []int32 {
	if c, ok := r.closures.Load(p); ok {
		return c.([]int32)
	}
	out := reached(p, r.direct, r.number)
	r.closures.Store(p, out)
	return out
}

// around are files that include p, nearest first, bounded.
func (r *cRoots) around(p string) []string {
	out := []string{p}
	for i := 0; i < len(out) && len(out) <= maxAround; i++ {
		for _, q := range r.includers[out[i]] {
			if !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out[1:min(len(out), maxAround+1)]
}

// maxAround bounds the includers of a header that are asked for what the
// header names and does not include.
const maxAround = 64

// compare notes the keys that are different from an older state: "c>" of the
// files that see something else, "c<" of those that are seen by others, "cuse"
// of the namespaces that get other names.
func (r *cRoots) compare(old *cRoots, d *dirty) {
	if old == nil {
		old = &cRoots{}
	}
	// What can be reached in the old state or in the new one from a file whose
	// includes differ.
	up := [2]map[string]bool{{}, {}}
	down := [2]map[string]bool{{}, {}}
	for i, x := range [2]*cRoots{old, r} {
		o := [2]*cRoots{r, old}[i]
		for p := range x.number {
			if !o.has(p) || !slices.Equal(x.direct[p], o.direct[p]) {
				for j, y := range [2]*cRoots{old, r} {
					reach(up[j], p, y.includers)
					reach(down[j], p, y.direct)
				}
			}
		}
		for ns, uses := range x.uses {
			if !slices.Equal(uses, o.uses[ns]) || x.saysOther(o, uses) {
				d.keys[key("cuse", ns)] = true
			}
		}
	}
	for j := range up {
		for p := range up[j] {
			d.keys[key("c>", p)] = true
		}
		for p := range down[j] {
			d.keys[key("c<", p)] = true
		}
	}
}

// saysOther tells whether one of the files with these uses has changed.
func (r *cRoots) saysOther(o *cRoots, uses []cUse) bool {
	return slices.ContainsFunc(uses, func(u cUse) bool { return r.said[u.path] != o.said[u.path] })
}

// reach adds p and all that can be reached from it; what is in the set
// already has been followed.
func reach(set map[string]bool, p string, next map[string][]string) {
	if set[p] {
		return
	}
	set[p] = true
	for queue := []string{p}; len(queue) > 0; {
		q := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, t := range next[q] {
			if !set[t] {
				set[t] = true
				queue = append(queue, t)
			}
		}
	}
}

// reached are the numbers of all that can be reached from p.
func reached(p string, next map[string][]string, number map[string]int32) []int32 {
	set := map[string]bool{}
	reach(set, p, next)
	delete(set, p)
	out := make([]int32, 0, len(set))
	for q := range set {
		out = append(out, number[q])
	}
	slices.Sort(out)
	return out
}
