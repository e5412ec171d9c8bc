package facts

import "slices"

// Reset is an empty value that fills the slices of f again: what is kept of
// one file after another is then no larger than it must be, see Clone.
func (f *FileFacts) Reset(lang string) *FileFacts {
	return &FileFacts{Lang: lang, Defs: f.Defs[:0], Imports: f.Imports[:0], Exports: f.Exports[:0], Types: f.Types[:0], Exprs: f.Exprs[:0],
		Binds: f.Binds[:0], Calls: f.Calls[:0], Refs: f.Refs[:0], Lambdas: f.Lambdas[:0], Links: f.Links[:0], Texts: f.Texts[:0], Idx: f.Idx[:0],
		Comments: f.Comments[:0], Throws: f.Throws[:0]}
}

// Clone is a copy whose slices have no room to spare. What the elements point
// to is shared.
func (f *FileFacts) Clone() *FileFacts {
	c := *f
	c.Defs, c.Imports, c.Exports, c.Types, c.Exprs = clone(f.Defs), clone(f.Imports), clone(f.Exports), clone(f.Types), clone(f.Exprs)
	c.Binds, c.Calls, c.Refs, c.Lambdas, c.Links, c.Texts, c.Idx = clone(f.Binds), clone(f.Calls), clone(f.Refs), clone(f.Lambdas), clone(f.Links), clone(f.Texts), clone(f.Idx)
	c.Comments, c.Throws = clone(f.Comments), clone(f.Throws)
	return &c
}

func clone[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return slices.Clip(slices.Clone(s))
}
