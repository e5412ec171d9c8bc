package python

import (
	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// state is what is known of the file while it is walked.
type state struct {
	scopes   []scope            // the functions and classes around, innermost last
	names    map[string]bool    // bound at the top level so far
	std      map[string]string  // local names of what the standard library's typing and its like offer: "cast" → "typing.cast"
	typeVars map[string]int32   // TypeVars of the file with their bound
	used     []string           // TypeVars that the annotations at hand name
	narrowed map[string][]int32 // bindings that conditions made, by name, and that still hold
	all      []string           // __all__
	hasAll   bool
	typeOnly bool // inside "if TYPE_CHECKING"
	test     bool // the file holds tests
	stub     bool // a .pyi file
}

// scope is a function or class that is being walked.
type scope struct {
	def            int32
	class          int32           // the class that self or cls is of, or None
	self, cls      string          // the receiver's name; one of the two at most
	names          map[string]bool // of a class: bound so far
	global         []string
	nonlocal       map[string]int32 // with the function whose variable it is, once known
	enum, protocol bool
}

func of(x *extract.X) *state { return x.Data.(*state) }

// start readies the state and reads the module's docstring.
func start(x *extract.X, root sitter.Node) {
	x.Data = &state{names: map[string]bool{}, std: map[string]string{}, typeVars: map[string]int32{}, narrowed: map[string][]int32{},
		test: isTest(x.Path), stub: isStub(x.Path)}
	x.Def(0).Doc = extract.CleanDoc(docstring(root))
	x.MarkLiteral(docLiteral(root))
}

// top is the innermost scope, nil at the top level of the file.
func (s *state) top() *scope {
	if len(s.scopes) == 0 {
		return nil
	}
	return &s.scopes[len(s.scopes)-1]
}

// within walks the inside of a definition.
func (s *state) within(x *extract.X, in scope, do func()) {
	s.scopes = append(s.scopes, in)
	x.Within(in.def, do)
	s.scopes = s.scopes[:len(s.scopes)-1]
}

// inClass tells whether the walk is right in the body of a class.
func inClass(x *extract.X) bool { return x.Def(x.Cur()).Kind.TypeLike() }

// bound notes that a name is bound in the scope at hand, and tells whether it
// was before. It only keeps count where names are definitions.
func (s *state) bound(x *extract.X, name string) bool {
	names := s.names
	switch {
	case x.Cur() == 0:
	case inClass(x):
		t := s.top()
		if t.names == nil {
			t.names = map[string]bool{}
		}
		names = t.names
	default:
		return true
	}
	was := names[name]
	names[name] = true
	return was
}

// functionScope is the scope of a function whose parameters are given. A
// nested function sees the receiver of the method around, unless one of its
// parameters has the same name.
func (s *state) functionScope(def int32, params []facts.Param) scope {
	sc := scope{def: def, class: facts.None}
	t := s.top()
	if t == nil || t.self == "" && t.cls == "" {
		return sc
	}
	sc.class, sc.self, sc.cls = t.class, t.self, t.cls
	for _, p := range params {
		if p.Name == sc.self || p.Name == sc.cls {
			sc.class, sc.self, sc.cls = facts.None, "", ""
		}
	}
	return sc
}
