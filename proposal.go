package smp

import (
	"context"

	"github.com/structural-memory/smp/internal/proposal"
)

type (
	// DiffResult is the answer of Diff.
	DiffResult = proposal.DiffResult
	// ModifiedNode is a definition that the proposal makes different.
	ModifiedNode = proposal.ModifiedNode
	// NodeChanges say how a definition differs.
	NodeChanges = proposal.NodeChanges
	// RenamedNode is a definition that has another name or place.
	RenamedNode = proposal.RenamedNode
	// Relationship is an edge of a file in the proposal.
	Relationship = proposal.Relationship
	// Proposal is what some files may become. Nothing is written by asking about
	// it.
	Proposal = proposal.Proposal
	// DryRunResult is the answer of DryRun.
	DryRunResult = proposal.DryRunResult
	// StructuralDelta counts what the proposal changes.
	StructuralDelta = proposal.StructuralDelta
	// DryRunImpact is what becomes of others.
	DryRunImpact = proposal.DryRunImpact
	// BrokenCaller is a place that would no longer be right, or that may not be:
	// its certainty says so.
	BrokenCaller = proposal.BrokenCaller
	// VerdictReason is one thing that makes a verdict what it is.
	VerdictReason = proposal.VerdictReason
)

// The verdicts of a dry run, from the mildest.
const (
	VerdictSafe     = proposal.VerdictSafe
	VerdictUnknown  = proposal.VerdictUnknown
	VerdictRisky    = proposal.VerdictRisky
	VerdictBreaking = proposal.VerdictBreaking
)

// Diff compares what the graph has of some files with what they may become,
// definition by definition.
func (m *Memory) Diff(ctx context.Context, p Proposal) (*DiffResult, error) {
	return m.propose.Diff(ctx, p)
}

// DryRun says what a proposal would break, without writing anything. In a
// session, one that breaks nothing counts as the step before the checkpoint.
func (m *Memory) DryRun(ctx context.Context, p Proposal) (*DryRunResult, error) {
	return m.propose.DryRun(ctx, p)
}
