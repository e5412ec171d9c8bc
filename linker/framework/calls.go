package framework

import (
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// Registration is what a call tells a framework.
type Registration struct {
	Route
	Handler []int    // the argument that is the handler, the first that is there counts
	Keys    []string // or the one passed under one of these names
	Class   string   // or, the name of its class, "" without
	Named   string   // and of the method there
	File    string   // the file that the class must be in, "" if its name says it
}

// Call is a call with the texts that it was given.
type Call struct {
	Texts []facts.Text
	On    string // what it is called on, as written; "" if nothing
	Args  int    // number of arguments
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
	p, ok := text(c.Texts, r.path)
	if !ok {
		return nil
	}
	method := r.method
	switch _, given := number(method, 9); {
	case method == "name":
		method = methodOf(c.Texts[0].Name)
	case given || strings.ToUpper(method) != method:
		m, _ := text(c.Texts, []string{method})
		method = methods(m, r.fallback)
	}
	if m, rest, ok := strings.Cut(p, " "); ok && m != "" && strings.ToUpper(m) == m && strings.Contains(rest, "/") {
		method, p = m, rest // "GET /x"
	}
	if r.slash && (p == "" || !isPath(p)) {
		return nil
	}
	if len(r.actions) > 0 {
		return f.resources(file, r, p)
	}
	out := Registration{Route: Route{Framework: f.Name, Method: method, Path: strings.ReplaceAll(join("", p), " ", "%20")}}
	if a, ok := text(c.Texts, r.action); ok {
		class, action, both := strings.Cut(a, "@")
		if !both {
			class, action, both = strings.Cut(a, "#")
			out.File = r.fileOf(file, class)
			class = camel(class)
		}
		switch {
		case both:
			out.Class, out.Named = class+r.suffix, action
			return []Registration{out}
		case len(r.handler) > 0: // [Class, 'action']
			out.Named = a
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

// resources are the routes of a resource by its controller's methods.
func (f *Framework) resources(file string, r *rule, names string) (out []Registration) {
	for _, name := range strings.Split(names, ",") {
		for _, a := range r.actions {
			out = append(out, Registration{Route: Route{Framework: f.Name, Method: a.method, Path: "/" + name + a.path, Action: a.name}, Class: camel(name) + r.suffix, Named: a.name, File: r.fileOf(file, name)})
		}
	}
	return out
}

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
