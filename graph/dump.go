package graph

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/structural-memory/smp/facts"
	"zombiezen.com/go/sqlite"
)

// The lines of a dump. Their fields come in a fixed order, so that equal
// graphs give equal bytes.
type (
	dumpFile struct {
		File    string       `json:"dump_file"`
		Lang    string       `json:"language"`
		Kind    string       `json:"kind"`
		Package string       `json:"package"`
		Size    int64        `json:"size"`
		Lines   int          `json:"lines"`
		Flags   int          `json:"flags"`
		SHA256  string       `json:"sha256"`
		Imports []FileImport `json:"imports"`
		Exports []string     `json:"exports"`
	}
	dumpNode struct {
		Node
		NameLine int    `json:"name_line"`
		Parent   string `json:"parent"`
	}
	dumpOpen struct {
		From       string   `json:"open_from"`
		Line       int      `json:"line"`
		Name       string   `json:"name"`
		Recv       string   `json:"receiver"`
		Reason     string   `json:"reason"`
		Candidates []string `json:"candidates"`
	}
	dumpSkip struct {
		Path   string `json:"skip"`
		Reason string `json:"reason"`
		Detail string `json:"detail"`
		Size   int64  `json:"size"`
	}
)

// DumpHash is the SHA-256 of the dump, in hex.
func (g *Graph) DumpHash(ctx context.Context) (string, error) {
	h := sha256.New()
	if err := g.Dump(ctx, h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Dump writes the graph in its canonical form: JSON lines, sorted, without
// row ids and times. Two graphs are equal when their dumps are.
func (g *Graph) Dump(ctx context.Context, w io.Writer) error {
	return g.View(ctx, func(r *Reader) error { return r.Dump(w) })
}

// Dump is Graph.Dump of the snapshot.
func (r *Reader) Dump(w io.Writer) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	d := &dumper{r: r, w: buf, out: json.NewEncoder(buf)}
	d.out.SetEscapeHTML(false)
	for _, section := range []func() error{d.files, d.nodes, d.edges, d.open, d.skips} {
		if err := section(); err != nil {
			return err
		}
	}
	return buf.Flush()
}

type dumper struct {
	r    *Reader
	w    *bufio.Writer
	out  *json.Encoder
	rows []NodeID // sorted by text id
	ids  []string // of rows[i]
	rank map[NodeID]int32
	err  error
}

// line writes a line; it is false when that fails.
func (d *dumper) line(v any) bool {
	d.err = d.out.Encode(v)
	return d.err == nil
}

// result is the first of two errors.
func (d *dumper) result(err error) error {
	if err != nil {
		return err
	}
	return d.err
}

func (d *dumper) files() error {
	err := d.r.EachFile(func(f FileInfo) bool {
		return d.line(dumpFile{f.Path, f.Lang, f.Kind.String(), f.Package, f.Size, f.Lines, int(f.Flags), hex.EncodeToString(f.SHA256[:]), f.Imports, f.Exports})
	})
	return d.result(err)
}

// nodes also makes the ranks by which edges are sorted.
func (d *dumper) nodes() error {
	type row struct {
		id  string
		row NodeID
	}
	var all []row
	err := d.r.query("SELECT n.id, n.kind, n.name, n.scope, n.disc, n.file > 0 AND n.def = 0, f.path FROM nodes n LEFT JOIN files f ON f.id = n.file", nil, func(st *sqlite.Stmt) bool {
		in := scanIdent(st, 1)
		all = append(all, row{in.id(), NodeID(st.ColumnInt64(0))})
		return true
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b row) int { return cmp.Compare(a.id, b.id) })
	d.rank = make(map[NodeID]int32, len(all))
	for i, n := range all {
		d.rows, d.ids = append(d.rows, n.row), append(d.ids, n.id)
		d.rank[n.row] = int32(i)
	}
	for _, row := range d.rows {
		n, err := d.r.Node(row)
		if err != nil {
			return err
		}
		if n.Row == repoRow {
			n.Name = "" // the folder's name is no part of the graph
		}
		if !d.line(dumpNode{n, n.NameLine, d.id(n.Parent)}) {
			return d.err
		}
	}
	return nil
}

// scanIdent reads kind, name, scope, disc, whether it is a file's own node,
// and the path.
func scanIdent(st *sqlite.Stmt, col int) ident {
	return ident{
		kind: facts.Kind(st.ColumnInt64(col)), name: st.ColumnText(col + 1), scope: st.ColumnText(col + 2), disc: st.ColumnText(col + 3),
		file: st.ColumnBool(col + 4), path: st.ColumnText(col + 5),
	}
}

func (d *dumper) id(row NodeID) string {
	if i, ok := d.rank[row]; ok {
		return d.ids[i]
	}
	return ""
}

func (d *dumper) edges() error {
	all := make([]edge, 0, len(d.rows)*4)
	err := d.r.query("SELECT src, type, dst, line, how FROM edges", nil, func(st *sqlite.Stmt) bool {
		e := scanRaw(st)
		e.src, e.dst = uint32(d.rank[NodeID(e.src)]), uint32(d.rank[NodeID(e.dst)])
		all = append(all, e)
		return true
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, compareKeys)
	for _, e := range all {
		c, v := unpackHow(int64(e.how))
		from, err := json.Marshal(d.ids[e.src])
		if err != nil {
			return err
		}
		to, err := json.Marshal(d.ids[e.dst])
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(d.w, "{\"edge_from\":%s,\"type\":%q,\"to\":%s,\"line\":%d,\"class\":%q,\"via\":%q}\n", from, e.typ, to, e.line, c, v); err != nil {
			return err
		}
	}
	return nil
}

func (d *dumper) open() error {
	var all []dumpOpen
	err := d.r.EachOpen(func(c OpenCall) bool {
		o := dumpOpen{d.id(c.From), c.Line, c.Name, c.Recv, c.Reason.String(), []string{}}
		for _, n := range c.Candidates {
			if id := d.id(n); id != "" { // one that is gone says nothing
				o.Candidates = append(o.Candidates, id)
			}
		}
		slices.Sort(o.Candidates)
		all = append(all, o)
		return true
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b dumpOpen) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Recv, b.Recv))
	})
	for _, o := range all {
		if !d.line(o) {
			return d.err
		}
	}
	return nil
}

func (d *dumper) skips() error {
	list, err := d.r.Skips()
	for _, s := range list {
		// What a symbolic link leads to may lie where nobody looks: whether it
		// is there is no state of the graph.
		if s.Reason == "symlink" {
			s.Detail = ""
		}
		if !d.line(dumpSkip(s)) {
			return d.err
		}
	}
	return err
}
