package query

import (
	"cmp"
	"context"
	"sort"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// UnresolvedCall is a call site that no rule resolved.
type UnresolvedCall struct {
	Caller       string   `json:"caller"`
	File         string   `json:"file"`
	Line         int      `json:"line"`
	ToName       string   `json:"to_name"`
	Receiver     string   `json:"receiver,omitempty"`
	Reason       string   `json:"reason"`
	Candidates   []string `json:"candidates"` // path:name of definitions with that name
	Action       string   `json:"action"`
	ActionTarget string   `json:"action_target"`
}

// LinkerReport lists the call sites that stay open, and how many there are by
// reason.
type LinkerReport struct {
	UnresolvedCount int              `json:"unresolved_count"`
	ByReason        map[string]int   `json:"by_reason"`
	Unresolved      []UnresolvedCall `json:"unresolved"`
	Truncated       int              `json:"truncated"`
	EntryPoints     []HandledRoute   `json:"entry_points"` // what frameworks call from outside, by path
	MoreEntryPoints int              `json:"more_entry_points,omitempty"`
}

// LinkerReport lists at most limit open call sites of a scope (0: 200), those
// with candidates in the repository first.
func (m *Questions) LinkerReport(ctx context.Context, scope workspace.Scope, limit int) (*LinkerReport, error) {
	if limit <= 0 {
		limit = 200
	}
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*LinkerReport, error) {
		in, err := workspace.ScopeOf(r, cmp.Or(scope, "full"))
		if err != nil {
			return nil, err
		}
		res := &LinkerReport{ByReason: map[string]int{}, Unresolved: []UnresolvedCall{}}
		nodes := map[graph.NodeID]graph.Node{}
		var sites []graph.OpenCall
		var failed error
		err = r.EachOpen(func(o graph.OpenCall) bool {
			if _, ok := nodes[o.From]; !ok {
				if nodes[o.From], failed = r.Node(o.From); failed != nil {
					return false
				}
			}
			if !in.Holds(nodes[o.From].File) {
				return true
			}
			res.UnresolvedCount++
			res.ByReason[o.Reason.String()]++
			sites = append(sites, o)
			return true
		})
		if err = firstError(failed, err); err != nil {
			return nil, err
		}
		c := candidateFinder{r: r, found: map[string][]string{}}
		sort.SliceStable(sites, func(i, j int) bool { return c.has(sites[i].Name) && !c.has(sites[j].Name) })
		for _, o := range sites[:min(limit, len(sites))] {
			n := nodes[o.From]
			u := UnresolvedCall{Caller: n.ID, File: n.File, Line: o.Line, ToName: o.Name, Receiver: o.Recv, Reason: o.Reason.String(), Candidates: c.of(o.Name), ActionTarget: n.File}
			u.Action = actionFor(o.Reason, len(u.Candidates))
			res.Unresolved = append(res.Unresolved, u)
		}
		res.Truncated = len(sites) - len(res.Unresolved)
		if res.EntryPoints, err = routesOf(r, in); err != nil {
			return nil, err
		}
		res.MoreEntryPoints = max(0, len(res.EntryPoints)-limit)
		res.EntryPoints = res.EntryPoints[:len(res.EntryPoints)-res.MoreEntryPoints]
		return res, c.err
	})
}

func firstError(errs ...error) error {
	for _, e := range errs {
		if e != nil {
			return e
		}
	}
	return nil
}

// candidateFinder finds the callable definitions of a name.
type candidateFinder struct {
	r     *graph.Reader
	found map[string][]string
	err   error
}

func (c *candidateFinder) has(name string) bool { return len(c.of(name)) > 0 }

func (c *candidateFinder) of(name string) []string {
	if v, ok := c.found[name]; ok {
		return v
	}
	out := []string{}
	nodes, err := c.r.ByName(name, 20)
	c.err = firstError(c.err, err)
	for _, n := range nodes {
		if (n.Kind.Callable() || n.Kind == facts.Class) && n.File != "" {
			out = append(out, n.File+":"+workspace.DisplayName(n))
		}
	}
	c.found[name] = out
	return out
}

// actionFor says what would resolve a call site.
func actionFor(r graph.Reason, candidates int) string {
	switch {
	case candidates == 0:
		return "none"
	case r == graph.ReasonNotInScope || r == graph.ReasonImport:
		return "add_import"
	case r == graph.ReasonReceiver || r == graph.ReasonExternalReceiver || r == graph.ReasonNoMember:
		return "annotate_receiver"
	case r == graph.ReasonDynamic:
		return "trace_at_runtime"
	}
	return "disambiguate"
}
