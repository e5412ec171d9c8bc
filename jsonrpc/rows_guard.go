package jsonrpc

import (
	"context"

	"github.com/structural-memory/smp"
)

// GuardParams are those of smp/guard/check.
type GuardParams struct {
	SessionID      string `json:"session_id,omitempty" jsonschema:"the session that is going to write; without one, scope and steps are not looked at"`
	Target         string `json:"target" jsonschema:"the file that will be written, which need not exist yet, or a definition in it"`
	IntendedChange string `json:"intended_change,omitempty" jsonschema:"modify_function:NAME, delete_function:NAME, rename_function:OLD -> NEW, change_signature:NAME, add_function:NAME, the same for classes and methods, several names with commas; or a text, whose names of functions count. Without it, anything in the file may change"`
	CoverageReport string `json:"coverage_report,omitempty" jsonschema:"a report below the root: lcov, Cobertura XML, a Go cover profile or coverage.py JSON"`
	MinCoveragePct int    `json:"min_coverage_pct,omitempty" jsonschema:"the coverage that unblock_conditions ask for" default:"60" min:"1" max:"100"`
	MinComplexity  int    `json:"min_complexity,omitempty" jsonschema:"the cyclomatic complexity from which a function that no test runs is a red alert" default:"5" min:"1" max:"1000"`
}

func guardRows() []*Method {
	return []*Method{
		define(Method{Name: "smp/guard/check", Group: "Safety", Access: Read, Audited: true,
			Summary: "Is it safe to write this file? Scope, locks, hot nodes, tests, coverage, callers.",
			Doc: "`verdict` is `clear` (go on to smp/dryrun), `red_alert` (`blocking` says what is risky, `unblock_conditions` what makes it go away) or `blocked` (`reasons`).\n\n" +
				"What blocks: `ZERO_COVERAGE`, a function of at least `min_complexity` of which the report says that no test runs it; `HOT_NODE`, one that changed 5 times or more in 30 days and has 5 callers or more; `UNRESOLVED_CALLERS`, where the change breaks callers (it deletes, renames, moves, or changes a signature) and calls of the same name are not linked, each of which may be one.\n\n" +
				"`cautions` block nothing. `certainty` is `partial` where calls of the same name are not linked: then `caller_count` may be too low, `unresolved_same_name` shows them, and a clear verdict holds for the change itself, not for who calls. What nothing is known of is null, not zero: coverage without a report or in a function that the report does not measure, heat where no changes are recorded.\n\n" +
				"`passed` tells whether the verdict is clear. `may_go_on` tells whether an elevated session may go on: where it is, or where all that blocks is `HOT_NODE`, which no preparation can change. A check that does not pass takes back steps taken before.",
			Errors: []Code{NotFound, Ambiguous, NotReady, UnknownID, SessionEnded},
			Examples: []Example{
				{Name: "Before a function is changed", Params: `{"session_id": "ses_4f8a2c", "target": "src/auth/login.ts", "intended_change": "modify_function:authenticateUser", "coverage_report": "coverage/lcov.info"}`},
				{Name: "Outside of a session", Params: `{"target": "src/auth/login.ts"}`},
			},
		}, guardCheck),
	}
}

func guardCheck(ctx context.Context, c *Call, p GuardParams) (*smp.GuardResult, error) {
	return c.Server.memory.Guard(ctx, smp.GuardQuery{SessionID: p.SessionID, Target: p.Target, IntendedChange: p.IntendedChange, CoverageReport: p.CoverageReport,
		Limits: smp.GuardLimits{Complexity: p.MinComplexity, MinCoverage: p.MinCoveragePct}})
}
