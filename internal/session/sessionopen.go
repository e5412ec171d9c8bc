package session

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// SessionRequest declares what an agent is going to do.
type SessionRequest struct {
	AgentID     string
	Task        string
	Scope       []string      // files, which need not exist yet, folders and globs
	Mode        string        // read or write (default)
	Concurrency string        // mvcc (default) or exclusive
	CommitSHA   string        // by default what is checked out
	TTL         time.Duration // after the last use; by default that of the memory
}

// DeniedScope is a scope entry that is not granted.
type DeniedScope struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// OpenedSession is the answer of OpenSession.
type OpenedSession struct {
	SessionID        string                   `json:"session_id"`
	CommitSHA        string                   `json:"commit_sha"`
	Concurrency      string                   `json:"concurrency"`
	Mode             string                   `json:"mode"`
	GrantedScope     []string                 `json:"granted_scope"`
	DeniedScope      []DeniedScope            `json:"denied_scope"`
	ScopeAnalysis    map[string]ScopeAnalysis `json:"scope_analysis"` // by file
	SafetyLevel      string                   `json:"safety_level"`   // standard or elevated
	HotNodesInScope  []HotNodeInScope         `json:"hot_nodes_in_scope"`
	ExpiresAt        time.Time                `json:"expires_at"`
	AuditLogID       string                   `json:"audit_log_id"`
	FilesInScope     int                      `json:"files_in_scope"`               // files that there are
	NotAnalysed      int                      `json:"not_analysed,omitempty"`       // files that scope_analysis leaves out
	MoreHotNodes     int                      `json:"more_hot_nodes,omitempty"`     // that hot_nodes_in_scope leaves out
	CommitNotIndexed string                   `json:"commit_not_indexed,omitempty"` // the commit that the index is of, where it is not commit_sha
}

// OpenSession opens a session. Entries of the scope that nobody may write are
// denied with reasons, the others granted; a scope with hot nodes makes the
// session an elevated one.
func (m *Sessions) OpenSession(ctx context.Context, q SessionRequest) (*OpenedSession, error) {
	s, err := m.newSession(q)
	if err != nil {
		return nil, err
	}
	base, err := m.baseFor(ctx, s.CommitSHA)
	if err != nil {
		return nil, err
	}
	a, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) (a *scopeAnalyst, err error) {
		a = &scopeAnalyst{m: m, r: r, s: s}
		return a, a.analyse(ctx)
	})
	if err != nil {
		return nil, err
	}
	if s.Mode == safety.WriteMode && len(a.hot) > 0 {
		s.Level = safety.Elevated
	}
	named := s.CommitSHA != ""
	s.CommitSHA = base.commit
	if base.version != 0 {
		if err := m.keepScope(ctx, s); err != nil {
			return nil, err
		}
	}
	opened, err := safety.Do(ctx, m.Space.Safe(), func(tx *safety.Tx) (*safety.Session, error) {
		// What the session reads is the graph of this very moment, unless it
		// named a commit that the graph does not show, or shows no longer.
		now, err := tx.DataVersion()
		if err != nil {
			return nil, err
		}
		if !named || now == base.version {
			s.BaseVersion = now
		}
		o, err := tx.OpenSession(*s)
		if err != nil {
			return nil, err
		}
		_, err = tx.Append(o.AuditID, safety.Opening(o))
		return o, err
	})
	if err != nil {
		return nil, err
	}
	res := &OpenedSession{SessionID: opened.ID, CommitSHA: opened.CommitSHA, Concurrency: string(opened.Concurrency), Mode: string(opened.Mode),
		GrantedScope: opened.Scope, DeniedScope: []DeniedScope{}, ScopeAnalysis: a.files, SafetyLevel: string(opened.Level),
		HotNodesInScope: a.hot, ExpiresAt: opened.Expires, AuditLogID: opened.AuditID, FilesInScope: a.count, NotAnalysed: a.left, MoreHotNodes: a.moreHot}
	for _, d := range opened.Denied {
		res.DeniedScope = append(res.DeniedScope, DeniedScope(d))
	}
	if head := m.Space.HeadCommit(); head != "" && !strings.HasPrefix(head, strings.ToLower(opened.CommitSHA)) {
		res.CommitNotIndexed = head
	}
	return res, nil
}

// longest texts that a session keeps, in bytes.
const (
	longestAgent = 200
	longestTask  = 10_000
)

// newSession checks a request and makes a session of it.
func (m *Sessions) newSession(q SessionRequest) (*safety.Session, error) {
	s := &safety.Session{Agent: strings.TrimSpace(q.AgentID), Task: q.Task, Mode: safety.Mode(q.Mode), Concurrency: safety.Concurrency(q.Concurrency),
		Level: safety.Standard, CommitSHA: strings.TrimSpace(q.CommitSHA), TTL: q.TTL}
	if s.Mode == "" {
		s.Mode = safety.WriteMode
	}
	if s.Concurrency == "" {
		s.Concurrency = safety.MVCC
	}
	if s.TTL == 0 {
		s.TTL = m.Space.Opts.SessionTTL
	}
	switch {
	case s.Agent == "" || len(s.Agent) > longestAgent:
		return nil, &workspace.ParamError{Param: "agent_id", Value: fmt.Sprintf("%d bytes", len(s.Agent)), Hint: fmt.Sprintf("say who works, in 1 to %d bytes", longestAgent)}
	case len(s.Task) > longestTask:
		return nil, &workspace.ParamError{Param: "task", Value: fmt.Sprintf("%d bytes", len(s.Task)), Hint: fmt.Sprintf("use at most %d", longestTask)}
	case s.Mode != safety.ReadMode && s.Mode != safety.WriteMode:
		return nil, &workspace.ParamError{Param: "mode", Value: q.Mode, Hint: "use read or write"}
	case s.Concurrency != safety.MVCC && s.Concurrency != safety.Exclusive:
		return nil, &workspace.ParamError{Param: "concurrency", Value: q.Concurrency, Hint: "use mvcc or exclusive"}
	case len(q.Scope) > mostScope:
		return nil, &workspace.ParamError{Param: "scope", Value: fmt.Sprintf("%d entries", len(q.Scope)), Hint: fmt.Sprintf("use at most %d; globs stand for many files", mostScope)}
	case len(q.Scope) == 0 && s.Mode == safety.WriteMode:
		return nil, &workspace.ParamError{Param: "scope", Value: "empty", Hint: "name the files that will be written; globs stand for many"}
	case s.TTL < 0:
		return nil, &workspace.ParamError{Param: "ttl", Value: q.TTL.String(), Hint: "use a time above 0"}
	}
	s.Scope, s.Denied = m.Grant(q.Scope)
	return s, nil
}
