package heat

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// HotQuery asks for the nodes that change often and that many call.
type HotQuery struct {
	Scope      workspace.Scope // "" is full
	WindowDays int             // 30 by default
	MinChanges int             // 5 by default
	MinCallers int             // 5 by default
	Limit      int             // 50 by default
}

// HotNode is a node that changes often and that many call.
type HotNode struct {
	NodeID          string    `json:"node_id"`
	Name            string    `json:"name"`
	Type            string    `json:"type"`
	File            string    `json:"file"`
	ChangesInWindow int       `json:"changes_in_window"`
	CallerCount     int       `json:"caller_count"`
	HeatScore       int       `json:"heat_score"` // changes × callers, at most 100
	LastChangedBy   string    `json:"last_changed_by"`
	LastChangedAt   time.Time `json:"last_changed_at"`
}

// HotResult is the answer of HotNodes.
type HotResult struct {
	HotNodes   []HotNode  `json:"hot_nodes"`
	More       int        `json:"more"` // that the list leaves out
	WindowDays int        `json:"window_days"`
	KnownSince *time.Time `json:"known_since"` // from when on changes are known; null: nothing is recorded, and no list means nothing
	Note       string     `json:"note,omitempty"`
}

const day = 24 * time.Hour

// HotNodes lists the nodes that changed often within the window and that many
// call, the hottest first.
func (m *Meter) HotNodes(ctx context.Context, q HotQuery) (*HotResult, error) {
	q.WindowDays, q.Limit = cmp.Or(q.WindowDays, int(HeatWindow/day)), cmp.Or(q.Limit, 50)
	q.MinChanges, q.MinCallers = cmp.Or(q.MinChanges, HotChanges), cmp.Or(q.MinCallers, HotCallers)
	if q.WindowDays < 0 || q.MinChanges < 0 || q.MinCallers < 0 || q.Limit < 0 {
		return nil, &workspace.ParamError{Param: "window_days, min_changes, min_callers and limit", Value: "negative", Hint: "use positive numbers"}
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*HotResult, error) {
		in, err := workspace.ScopeOf(r, cmp.Or(q.Scope, "full"))
		if err != nil {
			return nil, err
		}
		res := &HotResult{HotNodes: []HotNode{}, WindowDays: q.WindowDays}
		window := time.Duration(q.WindowDays) * day
		err = m.WithHeat(ctx, r, func(h *HeatReader) error {
			if !h.Known() {
				res.Note = "no changes are recorded: neither has an agent updated a file, nor was the history of a git repository read"
				return nil
			}
			res.known(h.v, window)
			return h.Changed(q.MinChanges, func(n graph.Node, changes int) error {
				if !in.Holds(n.File) {
					return nil
				}
				heat, err := h.With(n, changes)
				if err == nil && heat.Callers >= q.MinCallers {
					res.HotNodes = append(res.HotNodes, hotNode(h.v, heat))
				}
				return err
			}, window)
		})
		slices.SortFunc(res.HotNodes, func(a, b HotNode) int {
			return cmp.Or(cmp.Compare(b.HeatScore, a.HeatScore), cmp.Compare(b.ChangesInWindow*b.CallerCount, a.ChangesInWindow*a.CallerCount), strings.Compare(a.NodeID, b.NodeID))
		})
		if res.More = max(0, len(res.HotNodes)-q.Limit); res.More > 0 {
			res.HotNodes = res.HotNodes[:q.Limit]
		}
		return res, err
	})
}

// known says from when on changes are known, and whether that is late.
func (res *HotResult) known(v *safety.ChurnView, window time.Duration) {
	since := v.Known.Truncate(time.Second)
	res.KnownSince = &since
	if v.Now().Sub(since) < window-day {
		res.Note = "changes are known for a part of the window only: see known_since"
	}
}

func hotNode(v *safety.ChurnView, heat Heat) HotNode {
	n := heat.Node
	at, by := v.Last(int64(graph.SID(n.ID)))
	return HotNode{NodeID: n.ID, Name: workspace.DisplayName(n), Type: n.Type, File: n.File, ChangesInWindow: heat.Changes, CallerCount: heat.Callers,
		HeatScore: heat.Score, LastChangedBy: by, LastChangedAt: at.Truncate(time.Second)}
}

// NodeTelemetryQuery asks for the changes of a node.
type NodeTelemetryQuery struct {
	NodeID     string // any reference; of a node that is gone, its id
	WindowDays int    // 90 by default
	Limit      int    // entries of the history; 100 by default
}

// NodeChange is one change of a node.
type NodeChange struct {
	Timestamp time.Time `json:"timestamp"`
	Agent     string    `json:"agent"`
	Session   string    `json:"session"` // "" outside of sessions
	Event     string    `json:"event"`   // added, modified, removed
	Commit    string    `json:"commit,omitempty"`
}

// NodeTelemetry is the answer of NodeTelemetry.
type NodeTelemetry struct {
	NodeID       string       `json:"node_id"`
	TotalChanges int          `json:"total_changes"`
	UniqueAgents []string     `json:"unique_agents"` // the last to change it first
	History      []NodeChange `json:"history"`       // the newest first
	More         int          `json:"more"`          // that the history leaves out
	HeatScore    *int         `json:"heat_score"`    // of the last 30 days, whatever the window; null: unknown
	Stability    *string      `json:"stability"`     // stable, moderate, unstable; unknown where less than half of the window is known; null where nothing is
	CallerCount  int          `json:"caller_count"`
	WindowDays   int          `json:"window_days"`
	KnownSince   *time.Time   `json:"known_since"` // null: nothing is recorded
}

// NodeTelemetry says how a node has changed.
func (m *Meter) NodeTelemetry(ctx context.Context, q NodeTelemetryQuery) (*NodeTelemetry, error) {
	q.WindowDays, q.Limit = cmp.Or(q.WindowDays, 90), cmp.Or(q.Limit, 100)
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*NodeTelemetry, error) {
		n, err := workspace.Resolve(r, q.NodeID)
		gone := goneNode(q.NodeID, err)
		if err != nil && !gone {
			return nil, err
		}
		res := &NodeTelemetry{NodeID: n.ID, UniqueAgents: []string{}, History: []NodeChange{}, WindowDays: q.WindowDays}
		if gone {
			res.NodeID = q.NodeID
		} else {
			callers, err := CallersOf(r, n)
			if err != nil {
				return nil, err
			}
			res.CallerCount = len(callers)
		}
		found, err := m.tell(ctx, r, n, gone, q, res)
		if gone && err == nil && !found {
			_, err = workspace.Resolve(r, q.NodeID) // with suggestions
		}
		return res, err
	})
}

// goneNode tells whether a reference that finds nothing has the form of an id:
// its history may still be known.
func goneNode(ref string, err error) bool {
	var missing *workspace.NotFoundError
	return errors.As(err, &missing) && strings.Contains(ref, ":") && strings.ContainsAny(ref, "#/.")
}

// tell fills in the history and what follows from it.
func (m *Meter) tell(ctx context.Context, r *graph.Reader, n graph.Node, gone bool, q NodeTelemetryQuery, res *NodeTelemetry) (found bool, err error) {
	window := time.Duration(q.WindowDays) * day
	sid := int64(graph.SID(res.NodeID))
	changes := []safety.NodeChange{}
	err = m.Space.Base().Safe().Read(ctx, func(tx *safety.Tx) error {
		changes, err = tx.Changes(sid, tx.Now().Add(-window))
		return err
	})
	if err != nil {
		return false, err
	}
	for _, c := range changes {
		if !slices.Contains(res.UniqueAgents, c.Agent) && c.Agent != "" {
			res.UniqueAgents = append(res.UniqueAgents, c.Agent)
		}
		if len(res.History) < q.Limit {
			res.History = append(res.History, NodeChange{c.At.Truncate(time.Second), c.Agent, c.Session, EventNames[c.Event], strings.TrimPrefix(c.Origin, "+")})
		}
	}
	res.TotalChanges, res.More = len(changes), len(changes)-len(res.History)
	return len(changes) > 0, m.WithHeat(ctx, r, func(h *HeatReader) error {
		if !h.Known() {
			return nil
		}
		since := h.v.Known.Truncate(time.Second)
		stability := stabilityOf(len(changes), window, h.v.Now().Sub(since))
		res.KnownSince, res.Stability = &since, &stability
		if gone {
			return nil
		}
		heat, err := h.Of(n)
		if err == nil && workspace.IsFile(n) {
			heat.Score, err = h.scoreOfFile(n.File)
		}
		res.HeatScore = &heat.Score
		return err
	})
}

var EventNames = [...]string{graph.NodeAdded: "added", graph.NodeModified: "modified", graph.NodeRemoved: "removed"}

// stabilityOf rates how often something changes: less than once in 30 days is
// stable, from four times on unstable. Where changes are known for a part of
// the window only, that part is rated; few changes in less than half of it say
// nothing.
func stabilityOf(changes int, window, known time.Duration) string {
	rate := float64(changes) * float64(HeatWindow) / float64(min(window, max(known, HeatWindow)))
	switch {
	case rate >= 4:
		return "unstable"
	case rate >= 1:
		return "moderate"
	case known < window/2:
		return "unknown"
	}
	return "stable"
}
