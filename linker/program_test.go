package linker_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/structural-memory/smp/facts"
)

// A random program is made of facts alone: whatever passes facts.Check may
// reach the linker. Names, types and expressions are few, so that they lead to
// one another in circles all the time.

// vocabulary are the names that programs are made of: some that mean nothing,
// and those that some language gives a meaning of its own.
var vocabulary = []string{
	"A", "B", "C", "T", "U", "f", "g", "x", "y", "self", "this", "cls", "super", "it", "yield", "_",
	"__init__", "__iter__", "__next__", "__call__", "__enter__", "__getitem__", "__index", "constructor", "default", "=", "*", "prototype",
	"new", "initialize", "each", "call", "iter", "next", "into_iter", "begin", "operator*", "operator()", "operator[]", "Current", "GetEnumerator",
	"iterator", "hasNext", "getIterator", "current", "makeIterator", "subscript", "this[]", "init", "callAsFunction", "invoke", "apply", "get",
	"Symbol.iterator", "Iterator", "List", "Array", "Result", "Option", "Promise", "Self", "Item", "std", "crate", "module", "exports", "@x", "$this", "::A", "[]",
}

var forms = []string{"", "class", "function", "method", "constructor", "struct", "enum", "enum_member", "trait", "impl", "type_alias", "typedef", "assoc_type",
	"extension", "namespace", "module", "object", "field", "property", "alias", "arrow", "lambda", "signature", "macro", "delegate", "interface", "protocol", "static_constructor", "const"}

var literals = []string{"string", "number", "bool", "null", "list", "dict", "set", "tuple", "collection"}

// programmer writes random facts.
type programmer struct {
	*rand.Rand
	f       *facts.FileFacts
	modules []string
}

func (p *programmer) name() string {
	if p.IntN(3) > 0 { // mostly few, so that they meet
		return vocabulary[p.IntN(10)]
	}
	return vocabulary[p.IntN(len(vocabulary))]
}

// some is an index of n things, or none.
func (p *programmer) some(n int) int32 {
	if n == 0 || p.IntN(4) == 0 {
		return facts.None
	}
	return int32(p.IntN(n))
}

func (p *programmer) one(n int) int32 { return int32(p.IntN(n)) }

func (p *programmer) idx(n, most int) (off uint32, count uint16) {
	off, count = uint32(len(p.f.Idx)), uint16(p.IntN(most+1))
	for range count {
		p.f.Idx = append(p.f.Idx, p.one(n))
	}
	return off, count
}

// file writes the facts of one file of a language.
func (p *programmer) file(lang string) *facts.FileFacts {
	nDefs, nTypes, nExprs, nLambdas := 1+p.IntN(14), 1+p.IntN(14), 1+p.IntN(24), 1+p.IntN(3)
	p.f = &facts.FileFacts{Lang: lang, Lines: 100}
	if p.IntN(3) == 0 {
		p.f.Package = p.name()
	}
	span := facts.Span{StartByte: 0, EndByte: 1000, StartLine: 1, EndLine: 100}
	p.f.Defs = append(p.f.Defs, facts.Def{Kind: facts.File, Name: "file", Parent: facts.None, Span: span, Type: facts.None, Value: facts.None, Recv: facts.None})
	kinds := []facts.Kind{facts.Class, facts.Class, facts.Interface, facts.Function, facts.Function, facts.Variable, facts.Test}
	for i := 1; i < nDefs; i++ {
		d := facts.Def{Kind: kinds[p.IntN(len(kinds))], Form: forms[p.IntN(len(forms))], Name: p.name(), Disc: fmt.Sprint(i), Parent: p.one(i), Span: span,
			Mods: facts.Mods(p.Uint32() & p.Uint32() & p.Uint32()), Type: p.some(nTypes), Value: p.some(nExprs), Recv: facts.None}
		if p.IntN(4) == 0 {
			d.Recv = p.some(nTypes)
		}
		for range p.IntN(3) {
			d.Params = append(d.Params, facts.Param{Name: p.name(), Type: p.some(nTypes), Default: p.some(nExprs), Flags: facts.ParamFlags(p.Uint32() & p.Uint32() & 63)})
		}
		for range p.IntN(3) {
			d.TypeParams = append(d.TypeParams, facts.TypeParam{Name: []string{"T", "U"}[p.IntN(2)], Bound: p.some(nTypes), Def: p.some(nTypes)})
		}
		for range p.IntN(3) {
			d.Bases = append(d.Bases, facts.Base{Type: p.some(nTypes), Expr: p.some(nExprs), Rel: facts.BaseRel(p.IntN(6)), Line: 1})
		}
		for range p.IntN(3) {
			d.Rets = append(d.Rets, p.one(nExprs))
		}
		p.f.Defs = append(p.f.Defs, d)
	}
	for range nTypes {
		t := facts.Type{Op: facts.TypeOp(p.IntN(int(facts.TDyn) + 1)), Name: p.name(), Expr: p.some(nExprs), Def: p.some(nDefs), Scope: p.one(nDefs), Pos: p.Uint32N(1000)}
		if p.IntN(3) > 0 {
			t.Op = facts.TName
		}
		if p.IntN(5) == 0 {
			t.Name += "." + p.name()
		}
		t.ArgOff, t.ArgN = p.idx(nTypes, 2)
		p.f.Types = append(p.f.Types, t)
	}
	for i := range nExprs { // no expression is a part of itself: circles are by names
		e := facts.Expr{Op: facts.Op(p.IntN(int(facts.OpTry) + 1)), Name: p.name(), A: p.some(i), B: p.some(i), T: p.some(nTypes), D: p.some(nDefs), Scope: p.one(nDefs), Pos: p.Uint32N(1000), Line: 1}
		switch p.IntN(3) {
		case 0:
			e.Op = []facts.Op{facts.OpName, facts.OpMember, facts.OpCall, facts.OpNew, facts.OpIter, facts.OpDef, facts.OpLambda}[p.IntN(7)]
		}
		switch e.Op {
		case facts.OpLambda:
			e.D = p.one(nLambdas)
		case facts.OpLit:
			e.Name = literals[p.IntN(len(literals))]
		case facts.OpElem, facts.OpParam:
			e.B = p.one(3)
		}
		if i > 0 {
			e.ArgOff, e.ArgN = p.idx(i, 3)
		}
		p.f.Exprs = append(p.f.Exprs, e)
	}
	for range nLambdas {
		p.f.Lambdas = append(p.f.Lambdas, facts.Lambda{Params: p.one(3), Rets: []int32{p.one(nExprs)}, Type: p.some(nTypes)})
	}
	for range p.IntN(12) {
		p.f.Binds = append(p.f.Binds, facts.Bind{Kind: facts.BindKind(p.IntN(int(facts.BindReceiver) + 1)), Name: p.name(), Def: p.one(nDefs), From: p.Uint32N(2), To: 1000 - p.Uint32N(2),
			Pos: p.Uint32N(1000), Type: p.some(nTypes), Value: p.some(nExprs), Target: p.some(nExprs), Index: p.one(3)})
	}
	for range p.IntN(5) {
		p.f.Imports = append(p.f.Imports, facts.Import{Module: p.modules[p.IntN(len(p.modules))], Name: []string{"", "*", "default", "=", p.name()}[p.IntN(5)], Alias: []string{"", "", p.name(), p.name()}[p.IntN(4)],
			Kind: facts.ImportKind(p.IntN(8)), Scope: p.one(nDefs), Line: 1, Level: uint8(p.IntN(3)), Flags: facts.ImportFlags(p.IntN(16))})
	}
	for range p.IntN(3) {
		e := facts.Export{Name: []string{"=", "default", p.name()}[p.IntN(3)], Expr: p.one(nExprs), Line: 1}
		if p.IntN(2) == 0 {
			e.Local, e.Expr = p.name(), facts.None
		}
		p.f.Exports = append(p.f.Exports, e)
	}
	for range 1 + p.IntN(10) {
		p.f.Calls = append(p.f.Calls, facts.Call{Expr: p.one(nExprs), Def: p.one(nDefs), Line: uint32(1 + p.IntN(90)), Byte: p.Uint32N(1000), Flags: facts.CallFlags(p.Uint32() & p.Uint32() & 127)})
	}
	for range p.IntN(4) {
		p.f.Refs = append(p.f.Refs, facts.Ref{Expr: p.some(nExprs), Type: p.some(nTypes), Def: p.one(nDefs), Line: 1, Kind: facts.RefKind(p.IntN(4))})
	}
	return p.f
}
