package golink

import (
	"go/token"
	"go/types"
)

// layer is a set of checked declarations of a package, in the forms that
// later checks need: as a scope to look names up in, and as a package for
// others to import.
//
// A check declares its objects in its package's own scope. To let it see
// declarations that were checked before without declaring them anew, its scope
// is made a child of theirs; a copy of one prepared child serves each check,
// so that nothing remembers the checks that are over.
type layer struct {
	names *types.Scope   // all declarations
	child types.Scope    // an empty scope below names
	face  *types.Package // the same declarations, for importers
}

func newLayer(path, name string, objs []types.Object) *layer {
	ly := &layer{names: types.NewScope(types.Universe, token.NoPos, token.NoPos, "package")}
	for _, o := range objs {
		ly.names.Insert(o)
	}
	ly.child = *types.NewScope(ly.names, token.NoPos, token.NoPos, "check")
	ly.face = types.NewPackage(path, name)
	*ly.face.Scope() = *ly.names
	ly.face.MarkComplete()
	return ly
}

// lend gives the package's own scope to a check against the layer.
func (ly *layer) lend(p *pkg) { *p.own.Scope() = ly.child }

// objects are the declarations of a scope, sorted by name. What the checker
// gave no type, because it broke off, is left out: it must not be used.
func objects(s *types.Scope) []types.Object {
	names := s.Names()
	out := make([]types.Object, 0, len(names))
	for _, n := range names {
		if _, double := isDouble(n); double {
			continue
		}
		if o := s.Lookup(n); o.Type() != nil {
			out = append(out, o)
		}
	}
	return out
}
