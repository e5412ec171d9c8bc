package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/heat"
)

type (
	// Heat is how hot a node is: its changes within the window times its callers,
	// at most 100. That of a file is that of its hottest definition.
	Heat = heat.Heat
	// HotQuery asks for the nodes that change often and that many call.
	HotQuery = heat.HotQuery
	// HotNode is a node that changes often and that many call.
	HotNode = heat.HotNode
	// HotResult is the answer of HotNodes.
	HotResult = heat.HotResult
	// NodeTelemetryQuery asks for the changes of a node.
	NodeTelemetryQuery = heat.NodeTelemetryQuery
	// NodeChange is one change of a node.
	NodeChange = heat.NodeChange
	// NodeTelemetry is the answer of NodeTelemetry.
	NodeTelemetry = heat.NodeTelemetry
	// HistoryQuery says how much of the history of git to read.
	HistoryQuery = heat.HistoryQuery
	// HistoryResult says what is known of the history.
	HistoryResult = heat.HistoryResult
	// ChangeRecord is a change of a node that happened elsewhere. Updates record
	// what they change themselves.
	ChangeRecord = heat.ChangeRecord
	// RecordedChange is the answer of RecordChange.
	RecordedChange = heat.RecordedChange
)

// What makes a node hot: so many changes within the window, and so many
// callers.
const (
	HeatWindow = heat.HeatWindow
	HotChanges = heat.HotChanges
	HotCallers = heat.HotCallers
)

// HotNodes lists the nodes that changed often within the window and that many
// call, the hottest first.
func (m *Memory) HotNodes(ctx context.Context, q HotQuery) (*HotResult, error) {
	return m.view.Heat.HotNodes(ctx, q)
}

// NodeTelemetry says how a node has changed.
func (m *Memory) NodeTelemetry(ctx context.Context, q NodeTelemetryQuery) (*NodeTelemetry, error) {
	return m.view.Heat.NodeTelemetry(ctx, q)
}

// ReadHistory reads from git which definitions commits changed: along the first
// parents of what is checked out, so that a merge is one change. Lines are
// followed from today's definitions back through the commits; see
// safety.LineHistory for how exact that is. What was read before is not read
// again, unless more is asked for or history was rewritten.
func (m *Memory) ReadHistory(ctx context.Context, q HistoryQuery) (*HistoryResult, error) {
	return m.view.Heat.ReadHistory(ctx, q)
}

// RecordChange remembers a change of a node.
func (m *Memory) RecordChange(ctx context.Context, c ChangeRecord) (*RecordedChange, error) {
	return m.view.Heat.RecordChange(ctx, c)
}
