package linker

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker/framework"
)

// Calls that a framework makes stand in no syntax: handlers of routes,
// listeners of events, fixtures of tests. Who registers a handler gets an edge
// to it, and one to a leaf that stands for the route, both on one line.

func (w *writer) frameworks() {
	if len(framework.For(w.f.facts.Lang)) == 0 {
		return
	}
	w.decorated()
	framework.EachCall(w.f.facts, func(texts []facts.Text) {
		w.s.refuel()
		w.signal(texts)
		w.registered(texts)
	})
	w.used()
	w.fixtures()
	w.s.refuel()
}

// route adds a route that src registers, below each of some paths: to is its handler, nil where that is
// an anonymous function, whose code belongs to src.
func (w *writer) route(src int32, line uint32, r framework.Route, to *ref, below []string) {
	p := r.Path
	for _, above := range below {
		if r.Path = framework.Join(above, p); r.Path == "" {
			r.Path = "/"
		}
		w.edge(src, graph.References, Target{External: r.External()}, line, graph.Framework, graph.ViaFramework)
	}
	if to != nil {
		w.edge(src, graph.CallsStatic, w.to(*to), line, graph.Framework, graph.ViaFramework)
	}
}

// decorated are the routes that decorators say.
func (w *writer) decorated() {
	for i := 1; i < len(w.f.facts.Defs); i++ {
		d := &w.f.facts.Defs[i]
		for _, r := range framework.Decorated(w.f.path, w.f.facts, int32(i)) {
			below := []string{noPath}
			if o, ok := w.s.objectWritten(w.f, d.Parent, r.On, d.StartByte); ok {
				below = w.s.belowObject(o, 0)
			}
			w.route(d.Parent, d.NameLine, r.Route, &ref{w.f, int32(i)}, below)
		}
	}
}

// registered are the routes that a call says.
func (w *writer) registered(texts []facts.Text) {
	call := texts[0].Call
	if call == facts.None {
		return
	}
	c := &w.f.facts.Calls[call]
	around := w.f.around(call)
	w.register(call, framework.Called(w.f.path, w.f.facts, framework.Call{Texts: texts, On: w.receiver(c), Args: int(w.f.facts.Exprs[c.Expr].ArgN), Around: around}))
	if !framework.Chains(w.f.facts.Lang, texts[0].Name) {
		return
	}
	for i := call + 1; int(i) < len(w.f.facts.Calls) && w.f.facts.Exprs[w.f.facts.Calls[i].Expr].Pos <= w.f.facts.Exprs[c.Expr].Pos; i++ {
		if e := &w.f.facts.Exprs[w.f.facts.Calls[i].Expr]; w.madeOn(e, c.Expr) {
			w.register(i, framework.Chained(w.f.path, w.f.facts, texts, w.f.calleeName(e), int(e.ArgN), around))
		}
	}
}

// madeOn tells whether a call is made on the result of another, or on what
// calls in between give.
func (w *writer) madeOn(e *facts.Expr, on int32) bool {
	for range maxChain {
		recv := w.f.receiverOf(e)
		if recv == on || recv == facts.None {
			return recv == on
		}
		e = &w.f.facts.Exprs[recv]
	}
	return false
}

// maxChain bounds the calls that are made on one another's results.
const maxChain = 30

// register adds what a call registers.
func (w *writer) register(call int32, rs []framework.Registration) {
	if len(rs) == 0 {
		return
	}
	c := &w.f.facts.Calls[call]
	args := w.f.facts.Args(c.Expr)
	below := w.s.placed(w.f, call, 0)
	for _, r := range rs {
		if r.Class != "" {
			if to, ok := w.action(c, r); ok {
				w.route(c.Def, c.Line, r.Route, &to, below)
			}
			continue
		}
		arg, ok := w.handlerArg(c, r, args)
		if !ok || !w.mayBeOf(c, r.Framework) {
			continue
		}
		mounted := r.Stages && framework.Puts(w.f.facts.Lang, w.f.calleeName(&w.f.facts.Exprs[c.Expr]))
		switch to, anonymous := w.handler(arg, r.Named); {
		case to != nil && *to == ref{w.f, c.Def}:
		case to != nil || anonymous:
			w.route(c.Def, c.Line, r.Route, to, below)
			if r.Stages {
				w.stages(c, w.stageArgs(args, arg))
			}
		case mounted && w.stages(c, w.stageArgs(args, arg)): // use('/x', auth, router)
			r.Method = framework.MethodUse
			w.route(c.Def, c.Line, r.Route, nil, below)
		}
	}
}

// mayBeOf tells whether a call may be one of a framework: not if it is made on
// what is known to be something else.
func (w *writer) mayBeOf(c *facts.Call, name string) bool {
	e := &w.f.facts.Exprs[c.Expr]
	if e.A == facts.None || w.f.facts.Exprs[e.A].Op != facts.OpMember || w.f.facts.Exprs[e.A].A == facts.None {
		return true
	}
	v := w.s.expr(w.f, w.f.facts.Exprs[e.A].A)
	if v == nil {
		return true
	}
	switch v.k {
	case vExt:
		return framework.Owns(w.f.facts.Lang, name, v.name)
	case vInst:
		if v.ref.f == nil || framework.Owns(w.f.facts.Lang, name, v.ref.def().Name) {
			return true
		}
		for _, b := range w.s.mro(v.ref) {
			if b.k == vExt && framework.Owns(w.f.facts.Lang, name, b.name) || b.k == vInst && b.ref.f != nil && framework.Owns(w.f.facts.Lang, name, b.ref.def().Name) {
				return true
			}
		}
		return false
	}
	return true
}

// receiver is what a call is made on, as written.
func (w *writer) receiver(c *facts.Call) string {
	e := &w.f.facts.Exprs[c.Expr]
	if e.A == facts.None {
		return ""
	}
	if m := &w.f.facts.Exprs[e.A]; m.Op == facts.OpMember && m.A != facts.None {
		return w.f.text(m.A, 4)
	}
	return ""
}

// handlerArg is the argument that a registration calls its handler. The last
// one is looked for from behind: options may follow.
func (w *writer) handlerArg(c *facts.Call, r framework.Registration, args []int32) (int32, bool) {
	for _, n := range r.Handler {
		if n < len(args) && args[n] != facts.None {
			return args[n], true
		}
	}
	if len(r.Keys) > 0 { // arguments by name have no facts of their own name
		for i := len(args) - 1; i > 0; i-- {
			if args[i] != facts.None && w.callable(args[i]) {
				return args[i], true
			}
		}
	}
	return facts.None, false
}

func (w *writer) callable(arg int32) bool {
	to, anonymous := w.handler(arg, "")
	return to != nil || anonymous
}

// handler is the definition that an argument means: a function, a class, what
// a class's method makes of it ("View.as_view()"), or a method that is named
// beside its class.
func (w *writer) handler(arg int32, action string) (to *ref, anonymous bool) {
	e := &w.f.facts.Exprs[arg]
	switch e.Op {
	case facts.OpLambda:
		return nil, true
	case facts.OpCall:
		if e.A != facts.None && w.f.facts.Exprs[e.A].Op == facts.OpMember {
			if m := &w.f.facts.Exprs[e.A]; m.A != facts.None {
				if v := w.s.expr(w.f, m.A); v != nil && v.k == vClass && v.ref.f != nil {
					return &v.ref, false
				}
			}
		}
	case facts.OpLit, facts.OpTuple:
		for _, a := range w.f.facts.Args(arg) {
			if a == facts.None {
				continue
			}
			v := w.s.expr(w.f, a)
			if m := w.f.facts.Exprs[a]; v == nil && m.Op == facts.OpMember && m.A != facts.None { // X::class
				v = w.s.expr(w.f, m.A)
			}
			if c := w.s.classOf(v); c != nil && c.k == vClass && action != "" {
				if r, ok := w.method(c, action); ok {
					return &r, false
				}
			}
			if to, anonymous := w.handler(a, action); to != nil || anonymous {
				return to, anonymous
			}
		}
		return nil, false
	}
	each(w.s.expr(w.f, arg), func(v *val) {
		switch {
		case to != nil:
		case v.k == vFunc && len(v.refs) > 0:
			to = &v.refs[0]
		case v.k == vClass && v.ref.f != nil:
			to = &v.ref
		case v.k == vLambda:
			anonymous = true
		case v.k == vInst && v.ref.f != nil && !v.ref.def().Kind.TypeLike():
			to = &v.ref
		}
	})
	return to, anonymous
}

func (w *writer) method(class *val, name string) (ref, bool) {
	m := w.s.member(inst(class.ref), name)
	if m != nil && m.k == vFunc && len(m.refs) > 0 {
		return m.refs[0], true
	}
	return ref{}, false
}

// action is the method of a class that is named by a text.
func (w *writer) action(c *facts.Call, r framework.Registration) (ref, bool) {
	if r.File != "" {
		return w.actionIn(r)
	}
	var v *val
	for i, part := range strings.Split(r.Class, "::") {
		if i == 0 {
			v, _ = w.s.name(w.f, c.Def, part, c.Byte, asValue)
		} else if v != nil {
			v = w.s.member(v, part)
		}
	}
	if v = w.s.classOf(v); v == nil || v.k != vClass || v.ref.f == nil {
		return ref{}, false
	}
	return w.method(v, r.Named)
}

// actionIn is a method of a class that must be in a certain file.
func (w *writer) actionIn(r framework.Registration) (ref, bool) {
	class := r.Class[strings.LastIndexByte(r.Class, ':')+1:]
	w.s.ask(r.File, class)
	f := w.s.l.files[r.File]
	if f == nil {
		return ref{}, false
	}
	for i := 1; i < len(f.facts.Defs); i++ {
		if d := &f.facts.Defs[i]; d.Kind.TypeLike() && d.Name[strings.LastIndexAny(d.Name, ".:")+1:] == class {
			w.s.ask(f.path, r.Named)
			for _, m := range w.s.children(f, int32(i), r.Named) {
				return ref{f, m}, true
			}
		}
	}
	return ref{}, false
}
