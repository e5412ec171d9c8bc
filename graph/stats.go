package graph

import (
	"context"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// Overview counts what is in the graph.
type Overview struct {
	Files       int                  `json:"files"`
	Lines       int                  `json:"lines"`
	Bytes       int64                `json:"bytes"`
	Nodes       int                  `json:"nodes"`
	Edges       int                  `json:"edges"`
	Skipped     int                  `json:"skipped"`
	ParseErrors int                  `json:"parse_errors"`
	ByKind      map[string]int       `json:"by_kind"`
	ByEdge      map[string]int       `json:"by_edge"`
	ByLanguage  map[string]*Language `json:"by_language"`
	Calls       Calls                `json:"calls"`
}

// Language counts what is in the files of one language.
type Language struct {
	Files int   `json:"files"`
	Lines int   `json:"lines"`
	Nodes int   `json:"nodes"`
	Calls Calls `json:"calls"`
}

// Calls counts call sites by how far they are resolved.
type Calls struct {
	Exact      int `json:"exact"`
	Dispatch   int `json:"dispatch"`            // sites with dispatch candidates
	Candidates int `json:"dispatch_candidates"` // edges of class dispatch
	Framework  int `json:"framework"`
	External   int `json:"external"`
	Unresolved int `json:"unresolved"`
}

// ResolvedShare is the share of the call sites which stay inside the
// repository that have a target; 1 where there are none.
func (c Calls) ResolvedShare() float64 {
	resolved := c.Exact + c.Dispatch + c.Framework
	if resolved+c.Unresolved == 0 {
		return 1
	}
	return float64(resolved) / float64(resolved+c.Unresolved)
}

func (c *Calls) add(t *tally) {
	c.Exact += int(t.calls[callsExact])
	c.Dispatch += int(t.calls[callsSites])
	c.Candidates += int(t.calls[callsCandidates])
	c.Framework += int(t.calls[callsFramework])
	c.External += int(t.calls[callsExternal])
	c.Unresolved += int(t.calls[callsOpen])
}

// Overview counts what is in the graph.
func (g *Graph) Overview(ctx context.Context) (Overview, error) {
	return Get(ctx, g, (*Reader).Overview)
}

// Overview counts what is in the snapshot.
func (r *Reader) Overview() (Overview, error) {
	o := Overview{ByKind: map[string]int{}, ByEdge: map[string]int{}, ByLanguage: map[string]*Language{}}
	var all tally
	err := r.query("SELECT lang, lines, size, flags, tally FROM files WHERE layer = 0", nil, func(st *sqlite.Stmt) bool {
		var t tally
		b := make([]byte, st.ColumnLen(4))
		st.ColumnBytes(4, b)
		t.add(b)
		all.add(b)
		lang := o.ByLanguage[st.ColumnText(0)]
		if lang == nil {
			lang = &Language{}
			o.ByLanguage[st.ColumnText(0)] = lang
		}
		lang.Files++
		lang.Lines += st.ColumnInt(1)
		lang.Calls.add(&t)
		for _, n := range t.nodes {
			lang.Nodes += int(n)
		}
		o.Files++
		o.Lines += st.ColumnInt(1)
		o.Bytes += st.ColumnInt64(2)
		if facts.Flags(st.ColumnInt64(3))&facts.ParseErrors != 0 {
			o.ParseErrors++
		}
		return true
	})
	if err != nil {
		return o, err
	}
	o.Calls.add(&all)
	if err := r.countStructure(&all); err != nil {
		return o, err
	}
	for k, n := range all.nodes {
		if n > 0 {
			o.ByKind[facts.Kind(k).String()] = int(n)
			o.Nodes += int(n)
		}
	}
	for t, n := range all.edges {
		if n > 0 {
			o.ByEdge[EdgeType(t).String()] = int(n)
			o.Edges += int(n)
		}
	}
	err = r.query("SELECT count(*) FROM skips", nil, func(st *sqlite.Stmt) bool { o.Skipped = st.ColumnInt(0); return true })
	return o, err
}

// countStructure adds what belongs to no file: the repository, packages and
// leaves outside, and the edges that packages have.
func (r *Reader) countStructure(all *tally) error {
	err := r.query("SELECT kind, count(*) FROM nodes WHERE file = 0 GROUP BY kind", nil, func(st *sqlite.Stmt) bool {
		all.nodes[st.ColumnInt(0)&15] += uint32(st.ColumnInt(1))
		return true
	})
	if err != nil {
		return err
	}
	return r.query("SELECT e.type, count(*) FROM nodes n JOIN edges e ON e.src = n.id WHERE n.file = 0 GROUP BY e.type", nil, func(st *sqlite.Stmt) bool {
		all.edges[st.ColumnInt(0)&15] += uint32(st.ColumnInt(1))
		return true
	})
}
