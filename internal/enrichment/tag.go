package enrichment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// TagResult is the answer of Tag.
type TagResult struct {
	NodesAffected int             `json:"nodes_affected"` // those whose tags are different now
	Action        string          `json:"action"`
	Scope         workspace.Scope `json:"scope"`
}

// Tag adds tags to all functions, classes, interfaces and variables of a scope
// ("full", "package:PATH" or "file:PATH"), removes them, or replaces those that
// there are.
func (m *Enricher) Tag(ctx context.Context, scope workspace.Scope, tags []string, action string) (*TagResult, error) {
	tags, err := cleanTags(tags)
	if err != nil {
		return nil, err
	}
	edit := tagActions[action]
	switch {
	case edit == nil:
		return nil, &workspace.ParamError{Param: "action", Value: `"` + action + `"`, Hint: "use add, remove or replace"}
	case len(tags) == 0 && action != "replace":
		return nil, &workspace.ParamError{Param: "tags", Value: "empty", Hint: "name at least one tag; replace with none removes all"}
	}
	var ids []string
	err = m.eachEnrichable(ctx, scope, func(n *graph.Node, _ [16]byte, _ *graph.Enrichment) { ids = append(ids, n.ID) })
	if err != nil {
		return nil, err
	}
	n, err := m.Space.Graph.EditAnnotations(ctx, ids, clock(), func(_ int, a *graph.Annotation) { a.Tags = edit(a.Tags, tags) })
	if err != nil {
		return nil, err
	}
	return &TagResult{NodesAffected: n, Action: action, Scope: scope}, nil
}

var tagActions = map[string]func(have, tags []string) []string{
	"add": func(have, tags []string) []string { return ordered(append(have, tags...)) },
	"remove": func(have, tags []string) []string {
		return slices.DeleteFunc(have, func(t string) bool { return slices.Contains(tags, t) })
	},
	"replace": func(_, tags []string) []string { return tags },
}

// maxTag is as long as a tag may be, in bytes.
const maxTag = 100

// cleanTags puts tags in order and refuses what is none.
func cleanTags(tags []string) ([]string, error) {
	out := make([]string, 0, len(tags))
	for _, t := range tags {
		t = strings.TrimSpace(t)
		if t == "" || len(t) > maxTag || strings.ContainsFunc(t, unicode.IsControl) {
			return nil, &workspace.ParamError{Param: "tags", Value: fmt.Sprintf("%q", t), Hint: fmt.Sprintf("a tag has 1 to %d bytes on one line", maxTag)}
		}
		out = append(out, t)
	}
	return ordered(out), nil
}

func ordered(tags []string) []string {
	slices.Sort(tags)
	return slices.Compact(tags)
}
