package session

import (
	"context"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// SessionFile is a file that a session has in its scope.
type SessionFile struct {
	Session, File string
}

// mostConcerned bounds how many files of how many sessions one change is told
// of.
const mostConcerned = 1000

// Concerned are the open sessions that have some of these files in scope, which
// were changed by somebody else. A session is not told of what it wrote itself,
// nor of a file that it is about to write.
func (m *Sessions) Concerned(ctx context.Context, author string, files []string) ([]SessionFile, error) {
	if len(files) == 0 {
		return nil, nil
	}
	hashes, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) (map[string]safety.Hash, error) {
		out := map[string]safety.Hash{}
		for _, f := range files {
			leaf, found, err := r.Leaf(f)
			if err != nil {
				return nil, err
			}
			if found {
				out[f] = safety.Hash(leaf.SHA256)
			}
		}
		return out, nil
	})
	if err != nil {
		return nil, err
	}
	return safety.Get(ctx, m.Space.Safe(), func(tx *safety.Tx) (out []SessionFile, err error) {
		all, err := tx.Active()
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			if s.ID == author {
				continue
			}
			for _, f := range files {
				if !s.InScope(f) || len(out) == mostConcerned {
					continue
				}
				own, err := ownWrite(tx, s.ID, f, hashes[f])
				if err != nil {
					return nil, err
				}
				if !own {
					out = append(out, SessionFile{s.ID, f})
				}
			}
		}
		return out, nil
	})
}

// ownWrite tells whether a session has written what a file holds now, or has
// gone all the way up to writing it.
func ownWrite(tx *safety.Tx, session, path string, now safety.Hash) (bool, error) {
	f, err := tx.File(session, path)
	if err != nil || f != nil && f.Wrote && f.Content == now {
		return err == nil, err
	}
	step, err := tx.Step(session, path)
	return step >= safety.CheckpointStep, err
}
