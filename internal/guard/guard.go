package guard

import (
	"context"
	"errors"
	"fmt"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// GuardLimits are from when on something is risky.
type GuardLimits = safety.GuardLimits

// GuardBlocking is a reason for a red alert.
type GuardBlocking = safety.Blocking

// GuardClear is the verdict of a file that may be written.
const GuardClear = safety.Clear

// GuardQuery asks whether a file may be written.
type GuardQuery struct {
	SessionID      string // "": outside of sessions
	Target         string // a file, which need not exist yet, or a definition in one
	IntendedChange string // see safety.ParseIntention; "": anything in the file may change
	CoverageReport string // a path; lcov, Cobertura XML, a Go cover profile or coverage.py JSON
	AnyReport      bool   // the report may lie outside of the root
	Limits         safety.GuardLimits

	Nodes []string // the ids of what changes, where the asker has them: names would have to be read again
}

// FunctionCoverage is how much of a function tests run; null where nothing has
// measured it.
type FunctionCoverage struct {
	Covered     *bool    `json:"covered"`
	CoveragePct *float64 `json:"coverage_pct"`
}

// GuardChecks are what a verdict rests on. Those that need a session, a report
// or recorded changes are null without.
type GuardChecks struct {
	InDeclaredScope    *bool                       `json:"in_declared_scope"`
	LockedByOtherAgent bool                        `json:"locked_by_other_agent"`
	IsHotNode          *bool                       `json:"is_hot_node"`
	HeatScore          *int                        `json:"heat_score"`
	HasTests           bool                        `json:"has_tests"`
	TestFiles          []string                    `json:"test_files"`
	FunctionCoverage   map[string]FunctionCoverage `json:"function_coverage"` // by name in the file
	CallerCount        int                         `json:"caller_count"`
	BlastRadius        int                         `json:"blast_radius"`
	IsPublicAPI        bool                        `json:"is_public_api"`
}

// UnresolvedSameName are call sites of the names that change which are not
// linked: each may be one of what changes.
type UnresolvedSameName struct {
	Count  int             `json:"count"`
	Sample []OpenCallPlace `json:"sample"`
}

// OpenCallPlace is a call site that is not linked.
type OpenCallPlace struct {
	Name   string `json:"name"`
	Caller string `json:"caller"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

// Caution is a warning that blocks nothing.
type Caution struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// GuardResult is the answer of Guard. One that is blocked has its reasons
// alone.
type GuardResult struct {
	Verdict            safety.Verdict         `json:"verdict"` // clear, red_alert, blocked
	Target             string                 `json:"target"`
	Checks             *GuardChecks           `json:"checks,omitempty"`
	SafetyLevel        safety.Level           `json:"safety_level,omitempty"`
	Blocking           []safety.Blocking      `json:"blocking"`
	UnblockConditions  []safety.Unblock       `json:"unblock_conditions"`
	Reasons            []string               `json:"reasons"`
	Cautions           []Caution              `json:"cautions"`
	Certainty          string                 `json:"certainty,omitempty"` // certain; partial: calls that are not linked may mean what changes
	UnresolvedSameName *UnresolvedSameName    `json:"unresolved_same_name,omitempty"`
	NotLookedAt        *workspace.NotLookedAt `json:"not_looked_at,omitempty"` // files that mention what changes and were not read or not linked
	Nodes              []workspace.NodeRef    `json:"nodes"`                   // the definitions that the intended change names
	Passed             bool                   `json:"passed"`                  // the verdict is clear
	MayGoOn            bool                   `json:"may_go_on"`               // to smp/dryrun: it is clear, or all that blocks is that nodes are hot
	Next               []string               `json:"next,omitempty"`          // what an elevated session needs before it writes
	IsNewFile          bool                   `json:"is_new_file,omitempty"`
	More               map[string]int         `json:"more,omitempty"` // what the lists leave out
}

// What an answer of the guard shows at most.
const (
	mostGuarded  = 2000 // definitions of a file
	mostBlocking = 20
	mostSampled  = 5
	mostCovered  = 200
)

// Guard says whether it is safe to write a file: clear, with a red alert and
// what to do about it, or blocked. For a session it is the first step before a
// write.
func (m *Guards) Guard(ctx context.Context, q GuardQuery) (*GuardResult, error) {
	g := &guard{m: m, q: q, intention: safety.ParseIntention(q.IntendedChange), res: emptyGuard()}
	if q.SessionID != "" {
		session, view, release, err := m.Views.SeenBy(ctx, q.SessionID)
		if err != nil {
			return nil, err
		}
		defer release()
		if g.session = session; view != m.Views {
			g.m = New(view)
		}
	}
	_, err := workspace.Read(ctx, g.m.Space, func(r *graph.Reader) (struct{}, error) {
		g.r = r
		return struct{}{}, g.check(ctx)
	})
	if err != nil {
		return nil, err
	}
	return g.res, g.step(ctx)
}

func emptyGuard() *GuardResult {
	return &GuardResult{Blocking: []safety.Blocking{}, UnblockConditions: []safety.Unblock{}, Reasons: []string{}, Cautions: []Caution{}, Nodes: []workspace.NodeRef{}, More: map[string]int{}}
}

// guard is one question of the guard.
type guard struct {
	m         *Guards
	r         *graph.Reader
	q         GuardQuery
	session   *safety.Session // nil outside of sessions
	intention safety.Intention
	res       *GuardResult

	path    string
	nodes   []graph.Node // of the file; none where it is not indexed
	named   bool         // the change names definitions
	touched []graph.Node // those that the change may touch
}

func (g *guard) check(ctx context.Context) error {
	if err := g.find(); err != nil {
		return err
	}
	g.res.Target, g.res.SafetyLevel = g.path, safety.Standard
	c := &GuardChecks{TestFiles: []string{}, FunctionCoverage: map[string]FunctionCoverage{}}
	if err := g.mayWrite(ctx, c); err != nil || len(g.res.Reasons) > 0 {
		g.res.Verdict, g.res.SafetyLevel = safety.Blocked, ""
		return err
	}
	g.res.Checks = c
	return g.weigh(ctx, c)
}

// mayWrite looks at the session and at locks.
func (g *guard) mayWrite(ctx context.Context, c *GuardChecks) error {
	block := func(format string, args ...any) { g.res.Reasons = append(g.res.Reasons, fmt.Sprintf(format, args...)) }
	lock, err := g.m.Space.Base().Safe().LockOf(ctx, g.path)
	if err != nil {
		return err
	}
	if reason := g.m.Space.Base().IsProtected(g.path); reason != "" {
		block("Nobody may write it: %s", reason)
	}
	if s := g.session; s != nil {
		in := s.InScope(g.path)
		c.InDeclaredScope = &in
		if !in {
			block("File is outside declared session scope")
		}
		if s.Mode == safety.ReadMode {
			block("The session only reads")
		}
	}
	if lock != nil && lock.Session != g.q.SessionID {
		c.LockedByOtherAgent = true
		block("Locked by session %s (agent: %s)", lock.Handle(), lock.Agent)
	}
	if s := g.session; s != nil && s.Concurrency == safety.Exclusive && lock == nil {
		g.caution(safety.LockMissing, "the session is exclusive: smp/lock has to claim the file before it is written")
	}
	return nil
}

func (g *guard) caution(code, format string, args ...any) {
	g.res.Cautions = append(g.res.Cautions, Caution{code, fmt.Sprintf(format, args...)})
}

// step notes in the session how far it is with the file. A guard that does not
// pass takes back what passed earlier.
func (g *guard) step(ctx context.Context) error {
	s := g.session
	if s == nil {
		return nil
	}
	safe, id, path, passed := g.m.Space.Base().Safe(), s.ID, g.path, g.res.MayGoOn
	take := func(tx *safety.Tx) (now safety.Step, err error) {
		if _, err := tx.Session(id); errors.Is(err, safety.ErrClosed) || errors.Is(err, safety.ErrExpired) {
			return now, nil // it has ended meanwhile
		}
		if !passed {
			return now, tx.ResetSteps(id, path)
		}
		return tx.Advance(id, path, safety.GuardStep)
	}
	var now safety.Step
	written, err := safe.Soon(ctx, func(tx *safety.Tx) (err error) {
		now, err = take(tx)
		return err
	})
	if err == nil && !written { // it will be, before the session writes
		if now, err = safe.Step(ctx, id, path); err == nil {
			now = max(now, safety.GuardStep)
			err = safe.Later(func(tx *safety.Tx) error {
				_, err := take(tx)
				return err
			})
		}
	}
	if errors.Is(err, workspace.ErrReadOnly) {
		g.caution(safety.StepNotNoted, "the index is read-only, so the session has not passed its guard")
		now, err = safety.NoStep, nil
	}
	if g.res.MayGoOn && s.Level == safety.Elevated {
		g.res.Next = now.Missing()
	}
	return err
}
