package outline

import "github.com/structural-memory/smp/facts"

// Ref notes that def uses a name of the same file or of one that it includes.
func (b *Builder) Ref(def int32, name string, pos int) {
	if def == facts.None || name == "" || len(b.F.Refs) >= 4*b.Limit {
		return
	}
	line := b.Line(pos)
	b.F.Exprs = append(b.F.Exprs, facts.Expr{Op: facts.OpName, Name: b.clean(cut(name, maxName)), A: facts.None, B: facts.None,
		T: facts.None, D: facts.None, Scope: def, Pos: uint32(pos), Line: line})
	b.F.Refs = append(b.F.Refs, facts.Ref{Expr: int32(len(b.F.Exprs) - 1), Type: facts.None, Def: def, Line: line})
}

// Type is a type expression as schemas have them: a name, dotted as written,
// in the scope of def.
func (b *Builder) Type(def int32, name string, pos int) int32 {
	if name == "" || def == facts.None {
		return facts.None
	}
	return b.typ(facts.Type{Op: facts.TName, Name: b.clean(cut(name, maxName)), Expr: facts.None, Def: facts.None, Scope: def, Pos: uint32(pos)})
}

// ListOf is the type of a list of elem.
func (b *Builder) ListOf(def, elem int32, pos int) int32 {
	if elem == facts.None || def == facts.None {
		return facts.None
	}
	t := facts.Type{Op: facts.TArray, ArgN: 1, ArgOff: uint32(len(b.F.Idx)), Expr: facts.None, Def: facts.None, Scope: def, Pos: uint32(pos)}
	b.F.Idx = append(b.F.Idx, elem)
	return b.typ(t)
}

func (b *Builder) typ(t facts.Type) int32 {
	b.F.Types = append(b.F.Types, t)
	return int32(len(b.F.Types) - 1)
}
