package framework

import (
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// Around is a call in whose arguments another one stands.
type Around struct {
	Name  string
	Texts []facts.Text
	Chain []facts.Text // first texts of the calls that it is made on the result of
}

// Scopes tells whether calls of that name may put what stands in their
// arguments below a path, in a file.
func Scopes(file string, ff *facts.FileFacts, name string) bool {
	for _, f := range For(ff.Lang) {
		if f.scopes[name] != nil && f.usedIn(file, ff) {
			return true
		}
	}
	return false
}

// place is where in a file a route is told.
type place struct {
	path       string
	nest       string // follows the path, unless something stands there instead
	module     string // folder of controllers
	controller string
}

// within is the place of a call that stands in the arguments of others,
// outermost first.
func (f *Framework) within(around []Around) (p place) {
	for _, a := range around {
		r := f.scopes[a.Name]
		if r == nil {
			continue
		}
		own, ok := text(a.Texts, r.path)
		if !ok {
			own = chained(a.Chain, r.chain)
		}
		if r.inner != nil {
			p.path, p.nest = Join(p.path, *r.inner), ""
			continue
		}
		p.path = Join(Join(p.path, p.nest), own)
		if p.nest = r.nest; r.nest != "" {
			p.nest = strings.ReplaceAll(r.nest, "{}", singular(own))
			p.controller, _ = text(a.Texts, []string{"0"})
		}
		if m, ok := text(a.Texts, []string{r.module}); ok && r.module != "" {
			p.module = path.Join(p.module, m)
		}
	}
	return p
}

// singular is how Rails names one of several.
func singular(s string) string {
	if stem, ok := strings.CutSuffix(s, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(s, "s")
}

func chained(chain []facts.Text, name string) string {
	for _, t := range chain {
		if t.Name == name && t.Arg == 0 {
			return t.Text
		}
	}
	return ""
}

// in is the path of what is told there.
func (p *place) in(rest string) string { return Join(Join(p.path, p.nest), rest) }

// Join puts a path below another.
func Join(above, p string) string {
	if above = strings.Trim(above, "/"); above == "" {
		return p
	}
	if p == "" {
		return "/" + above
	}
	return "/" + above + "/" + strings.TrimLeft(p, "/^")
}

// Within is the path of a call that stands in the arguments of others, in
// whatever framework the file uses.
func Within(file string, ff *facts.FileFacts, around []Around) string {
	for _, f := range For(ff.Lang) {
		if f.usedIn(file, ff) {
			if p := f.within(around); p.path != "" {
				return p.path
			}
		}
	}
	return ""
}
