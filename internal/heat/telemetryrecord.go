package heat

import (
	"context"
	"slices"
	"time"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// ChangeRecord is a change of a node that happened elsewhere. Updates record
// what they change themselves.
type ChangeRecord struct {
	NodeID    string // any reference; of a node that is gone, its id
	Event     string // added, modified (default), removed
	SessionID string
	AgentID   string
	Timestamp time.Time // zero: now
}

// RecordedChange is the answer of RecordChange.
type RecordedChange struct {
	Recorded  bool      `json:"recorded"`
	NodeID    string    `json:"node_id"`
	Event     string    `json:"event"`
	Timestamp time.Time `json:"timestamp"`
}

// RecordChange remembers a change of a node.
func (m *Meter) RecordChange(ctx context.Context, c ChangeRecord) (*RecordedChange, error) {
	if c.Event == "" {
		c.Event = EventNames[graph.NodeModified]
	}
	event := slices.Index(EventNames[:], c.Event)
	if event < int(graph.NodeAdded) {
		return nil, &workspace.ParamError{Param: "event", Value: c.Event, Hint: "use added, modified or removed"}
	}
	id, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) (string, error) {
		n, err := workspace.Resolve(r, c.NodeID)
		if graph.ChurnEvent(event) == graph.NodeRemoved && goneNode(c.NodeID, err) {
			return c.NodeID, nil
		}
		return n.ID, err
	})
	if err != nil {
		return nil, err
	}
	return safety.Do(ctx, m.Space.Base().Safe(), func(tx *safety.Tx) (*RecordedChange, error) {
		at := c.Timestamp.UTC().Truncate(time.Millisecond)
		if c.Timestamp.IsZero() || at.After(tx.Now()) {
			at = tx.Now() // what has not happened yet would count for too long
		}
		err := tx.RecordChange(safety.NodeChange{SID: int64(graph.SID(id)), At: at, Event: graph.ChurnEvent(event), Agent: c.AgentID, Session: safety.Handle(c.SessionID)})
		return &RecordedChange{true, id, c.Event, at.Truncate(time.Second)}, err
	})
}
