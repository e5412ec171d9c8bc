package jsonrpc

import (
	"context"
	"time"

	"github.com/structural-memory/smp"
)

// HotParams are those of smp/telemetry/hot.
type HotParams struct {
	Scope      string `json:"scope,omitempty" jsonschema:"full, package:PATH or file:PATH" default:"full"`
	WindowDays int    `json:"window_days,omitempty" default:"30" min:"1" max:"365"`
	MinChanges int    `json:"min_changes,omitempty" default:"5" min:"1" max:"100000"`
	MinCallers int    `json:"min_callers,omitempty" default:"5" min:"1" max:"100000"`
	Limit      int    `json:"limit,omitempty" jsonschema:"entries in the list" default:"50" min:"1" max:"10000"`
}

// NodeTelemetryParams are those of smp/telemetry/node.
type NodeTelemetryParams struct {
	NodeID     string `json:"node_id" jsonschema:"an id or another reference; of a node that is gone, its id"`
	WindowDays int    `json:"window_days,omitempty" default:"90" min:"1" max:"365"`
	Limit      int    `json:"limit,omitempty" jsonschema:"entries of the history" default:"100" min:"1" max:"10000"`
}

// RecordParams are those of smp/telemetry/record.
type RecordParams struct {
	NodeID    string `json:"node_id" jsonschema:"an id or another reference; of a node that is gone, its id"`
	Event     string `json:"event,omitempty" enum:"added,modified,removed" default:"modified"`
	SessionID string `json:"session_id,omitempty"`
	AgentID   string `json:"agent_id,omitempty"`
	Timestamp string `json:"timestamp,omitempty" jsonschema:"RFC 3339; by default now"`
}

func telemetryRows() []*Method {
	return []*Method{
		define(Method{Name: "smp/telemetry/hot", Group: "Telemetry", Access: Read,
			Summary:  "The definitions that change often and that many call.",
			Doc:      "`heat_score` is changes × callers, at most 100. Changes are those that updates made here and those of commits, each counted once; `known_since` says from when on they are known, and is null where nothing is recorded: then an empty list means nothing.",
			Errors:   []Code{NotFound, NotReady},
			Examples: []Example{{Name: "All of the repository", Params: `{"scope": "full", "window_days": 30, "min_changes": 5, "min_callers": 5}`}},
		}, hot),
		define(Method{Name: "smp/telemetry/node", Group: "Telemetry", Access: Read,
			Summary:  "How often a definition was changed, when and by whom.",
			Doc:      "`stability` goes by changes in 30 days, over the window or what is known of it: `stable` below 1, `unstable` from 4 on, else `moderate`; `unknown` instead of `stable` where less than half of the window is known, see `known_since`. `heat_score` is that of the last 30 days, whatever the window.",
			Errors:   nodeErrors,
			Examples: []Example{{Name: "A function", Params: `{"node_id": "authenticateUser", "window_days": 90}`}},
		}, nodeTelemetry),
		define(Method{Name: "smp/telemetry/record", Group: "Telemetry", Access: Write,
			Summary:  "Record a change that happened elsewhere.",
			Doc:      "Internal: smp/update records what it changes itself. A time in the future counts as now.",
			Errors:   append([]Code{Busy, ReadOnly}, nodeErrors...),
			Examples: []Example{{Name: "A change", Params: `{"node_id": "authenticateUser", "event": "modified", "session_id": "ses_4f8a2c", "agent_id": "coder_agent_01", "timestamp": "2025-02-15T10:44:08Z"}`}},
		}, recordChange),
	}
}

func hot(ctx context.Context, c *Call, p HotParams) (*smp.HotResult, error) {
	return c.Server.memory.HotNodes(ctx, smp.HotQuery{Scope: smp.Scope(p.Scope), WindowDays: p.WindowDays, MinChanges: p.MinChanges, MinCallers: p.MinCallers, Limit: p.Limit})
}

func nodeTelemetry(ctx context.Context, c *Call, p NodeTelemetryParams) (*smp.NodeTelemetry, error) {
	return c.Server.memory.NodeTelemetry(ctx, smp.NodeTelemetryQuery{NodeID: p.NodeID, WindowDays: p.WindowDays, Limit: p.Limit})
}

func recordChange(ctx context.Context, c *Call, p RecordParams) (*smp.RecordedChange, error) {
	r := smp.ChangeRecord{NodeID: p.NodeID, Event: p.Event, SessionID: p.SessionID, AgentID: p.AgentID}
	if p.Timestamp != "" {
		at, err := time.Parse(time.RFC3339, p.Timestamp)
		if err != nil {
			return nil, invalidParam("timestamp", "is no time such as 2025-02-15T10:44:08Z")
		}
		r.Timestamp = at
	}
	return c.Server.memory.RecordChange(ctx, r)
}
