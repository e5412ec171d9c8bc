package session

import (
	"context"
	"errors"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/safety/merge"
)

// facts are what extraction says of a text; nil where files like it are not
// read.
func (x *fileMerger) facts(ctx context.Context, path string, data []byte) (*facts.FileFacts, error) {
	f, err := x.w.Given(ctx, x.tree, path, data, nil)
	if err != nil || f == nil {
		return nil, err
	}
	return f.Facts, nil
}

// definitionsOf are the definitions of a file by their ids.
func definitionsOf(path string, f *facts.FileFacts) []merge.Node {
	var out []merge.Node
	for i := 1; i < len(f.Defs); i++ {
		d := &f.Defs[i]
		id := graph.ID(d.Kind, path, f.QName(int32(i)), d.Disc)
		if scan.Nodeless(f, d) {
			id = d.Form + " " + id // a part of another node
		}
		out = append(out, merge.Node{ID: id, Start: int(d.StartByte), End: int(d.EndByte), Whole: d.Kind.Callable()})
	}
	return out
}

func importLines(f *facts.FileFacts) []int {
	var out []int
	for _, i := range f.Imports {
		out = append(out, int(i.Line))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sound tells whether a merged text parses where one of those that it was made
// of does.
func (x *fileMerger) sound(ctx context.Context, path string, sides ...*merge.Text) func([]byte) error {
	broken := func(data []byte) (bool, error) {
		f, err := x.facts(ctx, path, data)
		return f != nil && f.Flags&facts.ParseErrors != 0, err
	}
	return func(data []byte) error {
		is, err := broken(data)
		if err != nil || !is {
			return err
		}
		for _, s := range sides {
			if was, err := broken(s.Data); err != nil || was {
				return err
			}
		}
		return errors.New("it does not parse")
	}
}
