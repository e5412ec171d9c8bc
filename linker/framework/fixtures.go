package framework

import (
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// HasFixtures tells whether tests in a language get what they need by name.
func HasFixtures(lang string) bool {
	return slices.ContainsFunc(For(lang), func(f *Framework) bool { return len(f.fixture) > 0 })
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

// UsedFixtures are the fixtures that a test, or what is around it, is marked to
// use.
func UsedFixtures(ff *facts.FileFacts, def int32) (out []string) {
	for _, f := range For(ff.Lang) {
		if len(f.mark) == 0 {
			continue
		}
		for d := def; d >= 0; d = ff.Defs[d].Parent {
			for _, s := range ff.Defs[d].Decorators {
				if m := parseMark(s); slices.Contains(f.mark, m.name) {
					for _, a := range m.args {
						out = append(out, a.text)
					}
				}
			}
			if d != def {
				out = append(out, f.markedBelow(ff, d)...)
			}
		}
	}
	return out
}

// markedBelow are the fixtures that a variable of a class or a file marks its
// tests with.
func (f *Framework) markedBelow(ff *facts.FileFacts, parent int32) (out []string) {
	for i := range ff.Texts {
		t := &ff.Texts[i]
		if t.Call == facts.None || t.Def != parent || !slices.Contains(f.mark, t.Name) {
			continue
		}
		at := ff.Calls[t.Call].Byte
		for k := range ff.Defs {
			if d := &ff.Defs[k]; d.Parent == parent && slices.Contains(f.marks, d.Name) && d.StartByte <= at && at < d.EndByte {
				out = append(out, t.Text)
			}
		}
	}
	return out
}

// AsksFor tells whether calls of that name name a fixture.
func AsksFor(lang, name string) bool {
	return slices.ContainsFunc(For(lang), func(f *Framework) bool { return slices.Contains(f.ask, name) })
}

// NamesPlugins tells whether a variable of that name lists modules of fixtures.
func NamesPlugins(lang, name string) bool {
	return slices.ContainsFunc(For(lang), func(f *Framework) bool { return f.plugins != "" && f.plugins == name })
}

// Plugins are the modules whose fixtures hold where those of the file do.
func Plugins(ff *facts.FileFacts) (out []string) {
	for _, f := range For(ff.Lang) {
		for i := range ff.Defs {
			if d := &ff.Defs[i]; f.plugins != "" && d.Name == f.plugins && d.Parent == 0 {
				_, value, _ := strings.Cut(d.Sig, "=")
				out = append(out, strings.Split(parseArg(value).text, ",")...)
			}
		}
	}
	return out
}
