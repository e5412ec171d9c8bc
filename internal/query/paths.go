package query

import (
	"context"
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// WhyStep is one edge of a dependency path.
type WhyStep struct {
	Node   string `json:"node"`
	Edge   string `json:"edge"`
	Target string `json:"target"`
	Line   int    `json:"line,omitempty"`
	Class  string `json:"class,omitempty"`
}

// WhyResult is the answer of Why. PathLength counts the nodes on the path, as
// the specification does: one more than the steps; nil where there is no path.
type WhyResult struct {
	PathLength *int      `json:"path_length"`
	Chain      []WhyStep `json:"chain"`
	Readable   string    `json:"readable"`
}

// whyEdges are what a dependency consists of. DEPENDS_ON leads from a package
// to those that its files import; that one thing holds another is none.
var whyEdges = []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime, graph.Imports, graph.Inherits, graph.Implements, graph.Uses, graph.References, graph.DependsOn}

// Why finds the shortest dependency path between two nodes. Who depends on
// something in a file, a type or a package depends on that.
func (m *Questions) Why(ctx context.Context, from, to string) (*WhyResult, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*WhyResult, error) {
		a, err := workspace.Resolve(r, from)
		if err != nil {
			return nil, err
		}
		b, err := workspace.Resolve(r, to)
		if err != nil {
			return nil, err
		}
		edges, err := shortestPath(r, a, b, whyEdges...)
		if err != nil {
			return nil, err
		}
		res := &WhyResult{Chain: []WhyStep{}}
		if edges == nil {
			res.Readable = "No dependency path exists between these two nodes"
			return res, nil
		}
		n := len(edges) + 1
		res.PathLength = &n
		words := []string{shortName(a)}
		for i, e := range edges {
			x, err := r.Node(e.From)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				words[0] = shortName(x)
			}
			y, err := r.Node(e.To)
			if err != nil {
				return nil, err
			}
			res.Chain = append(res.Chain, WhyStep{Node: pathName(x), Edge: e.Type.String(), Target: pathName(y), Line: e.Line, Class: e.Class.String()})
			words = append(words, strings.ToLower(strings.ReplaceAll(CallsName(e.Type), "_", " ")), shortName(y))
		}
		res.Readable = strings.Join(words, " → ")
		return res, nil
	})
}

// pathName names a node in a chain: a file by its path, others by file and
// qualified name.
func pathName(n graph.Node) string {
	if n.Kind == facts.File || n.Kind == facts.Config {
		return n.File
	}
	if n.File == "" {
		return n.ID
	}
	return n.File + "#" + workspace.DisplayName(n)
}

func shortName(n graph.Node) string {
	if n.Kind == facts.File || n.Kind == facts.Config {
		return path.Base(n.File)
	}
	return workspace.DisplayName(n)
}
