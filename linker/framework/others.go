package framework

import (
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// Listens and Signals tell whether a call of that name names an event and what
// is called for it, or that it happens.
func Listens(lang, name string) bool {
	return slices.ContainsFunc(For(lang), func(f *Framework) bool { return slices.Contains(f.listen, name) })
}

// Signals: see Listens.
func Signals(lang, name string) bool {
	return slices.ContainsFunc(For(lang), func(f *Framework) bool { return slices.Contains(f.signal, name) })
}

// Fixture is the name under which tests get what a definition makes, "" if it
// makes nothing for tests.
func Fixture(lang string, d *facts.Def) string {
	if !d.Kind.Callable() {
		return ""
	}
	for _, s := range d.Decorators {
		m := parseMark(s)
		for _, f := range For(lang) {
			if !slices.Contains(f.fixture, m.name) {
				continue
			}
			if a, ok := pick(m.args, []string{"name"}); ok && a.quoted {
				return a.text
			}
			return d.Name
		}
	}
	return ""
}

// FixtureFiles are the files whose fixtures hold in a file of tests beside its
// own, the nearest first.
func FixtureFiles(lang, file string) (out []string) {
	for _, f := range For(lang) {
		if f.conftest == "" {
			continue
		}
		for dir := path.Dir(file); ; dir = path.Dir(dir) {
			p := strings.TrimPrefix(path.Join(dir, f.conftest), "./")
			if p != file {
				out = append(out, p)
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	return out
}
