package ingest

import (
	"context"

	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/safety"
)

// history reads the newest part of the history after an index run, where what
// is checked out is not what was read last. That it cannot be read is a remark,
// no failure.
func (r *indexRun) history(ctx context.Context, res *IndexResult) {
	m := r.m
	head := m.Space.HeadCommit()
	if head == "" {
		return
	}
	read, err := safety.Get(ctx, m.Space.Safe(), (*safety.Tx).HistoryRead)
	if err == nil && read.Head == head {
		return
	}
	if err == nil {
		r.progress("reading history", 0, 0)
		_, err = m.Heat.ReadHistory(ctx, heat.HistoryQuery{Days: heat.IndexDays, Commits: heat.IndexCommits})
	}
	if err != nil && ctx.Err() == nil {
		res.Notes = append(res.Notes, "the history of git could not be read, so nothing is known of how often definitions change: "+err.Error())
	}
	r.stage("history")
}
