package jsonrpc

import (
	"context"

	"github.com/structural-memory/smp"
)

// LinkerReportParams are those of smp/linker/report.
type LinkerReportParams struct {
	Scope string `json:"scope,omitempty" jsonschema:"full, package:PATH or file:PATH" default:"full"`
	Limit int    `json:"limit,omitempty" jsonschema:"call sites in the list" default:"200" min:"1" max:"10000"`
}

func linkerRows() []*Method {
	return []*Method{
		shown(define(Method{Name: "smp/linker/report", Group: "Linker", Access: Read, Viewed: true, Errors: []Code{NotReady},
			Summary:  "Call sites that could not be linked, why, and what would help.",
			Doc:      "No call is bound to a name that is merely unique in the repository: what imports, scopes and types do not decide stays open and is listed here, those with candidates first. `entry_points` are the definitions that frameworks call from outside.",
			Examples: []Example{{Name: "The whole repository", Params: `{"scope": "full"}`}},
		}, linkerReport), reportMarkdown),
	}
}

func linkerReport(ctx context.Context, c *Call, p LinkerReportParams) (*smp.LinkerReport, error) {
	res, err := c.Memory().LinkerReport(ctx, smp.Scope(p.Scope), p.Limit)
	if res != nil && res.EntryPoints == nil {
		res.EntryPoints = []smp.HandledRoute{}
	}
	return res, err
}
