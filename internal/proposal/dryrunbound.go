package proposal

import (
	"errors"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/linker/golink"
)

// mostLooked bounds the Go files that a proposal has checked: what a method of
// a type below everything is called by can be half a repository.
const mostLooked = 40

// boundGo makes Go's checker begin with the files that use, as the graph has
// it, what the proposal changes.
func (p *proposed) boundGo(golang *golink.Linker, plan *scan.Plan) error {
	now := map[string]*facts.FileFacts{}
	texts := map[string][]byte{}
	for _, f := range plan.Changed {
		now[f.Row.Path], texts[f.Row.Path] = f.Facts, f.Text
	}
	first := map[string]bool{}
	for _, path := range p.paths {
		was := p.before[path]
		if was == nil || was.Lang != "go" {
			continue
		}
		left := map[string]bool{}
		if f := now[path]; f != nil {
			for i := range f.Defs {
				left[looks(f, i, texts[path])] = true
			}
		}
		for i := 1; i < len(was.Defs); i++ {
			if left[looks(was, i, p.texts[path])] || scan.Nodeless(was, &was.Defs[i]) {
				continue
			}
			if err := p.usersOf(graph.ID(was.Defs[i].Kind, path, was.QName(int32(i)), was.Defs[i].Disc), first); err != nil {
				return err
			}
		}
	}
	golang.Bound(first, mostLooked)
	return nil
}

// looks is what others see of a definition.
func looks(f *facts.FileFacts, i int, text []byte) string {
	d := &f.Defs[i]
	s := f.QName(int32(i)) + " " + paramText(d) + " " + d.Returns
	if !d.Kind.Callable() && i > 0 && int(d.EndByte) <= len(text) && d.StartByte <= d.EndByte {
		s += " " + string(text[d.StartByte:d.EndByte])
	}
	return s
}

// usersOf adds the files that name a definition.
func (p *proposed) usersOf(id string, files map[string]bool) error {
	n, err := p.r.ByID(id)
	var missing *graph.NotFoundError
	if errors.As(err, &missing) {
		return nil
	}
	if err != nil {
		return err
	}
	edges, err := p.r.In(n.Row, workspace.DependencyEdges...)
	if err != nil {
		return err
	}
	for _, e := range edges {
		from, err := p.r.Node(e.From)
		if err != nil {
			return err
		}
		files[from.File] = true
	}
	return nil
}
