package framework

import (
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// Registration is what a call tells a framework.
type Registration struct {
	Route
	Stages  bool     // the other arguments that are functions are called before it
	Handler []int    // the argument that is the handler, the first that is there counts
	Keys    []string // or the one passed under one of these names
	Class   string   // or, the name of its class, "" without
	Named   string   // and of the method there
	File    string   // the file that the class must be in, "" if its name says it
}

// Call is a call with the texts that it was given.
type Call struct {
	Texts  []facts.Text
	On     string   // what it is called on, as written; "" if nothing
	Args   int      // number of arguments
	Around []Around // the calls in whose arguments it stands, outermost first
}

// EachCall calls do for the calls of a file which have texts.
func EachCall(ff *facts.FileFacts, do func([]facts.Text)) {
	from := 0
	for i := 1; i <= len(ff.Texts); i++ {
		if i < len(ff.Texts) && sameCall(&ff.Texts[i-1], &ff.Texts[i]) {
			continue
		}
		do(ff.Texts[from:i])
		from = i
	}
}

func sameCall(a, b *facts.Text) bool {
	if a.Call != facts.None {
		return a.Call == b.Call
	}
	return a.Call == b.Call && a.Def == b.Def && a.Name == b.Name && a.Arg < b.Arg
}

// Called are the registrations that a call makes.
func Called(file string, ff *facts.FileFacts, c Call) []Registration {
	for _, f := range For(ff.Lang) {
		if r := f.calls[c.Texts[0].Name]; r != nil && f.usedIn(file, ff) && f.isOn(c.On) {
			if out := f.called(file, r, c); out != nil {
				return out
			}
		}
	}
	return nil
}

func (f *Framework) isOn(on string) bool {
	if len(f.on) == 0 {
		return true
	}
	for _, name := range f.on {
		if on == name || strings.HasPrefix(on, name+".") || strings.HasPrefix(on, name+"(") {
			return true
		}
	}
	return false
}

func (f *Framework) called(file string, r *rule, c Call) []Registration {
	in := f.within(c.Around)
	for _, t := range c.Texts {
		if name, on := strings.CutPrefix(t.Key, facts.KeyOn); on && f.groups[name] != nil {
			in.path = Join(in.path, t.Text)
		}
	}
	p, ok := text(c.Texts, r.path)
	act, acts := text(c.Texts, r.action)
	for _, t := range c.Texts { // '/x' => 'users#show'
		if r.pair && !ok && strings.Contains(t.Text, "#") {
			p, act, ok, acts = t.Key, t.Text, true, true
		}
	}
	if !ok && len(r.path) > 0 {
		return nil
	}
	method := r.methodIn(&c)
	if m, rest, ok := strings.Cut(p, " "); ok && m != "" && strings.ToUpper(m) == m && strings.Contains(rest, "/") {
		method, p = m, rest // "GET /x"
	}
	if r.slash && (p == "" || !isPath(p)) {
		return nil
	}
	if len(r.actions) > 0 {
		return f.resources(file, r, c.Texts, &in)
	}
	out := Registration{Stages: r.stages, Route: Route{Framework: f.Name, Method: method, Path: strings.ReplaceAll(join("", in.in(p)), " ", "%20")}}
	if r.own && !acts && in.controller != "" {
		if on, _ := text(c.Texts, []string{"on"}); on == "member" {
			out.Path = Join(in.path, "/:id/"+p)
		} else if on == "collection" {
			out.Path = Join(in.path, p)
		}
		act, acts = in.controller+"#"+p, true
	}
	if acts {
		class, action, both := strings.Cut(act, "@")
		if !both {
			class, action, both = strings.Cut(act, "#")
			class = path.Join(in.module, class)
			out.File = r.fileOf(file, class)
			class = camel(class)
		}
		switch {
		case both:
			out.Class, out.Named = class+r.suffix, action
			return []Registration{out}
		case len(r.handler) > 0: // [Class, 'action']
			out.Named = act
		}
	}
	for _, h := range r.handler {
		if n, ok := number(h, c.Args); ok {
			out.Handler = append(out.Handler, n)
		} else {
			out.Keys = append(out.Keys, h)
		}
	}
	if len(out.Handler)+len(out.Keys) == 0 {
		return nil
	}
	return []Registration{out}
}

// methodIn is the HTTP method that a call says.
func (r *rule) methodIn(c *Call) string {
	if r.method == "name" {
		return methodOf(c.Texts[0].Name)
	}
	if _, given := number(r.method, 9); given || strings.ToUpper(r.method) != r.method {
		m, _ := text(c.Texts, []string{r.method})
		return methods(m, r.fallback)
	}
	return r.method
}

// resources are the routes of a resource by its controller's methods.
func (f *Framework) resources(file string, r *rule, texts []facts.Text, in *place) (out []Registration) {
	only, some := text(texts, []string{"only"})
	except, _ := text(texts, []string{"except"})
	for _, t := range texts {
		name, at := t.Text, t.Text
		if t.Key != "" {
			continue
		}
		if p, ok := text(texts, []string{"path"}); ok {
			at = p
		}
		class := path.Join(in.module, name)
		for _, a := range r.actions {
			if some && !listed(only, a.name) || listed(except, a.name) {
				continue
			}
			p := in.in("/" + at + a.path)
			out = append(out, Registration{Route: Route{Framework: f.Name, Method: a.method, Path: p, Action: a.name}, Class: camel(class) + r.suffix, Named: a.name, File: r.fileOf(file, class)})
		}
	}
	return out
}

func listed(list, name string) bool { return slices.Contains(strings.Split(list, ","), name) }

// fileOf is where a class named by a text is.
func (r *rule) fileOf(file, name string) string {
	if r.file == "" {
		return ""
	}
	return path.Join(path.Dir(file), strings.ReplaceAll(r.file, "{}", name))
}

// text is what the first of the arguments says that is a text.
func text(texts []facts.Text, which []string) (string, bool) {
	for _, w := range which {
		n, isNumber := number(w, 1<<30)
		for _, t := range texts {
			if isNumber && t.Key == "" && int(t.Arg) == n || !isNumber && t.Key == w {
				return t.Text, true
			}
		}
	}
	return "", false
}

// camel is "admin/user_posts" as a class is named: "Admin::UserPosts".
func camel(s string) string {
	var b strings.Builder
	up := true
	for _, c := range s {
		switch {
		case c == '_':
			up = true
		case c == '/':
			b.WriteString("::")
			up = true
		case up:
			b.WriteString(strings.ToUpper(string(c)))
			up = false
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
