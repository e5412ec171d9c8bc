package ignore

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// reference matches steps by trying everything. It is what match must equal.
func (g *glob) reference(p int, s string) bool {
	if p == len(g.steps) {
		return s == ""
	}
	st := &g.steps[p]
	switch st.op {
	case opStar:
		for i := 0; ; i++ {
			if g.reference(p+1, s[i:]) {
				return true
			}
			if i == len(s) || s[i] == '/' {
				return false
			}
		}
	case opDeep, opDirs:
		for i := 0; i <= len(s); i++ {
			if (st.op == opDeep || i == 0 || s[i-1] == '/') && g.reference(p+1, s[i:]) {
				return true
			}
		}
		return false
	}
	return s != "" && g.takes(st, s[0]) && g.reference(p+1, s[1:])
}

func TestGlobAgainstReference(t *testing.T) {
	parts := rapid.SampledFrom([]string{"a", "b", "/", "*", "**/", "/**/", "/**", "?", "[ab]", "\\/", "**"})
	texts := rapid.StringMatching("[ab/]{0,12}")
	rapid.Check(t, func(t *rapid.T) {
		pat := strings.Join(rapid.SliceOfN(parts, 1, 8).Draw(t, "pattern"), "")
		g := compileGlob(pat, false)
		s := texts.Draw(t, "text")
		if got, want := g.match(s), g.reference(0, s); got != want {
			t.Fatalf("%q on %q: %v, want %v", pat, s, got, want)
		}
	})
}

// TestGlobStaysCheap would not end if matching could be exponential.
func TestGlobStaysCheap(t *testing.T) {
	g := compileGlob("**/"+strings.Repeat("*a", 60)+"*b", false)
	if g.match(strings.Repeat(strings.Repeat("a", 80)+"/", 40)) {
		t.Error("matched")
	}
}

func FuzzList(f *testing.F) {
	f.Add("*.go\n!a/**/b\n", "a/x/b", true, false)
	f.Add("a**/[[:alpha:]-z]\\", "a/b", false, true)
	f.Add("\xef\xbb\xbf/x /\r\n[]-]", "x", true, true)
	f.Fuzz(func(t *testing.T, text, path string, isDir, fold bool) {
		path = strings.Trim(path, "/")
		if path == "" || strings.Contains(path, "//") || len(path) > 200 || len(text) > 200 {
			return
		}
		l := Parse(Source{Text: []byte(text), File: "f", Fold: fold})
		if l == nil {
			return
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		if !fold { // both ways to find must agree with the pattern itself
			l.quick = newQuick(l.pats)
			quick := l.find(path, name, isDir)
			l.quick = nil
			if quick != l.find(path, name, isDir) {
				t.Fatalf("%q in %q: the quick way differs", path, text)
			}
		}
		got := l.find(path, name, isDir)
		l.reaches(path)
		for i := len(l.pats) - 1; i >= 0; i-- {
			p := &l.pats[i]
			if want := p.slow(path, name, isDir, fold); want != (got == p) {
				t.Fatalf("pattern %q on %q: %v, the list says %v", p.text, path, want, got == p)
			} else if want {
				break
			}
		}
	})
}

// slow is matches without any shortcut.
func (p *pattern) slow(path, name string, isDir, fold bool) bool {
	s := path
	if p.nameOnly {
		s = name
	}
	if p.dirOnly && !isDir || len(s) < len(p.head) || !equal(s[:len(p.head)], p.head, fold) {
		return false
	}
	if p.tail == nil {
		return len(s) == len(p.head)
	}
	if strings.Count(p.text, "*") > 6 {
		return p.tail.match(s[len(p.head):])
	}
	return p.tail.reference(0, s[len(p.head):])
}
