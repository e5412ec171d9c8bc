package python

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
)

func isStub(path string) bool { return strings.HasSuffix(path, ".pyi") }

// isTest follows pytest's and unittest's conventions.
func isTest(path string) bool {
	base := path[strings.LastIndexByte(path, '/')+1:]
	name := strings.TrimSuffix(strings.TrimSuffix(base, ".py"), ".pyi")
	if strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || name == "conftest" || name == "tests" {
		return true
	}
	for dir := range strings.SplitSeq(path[:len(path)-len(base)], "/") {
		if dir == "test" || dir == "tests" {
			return true
		}
	}
	return false
}

// isTestName tells whether a test runner collects a function of that name.
func isTestName(name string, method bool) bool {
	return strings.HasPrefix(name, "test_") || name == "test" || method && strings.HasPrefix(name, "test")
}

func isDunder(name string) bool {
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// isConstant tells whether a name is written as constants are.
func isConstant(name string) bool {
	letters := false
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 0x80 {
			return false
		}
		letters = letters || c >= 'A' && c <= 'Z'
	}
	return letters
}

// finish marks the file and, now that __all__ is known, what it exports.
func finish(x *extract.X) {
	st := of(x)
	if st.test {
		x.F.Flags |= facts.IsTest
	}
	if st.stub {
		x.F.Flags |= facts.IsDeclaration
	}
	for i := 1; i < len(x.F.Defs); i++ {
		d := &x.F.Defs[i]
		public := !strings.HasPrefix(d.Name, "_") || isDunder(d.Name)
		switch p := &x.F.Defs[d.Parent]; {
		case d.Parent == 0 && st.hasAll:
			public = slices.Contains(st.all, d.Name)
		case d.Parent == 0:
		case !p.Kind.TypeLike():
			continue // local to a function
		default:
			public = public && p.Mods.Has(facts.Exported)
		}
		if public {
			d.Mods |= facts.Exported
		} else if strings.HasPrefix(d.Name, "_") && !isDunder(d.Name) {
			d.Mods |= facts.Private
		}
	}
}
