package linker

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker/framework"
)

// WithGoRoutes adds the routes of a Go file to its links, which it leaves as
// they are. Handlers are the functions that the links say are named where the
// call has its arguments; defs are the facts of the files that they lead to.
func WithGoRoutes(path string, f *facts.FileFacts, links *Links, defs func(path string) *facts.FileFacts) *Links {
	if len(f.Texts) == 0 {
		return links
	}
	var more []Edge
	framework.EachCall(f, func(texts []facts.Text) {
		t := &texts[0]
		for _, r := range framework.Called(path, f, framework.Call{Texts: texts, Args: goArgs(texts)}) {
			h, ok := goHandler(texts, r)
			if !ok {
				continue
			}
			if h.Text != "" {
				to, ok := goTarget(links, h, defs)
				if !ok {
					continue
				}
				more = append(more, Edge{Src: t.Def, Type: graph.CallsStatic, To: to, Line: t.Line, Class: graph.Framework, Via: graph.ViaFramework})
			}
			if r.Stages {
				more = append(more, goStages(texts, h, links, defs)...)
			}
			if r.Path == "" {
				r.Path = "/"
			}
			more = append(more, Edge{Src: t.Def, Type: graph.References, To: Target{External: r.External()}, Line: t.Line, Class: graph.Framework, Via: graph.ViaFramework})
		}
	})
	if len(more) == 0 {
		return links
	}
	out := *links
	out.Edges = append(slices.Clone(links.Edges), more...)
	return &out
}

// goArgs is the number of arguments, as far as something is known of them.
func goArgs(texts []facts.Text) int {
	n := 0
	for _, t := range texts {
		if !strings.HasPrefix(t.Key, facts.KeyOn) {
			n = int(t.Arg) + 1
		}
	}
	return n
}

// goHandler is the argument that a registration calls its handler.
func goHandler(texts []facts.Text, r framework.Registration) (facts.Text, bool) {
	for _, n := range r.Handler {
		for _, t := range texts {
			if int(t.Arg) == n && t.Key == facts.KeyHandler {
				return t, true
			}
		}
	}
	return facts.Text{}, false
}

// goStages are the functions that a registration has called before its handler.
func goStages(texts []facts.Text, handler facts.Text, links *Links, defs func(string) *facts.FileFacts) (out []Edge) {
	via := graph.ViaMiddleware
	for _, a := range texts {
		if a.Key != facts.KeyHandler || a.Text == "" || a.Arg == handler.Arg {
			continue
		}
		if to, ok := goTarget(links, a, defs); ok {
			out = append(out, Edge{Src: texts[0].Def, Type: graph.CallsStatic, To: to, Line: texts[0].Line, Class: graph.Framework, Via: via})
			via = min(via+1, graph.ViaMiddleware4)
		}
	}
	return out
}

// goTarget is the function of that name to which a link leads from its line.
func goTarget(links *Links, h facts.Text, defs func(string) *facts.FileFacts) (Target, bool) {
	for _, e := range links.Edges {
		if e.Line != h.Line || e.Src != h.Def || e.To.Path == "" || e.To.Def < 0 || e.Type != graph.References && e.Type != graph.Uses {
			continue
		}
		if f := defs(e.To.Path); f != nil && int(e.To.Def) < len(f.Defs) && f.Defs[e.To.Def].Name == h.Text {
			return e.To, true
		}
	}
	return Target{}, false
}
