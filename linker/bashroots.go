package linker

import (
	"path"
	"regexp"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// bashRoots is which scripts source which.
type bashRoots struct {
	by    map[string][]string // script → the scripts that source it
	tails map[string][]string // last two parts of a path → scripts
}

func newBashRoots(l *Linker) *bashRoots {
	r := &bashRoots{by: map[string][]string{}, tails: map[string][]string{}}
	var files []*file
	for _, f := range l.inOrder() {
		if f.fam.id == "bash" {
			files = append(files, f)
			r.tails[bashTail(f.path)] = append(r.tails[bashTail(f.path)], f.path)
		}
	}
	for _, f := range files {
		for i := range f.facts.Imports {
			for _, p := range r.paths(f, f.facts.Imports[i].Module) {
				if t := l.files[p]; t != nil && t.fam == f.fam {
					r.by[p] = append(r.by[p], f.path)
					break
				}
			}
		}
	}
	return r
}

func bashTail(p string) string { return path.Join(path.Base(path.Dir(p)), path.Base(p)) }

// state is all that resolution rests on, by the keys that it asks under.
func (r *bashRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	for p, by := range r.by {
		out[key("sourced", p)] = strings.Join(by, "\x00")
	}
	for t, ps := range r.tails {
		out[key("script", t)] = strings.Join(ps, "\x00")
	}
	return out
}

var bashVariables = regexp.MustCompile(`^(?:(?:\$\w+|\$\{\w+\})/)+`)

// paths are where a sourced script may lie: beside the script, below the root,
// where scripts are run from; one that begins with variables where one script
// alone has the rest of the path, with a folder in it.
func (r *bashRoots) paths(f *file, module string) []string {
	vars := bashVariables.FindString(module)
	if rest := module[len(vars):]; vars != "" && strings.Contains(rest, "/") && !strings.Contains(rest, "$") {
		var found []string
		for _, p := range r.tails[bashTail(rest)] {
			if p == rest || strings.HasSuffix(p, "/"+rest) {
				found = append(found, p)
			}
		}
		if len(found) == 1 {
			return found
		}
		return nil
	}
	if strings.ContainsAny(module, "$`") || strings.HasPrefix(module, "/") || strings.HasPrefix(module, "~") {
		return nil
	}
	out := []string{path.Join(f.dir, module)}
	if !strings.HasPrefix(module, "..") {
		out = append(out, path.Clean(module))
	}
	return out
}

// bashModules is the script that is sourced.
func bashModules(s *solver, f *file, im *facts.Import) ([]*file, string) {
	s.ask("script", bashTail(im.Module))
	for _, p := range s.l.roots.bash.paths(f, im.Module) {
		s.ask("path:", p)
		if t := s.l.files[p]; t != nil && t.fam == f.fam && t != f {
			return []*file{t}, ""
		}
	}
	return nil, ""
}
