package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"github.com/structural-memory/smp/index/walk"
	"github.com/structural-memory/smp/internal/copies"
	"github.com/structural-memory/smp/internal/scan"
	"github.com/structural-memory/smp/internal/worktree"
	"github.com/structural-memory/smp/safety"
	"github.com/structural-memory/smp/safety/merge"
)

// sessionMerge is what an mvcc session has written, brought together with what
// the files have become meanwhile.
type sessionMerge struct {
	files   []safety.SessionFile // that the session has written
	changes []worktree.Change    // of the working tree
	version int64                // of the graph that was looked at

	conflicts []MergeConflict
	told      map[string]toldConflict
}

// toldConflict is kept of a file whose conflicts a session was told. When the
// session writes it again, it does so in knowledge of them.
type toldConflict struct {
	At   int64       `json:"at"`   // when the session had written what conflicts, in ms
	Base safety.Hash `json:"base"` // what is merged over the next time; none: no file
}

// mergeNotes is what is kept of a session between attempts to complete it.
type mergeNotes struct {
	Told map[string]toldConflict `json:"told,omitempty"`
}

func mergeNotesKey(session string) string { return "merge:" + session }

func (m *Sessions) mergeNotes(ctx context.Context, session string) (n mergeNotes, err error) {
	key := mergeNotesKey(session)
	notes, err := m.Space.Graph.Notes(ctx, key)
	if err == nil && notes[key] != "" {
		err = json.Unmarshal([]byte(notes[key]), &n)
	}
	return n, err
}

func (m *Sessions) setMergeNotes(ctx context.Context, session string, n mergeNotes) error {
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return m.Space.Graph.SetNotes(ctx, map[string]string{mergeNotesKey(session): string(text)})
}

// mergeSession merges file by file. It writes nothing.
func (m *Sessions) mergeSession(ctx context.Context, s *safety.Session) (*sessionMerge, error) {
	out := &sessionMerge{told: map[string]toldConflict{}}
	var err error
	if out.version, err = m.Space.Store.DataVersion(ctx); err != nil {
		return nil, err
	}
	all, err := m.Space.Safe().Files(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		if f.Wrote {
			out.files = append(out.files, f)
		}
	}
	if len(out.files) == 0 {
		return out, nil
	}
	x, err := m.fileMerger(ctx, s)
	if err != nil {
		return nil, err
	}
	defer x.close()
	for _, f := range out.files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := x.merge(ctx, f, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fileMerger merges the files of one session.
type fileMerger struct {
	m      *Sessions
	root   *os.Root
	disk   *walk.Reader
	tree   *walk.Tree
	kept   *copies.KeptTexts
	pushes *scan.Pushes
	notes  mergeNotes
	w      *scan.Extractors
}

func (m *Sessions) fileMerger(ctx context.Context, s *safety.Session) (x *fileMerger, err error) {
	x = &fileMerger{m: m, w: &scan.Extractors{M: m.Scan, Bare: true}}
	defer func() {
		if err != nil {
			x.close()
		}
	}()
	if x.notes, err = m.mergeNotes(ctx, s.ID); err != nil {
		return nil, err
	}
	if x.root, err = os.OpenRoot(m.Space.Opts.Root); err != nil {
		return nil, err
	}
	if x.disk, err = walk.OpenReader(m.Space.Opts.Root); err != nil {
		return nil, err
	}
	if x.tree, err = walk.Open(m.Space.Opts.Root, m.Scan.WalkOptions()); err != nil {
		return nil, err
	}
	x.kept = &copies.KeptTexts{Head: m.Space, Disk: x.disk, Commits: copies.NonEmpty(s.CommitSHA)}
	x.pushes, err = m.Scan.Pushes(ctx, x.disk)
	return x, err
}

func (x *fileMerger) close() {
	x.w.Close()
	if x.disk != nil {
		x.disk.Close()
	}
	if x.root != nil {
		_ = x.root.Close() // nothing is written through it
	}
}

// merge merges one file.
func (x *fileMerger) merge(ctx context.Context, f safety.SessionFile, out *sessionMerge) error {
	now, err := worktree.ReadStanding(x.root, f.Path)
	if err != nil {
		return err
	}
	mine, err := x.text(ctx, f.Path, f.Content)
	if err != nil {
		return err
	}
	told, known := x.notes.Told[f.Path]
	baseHash := f.Base
	if known && told.At != f.At.UnixMilli() {
		baseHash = told.Base
	}
	base, err := x.text(ctx, f.Path, baseHash)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if now.Folder || now.Kind == safety.Symlink {
		if mine == nil && base == nil {
			return nil
		}
		out.conflicts = append(out.conflicts, conflictsOf(f.Path, []merge.Conflict{{Kind: merge.WholeFile, Line: 1}}, "a folder or a symbolic link stands in its place")...)
		return nil
	}
	theirs := x.theirs(now)
	if err := x.define(ctx, f.Path, base, mine, theirs); err != nil {
		return err
	}
	res := merge.Merge(base, mine, theirs, x.sound(ctx, f.Path, mine, theirs))
	if !res.OK() {
		return x.conflict(ctx, f, res, out)
	}
	if res.Gone == (theirs == nil) && (theirs == nil || bytes.Equal(res.Data, theirs.Data)) {
		return nil
	}
	to := worktree.Standing{FileState: safety.FileState{Path: f.Path}}
	if !res.Gone {
		to.Kind, to.Mode, to.Data, to.Hash = safety.Regular, 0o644, res.Data, safety.HashOf(res.Data)
		if now.Kind == safety.Regular {
			to.Mode = now.Mode
		}
	}
	out.changes = append(out.changes, worktree.Change{Now: now, To: to})
	return nil
}

// conflict notes what conflicts, and what a new version is to be merged over.
func (x *fileMerger) conflict(ctx context.Context, f safety.SessionFile, res *merge.Result, out *sessionMerge) error {
	hint := ""
	if res.Conflicts[0].Kind == merge.NotSound {
		hint = "each of the two parses, but what they merge to does not"
	}
	out.conflicts = append(out.conflicts, conflictsOf(f.Path, res.Conflicts, hint)...)
	t := toldConflict{At: f.At.UnixMilli()}
	if !res.RebasedGone {
		var err error
		if t.Base, err = x.m.Space.Safe().PutContent(ctx, res.Rebased); err != nil {
			return err
		}
	}
	out.told[f.Path] = t
	return nil
}

// text is the text with a hash; nil for none. Where nobody has it any more,
// the error is fs.ErrNotExist.
func (x *fileMerger) text(ctx context.Context, path string, hash safety.Hash) (*merge.Text, error) {
	if hash.None() {
		return nil, nil
	}
	data, err := x.kept.Find(ctx, path, hash)
	if err == nil && data == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	return &merge.Text{Data: data}, nil
}

// theirs is what a file counts as now: what the disk has, or what a client has
// said since.
func (x *fileMerger) theirs(now worktree.Standing) *merge.Text {
	if push, ok := x.pushes.Rows[now.Path]; ok {
		if push.Content == nil {
			return nil
		}
		return &merge.Text{Data: push.Content.Data}
	}
	if now.Kind != safety.Regular {
		return nil
	}
	return &merge.Text{Data: now.Data}
}

// define says where the definitions of the texts are, if all three are there
// and can be read.
func (x *fileMerger) define(ctx context.Context, path string, texts ...*merge.Text) error {
	for _, t := range texts {
		if t == nil {
			return nil
		}
	}
	for _, t := range texts {
		f, err := x.facts(ctx, path, t.Data)
		if err != nil {
			return err
		}
		if f == nil {
			for _, t := range texts {
				t.Nodes, t.Imports = nil, nil
			}
			return nil
		}
		t.Nodes, t.Imports = definitionsOf(path, f), importLines(f)
	}
	return nil
}
