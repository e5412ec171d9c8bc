package workspace

import (
	"context"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// NodeRef names a node in an answer: enough to show it and to ask on.
type NodeRef struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Name string `json:"name"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

func RefOf(n graph.Node) NodeRef {
	return NodeRef{ID: n.ID, Type: n.Type, Name: DisplayName(n), File: n.File, Line: n.NameLine}
}

// DisplayName is a node's name with the type that it is a member of.
func DisplayName(n graph.Node) string {
	if n.Qualified != "" {
		return n.Qualified
	}
	return n.Name
}

// Certainty says what an answer about a node does not know: call sites whose
// target is open are no edges, and one of them may mean the node.
type Certainty struct {
	// UnresolvedSameName counts open call sites anywhere that name the node.
	UnresolvedSameName int `json:"unresolved_same_name"`
	// UnresolvedInside counts open call sites inside the node.
	UnresolvedInside int `json:"unresolved_inside"`
	// ExternalCalls counts calls out of the node that leave the repository.
	ExternalCalls int `json:"external_calls"`
	// NotLookedAt are files that mention the node and were not read or not
	// linked; null where there are none.
	NotLookedAt *NotLookedAt `json:"not_looked_at,omitempty"`
	// Certain is true when nothing above could change the answer.
	Certain bool `json:"certain"`
}

func (m *Space) Certainty(r *graph.Reader, n graph.Node) (Certainty, error) {
	var c Certainty
	var err error
	if n.Kind.Callable() || n.Kind.TypeLike() {
		if c.UnresolvedSameName, err = r.OpenCount(n.Name); err != nil {
			return c, err
		}
		through, err := throughOutside(r, n)
		if err != nil {
			return c, err
		}
		c.UnresolvedSameName += through
	}
	if n.Kind == facts.Community {
		c.Certain = true
		return c, nil
	}
	if c.NotLookedAt, err = m.NotLookedAt(r, n.File, n.Name); err != nil {
		return c, err
	}
	open, err := r.OpenCalls(n.Row)
	if err != nil {
		return c, err
	}
	c.UnresolvedInside = len(open)
	out, err := r.Out(n.Row, graph.CallsStatic)
	if err != nil {
		return c, err
	}
	for _, e := range out {
		if e.Class == graph.Outside {
			c.ExternalCalls++
		}
	}
	c.Certain = c.UnresolvedSameName == 0 && c.UnresolvedInside == 0 && c.NotLookedAt == nil
	return c, nil
}

// Relation turns a relationship's name in a request into edge types. CALLS
// means static and observed calls together.
func Relation(names ...string) ([]graph.EdgeType, error) {
	var out []graph.EdgeType
	for _, n := range names {
		switch n {
		case "CALLS", "":
			out = append(out, graph.CallsStatic, graph.CallsRuntime)
		case "ALL":
			out = append(out, DependencyEdges...)
		default:
			t := graph.EdgeTypeOf(n)
			if t == graph.NoEdge {
				return nil, &ParamError{Param: "relationship", Value: n, Hint: "use CALLS, ALL, or an edge type such as IMPORTS, INHERITS, IMPLEMENTS, USES, REFERENCES, TESTS, DEFINES, CONTAINS, DEPENDS_ON, MEMBER_OF, BRIDGES, CHILD_OF"}
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// DependencyEdges are the edges along which a change travels.
var DependencyEdges = []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime, graph.Imports, graph.Inherits, graph.Implements, graph.Uses, graph.References, graph.Tests}

// Resolve is graph.Resolve within a snapshot.
func Resolve(r *graph.Reader, ref string, kinds ...facts.Kind) (graph.Node, error) {
	return r.Resolve(ref, graph.Filter{Kinds: kinds})
}

// Read runs fn on one snapshot.
func Read[T any](ctx context.Context, m *Space, fn func(*graph.Reader) (T, error)) (T, error) {
	return graph.Get(ctx, m.Graph, fn)
}

func IsFile(n graph.Node) bool { return n.Qualified == "" && n.File != "" }

// WithMembers is a node with all that it defines.
func WithMembers(r *graph.Reader, n graph.Node) ([]graph.Node, error) {
	out := []graph.Node{n}
	if n.Kind.Callable() || n.Kind == facts.Variable {
		return out, nil
	}
	for i := 0; i < len(out) && len(out) < 5000; i++ {
		kids, err := r.Children(out[i].Row)
		if err != nil {
			return nil, err
		}
		out = append(out, kids...)
	}
	return out, nil
}

// Cut is the beginning of a list; more notes how much is left out.
func Cut[T any](list []T, limit int, name string, more map[string]int) []T {
	if n := len(list) - limit; n > 0 {
		more[name] = n
		return list[:limit]
	}
	return list
}
