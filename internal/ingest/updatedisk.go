package ingest

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/workspace"
)

// lookAtDisk looks at what the disk has at the paths that wait for it, each a
// file, a folder with all that is in it, or nothing. Afterwards what is said of
// files that are left out is, at these paths, what a full run would say.
func (b *PlanBuilder) lookAtDisk(ctx context.Context) error {
	paths := topmost(b.disk)
	b.disk = nil
	var files []walk.File
	here := map[string]bool{}
	for _, at := range paths {
		found, err := b.tree.At(ctx, at)
		if err != nil {
			return err
		}
		for _, f := range found.Files {
			here[f.Path] = true
			if _, ok := b.Pushes.Rows[f.Path]; ok {
				continue // what was said of it counts still
			}
			if err := b.learn(ctx, f.Path); err != nil {
				return err
			}
			files = append(files, f)
		}
		for _, s := range found.Skips {
			b.leftOut(s)
		}
	}
	b.Plan.Below = append(b.Plan.Below, paths...)
	if err := b.read(ctx, files); err != nil {
		return err
	}
	if err := b.goneFrom(ctx, paths, here); err != nil {
		return err
	}
	return b.linksAgain(ctx)
}

// topmost are the paths that lie below no other of them, each once. Where a
// name cannot be told in text, the folder around it is looked at.
func topmost(paths []string) []string {
	is := make(map[string]bool, len(paths))
	for _, p := range paths {
		for !utf8.ValidString(p) {
			p = path.Dir(p)
		}
		is[p] = true
	}
	out := make([]string, 0, len(is))
	for p := range is {
		if !isBelow(p, is) && p != ".git" && !strings.HasPrefix(p, ".git/") {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// isBelow tells whether p lies below one of the folders.
func isBelow(p string, folders map[string]bool) bool {
	for p != "." {
		if p = path.Dir(p); folders[p] {
			return true
		}
	}
	return false
}

// read plans for files by what they hold; many are parsed at a time.
func (b *PlanBuilder) read(ctx context.Context, files []walk.File) error {
	if len(files) < 4 {
		for _, f := range files {
			out := &scan.Scanned{}
			if err := b.W.File(ctx, b.Reader, f, &b.opts, b.Known, out); err != nil {
				return err
			}
			b.takeRead(f.Path, out)
		}
		return nil
	}
	found, err := b.m.Scan.Scan(ctx, b.Reader, files, &b.opts, b.Known, func(int) {})
	for i := range found {
		b.takeRead(files[i].Path, &found[i])
	}
	return err
}

// takeRead plans for a file of the disk.
func (b *PlanBuilder) takeRead(path string, f *scan.Scanned) {
	b.take(path, f)
	switch {
	case f.Skip != nil:
		b.leftOut(*f.Skip)
	case !f.Changed && b.Known[path].Mtime != f.Row.Mtime:
		b.Plan.Touched[path] = f.Row.Mtime
	}
}

// goneFrom plans for the files that the graph has at the paths and below them,
// and the disk does not.
func (b *PlanBuilder) goneFrom(ctx context.Context, paths []string, here map[string]bool) error {
	was, err := b.m.filesAt(ctx, paths)
	if err != nil {
		return err
	}
	slices.Sort(was)
	for _, path := range slices.Compact(was) { // "." has what its files have
		if _, ok := b.Pushes.Rows[path]; ok || here[path] {
			continue
		}
		if err := b.learn(ctx, path); err != nil {
			return err
		}
		b.gone(path)
	}
	return nil
}

// leftOut notes why a file or a folder is left out.
func (b *PlanBuilder) leftOut(s walk.Skip) {
	if s.Reason != walk.Vanished {
		b.Plan.Skips = append(b.Plan.Skips, graph.Skip{Path: s.Path, Reason: string(s.Reason), Detail: s.Detail, Size: s.Size})
	}
}

// linksAgain looks at the symbolic links when files may have come or gone: what
// is said of a link depends on whether there is what it leads to.
func (b *PlanBuilder) linksAgain(ctx context.Context) error {
	edits := func(path string) bool { _, was := b.Known[path]; return was }
	if len(b.Plan.Removed) == 0 && !slices.ContainsFunc(b.Plan.Below, func(p string) bool { return !edits(p) }) {
		return nil
	}
	skips, err := workspace.Read(ctx, b.m.Space, func(r *graph.Reader) ([]graph.Skip, error) { return r.Skips() })
	if err != nil {
		return err
	}
	looked := make(map[string]bool, len(b.Plan.Below))
	for _, p := range b.Plan.Below {
		looked[p] = true
	}
	for _, s := range skips {
		if s.Reason != string(walk.Symlink) || looked[s.Path] || isBelow(s.Path, looked) {
			continue
		}
		found, err := b.tree.At(ctx, s.Path)
		if err != nil {
			return err
		}
		if len(found.Skips) == 1 && found.Skips[0].Detail != s.Detail {
			b.leftOut(found.Skips[0])
		}
	}
	return nil
}

// filesAt are the files that the graph has at paths, each a file or a folder.
func (m *Runs) filesAt(ctx context.Context, paths []string) ([]string, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (out []string, err error) {
		for _, p := range paths {
			for _, s := range []graph.Scope{graph.FileScope(p), graph.FolderScope(p)} {
				files, err := r.ScopeFiles(s)
				if err != nil {
					return nil, err
				}
				for _, f := range files {
					out = append(out, f.Path)
				}
			}
		}
		return out, nil
	})
}
