package c

import (
	"bytes"
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
)

func isHeader(file string) bool {
	switch strings.ToLower(path.Ext(strings.TrimSuffix(file, ".in"))) {
	case ".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp":
		return true
	}
	return false
}

// isCpp tells whether a header is C++: whether it has words of C++ outside what
// only C++ compilers see.
func isCpp(src []byte) bool {
	if bytes.Contains(src[:min(len(src), 200)], []byte("C++ -*-")) {
		return true
	}
	guards := []bool{} // open conditionals: does it test __cplusplus?
	hidden := 0
	toks := tokenize(src)
	for i, t := range toks {
		w := src[t.start:t.end]
		if t.kind == directive {
			switch name, rest := directiveName(w); name {
			case "if", "ifdef", "ifndef":
				g := name != "ifndef" && bytes.Contains(rest, []byte("__cplusplus"))
				guards = append(guards, g)
				if g {
					hidden++
				}
			case "endif":
				if n := len(guards); n > 0 {
					if guards[n-1] {
						hidden--
					}
					guards = guards[:n-1]
				}
			}
			continue
		}
		if hidden > 0 || i+1 >= len(toks) {
			continue
		}
		next := src[toks[i+1].start:toks[i+1].end]
		switch string(w) {
		case "class", "namespace", "typename", "constexpr", "nullptr", "noexcept", "decltype":
			if toks[i+1].kind == word || string(w) != "class" && string(w) != "namespace" {
				return true
			}
		case "template":
			if string(next) == "<" {
				return true
			}
		case "public", "private", "protected":
			if string(next) == ":" {
				return true
			}
		case ":":
			if string(next) == ":" && toks[i+1].start == t.end {
				return true
			}
		}
	}
	return false
}

// finish marks the file by its conventions.
func finish(x *extract.X) {
	if state(x).header {
		x.F.Flags |= facts.IsDeclaration
	}
	if !isTest(x.Path) {
		return
	}
	x.F.Flags |= facts.IsTest
	for i := range x.F.Defs {
		d := &x.F.Defs[i]
		if d.Kind == facts.Function && d.Form == "function" && strings.HasPrefix(strings.ToLower(d.Name), "test") && d.Mods&facts.Declared == 0 {
			d.Kind = facts.Test
		}
	}
}

func isTest(file string) bool {
	dir, base := path.Split(file)
	for _, part := range strings.Split(dir, "/") {
		switch part {
		case "test", "tests", "unittest", "unittests", "unit_tests":
			return true
		}
	}
	name := strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
	if strings.HasPrefix(name, "test_") || strings.HasPrefix(name, "test-") {
		return true
	}
	for _, s := range []string{"_test", "_tests", "-test", "_unittest"} {
		if strings.HasSuffix(name, s) {
			return true
		}
	}
	return false
}
