package linker

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// phpRoots are the autoload rules of the repository's packages.
type phpRoots struct {
	rules map[string][]psr4 // folder → the rules of its composer.json, longest prefix first
}

// psr4 says that the classes below a namespace lie below a folder.
type psr4 struct{ prefix, dir string }

func newPHPRoots(l *Linker) *phpRoots {
	r := &phpRoots{rules: map[string][]psr4{}}
	seen := map[string]bool{}
	for _, f := range l.inOrder() {
		if f.fam.id != "php" {
			continue
		}
		for d := f.dir; !seen[d]; d = parentDir(d) {
			seen[d] = true
			if rules := readComposer(l, d); len(rules) > 0 {
				r.rules[d] = rules
			}
			if d == "" {
				break
			}
		}
	}
	return r
}

func readComposer(l *Linker, dir string) []psr4 {
	file := strings.TrimPrefix(dir+"/composer.json", "/")
	data, err := l.content(file)
	if err != nil {
		return nil
	}
	type autoload struct {
		PSR4 map[string]json.RawMessage `json:"psr-4"`
	}
	var c struct {
		Autoload    autoload `json:"autoload"`
		AutoloadDev autoload `json:"autoload-dev"`
	}
	if json.Unmarshal(data, &c) != nil {
		return nil
	}
	var out []psr4
	for _, a := range []autoload{c.Autoload, c.AutoloadDev} {
		for prefix, raw := range a.PSR4 {
			var one string
			var several []string
			if json.Unmarshal(raw, &one) == nil {
				several = []string{one}
			} else if json.Unmarshal(raw, &several) != nil {
				continue
			}
			for _, p := range several {
				p = strings.Trim(strings.TrimPrefix(dir+"/"+strings.Trim(p, "/"), "/"), "/")
				out = append(out, psr4{strings.ReplaceAll(strings.Trim(prefix, "\\"), "\\", "."), p})
			}
		}
	}
	sort.Slice(out, func(i, j int) bool {
		if len(out[i].prefix) != len(out[j].prefix) {
			return len(out[i].prefix) > len(out[j].prefix)
		}
		return out[i].prefix+out[i].dir < out[j].prefix+out[j].dir
	})
	l.means(file, fmt.Sprint(out))
	return out
}

// state is all that resolution rests on, by the keys that it asks under.
func (r *phpRoots) state() map[uint32]string {
	if r == nil {
		return nil
	}
	out := map[uint32]string{}
	for d, rules := range r.rules {
		var sb strings.Builder
		for _, p := range rules {
			sb.WriteString(p.prefix + "\x00" + p.dir + "\x00")
		}
		out[key("psr4", d)] = sb.String()
	}
	return out
}

// autoloads tells whether the autoloader of a file's package finds a class of
// that full name in it.
func (s *solver) autoloads(f *file, full string) bool {
	file := strings.TrimSuffix(f.path, ".php")
	for d := f.dir; ; d = parentDir(d) {
		s.ask("psr4", d)
		for _, p := range s.l.roots.php.rules[d] {
			if rest, ok := strings.CutPrefix(full, p.prefix); ok && joinSlash(p.dir, strings.ReplaceAll(strings.TrimPrefix(rest, "."), ".", "/")) == file {
				return true
			}
		}
		if d == "" {
			return false
		}
	}
}

func joinSlash(a, b string) string {
	if a == "" {
		return b
	}
	return a + "/" + b
}

// phpNearest chooses between definitions of one full name: the file's own,
// one that the autoloader finds, the one whose file lies nearest.
func (s *solver) phpNearest(f *file, full string, rs []ref) ref {
	if len(rs) == 1 {
		return rs[0]
	}
	var loaded []ref
	for _, r := range rs {
		if r.f == f {
			return r
		}
		if s.autoloads(r.f, full) {
			loaded = append(loaded, r)
		}
	}
	if len(loaded) > 0 {
		rs = loaded
	}
	return nearest(f, rs)[0]
}
