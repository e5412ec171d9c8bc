package golink

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sort"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// extraction reads the links of one file off its check.
type extraction struct {
	l       *Linker
	w       *worker
	f       *file
	own     *types.Package
	scope   *types.Scope // the package's declarations
	info    *types.Info
	src     *source
	imports map[string]*imp
	defs    map[refKey]int32
	local   map[token.Pos]linker.Target // what this check declared anew
	extern  map[token.Pos]string        // locals of an outside type
	line    int                         // the last line asked for, a hint
	next    int                         // where to look for the next function among the definitions
	def     int32                       // whose declaration is at hand
	value   bool                        // it is a variable
	callee  map[*ast.Ident]bool         // names that are called
	bound   map[token.Pos]binding       // local variables of the function at hand
	dynamic []pending
	ifaces  map[*ref]bool   // interfaces whose implementations the links name
	methods map[string]bool // methods called through other interfaces
	out     linker.Links

	key         funcKey           // of the function at hand
	params      map[token.Pos]int // its parameters, and variables that stand for one
	hands       []handing
	handedLater []handingLater
	takes       []paramCall
}

func (w *worker) extraction(s *source, own *types.Package, scope *types.Scope) *extraction {
	x := &extraction{
		l: w.l, w: w, f: s.file, own: own, scope: scope, info: w.info, src: s,
		imports: s.file.names(s.syntax), defs: s.file.defs(),
		local: map[token.Pos]linker.Target{}, extern: map[token.Pos]string{}, next: 1,
		callee: map[*ast.Ident]bool{}, bound: map[token.Pos]binding{}, ifaces: map[*ref]bool{}, methods: map[string]bool{},
		params: map[token.Pos]int{},
	}
	return x
}

func (x *extraction) links() *linker.Links {
	if len(x.local) == 0 {
		x.w.locals(x.f, x.src.syntax, x.local)
	}
	x.importEdges()
	for _, d := range x.src.syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.fn(d)
		case *ast.GenDecl:
			x.gen(d)
		}
	}
	x.remember()
	return x.finish()
}

func (x *extraction) fn(d *ast.FuncDecl) {
	x.def, x.value = x.function(d), false
	x.enter(refKey{recvName(d), d.Name.Name}, d.Type)
	x.walk(d.Type)
	if d.Body != nil {
		x.walk(d.Body)
	}
	x.settle()
}

// function finds the definition of a declared function by its place: several
// may have one name.
func (x *extraction) function(d *ast.FuncDecl) int32 {
	at := uint32(d.Pos() - x.src.at.from)
	defs := x.f.facts.Defs
	for i := x.next; i < len(defs); i++ {
		if defs[i].StartByte == at && defs[i].Name == d.Name.Name {
			x.next = i + 1
			return int32(i)
		}
	}
	return 0
}

func (x *extraction) gen(g *ast.GenDecl) {
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			x.typeSpec(s)
		case *ast.ValueSpec:
			x.def, x.value = 0, true
			for _, n := range s.Names {
				if d, ok := x.defs[refKey{name: n.Name}]; ok {
					x.def = d
					break
				}
			}
			if g.Tok == token.CONST || len(s.Values) == 0 {
				x.names(s, nil)
				continue
			}
			if lit, ok := s.Values[0].(*ast.FuncLit); ok && len(s.Names) == 1 {
				x.enter(refKey{name: s.Names[0].Name}, lit.Type)
			}
			x.walk(s)
			x.settle()
		}
	}
}

// edge adds a relationship of the definition at hand.
func (x *extraction) edge(t graph.EdgeType, to linker.Target, at token.Pos, class graph.Class, via graph.Via) {
	if to.Path == x.f.path && to.Def == x.def && t != graph.CallsStatic {
		return
	}
	x.out.Edges = append(x.out.Edges, linker.Edge{Src: x.def, Type: t, To: to, Line: x.lineOf(at), Class: class, Via: via})
}

func (x *extraction) open(name, recv string, at token.Pos, why graph.Reason) {
	x.out.Open = append(x.out.Open, linker.Open{Src: x.def, Line: x.lineOf(at), Name: name, Recv: recv, Reason: why})
}

// target is the definition behind an object.
func (x *extraction) target(o types.Object) (linker.Target, bool) {
	p := o.Pos()
	if !p.IsValid() {
		return linker.Target{}, false
	}
	if t, ok := x.local[p]; ok {
		return t, true
	}
	if r := x.l.refs[p]; r != nil && r.def != 0 {
		return linker.Target{Path: r.file.path, Def: r.def}, true
	}
	return linker.Target{}, false
}

// lineOf counts from 1 and takes no notice of //line directives.
func (x *extraction) lineOf(p token.Pos) uint32 {
	off, lines := int(p-x.src.at.from), x.src.lines
	at := func(i int) bool { return i < len(lines) && lines[i] <= off && (i+1 == len(lines) || off < lines[i+1]) }
	for i := x.line; i < x.line+2; i++ {
		if at(i) {
			x.line = i
			return uint32(i + 1)
		}
	}
	i := sort.Search(len(lines), func(i int) bool { return lines[i] > off }) - 1
	x.line = max(0, i)
	return uint32(x.line + 1)
}

// remember keeps what decides whether a later edit elsewhere concerns the file.
func (x *extraction) remember() {
	x.f.calls = dispatchUse{slices.Collect(maps.Keys(x.ifaces)), slices.Collect(maps.Keys(x.methods))}
	if !slices.Equal(x.f.hands, x.hands) {
		x.l.handedOver.Store(true)
	}
	x.f.hands, x.f.takes = slices.Clip(x.hands), slices.Clip(x.takes)
}

// dispatchUse is what interface calls of a file depend on.
type dispatchUse struct {
	ifaces  []*ref
	methods []string
}

// finish leaves what the links say, and nothing else of the extraction.
func (x *extraction) finish() *linker.Links {
	out := x.out // a pointer into x would keep all of it
	sortLinks(&out)
	out.Edges, out.Open = slices.Clone(out.Edges), slices.Clone(out.Open)
	return &out
}

// sortLinks leaves one of several links that say the same.
func sortLinks(l *linker.Links) {
	slices.SortFunc(l.Edges, func(a, b linker.Edge) int {
		return cmp.Or(compareEdges(a, b), cmp.Compare(a.Class, b.Class))
	})
	l.Edges = slices.CompactFunc(l.Edges, func(a, b linker.Edge) bool { return compareEdges(a, b) == 0 })
	slices.SortFunc(l.Open, func(a, b linker.Open) int {
		return cmp.Or(compareOpen(a, b), cmp.Compare(a.Reason, b.Reason))
	})
	l.Open = slices.CompactFunc(l.Open, func(a, b linker.Open) bool { return compareOpen(a, b) == 0 })
}

func compareEdges(a, b linker.Edge) int {
	return cmp.Or(cmp.Compare(a.Src, b.Src), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Type, b.Type),
		cmp.Compare(a.To.Path, b.To.Path), cmp.Compare(a.To.Def, b.To.Def), cmp.Compare(a.To.External, b.To.External))
}

func compareOpen(a, b linker.Open) int {
	return cmp.Or(cmp.Compare(a.Src, b.Src), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Recv, b.Recv))
}
