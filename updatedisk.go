package smp

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/walk"
)

// lookAtDisk looks at what the disk has at the paths that wait for it, each a
// file, a folder with all that is in it, or nothing. Afterwards what is said of
// files that are left out is, at these paths, what a full run would say.
func (b *planBuilder) lookAtDisk(ctx context.Context) error {
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
			if _, ok := b.pushes.rows[f.Path]; ok {
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
	b.plan.below = append(b.plan.below, paths...)
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
func (b *planBuilder) read(ctx context.Context, files []walk.File) error {
	if len(files) < 4 {
		for _, f := range files {
			out := &scanned{}
			if err := b.w.file(ctx, b.reader, f, &b.opts, b.known, out); err != nil {
				return err
			}
			b.takeRead(f.Path, out)
		}
		return nil
	}
	found, err := b.m.scan(ctx, b.reader, files, &b.opts, b.known, func(int) {})
	for i := range found {
		b.takeRead(files[i].Path, &found[i])
	}
	return err
}

// takeRead plans for a file of the disk.
func (b *planBuilder) takeRead(path string, f *scanned) {
	b.take(path, f)
	switch {
	case f.skip != nil:
		b.leftOut(*f.skip)
	case !f.changed && b.known[path].Mtime != f.row.Mtime:
		b.plan.touched[path] = f.row.Mtime
	}
}

// goneFrom plans for the files that the graph has at the paths and below them,
// and the disk does not.
func (b *planBuilder) goneFrom(ctx context.Context, paths []string, here map[string]bool) error {
	was, err := b.m.filesAt(ctx, paths)
	if err != nil {
		return err
	}
	slices.Sort(was)
	for _, path := range slices.Compact(was) { // "." has what its files have
		if _, ok := b.pushes.rows[path]; ok || here[path] {
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
func (b *planBuilder) leftOut(s walk.Skip) {
	if s.Reason != walk.Vanished {
		b.plan.skips = append(b.plan.skips, graph.Skip{Path: s.Path, Reason: string(s.Reason), Detail: s.Detail, Size: s.Size})
	}
}

// linksAgain looks at the symbolic links when files may have come or gone: what
// is said of a link depends on whether there is what it leads to.
func (b *planBuilder) linksAgain(ctx context.Context) error {
	edits := func(path string) bool { _, was := b.known[path]; return was }
	if len(b.plan.removed) == 0 && !slices.ContainsFunc(b.plan.below, func(p string) bool { return !edits(p) }) {
		return nil
	}
	skips, err := read(ctx, b.m, func(r *graph.Reader) ([]graph.Skip, error) { return r.Skips() })
	if err != nil {
		return err
	}
	looked := make(map[string]bool, len(b.plan.below))
	for _, p := range b.plan.below {
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
func (m *Memory) filesAt(ctx context.Context, paths []string) ([]string, error) {
	return read(ctx, m, func(r *graph.Reader) (out []string, err error) {
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
