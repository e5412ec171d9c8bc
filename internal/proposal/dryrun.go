package proposal

import (
	"context"

	"github.com/structural-memory/smp/linker/golink"
	"github.com/structural-memory/smp/safety"
)

// DryRunResult is the answer of DryRun.
type DryRunResult struct {
	StructuralDelta StructuralDelta `json:"structural_delta"`
	Impact          DryRunImpact    `json:"impact"`
	Verdict         string          `json:"verdict"` // safe, unknown, risky, breaking
	Reasons         []VerdictReason `json:"reasons"` // why it is that, the gravest first; none where it is safe
	Risks           []string        `json:"risks"`
	Notes           []string        `json:"notes"` // what the run does not know
	ChangeSummary   string          `json:"change_summary,omitempty"`
	StepTaken       bool            `json:"step_taken"` // the session has passed its dry run for all files
}

// StructuralDelta counts what the proposal changes.
type StructuralDelta struct {
	NodesAdded       int  `json:"nodes_added"`
	NodesModified    int  `json:"nodes_modified"`
	NodesRemoved     int  `json:"nodes_removed"`
	NodesRenamed     int  `json:"nodes_renamed"`
	NodesMoved       int  `json:"nodes_moved"`
	SignatureChanged bool `json:"signature_changed"`
}

// DryRunImpact is what becomes of others.
type DryRunImpact struct {
	AffectedFiles     []string       `json:"affected_files"`
	BrokenCallers     []BrokenCaller `json:"broken_callers"`
	BrokenTests       []BrokenCaller `json:"broken_tests"`
	TestCoverageDelta string         `json:"test_coverage_delta"`
	More              map[string]int `json:"more,omitempty"` // what the lists leave out
}

// BrokenCaller is a place that would no longer be right, or that may not be:
// its certainty says so.
type BrokenCaller struct {
	Function           string `json:"function"`
	ID                 string `json:"id"`
	File               string `json:"file"`
	Line               int    `json:"line,omitempty"`
	Callee             string `json:"callee,omitempty"` // the changed definition
	Reason             string `json:"reason"`
	ExpectedReturnType string `json:"expected_return_type,omitempty"` // what the place was written for
	ActualReturnType   string `json:"actual_return_type,omitempty"`   // what the proposal has
	ExpectedParameters string `json:"expected_parameters,omitempty"`
	ActualParameters   string `json:"actual_parameters,omitempty"`
	Certainty          string `json:"certainty"` // exact; likely: types that are not known decide
}

// The verdicts of a dry run, from the mildest.
const (
	VerdictSafe     = "safe"
	VerdictUnknown  = "unknown"  // nothing is known to be wrong, and not all could be looked at
	VerdictRisky    = "risky"    // something may go wrong that no compiler would tell
	VerdictBreaking = "breaking" // something does not fit any more, for certain
)

// DryRun says what a proposal would break, without writing anything. In a
// session, one that breaks nothing counts as the step before the checkpoint.
func (m *Judge) DryRun(ctx context.Context, p Proposal) (*DryRunResult, error) {
	var run *dryRun
	err := m.propose(ctx, p, func(s *proposed) error {
		run = newDryRun(s)
		return run.look()
	}, func(was []golink.Fault) { run.breaksGo(was) })
	if err != nil {
		return nil, err
	}
	res := run.result(p.Limit)
	if p.SessionID != "" {
		err = m.noteDryRun(ctx, p, run.paths, res)
	}
	return res, err
}

// noteDryRun writes the run into the session's log, and takes its step if
// nothing breaks.
func (m *Judge) noteDryRun(ctx context.Context, p Proposal, paths []string, res *DryRunResult) error {
	changes, err := m.proposal(p)
	if err != nil {
		return err
	}
	judged := map[string]safety.Hash{}
	for _, c := range changes {
		judged[c.Path] = safety.ContentHash(c.Content, c.Deleted)
	}
	return m.Space.Safe().Write(ctx, func(tx *safety.Tx) error {
		s, err := tx.Use(p.SessionID)
		if err != nil {
			return err
		}
		res.StepTaken = res.Verdict != VerdictBreaking
		if res.StepTaken {
			for _, path := range paths {
				step, err := tx.Judged(s.ID, path, judged[path])
				if err != nil {
					return err
				}
				res.StepTaken = res.StepTaken && step >= safety.DryRunStep
			}
		}
		e := safety.Event{Method: "smp/dryrun", Result: res.Verdict, Detail: map[string]any{"sha256": safety.ShownHashes(judged)}}
		if len(paths) == 1 {
			e.Target = paths[0]
		} else {
			e.Files = paths
		}
		_, err = tx.Append(s.AuditID, e)
		return err
	})
}
