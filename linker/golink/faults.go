package golink

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"github.com/structural-memory/smp/linker"
)

// Fault is something that the type checker says is wrong. What comes of
// imports that are not known is not among it.
type Fault struct {
	Path string
	Line uint32
	Def  int32 // the definition that it stands in; 0: none
	Text string

	Doubt string // what unknown thing it may come of; "": it stands whatever that is
}

// Opaque is a value at the border to what is not known: there the checker
// says nothing, whatever a change does.
type Opaque struct {
	Path string
	Line uint32
	Def  int32
	To   linker.Target // the function that is called
	Arg  int           // the argument of unknown type; Result or Value
	Into string        // what takes the result: "module#Name"
	Many bool          // it does so with other values beside it
}

// What of a function is at the border, if it is none of its arguments.
const (
	Result = -1 - iota // what a call gives
	Value              // the function itself, handed on
)

// faultLog collects what the checks of one update say.
type faultLog struct {
	mu     sync.Mutex
	faults []Fault
	opaque []Opaque
	bound  *bound // nil: all files are looked at
}

// NoteFaults begins to keep what the checks of updates say is wrong, or stops
// it. Whoever asks what a change breaks compares the faults after it with
// those after the way back.
func (l *Linker) NoteFaults(on bool) {
	l.log = nil
	if on {
		l.log = &faultLog{}
	}
}

// Faults are those that were noted since they were last asked for.
func (l *Linker) Faults() ([]Fault, []Opaque) {
	if l.log == nil {
		return nil, nil
	}
	faults, opaque := l.log.faults, l.log.opaque
	l.log.faults, l.log.opaque = nil, nil
	return faults, opaque
}

// Look checks the bodies of some files for faults alone. Whoever does so in a
// state that is led back does it again in the one before.
func (l *Linker) Look(ctx context.Context, paths []string) error {
	var files []*file
	for _, p := range paths {
		if f := l.files[p]; f != nil && f.pkg != nil {
			files = append(files, f)
		}
	}
	_, err := l.bodies(ctx, files)
	return err
}

// note makes a check's configuration keep its errors. A check of bodies
// declares a second time what the package has declared. What is returned has to
// be called when the check is over, with what it has found out.
func (l *Linker) note(conf *types.Config, bodies bool) (settle func(*types.Info, ...*ast.File)) {
	if l.log == nil {
		return func(*types.Info, ...*ast.File) {}
	}
	var found []types.Error
	before := conf.Error
	conf.Error = func(err error) {
		before(err)
		e, ok := err.(types.Error)
		if !ok || strings.HasPrefix(e.Msg, "\t") || bodies && strings.Contains(e.Msg, " already declared") {
			return
		}
		if strings.Contains(e.Msg, "missing function body") || strings.Contains(e.Msg, "must have a body") { // it is cut out
			return
		}
		if strings.Contains(e.Msg, "could not import") || strings.Contains(e.Msg, "declared and not used") && !bodies {
			return
		}
		found = append(found, e)
	}
	return func(info *types.Info, files ...*ast.File) {
		for _, e := range found {
			l.noteAt(e.Pos, e.Msg, info, files...)
		}
	}
}

// noteAt keeps a fault, with the doubt that there is about it.
func (l *Linker) noteAt(at token.Pos, text string, info *types.Info, files ...*ast.File) {
	tf := l.fset.File(at)
	if tf == nil {
		return
	}
	f := l.files[tf.Name()]
	if f == nil {
		return
	}
	fault := Fault{Path: f.path, Line: uint32(tf.PositionFor(at, false).Line), Def: f.around(uint32(tf.Offset(at))), Text: text}
	for _, syntax := range files {
		if syntax.FileStart <= at && at <= syntax.FileEnd {
			fault.Doubt = (&doubter{l, info}).doubt(f, syntax, at, text)
			break
		}
	}
	l.log.mu.Lock()
	l.log.faults = append(l.log.faults, fault)
	l.log.mu.Unlock()
}

// around is the innermost definition at a place of the file.
func (f *file) around(at uint32) (def int32) {
	for i := 1; i < len(f.facts.Defs); i++ {
		if d := &f.facts.Defs[i]; d.StartByte <= at && at < d.EndByte {
			def = int32(i)
		}
	}
	return def
}

// border notes the opaque values of a checked file.
func (x *extraction) border() {
	if x.l.log == nil {
		return
	}
	b := &border{x: x, made: map[types.Object]Opaque{}}
	for _, d := range x.src.syntax.Decls {
		b.results = nil
		if fd, ok := d.(*ast.FuncDecl); ok {
			b.results = fd.Type.Results
		}
		ast.Inspect(d, b.visit)
	}
	x.l.log.mu.Lock()
	x.l.log.opaque = append(x.l.log.opaque, b.out...)
	x.l.log.mu.Unlock()
}

type border struct {
	x    *extraction
	made map[types.Object]Opaque // variables that hold a result
	out  []Opaque

	results *ast.FieldList // the results of the function at hand
}

func (b *border) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) == 1 {
			b.hold(n.Lhs, n.Rhs[0])
		}
		if n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs) {
			for i, l := range n.Lhs {
				b.fits(n.Rhs[i], b.x.info.Types[l].Type)
			}
		}
	case *ast.ValueSpec:
		if n.Type != nil {
			for _, v := range n.Values {
				b.fits(v, b.x.info.Types[n.Type].Type)
			}
		}
	case *ast.FuncLit:
		saved := b.results
		b.results = n.Type.Results
		ast.Inspect(n.Body, b.visit)
		b.results = saved
		return false
	case *ast.TypeAssertExpr:
		b.asserted(n)
	case *ast.ReturnStmt:
		b.returned(n)
	case *ast.CallExpr:
		b.call(n)
	}
	return true
}

// hold notes the variables that take the results of a call.
func (b *border) hold(lhs []ast.Expr, rhs ast.Expr) {
	o, ok := b.result(rhs)
	if !ok {
		return
	}
	for _, l := range lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			continue
		}
		obj := b.x.info.Defs[id]
		if obj == nil {
			obj = b.x.info.Uses[id]
		}
		if obj != nil {
			b.made[obj] = o
		}
	}
}

// result is the call of a function of the repository that an expression is.
func (b *border) result(e ast.Expr) (Opaque, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return Opaque{}, false
	}
	to, ok := b.callee(call)
	return b.at(call.Pos(), to, Result), ok
}

func (b *border) at(p token.Pos, to linker.Target, arg int) Opaque {
	return Opaque{Path: b.x.f.path, Line: b.x.lineOf(p), Def: b.x.f.around(uint32(p - b.x.src.at.from)), To: to, Arg: arg}
}

func (b *border) callee(call *ast.CallExpr) (linker.Target, bool) { return b.function(call.Fun) }

// function is the repository's function that an expression names.
func (b *border) function(e ast.Expr) (linker.Target, bool) {
	fun := ast.Unparen(e)
	if i, ok := fun.(*ast.IndexExpr); ok {
		fun = i.X
	}
	var id *ast.Ident
	switch e := fun.(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return linker.Target{}, false
	}
	fn, ok := b.x.info.Uses[id].(*types.Func)
	if !ok {
		return linker.Target{}, false
	}
	return b.x.target(fn.Origin())
}

func (b *border) call(call *ast.CallExpr) {
	b.passed(call)
	if to, ok := b.callee(call); ok {
		for i, a := range call.Args {
			if b.unknown(a) {
				b.out = append(b.out, b.at(a.Pos(), to, i))
			}
		}
		return
	}
	into := b.outside(call)
	if into == "" {
		return
	}
	for _, a := range call.Args {
		if to, ok := b.function(a); ok {
			o := b.at(a.Pos(), to, Value)
			o.Into = into
			b.out = append(b.out, o)
		}
		o, ok := b.result(a)
		o.Many = len(call.Args) > 1
		if id, isName := ast.Unparen(a).(*ast.Ident); isName {
			o, ok = b.made[b.x.info.Uses[id]]
			o.Many = false
			o.Line, o.Def = b.x.lineOf(a.Pos()), b.x.f.around(uint32(a.Pos()-b.x.src.at.from))
		}
		if ok {
			o.Into = into
			b.out = append(b.out, o)
		}
	}
}

func (b *border) unknown(e ast.Expr) bool {
	tv, ok := b.x.info.Types[e]
	return !ok || tv.Type == nil || !valid(tv.Type)
}

// valid tells whether a type holds nothing unknown.
func valid(t types.Type) bool { return !strings.Contains(types.TypeString(t, nil), "invalid type") }

// outside names a function of a package outside the repository.
func (b *border) outside(call *ast.CallExpr) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if id, ok := sel.X.(*ast.Ident); ok {
		if pn, ok := b.x.info.Uses[id].(*types.PkgName); ok {
			return pn.Imported().Path() + "#" + sel.Sel.Name
		}
	}
	if b.unknown(sel.X) {
		return "#" + sel.Sel.Name
	}
	return ""
}
