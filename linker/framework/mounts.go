package framework

import (
	"slices"

	"github.com/structural-memory/smp/facts"
)

// Mount is what a call puts below a path.
type Mount struct {
	Path   string
	Over   bool   // what is mounted has no other path
	Of     []int  // the argument that is mounted, the first that is there
	Module string // or the name of a call whose text names the module that is
}

// Mounted is what a call of that name, with these texts, mounts.
func Mounted(file string, ff *facts.FileFacts, name string, texts []facts.Text, args int) (m Mount, ok bool) {
	for _, f := range For(ff.Lang) {
		r := f.mounts[name]
		if r == nil || !f.usedIn(file, ff) {
			continue
		}
		p, given := text(texts, r.path)
		if given && r.slash && !isPath(p) {
			continue
		}
		m = Mount{Path: p, Over: r.over && given, Module: r.module}
		for _, w := range r.of {
			if n, ok := number(w, args); ok {
				m.Of = append(m.Of, n)
			}
		}
		return m, true
	}
	return m, false
}

// Made is the path below which an object tells its routes that a call of that
// name gives: by itself, or below that of the object it is made of.
func Made(file string, ff *facts.FileFacts, name string, texts []facts.Text) (path string, of, ok bool) {
	for _, f := range For(ff.Lang) {
		for _, rs := range []rules{f.objects, f.groups} {
			if r := rs[name]; r != nil && f.usedIn(file, ff) {
				p, _ := text(texts, r.path)
				return p, f.groups[name] == r, true
			}
		}
	}
	return "", false, false
}

// Chained are the registrations of calls such as route('/x').get(h): texts are
// those of the first, name and args the second's.
func Chained(file string, ff *facts.FileFacts, texts []facts.Text, name string, args int, around []Around) []Registration {
	for _, f := range For(ff.Lang) {
		c, r := f.chains[texts[0].Name], f.calls[name]
		if c == nil || r == nil || r.method != "name" || !f.usedIn(file, ff) {
			continue
		}
		p, ok := text(texts, c.path)
		if !ok || c.slash && !isPath(p) {
			continue
		}
		call := Call{Texts: []facts.Text{{Name: name, Text: p}}, Args: args, Around: around}
		if out := f.called(file, &rule{path: []string{"0"}, method: r.method, handler: r.handler, stages: r.stages}, call); out != nil {
			return out
		}
	}
	return nil
}

// Uses is the route that stands for all that come after a call of that name,
// whose arguments are called before their handlers.
func Uses(file string, ff *facts.FileFacts, name, on string) (Route, bool) {
	for _, f := range For(ff.Lang) {
		if f.uses[name] != nil && f.usedIn(file, ff) && f.isOn(on) {
			return Route{Framework: f.Name, Method: MethodUse}, true
		}
	}
	return Route{}, false
}

// Puts tells whether calls of that name may put functions before routes.
func Puts(lang, name string) bool {
	return slices.ContainsFunc(For(lang), func(f *Framework) bool { return f.uses[name] != nil })
}

// Chains tells whether the result of a call of that name has a path.
func Chains(lang, name string) bool {
	for _, f := range For(lang) {
		if f.chains[name] != nil {
			return true
		}
	}
	return false
}

// Places tells whether calls of that name may say where routes stand.
func Places(lang, name string) bool {
	for _, f := range For(lang) {
		if f.mounts[name] != nil || f.objects[name] != nil || f.groups[name] != nil || f.scopes[name] != nil {
			return true
		}
	}
	return false
}
