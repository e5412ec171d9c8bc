package extract

import (
	"fmt"
	"strings"
	"sync"

	"github.com/structural-memory/smp/internal/sitter"
)

// role says what a node type is for the generic walk.
type role uint8

const (
	roleNone    role = iota
	roleName         // an identifier in value position
	roleMember       // obj=FIELD name=FIELD
	roleCall         // fn=FIELD args=FIELD [targs=FIELD]
	roleNew          // type=FIELD or fn=FIELD, args=FIELD
	roleIndex        // obj=FIELD index=FIELD
	roleLit          // is=KIND; list, set, tuple and dict keep their elements
	roleThis         //
	roleSuper        //
	roleWrap         // transparent; of=FIELD or the first child
	roleAwait        // of=FIELD or the first child
	roleSpread       // of=FIELD or the first child
	roleUnion        // of=FIELD,FIELD: one of these
	roleBinary       // left=FIELD right=FIELD [op=FIELD, else the text between]
	roleCast         // of=FIELD type=FIELD
	roleReturn       // of=FIELD or the first child
	roleYield        // of=FIELD or the first child
	roleSkip         // not looked into
	roleComment      // a comment

	roleTName  // a simple or dotted type name; the whole text
	roleTGen   // name=FIELD args=FIELD
	roleTUnion //
	roleTInter //
	roleTArray // of=FIELD or the first child
	roleTTuple //
	roleTRef   // of=FIELD or the first child
	roleTLit   // is=KIND
	roleTFunc  // params=FIELD ret=FIELD
	roleTSelf  //
	roleTDyn   //
)

var roleNames = map[string]role{
	"name": roleName, "member": roleMember, "call": roleCall, "new": roleNew, "index": roleIndex, "lit": roleLit,
	"this": roleThis, "super": roleSuper, "wrap": roleWrap, "await": roleAwait, "spread": roleSpread, "union": roleUnion,
	"binary": roleBinary, "cast": roleCast, "return": roleReturn, "yield": roleYield, "skip": roleSkip, "comment": roleComment,
	"tname": roleTName, "tgeneric": roleTGen, "tunion": roleTUnion, "tinter": roleTInter, "tarray": roleTArray,
	"ttuple": roleTTuple, "tref": roleTRef, "tlit": roleTLit, "tfunc": roleTFunc, "tself": roleTSelf, "tdyn": roleTDyn,
}

// entry is what the table and the hooks say of one symbol.
type entry struct {
	role    role
	block   bool // opens a visible range
	branch  bool // adds to the complexity
	keepdoc bool // may stand between a comment and what it documents
	throw   bool // a throw or raise statement, if it begins with the word
	fields  map[string]string
	stmt    func(*X, sitter.Node)
	expr    func(*X, sitter.Node) int32
	typ     func(*X, sitter.Node) int32
}

// Hooks are the parts of a language that no table says, by node type. A
// statement hook handles a node that the walk meets; an expression or type
// hook makes an Expr or Type of it.
type Hooks struct {
	Stmt map[string]func(*X, sitter.Node)
	Expr map[string]func(*X, sitter.Node) int32
	Type map[string]func(*X, sitter.Node) int32
	// Remark tells whether a comment documents something else than what
	// follows it, or nothing. Without the hook every comment does.
	Remark func(comment sitter.Node) bool
	// Prepare gives the parser another text to read, see there; Again gives
	// one more where that has syntax errors.
	Prepare, Again Prepare
	// Start runs before the walk, Finish after it, when all facts are there.
	Start  func(x *X, root sitter.Node)
	Finish func(*X)
}

// Language is a grammar with its meaning.
type Language struct {
	ID      string
	grammar *sitter.Language
	syms    []entry
	marks   []mark          // of the symbols that Extract looks for in the whole tree
	ops     map[string]bool // operators that add to the complexity
	remark  func(sitter.Node) bool
	prepare Prepare
	again   Prepare
	start   func(*X, sitter.Node)
	finish  func(*X)
}

// Compile reads a table and joins it with the hooks. The table has one rule a
// line, "#" starts a comment:
//
//	token WORD…                   anonymous nodes that are kept
//	block TYPE…                   nodes that open a visible range
//	branch TYPE…                  nodes that add one to the complexity
//	keepdoc TYPE…                 nodes that may stand between a comment and what it documents
//	throw TYPE…                   throw and raise statements, those that begin with the word
//	branchop OP…                  binary operators that do
//	ROLE TYPE… [key=value …]      the roles above
//
// A node type that the grammar does not have is an error: tables go stale
// with grammars.
func Compile(id string, grammar func(tokens ...string) (*sitter.Language, error), table string, h Hooks) (*Language, error) {
	rules, err := parseTable(table)
	if err != nil {
		return nil, fmt.Errorf("table of %s: %w", id, err)
	}
	var tokens []string
	for _, r := range rules {
		if r.role == "token" {
			tokens = append(tokens, r.types...)
		}
	}
	g, err := grammar(tokens...)
	if err != nil {
		return nil, err
	}
	l := &Language{ID: id, grammar: g, syms: make([]entry, len(g.Symbols())), ops: map[string]bool{},
		remark: h.Remark, prepare: h.Prepare, again: h.Again, start: h.Start, finish: h.Finish}
	byName := map[string][]int{}
	for i, n := range g.Symbols() {
		byName[n] = append(byName[n], i)
	}
	each := func(name string, do func(*entry)) error {
		if len(byName[name]) == 0 {
			return fmt.Errorf("table or hooks of %s: the grammar has no node type %q", id, name)
		}
		for _, i := range byName[name] {
			do(&l.syms[i])
		}
		return nil
	}
	for _, r := range rules {
		if r.role == "token" {
			continue
		}
		for _, t := range r.types {
			if r.role == "branchop" {
				l.ops[t] = true
				continue
			}
			if err := each(t, func(e *entry) { e.apply(r) }); err != nil {
				return nil, err
			}
		}
	}
	for name, f := range h.Stmt {
		if err := each(name, func(e *entry) { e.stmt = f }); err != nil {
			return nil, err
		}
	}
	for name, f := range h.Expr {
		if err := each(name, func(e *entry) { e.expr = f }); err != nil {
			return nil, err
		}
	}
	for name, f := range h.Type {
		if err := each(name, func(e *entry) { e.typ = f }); err != nil {
			return nil, err
		}
	}
	l.marks = marksOf(l.syms)
	return l, nil
}

func (e *entry) apply(r rule) {
	switch r.role {
	case "block":
		e.block = true
	case "branch":
		e.branch = true
	case "keepdoc":
		e.keepdoc = true
	case "throw":
		e.throw = true
	default:
		e.role, e.fields = roleNames[r.role], r.fields
	}
}

type rule struct {
	role   string
	types  []string
	fields map[string]string
}

func parseTable(text string) ([]rule, error) {
	var out []rule
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" || strings.HasPrefix(words[0], "#") {
			continue
		}
		r := rule{role: words[0], fields: map[string]string{}}
		free := r.role == "token" || r.role == "branchop"
		if _, known := roleNames[r.role]; !known && !free && r.role != "block" && r.role != "branch" && r.role != "keepdoc" && r.role != "throw" {
			return nil, fmt.Errorf("line %d: no role %q", i+1, r.role)
		}
		for _, w := range words[1:] {
			if k, v, ok := strings.Cut(w, "="); ok && !free {
				r.fields[k] = v
			} else {
				r.types = append(r.types, w)
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// Lazy is a Language that is compiled on first use, so that a program pays
// only for the grammars of the files that it meets.
type Lazy struct {
	once sync.Once
	make func() (*Language, error)
	lang *Language
	err  error
}

// Once makes a Lazy.
func Once(make func() (*Language, error)) *Lazy { return &Lazy{make: make} }

// New makes an Extractor.
func (l *Lazy) New() (*Extractor, error) {
	l.once.Do(func() { l.lang, l.err = l.make() })
	if l.err != nil {
		return nil, l.err
	}
	return l.lang.New(), nil
}
