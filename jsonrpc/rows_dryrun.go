package jsonrpc

import (
	"context"

	"github.com/structural-memory/smp"
)

// ProposedChange is what one of several files is to become.
type ProposedChange struct {
	FilePath        string `json:"file_path"`
	ProposedContent string `json:"proposed_content,omitempty"`
	Deleted         bool   `json:"deleted,omitempty" jsonschema:"the file is to be removed"`
}

// DiffParams are those of smp/diff.
type DiffParams struct {
	FilePath        string           `json:"file_path,omitempty" jsonschema:"a file, relative to the repository's root; it need not exist yet"`
	ProposedContent string           `json:"proposed_content,omitempty" jsonschema:"all that the file is to hold"`
	Deleted         bool             `json:"deleted,omitempty" jsonschema:"the file is to be removed"`
	Changes         []ProposedChange `json:"changes,omitempty" jsonschema:"several files at once; with file_path or without"`
	Limit           int              `json:"limit,omitempty" jsonschema:"entries in each list" default:"500" min:"1" max:"10000"`
}

// DryRunParams are those of smp/dryrun.
type DryRunParams struct {
	SessionID       string           `json:"session_id,omitempty" jsonschema:"run on what this session sees, and count as its step before the checkpoint"`
	FilePath        string           `json:"file_path,omitempty" jsonschema:"a file, relative to the repository's root; it need not exist yet"`
	ProposedContent string           `json:"proposed_content,omitempty" jsonschema:"all that the file is to hold"`
	Deleted         bool             `json:"deleted,omitempty" jsonschema:"the file is to be removed"`
	Changes         []ProposedChange `json:"changes,omitempty" jsonschema:"several files at once; with file_path or without"`
	ChangeSummary   string           `json:"change_summary,omitempty" jsonschema:"what the change is, in words, for the record"`
	Limit           int              `json:"limit,omitempty" jsonschema:"entries in each list" default:"500" min:"1" max:"10000"`
}

func dryRunRows() []*Method {
	return []*Method{
		define(Method{Name: "smp/diff", Group: "Query", Access: Read, Viewed: true, Errors: []Code{NotReady},
			Summary:  "What proposed content changes, definition by definition.",
			Doc:      "Compares what the graph has of a file, or of several, with what they are to become. Definitions that only have another name or stand in another file of the proposal are in `nodes_renamed` and `nodes_moved`. Nothing is written.",
			Examples: []Example{{Name: "Before an edit", Params: `{"file_path": "src/auth/login.ts", "proposed_content": "..."}`}},
		}, diffProposal),
		define(Method{Name: "smp/dryrun", Group: "Safety", Access: Write, Errors: []Code{NotReady, UnknownID, SessionEnded, Busy, ReadOnly},
			Summary:  "What proposed content would break, without writing it.",
			Doc:      "Each broken caller has the reason, and what it expects beside what the proposal has. `certainty` is `exact`, or `likely` where types that are not known decide. The verdict is `safe`, `risky` (nothing is known to break, but `risks` are there) or `breaking`. In a session, a run that breaks nothing is the step between smp/guard/check and smp/checkpoint.",
			Examples: []Example{{Name: "Before an edit", Params: `{"session_id": "ses_4f8a2c", "file_path": "src/auth/login.ts", "proposed_content": "...", "change_summary": "Added rate limit check before credential validation"}`}},
		}, dryRun),
	}
}

// proposal joins the one file and the several.
func proposal(file, content string, deleted bool, more []ProposedChange) []smp.FileChange {
	var out []smp.FileChange
	if file != "" {
		more = append([]ProposedChange{{file, content, deleted}}, more...)
	}
	for _, c := range more {
		change := smp.FileChange{Path: c.FilePath, Deleted: c.Deleted}
		if !c.Deleted {
			change.Content = []byte(c.ProposedContent)
		}
		out = append(out, change)
	}
	return out
}

func diffProposal(ctx context.Context, c *Call, p DiffParams) (*smp.DiffResult, error) {
	return c.Memory().Diff(ctx, smp.Proposal{Changes: proposal(p.FilePath, p.ProposedContent, p.Deleted, p.Changes), Limit: p.Limit})
}

func dryRun(ctx context.Context, c *Call, p DryRunParams) (*smp.DryRunResult, error) {
	res, err := c.Server.memory.DryRun(ctx, smp.Proposal{SessionID: p.SessionID, Changes: proposal(p.FilePath, p.ProposedContent, p.Deleted, p.Changes), Limit: p.Limit})
	if err == nil {
		res.ChangeSummary = p.ChangeSummary
	}
	return res, err
}
