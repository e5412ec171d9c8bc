package jsonrpc

import (
	"context"

	"github.com/structural-memory/smp"
)

// PlanParams are those of smp/plan.
type PlanParams struct {
	SessionID      string   `json:"session_id,omitempty" jsonschema:"the session that is going to write"`
	Task           string   `json:"task,omitempty" jsonschema:"what is going to be done"`
	IntendedWrites []string `json:"intended_writes" jsonschema:"the files that will be written; they need not exist yet"`
	Limit          int      `json:"limit,omitempty" jsonschema:"entries of external_files_at_risk" default:"100" min:"1" max:"10000"`
}

// ConflictParams are those of smp/conflict.
type ConflictParams struct {
	SessionA string `json:"session_a"`
	SessionB string `json:"session_b"`
}

func planRows() []*Method {
	return []*Method{
		define(Method{Name: "smp/plan", Group: "Planning", Access: Read, Audited: true,
			Summary: "The order in which a task should write its files, with the risk of each.",
			Doc:     "Files come after the planned files that they import or use; `cycles` are those that depend on one another in a circle, and come one behind the other. `inter_file_conflicts` says what stands between files or in the way of one: `cycle`, `same_definition`, `out_of_scope`, `locked`, `duplicate`. `external_files_at_risk` use a planned file and are not planned. Of files that do not exist yet nothing is known but their paths.",
			Errors:  []Code{NotReady, UnknownID, SessionEnded},
			Examples: []Example{{Name: "A task of four files",
				Params: `{"session_id": "ses_4f8a2c", "task": "Refactor AuthService to support OAuth in addition to password auth", "intended_writes": ["src/auth/login.ts", "src/auth/oauth.ts", "src/middleware/auth.ts", "src/types/token.ts"]}`}},
		}, plan),
		define(Method{Name: "smp/conflict", Group: "Planning", Access: Read,
			Summary:  "Where the scopes of two open sessions overlap.",
			Doc:      "They conflict where they overlap and at least one of them writes. `write_session` is the one that does, null where both do.",
			Errors:   []Code{NotReady, UnknownID, SessionEnded},
			Examples: []Example{{Name: "Two sessions", Params: `{"session_a": "ses_4f8a2c", "session_b": "ses_7c1d9f"}`}},
		}, conflict),
	}
}

func plan(ctx context.Context, c *Call, p PlanParams) (*smp.PlanResult, error) {
	return c.Server.memory.Plan(ctx, smp.PlanQuery{SessionID: p.SessionID, Task: p.Task, IntendedWrites: p.IntendedWrites, Limit: p.Limit})
}

func conflict(ctx context.Context, c *Call, p ConflictParams) (*smp.ConflictResult, error) {
	return c.Server.memory.Conflict(ctx, p.SessionA, p.SessionB)
}
