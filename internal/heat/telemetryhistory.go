package heat

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// How much of a repository's history is read: at the end of an index run, so
// that heat means something on the first day, and when somebody asks.
const (
	IndexDays      = int(HeatWindow / day)
	IndexCommits   = 120 // about a tenth of the time of indexing a large Go repository
	historyDays    = 90
	historyCommits = 500
	maxTouches     = 300_000 // changes of nodes
)

// HistoryQuery says how much of the history of git to read.
type HistoryQuery struct {
	Days    int  // 90 by default
	Commits int  // 500 by default, the newest
	Again   bool // also what was read before
}

// HistoryResult says what is known of the history.
type HistoryResult struct {
	Available bool      `json:"available"`
	Reason    string    `json:"reason,omitempty"` // why it is not
	Head      string    `json:"head,omitempty"`
	Since     time.Time `json:"since"`   // from when on everything was read
	Commits   int       `json:"commits"` // that were read, now and before
	Changes   int       `json:"changes"` // of nodes, that were found now
}

// ReadHistory reads from git which definitions commits changed: along the first
// parents of what is checked out, so that a merge is one change. Lines are
// followed from today's definitions back through the commits; see
// safety.LineHistory for how exact that is. What was read before is not read
// again, unless more is asked for or history was rewritten.
func (m *Meter) ReadHistory(ctx context.Context, q HistoryQuery) (*HistoryResult, error) {
	q.Days, q.Commits = cmp.Or(q.Days, historyDays), cmp.Or(q.Commits, historyCommits)
	if q.Days < 1 || q.Commits < 1 {
		return nil, &workspace.ParamError{Param: "days and commits", Value: "less than 1", Hint: "use positive numbers"}
	}
	if m.head != nil {
		return m.head.ReadHistory(ctx, q)
	}
	repo, err := git.Open(ctx, m.Space.Opts.Root)
	switch {
	case errors.Is(err, git.ErrNotInstalled), errors.Is(err, git.ErrNotRepository):
		return &HistoryResult{Reason: err.Error()}, nil
	case err != nil:
		return nil, err
	}
	h := &historyRun{m: m, repo: repo, q: q}
	return h.do(ctx)
}

type historyRun struct {
	m    *Meter
	repo *git.Repo
	q    HistoryQuery
	read safety.HistoryRead // before, and then with what is read now

	changes []safety.NodeChange
	commits int
	oldest  git.Patch
	full    bool // changes are as many as are kept
}

func (h *historyRun) do(ctx context.Context) (*HistoryResult, error) {
	head, err := h.repo.Head(ctx)
	if err != nil {
		return nil, err
	}
	if head.Commit == "" {
		return &HistoryResult{Reason: "there are no commits yet"}, nil
	}
	if h.read, err = safety.Get(ctx, h.m.Space.Safe(), (*safety.Tx).HistoryRead); err != nil {
		return nil, err
	}
	since := h.m.Space.Now().UTC().Add(-time.Duration(h.q.Days) * day).Truncate(time.Second)
	anew := h.q.Again || !h.read.Covers(since, h.q.Commits) || h.read.Head != head.Commit && !h.repo.IsAncestor(ctx, h.read.Head)
	if !anew && h.read.Head == head.Commit {
		return h.result(), nil
	}
	which := git.PatchRange{Since: since, Max: h.q.Commits}
	if !anew {
		which = git.PatchRange{After: h.read.Head, Max: h.q.Commits}
	}
	if err := h.follow(ctx, which); err != nil {
		return nil, err
	}
	if !anew && h.commits >= which.Max { // there may be more between the last time and now
		anew, h.changes, h.commits = true, nil, 0
		if err := h.follow(ctx, git.PatchRange{Since: since, Max: h.q.Commits}); err != nil {
			return nil, err
		}
	}
	shallow, err := h.repo.IsShallow(ctx)
	if err != nil {
		return nil, err
	}
	if shallow && anew && h.commits <= 1 && h.oldest.Files == nil {
		return &HistoryResult{Reason: "the clone is shallow, so its history is not there; git fetch --unshallow brings it"}, nil
	}
	h.note(head.Commit, since, anew, shallow)
	err = h.m.Space.Safe().Write(ctx, func(tx *safety.Tx) error { return tx.PutHistory(h.read, h.changes, anew) })
	return h.result(), err
}

// note says what is known after this run.
func (h *historyRun) note(head string, since time.Time, anew, shallow bool) {
	h.read.Head = head
	if !anew {
		h.read.Commits += h.commits
		return
	}
	h.read.Commits, h.read.Since, h.read.Asked, h.read.Most = h.commits, since, since, h.q.Commits
	if h.commits > 0 && (h.full || h.commits >= h.q.Commits || shallow && h.oldest.Files == nil) && h.oldest.Time.After(since) {
		h.read.Since = h.oldest.Time // older ones were not read, or are not there
	}
}

func (h *historyRun) result() *HistoryResult {
	return &HistoryResult{Available: true, Head: h.read.Head, Since: h.read.Since, Commits: h.read.Commits, Changes: len(h.changes)}
}

// follow goes back from the files as they are through the commits.
func (h *historyRun) follow(ctx context.Context, which git.PatchRange) error {
	return h.m.Space.Graph.View(ctx, func(r *graph.Reader) error {
		lines := safety.NewLineHistory(func(path string) ([]safety.Span, error) { return spansOf(r, path) })
		now, err := h.repo.Uncommitted(ctx)
		if err != nil {
			return err
		}
		if err := lines.Back(now, func(safety.Touch) {}); err != nil {
			return err
		}
		err = h.repo.Patches(ctx, which, func(p git.Patch) error {
			err := lines.Back(p.Files, func(t safety.Touch) {
				h.changes = append(h.changes, safety.NodeChange{SID: t.SID, At: p.Time, Event: t.Event, Agent: p.Author, Origin: p.SHA})
			})
			h.oldest = p
			h.commits++
			if h.full = len(h.changes) >= maxTouches; h.full && err == nil {
				return io.EOF
			}
			return err
		})
		var stopped *git.Error
		if errors.As(err, &stopped) && h.commits > 0 && ctx.Err() == nil {
			h.full, err = true, nil // contents are missing, as in a partial clone: what was read counts
		}
		return err
	})
}

// spansOf says where the definitions of a file stand.
func spansOf(r *graph.Reader, path string) ([]safety.Span, error) {
	nodes, err := r.FileNodes(path)
	var missing *workspace.NotFoundError
	if errors.As(err, &missing) {
		return nil, nil // not indexed, or gone since
	}
	spans := make([]safety.Span, 0, len(nodes))
	for _, n := range nodes {
		s := safety.Span{SID: int64(graph.SID(n.ID)), Name: n.Name, Start: n.StartLine, End: n.EndLine}
		if workspace.IsFile(n) {
			s.Name = ""
		}
		spans = append(spans, s)
	}
	return spans, err
}
