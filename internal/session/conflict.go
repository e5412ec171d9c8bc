package session

import (
	"context"
	"errors"
	"slices"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// ConflictResult is the answer of Conflict.
type ConflictResult struct {
	Conflict         bool              `json:"conflict"` // they overlap, and at least one of them writes
	OverlappingFiles []string          `json:"overlapping_files"`
	OverlappingNodes []string          `json:"overlapping_nodes"` // ids of what these files define
	SessionModes     map[string]string `json:"session_modes"`
	WriteSession     *string           `json:"write_session"`  // the one that writes; null where none or both do
	WriteSessions    []string          `json:"write_sessions"` // those that write
	More             map[string]int    `json:"more,omitempty"` // what the lists leave out
}

// Conflict says where the scopes of two open sessions overlap. Of others, their
// handles are enough.
func (m *Sessions) Conflict(ctx context.Context, a, b string) (*ConflictResult, error) {
	if a == b {
		return nil, &workspace.ParamError{Param: "session_b", Value: b, Hint: "name two sessions"}
	}
	var sessions [2]*safety.Session
	err := m.Space.Base().Safe().Read(ctx, func(tx *safety.Tx) (err error) {
		for i, id := range []string{a, b} {
			if sessions[i], err = tx.Named(id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if sessions[0].ID == sessions[1].ID {
		return nil, &workspace.ParamError{Param: "session_b", Value: b, Hint: "name two sessions"}
	}
	named := [2]string{a, b} // the answer calls them as the question does
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*ConflictResult, error) {
		res := &ConflictResult{OverlappingFiles: []string{}, OverlappingNodes: []string{}, SessionModes: map[string]string{}, WriteSessions: []string{}, More: map[string]int{}}
		for i, s := range sessions {
			res.SessionModes[named[i]] = string(s.Mode)
			if s.Mode == safety.WriteMode {
				res.WriteSessions = append(res.WriteSessions, named[i])
			}
		}
		if len(res.WriteSessions) == 1 {
			res.WriteSession = &res.WriteSessions[0]
		}
		files, err := overlap(r, sessions[0], sessions[1])
		if err != nil {
			return nil, err
		}
		res.Conflict = len(files) > 0 && len(res.WriteSessions) > 0
		if err := res.nodes(r, files); err != nil {
			return nil, err
		}
		res.OverlappingFiles = workspace.Cut(files, query.MaxListed, "overlapping_files", res.More)
		res.OverlappingNodes = workspace.Cut(res.OverlappingNodes, query.MaxListed, "overlapping_nodes", res.More)
		return res, nil
	})
}

// overlap are the files in both scopes: those that there are, and those that a
// scope names although there are none yet.
func overlap(r *graph.Reader, a, b *safety.Session) ([]string, error) {
	files := []string{}
	all, err := r.FilePaths()
	for _, f := range all {
		if a.InScope(f.Path) && b.InScope(f.Path) {
			files = append(files, f.Path)
		}
	}
	for _, entry := range slices.Concat(a.Scope, b.Scope) {
		if !safety.IsGlob(entry) && a.InScope(entry) && b.InScope(entry) {
			files = append(files, entry)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), err
}

// nodes are what the files define, as far as the answer shows files.
func (res *ConflictResult) nodes(r *graph.Reader, files []string) error {
	for _, f := range files[:min(len(files), query.MaxListed)] {
		info, err := r.File(f)
		var missing *workspace.NotFoundError
		if errors.As(err, &missing) {
			continue // there is none yet, or it is not indexed
		}
		if err != nil {
			return err
		}
		nodes, err := r.NodesIn(info.Row)
		if err != nil {
			return err
		}
		for _, n := range nodes {
			if n.Kind.Callable() || n.Kind.TypeLike() {
				res.OverlappingNodes = append(res.OverlappingNodes, n.ID)
			}
		}
	}
	return nil
}
