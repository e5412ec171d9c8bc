package smp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"

	"github.com/structural-memory/smp/safety"
)

// worktree is the right to write files of the working tree: one at a time has
// it, in all processes, and none is left half written by who had it before.
type worktree struct {
	m      *Memory
	root   *os.Root
	unlock func()
}

// lockWorktree waits for whoever writes files, and undoes what was cut off.
func (m *Memory) lockWorktree(ctx context.Context) (w *worktree, err error) {
	w = &worktree{m: m}
	if w.root, err = os.OpenRoot(m.opts.root); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	if w.unlock, err = m.store.LockFiles(ctx); err != nil {
		return nil, err
	}
	return w, w.recover(ctx)
}

func (w *worktree) close() {
	if w.unlock != nil {
		w.unlock()
	}
	_ = w.root.Close() // nothing is written through the folder itself
}

// intend notes what is about to be written, so that it can be undone.
func (w *worktree) intend(tx *safety.Tx, session, method string, plan map[string]change) (*safety.Intent, error) {
	files := make([]safety.IntentFile, 0, len(plan))
	for _, c := range plan {
		for _, s := range []standing{c.now, c.to} {
			if s.Kind == safety.Regular || s.Kind == safety.Symlink {
				if _, err := tx.PutContent(s.data); err != nil {
					return nil, err
				}
			}
		}
		files = append(files, safety.IntentFile{Was: c.now.FileState, To: c.to.FileState})
	}
	return tx.PutIntent(session, method, files)
}

// carryOut writes what plan says and what done notes of it, all or nothing: the
// intent stands from before the first file is touched until done is noted, and
// whoever finds it afterwards undoes what there is of it. plan is asked twice:
// what it said first must hold still when nobody else can write any more.
func (w *worktree) carryOut(ctx context.Context, session, method string, plan func(*safety.Tx) (map[string]change, error), done func(*safety.Tx, map[string]change) error) error {
	r := &restorer{root: w.root}
	var intent *safety.Intent
	var all map[string]change
	err := w.m.safe().WriteDurably(ctx, func(tx *safety.Tx) (err error) {
		if all, err = plan(tx); err != nil {
			return err
		}
		intent, err = w.intend(tx, session, method, all)
		return err
	})
	if err != nil {
		return err
	}
	reached("intended")
	r.intent = intent.ID
	touched := false
	err = w.m.safe().WriteDurably(ctx, func(tx *safety.Tx) error {
		again, err := plan(tx)
		if err != nil {
			return err
		}
		if !maps.EqualFunc(all, again, sameChange) {
			return errMoved
		}
		touched = true
		if err := r.all(ctx, all); err != nil {
			return err
		}
		reached("written")
		if err := done(tx, all); err != nil {
			return err
		}
		return tx.EndIntent(intent.ID)
	})
	if err == nil {
		reached("committed")
		_ = w.root.Remove(tempFolder) // of whoever has files in it
		return nil
	}
	return errors.Join(err, w.takeBack(context.WithoutCancel(ctx), r, intent.ID, all, touched))
}

func sameChange(a, b change) bool {
	return same(a.now.FileState, b.now.FileState) && same(a.to.FileState, b.to.FileState) && a.now.Inode == b.now.Inode
}

// takeBack undoes what there is of a plan. Where that fails, the intent stands,
// and the next who opens the index tries again.
func (w *worktree) takeBack(ctx context.Context, r *restorer, intent string, plan map[string]change, touched bool) error {
	if touched {
		back, err := r.back(plan)
		if err == nil {
			err = r.all(ctx, back)
		}
		if err != nil {
			return fmt.Errorf("and the files could not all be put back: %w; this is done when the index is opened again", err)
		}
	}
	return w.m.safe().Write(ctx, func(tx *safety.Tx) error { return tx.EndIntent(intent) })
}

// recover undoes what was cut off. The caller has the lock, so that nobody is
// at it any more.
func (w *worktree) recover(ctx context.Context) error {
	intents, err := safety.Get(ctx, w.m.safe(), (*safety.Tx).Intents)
	if err != nil {
		return err
	}
	for i := range intents {
		if err := w.undo(ctx, &intents[i]); err != nil {
			return fmt.Errorf("%s was cut off, and what it has written cannot be taken back: %w", intents[i].Method, err)
		}
	}
	return nil
}

// recoverFiles undoes what was cut off, if there is anything.
func (m *Memory) recoverFiles(ctx context.Context) error {
	if m.head != nil || m.opts.readOnly {
		return nil
	}
	intents, err := safety.Get(ctx, m.safe(), (*safety.Tx).Intents)
	if err != nil || len(intents) == 0 {
		return err
	}
	w, err := m.lockWorktree(ctx)
	if err == nil {
		w.close()
	}
	return err
}

// undo brings the files of an intent back to what they were. One that is
// neither that nor what was to be is somebody else's by now, and stays.
func (w *worktree) undo(ctx context.Context, in *safety.Intent) error {
	r := &restorer{root: w.root, intent: in.ID}
	return w.m.safe().WriteDurably(ctx, func(tx *safety.Tx) error {
		plan, left := map[string]change{}, []string{}
		var undone []string
		for _, f := range in.Files {
			c, ours, err := w.backOne(tx, f)
			switch {
			case err != nil:
				return err
			case !ours:
				left = append(left, f.Was.Path)
			case c != nil:
				plan[f.Was.Path] = *c
				undone = append(undone, f.Was.Path)
			}
		}
		if err := sweepTemp(w.root, in); err != nil { // names are used again
			return err
		}
		if err := r.all(ctx, plan); err != nil {
			return err
		}
		_ = w.root.Remove(tempFolder) // fails where others have files in it
		reached("undone")
		if err := tx.EndIntent(in.ID); err != nil {
			return err
		}
		s, err := tx.Session(in.Session)
		if err != nil {
			return err
		}
		_, err = tx.Append(s.AuditID, safety.Event{Method: in.Method, Files: undone, Result: "cut_off", Detail: map[string]any{"undone": len(undone), "changed_by_others": left}})
		return err
	})
}

// backOne is what brings one file back: nil where there is nothing to do.
func (w *worktree) backOne(tx *safety.Tx, f safety.IntentFile) (c *change, ours bool, err error) {
	now, err := readAs(w.root, f.Was.Path, f.Was.Kind)
	if err != nil {
		return nil, false, err
	}
	if same(now.FileState, f.Was) && now.Inode == f.Was.Inode { // else it is one file with others no more
		return nil, true, nil
	}
	content := func(s safety.FileState) (data []byte, err error) {
		if s.Kind == safety.Regular || s.Kind == safety.Symlink {
			data, err = tx.Content(s.Hash)
		}
		return data, err
	}
	was, err := content(f.Was)
	if err != nil {
		return nil, false, err
	}
	to, err := content(f.To)
	if err != nil {
		return nil, false, err
	}
	if !between(now, standing{FileState: f.Was, data: was}, standing{FileState: f.To, data: to}) {
		return nil, false, nil
	}
	return &change{now: now, to: standing{FileState: f.Was, data: was}}, true, nil
}

// between tells whether a state is one of a write from one to another that was
// cut off.
func between(now, was, to standing) bool {
	for _, s := range []standing{was, to} {
		if now.Kind == s.Kind && now.Hash == s.Hash {
			return true // but for the mode
		}
	}
	switch {
	case now.Kind == safety.Absent: // on the way from a file to a folder, or back
		return was.Kind == safety.Folder || to.Kind == safety.Folder
	case now.Kind != safety.Regular || was.Kind != safety.Regular || to.Kind != safety.Regular:
		return false
	}
	return was.Inode != "" && torn(now.data, was.data, to.data)
}

// torn tells whether a text begins as the new one and goes on as the old one.
func torn(now, was, to []byte) bool {
	n := 0
	for n < len(now) && n < len(to) && now[n] == to[n] {
		n++
	}
	return n == len(now) || len(now) == len(was) && bytes.Equal(now[n:], was[n:])
}

// errMoved says that the files or the graph are not what was merged any more.
var errMoved = errors.New("files change faster than they can be merged; try again")
