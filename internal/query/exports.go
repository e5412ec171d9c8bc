package query

import (
	"cmp"
	"context"
	"slices"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// CallRow is a call as scripts read it: lines count from 1 and are those of
// the definition; an unresolved or external call has no callee.
type CallRow struct {
	CallerFile string  `json:"caller_file"`
	CallerName string  `json:"caller_name"`
	CallerLine int     `json:"caller_line"`
	CallLine   int     `json:"call_line"`
	CalleeFile *string `json:"callee_file"`
	CalleeName *string `json:"callee_name"`
	CalleeLine *int    `json:"callee_line"`
	Class      string  `json:"class"`
	Resolved   bool    `json:"resolved"`
}

// EachCall calls fn for every call edge and every open call site, until fn
// returns an error: in the order of callers' files and lines, then of the calls'
// lines and what they lead to, however the graph came about. A call outside any function has the line
// of its file's start, 1, or that of the variable it initialises; one in a test that is a titled block is the
// definition's around it.
func (m *Questions) EachCall(ctx context.Context, fn func(CallRow) error) error {
	var rows []CallRow
	if err := m.eachCall(ctx, func(r CallRow) error { rows = append(rows, r); return nil }); err != nil {
		return err
	}
	slices.SortStableFunc(rows, CallRow.compare)
	for _, r := range rows {
		if err := fn(r); err != nil {
			return err
		}
	}
	return nil
}

func (r CallRow) compare(o CallRow) int {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	line := func(n *int) int {
		if n == nil {
			return 0
		}
		return *n
	}
	return cmp.Or(cmp.Compare(r.CallerFile, o.CallerFile), cmp.Compare(r.CallerLine, o.CallerLine), cmp.Compare(r.CallerName, o.CallerName),
		cmp.Compare(r.CallLine, o.CallLine), cmp.Compare(text(r.CalleeFile), text(o.CalleeFile)), cmp.Compare(line(r.CalleeLine), line(o.CalleeLine)),
		cmp.Compare(text(r.CalleeName), text(o.CalleeName)), cmp.Compare(r.Class, o.Class))
}

// eachCall is EachCall in the order of the tables.
func (m *Questions) eachCall(ctx context.Context, fn func(CallRow) error) error {
	return m.Space.Graph.View(ctx, func(r *graph.Reader) error {
		nodes := map[graph.NodeID]graph.Node{}
		get := func(row graph.NodeID) (graph.Node, error) {
			if n, ok := nodes[row]; ok {
				return n, nil
			}
			n, err := r.Node(row)
			for err == nil && n.Form == facts.TestBlock { // scripts know no titles: the definition around calls
				n, err = r.Node(n.Parent)
			}
			nodes[row] = n
			return n, err
		}
		told := map[[2]graph.NodeID]bool{} // callers and candidates of a dispatch
		var failed error
		err := r.EachEdge(func(e graph.Edge) bool {
			var from, to graph.Node
			if from, failed = get(e.From); failed != nil {
				return false
			}
			if to, failed = get(e.To); failed != nil {
				return false
			}
			if pair := [2]graph.NodeID{from.Row, e.To}; e.Class == graph.Dispatch {
				if told[pair] {
					return true // two tests in one function may meet the same implementation: it is one pair
				}
				told[pair] = true
			}
			row := callRow(from, e.Line, e.Class.String())
			if to.Kind != facts.External {
				row.Resolved, row.CalleeFile, row.CalleeName, row.CalleeLine = true, &to.File, &to.Name, &to.NameLine
			}
			failed = fn(row)
			return failed == nil
		}, graph.CallsStatic, graph.CallsRuntime)
		if err = firstError(failed, err); err != nil {
			return err
		}
		err = r.EachOpen(func(o graph.OpenCall) bool {
			var from graph.Node
			if from, failed = get(o.From); failed != nil {
				return false
			}
			failed = fn(callRow(from, o.Line, "unresolved"))
			return failed == nil
		})
		return firstError(failed, err)
	})
}

func callRow(from graph.Node, line int, class string) CallRow {
	return CallRow{CallerFile: from.File, CallerName: from.Name, CallerLine: from.NameLine, CallLine: line, Class: class}
}
