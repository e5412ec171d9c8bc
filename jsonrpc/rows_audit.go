package jsonrpc

import (
	"context"

	"github.com/structural-memory/smp"
)

// AuditGetParams are those of smp/audit/get.
type AuditGetParams struct {
	AuditLogID string `json:"audit_log_id"`
	Offset     int    `json:"offset,omitempty" jsonschema:"events to skip" min:"0"`
	Limit      int    `json:"limit,omitempty" jsonschema:"events in the list" default:"1000" min:"1" max:"10000"`
}

// AuditVerifyParams are those of smp/audit/verify.
type AuditVerifyParams struct {
	Expect string `json:"expect,omitempty" jsonschema:"the head of an earlier check: a log that was cut off or written anew since is found by it"`
}

func auditRows() []*Method {
	return []*Method{
		define(Method{Name: "smp/audit/get", Group: "Safety", Access: Read, Anytime: true, Errors: []Code{UnknownID},
			Summary:  "What a session has done.",
			Doc:      "One event for each call that matters, with its result, refused ones too. Opening and closing are told in the fields beside.",
			Examples: []Example{{Name: "A session's log", Params: `{"audit_log_id": "aud_9b3e1a"}`}},
		}, getAudit),
		define(Method{Name: "smp/audit/verify", Group: "Safety", Access: Read, Anytime: true,
			Summary:  "Whether the audit log is as it was written.",
			Doc:      "Each entry's hash covers the entry and the hash before it. `head` is worth keeping somewhere else: given as `expect` later, it shows that nothing before it was cut off or written anew.",
			Examples: []Example{{Name: "A sound log", Params: `{}`, Result: `{"ok": true, "entries": 2, "head": "5d0b7e6d1e0b9c0f5f0e4f4f7f0f7c3b2a0d6b7c8d9e0f1a2b3c4d5e6f708192"}`}},
		}, verifyAudit),
	}
}

func getAudit(ctx context.Context, c *Call, p AuditGetParams) (*smp.AuditLog, error) {
	return c.Server.memory.AuditLog(ctx, smp.AuditQuery{AuditLogID: p.AuditLogID, Offset: p.Offset, Limit: p.Limit})
}

func verifyAudit(ctx context.Context, c *Call, p AuditVerifyParams) (*smp.AuditCheck, error) {
	return c.Server.memory.VerifyAudit(ctx, p.Expect)
}
