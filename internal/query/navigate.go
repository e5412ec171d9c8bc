package query

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// Entity is what navigate says of a node itself.
type Entity struct {
	graph.Node
	Purpose     string       `json:"purpose,omitempty"`     // first paragraph of the docstring
	Description string       `json:"description,omitempty"` // set by hand
	Tags        []string     `json:"tags,omitempty"`
	EntryPoints []EntryPoint `json:"entry_points,omitempty"` // routes by which a framework calls it
}

// Relationships are the names around a node, each once.
type Relationships struct {
	Calls      []string `json:"calls"`
	CalledBy   []string `json:"called_by"`
	DependsOn  []string `json:"depends_on"`
	UsedBy     []string `json:"used_by"`
	Inherits   []string `json:"inherits"`
	ExtendedBy []string `json:"extended_by"`
	Defines    []string `json:"defines"`
	TestedBy   []string `json:"tested_by"`
}

// NavigateResult is the answer of Navigate. Related holds the nodes behind the
// names of Relationships, under the same keys; two of them may share a name.
type NavigateResult struct {
	Entity        Entity                         `json:"entity"`
	Relationships *Relationships                 `json:"relationships,omitempty"`
	Related       map[string][]workspace.NodeRef `json:"related,omitempty"`
	More          map[string]int                 `json:"more,omitempty"` // nodes that a list leaves out
	Certainty     workspace.Certainty            `json:"certainty"`
}

// NavigateQuery asks for one node.
type NavigateQuery struct {
	Query         string // id, path#name, path:line, qualified or bare name
	Relationships bool   // what is around it too
	Limit         int    // nodes in each list; 100 by default
}

// MaxListed bounds the lists of an answer.
const MaxListed = 100

// Navigate finds one node and says what is around it. The id of a community
// finds that: it defines its members, and depends on the communities that its
// members call or import.
func (m *Questions) Navigate(ctx context.Context, q NavigateQuery) (*NavigateResult, error) {
	if q.Limit <= 0 {
		q.Limit = MaxListed
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*NavigateResult, error) {
		n, err := workspace.Resolve(r, q.Query)
		if c := asCommunity(q.Query, err); c != "" {
			return navigateCommunity(r, c, q)
		}
		if err != nil {
			return nil, err
		}
		res := &NavigateResult{Entity: Entity{Node: n, Purpose: firstParagraph(n.Docstring)}}
		if res.Certainty, err = m.Space.Certainty(r, n); err != nil {
			return nil, err
		}
		note, err := r.Annotation(n.ID)
		if err != nil {
			return nil, err
		}
		res.Entity.Description, res.Entity.Tags = note.Description, note.Tags
		if res.Entity.EntryPoints, err = EntryPoints(r, n); err != nil {
			return nil, err
		}
		if q.Relationships {
			err = res.relate(r, n, q.Limit)
		}
		return res, err
	})
}

func (res *NavigateResult) relate(r *graph.Reader, n graph.Node, limit int) error {
	rel := &Relationships{}
	res.Relationships, res.Related, res.More = rel, map[string][]workspace.NodeRef{}, map[string]int{}
	calls := []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime}
	uses := []graph.EdgeType{graph.Uses, graph.References, graph.Imports, graph.DependsOn}
	bases := []graph.EdgeType{graph.Inherits, graph.Implements}
	for _, l := range []struct {
		name  string
		to    *[]string
		out   bool
		types []graph.EdgeType
	}{
		{"calls", &rel.Calls, true, calls},
		{"called_by", &rel.CalledBy, false, calls},
		{"depends_on", &rel.DependsOn, true, uses},
		{"used_by", &rel.UsedBy, false, uses},
		{"inherits", &rel.Inherits, true, bases},
		{"extended_by", &rel.ExtendedBy, false, bases},
		{"defines", &rel.Defines, true, []graph.EdgeType{graph.Defines, graph.Contains}},
		{"tested_by", &rel.TestedBy, false, []graph.EdgeType{graph.Tests}},
	} {
		rows, err := neighbourRows(r, n.Row, l.out, l.types)
		if err != nil {
			return err
		}
		if more := len(rows) - limit; more > 0 {
			res.More[l.name] = more
			rows = rows[:limit]
		}
		nodes, err := r.Nodes(rows)
		if err != nil {
			return err
		}
		res.Related[l.name] = refsOf(nodes)
		*l.to = namesOf(res.Related[l.name])
	}
	return nil
}

// refsOf are the references of nodes, by name and then by id.
func refsOf(nodes []graph.Node) []workspace.NodeRef {
	refs := []workspace.NodeRef{}
	for _, n := range nodes {
		refs = append(refs, workspace.RefOf(n))
	}
	slices.SortFunc(refs, func(a, b workspace.NodeRef) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return refs
}

func namesOf(refs []workspace.NodeRef) []string {
	names := []string{}
	for _, r := range refs {
		names = append(names, r.Name)
	}
	return slices.Compact(names)
}

// neighbours are the nodes at the other ends of a node's edges, each once.
func neighbours(r *graph.Reader, row graph.NodeID, out bool, types []graph.EdgeType) ([]graph.Node, error) {
	rows, err := neighbourRows(r, row, out, types)
	if err != nil {
		return nil, err
	}
	return r.Nodes(rows)
}

func neighbourRows(r *graph.Reader, row graph.NodeID, out bool, types []graph.EdgeType) ([]graph.NodeID, error) {
	var edges []graph.Edge
	var err error
	if out {
		edges, err = r.Out(row, types...)
	} else {
		edges, err = r.In(row, types...)
	}
	var rows []graph.NodeID
	seen := map[graph.NodeID]bool{row: true}
	for _, e := range edges {
		o := e.To
		if !out {
			o = e.From
		}
		if !seen[o] {
			seen[o] = true
			rows = append(rows, o)
		}
	}
	return rows, err
}
