package jsonrpc

import (
	"context"
	"time"

	"github.com/structural-memory/smp"
)

// EnrichParams are those of smp/enrich.
type EnrichParams struct {
	NodeID string `json:"node_id" jsonschema:"an id, path#name, path:line, a qualified or a bare name"`
	Force  bool   `json:"force,omitempty" jsonschema:"again, although the source has not changed"`
}

// EnrichBatchParams are those of smp/enrich/batch.
type EnrichBatchParams struct {
	Scope string `json:"scope,omitempty" jsonschema:"full, package:PATH or file:PATH" default:"full"`
	Force bool   `json:"force,omitempty" jsonschema:"again, although the source has not changed"`
}

// ScopeParams are those of methods about a part of the repository.
type ScopeParams struct {
	Scope string `json:"scope,omitempty" jsonschema:"full, package:PATH or file:PATH" default:"full"`
}

// AnnotateParams are those of smp/annotate.
type AnnotateParams struct {
	NodeID      string   `json:"node_id" jsonschema:"an id, path#name, path:line, a qualified or a bare name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags,omitempty" jsonschema:"in place of those that the node has; left out, those stay"`
	Force       bool     `json:"force,omitempty" jsonschema:"describe it although it has a docstring"`
}

// AnnotateBulkParams are those of smp/annotate/bulk.
type AnnotateBulkParams struct {
	Annotations []AnnotateParams `json:"annotations"`
}

// TagParams are those of smp/tag.
type TagParams struct {
	Scope  string   `json:"scope" jsonschema:"full, package:PATH or file:PATH"`
	Tags   []string `json:"tags"`
	Action string   `json:"action" enum:"add,remove,replace"`
}

func enrichRows() []*Method {
	row := func(name string, access Access, summary, doc, params string, errs ...Code) Method {
		return Method{Name: name, Group: "Enrichment", Access: access, Audited: access == Write, Summary: summary, Doc: doc, Errors: append(errs, NotReady), Examples: []Example{{Name: summary, Params: params}}}
	}
	long := func(m Method) Method { m.Timeout = time.Hour; return m }
	return []*Method{
		define(row("smp/enrich", Write, "Take a node's docstring, comments, decorators and types from its source.", "Status `skipped` where the source has not changed since the last time, `no_metadata` where there is nothing to take.", `{"node_id": "authenticateUser", "force": false}`, NotFound, Ambiguous), enrich),
		define(long(row("smp/enrich/batch", Write, "The same for all nodes of a scope.", "`no_metadata_nodes` are what smp/annotate is for.", `{"scope": "package:src/auth", "force": false}`)), enrichBatch),
		define(row("smp/enrich/stale", Read, "Nodes that have changed since they were enriched.", "", `{"scope": "full"}`), enrichStale),
		define(row("smp/enrich/status", Read, "How much of the code is documented, typed and tagged.", "", `{"scope": "full"}`), enrichStatus),
		define(row("smp/annotate", Write, "Describe a node by hand.", "Stored apart from what the source says, searched alike, and kept when the source changes. A docstring is only overridden with `force`.", `{"node_id": "authMiddleware", "description": "Refreshes the token of each request.", "tags": ["auth"]}`, NotFound, Ambiguous, DocstringExists), annotate),
		define(row("smp/annotate/bulk", Write, "Describe many nodes.", "What fails is listed and hinders nothing else.", `{"annotations": [{"node_id": "authMiddleware", "description": "Refreshes the token of each request.", "tags": ["auth"]}]}`), annotateBulk),
		define(row("smp/tag", Write, "Add tags to all nodes of a scope, remove or replace them.", "", `{"scope": "package:src/payments", "tags": ["billing", "pci-sensitive"], "action": "add"}`), tag),
		searchRow(),
	}
}

func enrich(ctx context.Context, c *Call, p EnrichParams) (*smp.EnrichResult, error) {
	res, err := c.Server.memory.Enrich(ctx, p.NodeID, p.Force)
	if err == nil && res.Status == "enriched" {
		c.semantic(res.NodeID + " re-enriched")
	}
	return res, err
}

func enrichBatch(ctx context.Context, c *Call, p EnrichBatchParams) (*smp.EnrichBatchResult, error) {
	res, err := c.Server.memory.EnrichBatch(ctx, smp.Scope(p.Scope), p.Force)
	if err == nil && res.Enriched > 0 {
		c.semantic(plural(res.Enriched, "node") + " re-enriched")
	}
	return res, err
}

func enrichStale(ctx context.Context, c *Call, p ScopeParams) (*smp.EnrichStaleResult, error) {
	return c.Server.memory.EnrichStale(ctx, smp.Scope(p.Scope))
}

func enrichStatus(ctx context.Context, c *Call, p ScopeParams) (*smp.EnrichStatusResult, error) {
	return c.Server.memory.EnrichStatus(ctx, smp.Scope(p.Scope))
}

func (p AnnotateParams) annotation() smp.Annotation {
	return smp.Annotation{Description: p.Description, Tags: p.Tags, Force: p.Force}
}

func annotate(ctx context.Context, c *Call, p AnnotateParams) (*smp.AnnotateResult, error) {
	res, err := c.Server.memory.Annotate(ctx, p.NodeID, p.annotation())
	if err == nil {
		c.semantic(res.NodeID + " annotated")
	}
	return res, err
}

func annotateBulk(ctx context.Context, c *Call, p AnnotateBulkParams) (*smp.AnnotateBulkResult, error) {
	var list []smp.NodeAnnotation
	for _, a := range p.Annotations {
		list = append(list, smp.NodeAnnotation{NodeID: a.NodeID, Annotation: a.annotation()})
	}
	res, err := c.Server.memory.AnnotateBulk(ctx, list)
	if err == nil && res.Annotated > 0 {
		c.semantic(plural(res.Annotated, "node") + " annotated")
	}
	return res, err
}

func tag(ctx context.Context, c *Call, p TagParams) (*smp.TagResult, error) {
	res, err := c.Server.memory.Tag(ctx, smp.Scope(p.Scope), p.Tags, p.Action)
	if err == nil && res.NodesAffected > 0 {
		c.semantic(plural(res.NodesAffected, "node") + " tagged")
	}
	return res, err
}

// semantic tells everyone what is known beside the structure now.
func (c *Call) semantic(what string) {
	c.Server.NotifyMemoryUpdated(MemoryChanges{SemanticChanges: []string{what}})
}
