package views

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/structural-memory/smp/internal/store"
	"github.com/structural-memory/smp/internal/workspace"
)

// Open opens the file at path, creating it and its folder if there is none.
// The path ":memory:" is a memory that is gone after Close; it needs a root.
func Open(ctx context.Context, path string, opts ...workspace.Option) (*View, error) {
	var o workspace.Options
	for _, f := range opts {
		f(&o)
	}
	root, err := workspace.RootOf(path, o.Root)
	if err != nil {
		return nil, err
	}
	o.Root = root
	return openWith(ctx, path, o)
}

// openWith is Open with all options at hand, the root among them.
func openWith(ctx context.Context, path string, o workspace.Options) (*View, error) {
	if _, err := os.Stat(path); path != ":memory:" && errors.Is(err, fs.ErrNotExist) && !o.Anyway {
		if err := workspace.CheckRoot(o.Root); err != nil {
			return nil, err // before anything is made there
		}
	}
	if path != ":memory:" && !o.ReadOnly {
		if err := workspace.MakeFolder(path); err != nil {
			return nil, err
		}
	}
	st, err := store.Open(ctx, path, store.Options{ReadOnly: o.ReadOnly, BusyTimeout: o.BusyTimeout, Readers: o.Readers})
	if err != nil {
		return nil, err
	}
	v := New(&workspace.Space{Opts: o, Store: st, Graph: workspace.GraphIn(st, o.Root)}, nil)
	if err := v.Space.TakeSettings(ctx); err != nil {
		return nil, errors.Join(err, st.Close())
	}
	// What cannot be undone now is told by doctor, and tried again by whoever
	// writes files.
	if err := v.Files.RecoverFiles(ctx); err != nil && ctx.Err() != nil {
		return nil, errors.Join(err, st.Close())
	}
	return v, nil
}
