package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"

	"github.com/structural-memory/smp/safety"
)

// Worktree is the right to write files of the working tree: one at a time has
// it, in all processes, and none is left half written by who had it before.
type Worktree struct {
	m      *Writer
	Root   *os.Root
	unlock func()
}

// LockWorktree waits for whoever writes files, and undoes what was cut off.
func (m *Writer) LockWorktree(ctx context.Context) (w *Worktree, err error) {
	w = &Worktree{m: m}
	if w.Root, err = os.OpenRoot(m.Space.Opts.Root); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			w.Close()
		}
	}()
	if w.unlock, err = m.Space.Store.LockFiles(ctx); err != nil {
		return nil, err
	}
	return w, w.recover(ctx)
}

func (w *Worktree) Close() {
	if w.unlock != nil {
		w.unlock()
	}
	_ = w.Root.Close() // nothing is written through the folder itself
}

// intend notes what is about to be written, so that it can be undone.
func (w *Worktree) intend(tx *safety.Tx, session, method string, plan map[string]Change) (*safety.Intent, error) {
	files := make([]safety.IntentFile, 0, len(plan))
	for _, c := range plan {
		for _, s := range []Standing{c.Now, c.To} {
			if s.Kind == safety.Regular || s.Kind == safety.Symlink {
				if _, err := tx.PutContent(s.Data); err != nil {
					return nil, err
				}
			}
		}
		files = append(files, safety.IntentFile{Was: c.Now.FileState, To: c.To.FileState})
	}
	return tx.PutIntent(session, method, files)
}

// CarryOut writes what plan says and what done notes of it, all or nothing: the
// intent stands from before the first file is touched until done is noted, and
// whoever finds it afterwards undoes what there is of it. plan is asked twice:
// what it said first must hold still when nobody else can write any more.
func (w *Worktree) CarryOut(ctx context.Context, session, method string, plan func(*safety.Tx) (map[string]Change, error), done func(*safety.Tx, map[string]Change) error) error {
	r := &Restorer{Root: w.Root}
	var intent *safety.Intent
	var all map[string]Change
	err := w.m.Space.Safe().WriteDurably(ctx, func(tx *safety.Tx) (err error) {
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
	err = w.m.Space.Safe().WriteDurably(ctx, func(tx *safety.Tx) error {
		again, err := plan(tx)
		if err != nil {
			return err
		}
		if !maps.EqualFunc(all, again, sameChange) {
			return ErrMoved
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
		_ = w.Root.Remove(tempFolder) // of whoever has files in it
		return nil
	}
	return errors.Join(err, w.takeBack(context.WithoutCancel(ctx), r, intent.ID, all, touched))
}

func sameChange(a, b Change) bool {
	return Same(a.Now.FileState, b.Now.FileState) && Same(a.To.FileState, b.To.FileState) && a.Now.Inode == b.Now.Inode
}

// takeBack undoes what there is of a plan. Where that fails, the intent stands,
// and the next who opens the index tries again.
func (w *Worktree) takeBack(ctx context.Context, r *Restorer, intent string, plan map[string]Change, touched bool) error {
	if touched {
		back, err := r.back(plan)
		if err == nil {
			err = r.all(ctx, back)
		}
		if err != nil {
			return fmt.Errorf("and the files could not all be put back: %w; this is done when the index is opened again", err)
		}
	}
	return w.m.Space.Safe().Write(ctx, func(tx *safety.Tx) error { return tx.EndIntent(intent) })
}

// recover undoes what was cut off. The caller has the lock, so that nobody is
// at it any more.
func (w *Worktree) recover(ctx context.Context) error {
	intents, err := safety.Get(ctx, w.m.Space.Safe(), (*safety.Tx).Intents)
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

// RecoverFiles undoes what was cut off, if there is anything.
func (m *Writer) RecoverFiles(ctx context.Context) error {
	if m.Space.Head != nil || m.Space.Opts.ReadOnly {
		return nil
	}
	intents, err := safety.Get(ctx, m.Space.Safe(), (*safety.Tx).Intents)
	if err != nil || len(intents) == 0 {
		return err
	}
	w, err := m.LockWorktree(ctx)
	if err == nil {
		w.Close()
	}
	return err
}

// undo brings the files of an intent back to what they were. One that is
// neither that nor what was to be is somebody else's by now, and stays.
func (w *Worktree) undo(ctx context.Context, in *safety.Intent) error {
	r := &Restorer{Root: w.Root, intent: in.ID}
	return w.m.Space.Safe().WriteDurably(ctx, func(tx *safety.Tx) error {
		plan, left := map[string]Change{}, []string{}
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
		if err := sweepTemp(w.Root, in); err != nil { // names are used again
			return err
		}
		if err := r.all(ctx, plan); err != nil {
			return err
		}
		_ = w.Root.Remove(tempFolder) // fails where others have files in it
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
func (w *Worktree) backOne(tx *safety.Tx, f safety.IntentFile) (c *Change, ours bool, err error) {
	now, err := ReadAs(w.Root, f.Was.Path, f.Was.Kind)
	if err != nil {
		return nil, false, err
	}
	if Same(now.FileState, f.Was) && now.Inode == f.Was.Inode { // else it is one file with others no more
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
	if !between(now, Standing{FileState: f.Was, Data: was}, Standing{FileState: f.To, Data: to}) {
		return nil, false, nil
	}
	return &Change{Now: now, To: Standing{FileState: f.Was, Data: was}}, true, nil
}

// between tells whether a state is one of a write from one to another that was
// cut off.
func between(now, was, to Standing) bool {
	for _, s := range []Standing{was, to} {
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
	return was.Inode != "" && torn(now.Data, was.Data, to.Data)
}

// torn tells whether a text begins as the new one and goes on as the old one.
func torn(now, was, to []byte) bool {
	n := 0
	for n < len(now) && n < len(to) && now[n] == to[n] {
		n++
	}
	return n == len(now) || len(now) == len(was) && bytes.Equal(now[n:], was[n:])
}

// ErrMoved says that the files or the graph are not what was merged any more.
var ErrMoved = errors.New("files change faster than they can be merged; try again")

// AtPoint has fn called between the steps of writing files, for tests that
// stop there.
func AtPoint(fn func(point string)) { reached = fn }
