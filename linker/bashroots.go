package linker

import (
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// bashRoots is which scripts source which.
type bashRoots struct {
	by map[string][]string // script → the scripts that source it
}

func newBashRoots(l *Linker) *bashRoots {
	r := &bashRoots{by: map[string][]string{}}
	for _, f := range l.inOrder() {
		if f.fam.id != "bash" {
			continue
		}
		for i := range f.facts.Imports {
			for _, p := range bashPaths(f, f.facts.Imports[i].Module) {
				if t := l.files[p]; t != nil && t.fam == f.fam {
					r.by[p] = append(r.by[p], f.path)
					break
				}
			}
		}
	}
	return r
}

// state is all that resolution rests on, by the keys that it asks under.
func (r *bashRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	for p, by := range r.by {
		out[key("sourced", p)] = strings.Join(by, "\x00")
	}
	return out
}

// bashPaths are where a sourced script may lie: beside the script, below the
// root, where scripts are run from. What begins with a variable whose value is
// not known may lie anywhere.
func bashPaths(f *file, module string) []string {
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
	for _, p := range bashPaths(f, im.Module) {
		s.ask("path:", p)
		if t := s.l.files[p]; t != nil && t.fam == f.fam && t != f {
			return []*file{t}, ""
		}
	}
	return nil, ""
}
