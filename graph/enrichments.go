package graph

import (
	"context"
	"encoding/binary"
	"time"

	"zombiezen.com/go/sqlite"
)

// Metadata is a set of kinds of metadata.
type Metadata uint8

// What a node may say of itself.
const (
	HasDocstring Metadata = 1 << iota
	HasComments
	HasDecorators
	HasTypes // of parameters or results, or exceptions
)

// Enrichment is what was taken from a node's source, beside what its row says,
// and when. It belongs to the text id.
type Enrichment struct {
	Hash     uint64 // of the node's source at that time
	Doc      uint64 // hash of its docstring at that time
	At       time.Time
	Has      Metadata
	Comments []NodeComment
	Throws   []string
}

// NodeComment is a comment inside a node.
type NodeComment struct {
	Line int // lines below the node's first
	Text string
}

// EnrichmentRow is an enrichment to be stored.
type EnrichmentRow struct {
	ID string
	Enrichment
}

// PutEnrichments stores enrichments in one transaction. With prune, it forgets
// those of nodes that are gone.
func (g *Graph) PutEnrichments(ctx context.Context, rows []EnrichmentRow, prune bool) error {
	return g.st.Write(ctx, func(conn *sqlite.Conn) error {
		b := newBatcher(conn, "INSERT OR REPLACE INTO enrichments (sid, hash, doc, at, has, data)", 6, (*EnrichmentRow).bind)
		if err := b.addAll(rows); err != nil {
			return err
		}
		if err := b.flush(); err != nil || !prune {
			return err
		}
		return exec(conn, "DELETE FROM enrichments WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.sid = enrichments.sid)", nil)
	})
}

func (e *EnrichmentRow) bind(st *sqlite.Stmt, at int) {
	st.BindInt64(at+1, int64(SID(e.ID)))
	st.BindInt64(at+2, int64(e.Hash))
	st.BindInt64(at+3, int64(e.Doc))
	st.BindInt64(at+4, e.At.Unix())
	st.BindInt64(at+5, int64(e.Has))
	if data := e.pack(); data != nil {
		st.BindBytes(at+6, data)
	} else {
		st.BindNull(at + 6)
	}
}

// pack is nil where there is nothing to say.
func (e *Enrichment) pack() []byte {
	if len(e.Comments) == 0 && len(e.Throws) == 0 {
		return nil
	}
	b := binary.AppendUvarint(nil, uint64(len(e.Comments)))
	for _, c := range e.Comments {
		b = appendString(binary.AppendUvarint(b, uint64(c.Line)), c.Text)
	}
	for _, t := range e.Throws {
		b = appendString(b, t)
	}
	return b
}

func (e *Enrichment) unpack(data string) {
	r := extraReader(data)
	for n := r.uint(); n > 0 && len(r) > 0; n-- {
		e.Comments = append(e.Comments, NodeComment{Line: int(r.uint()), Text: r.text()})
	}
	for len(r) > 0 {
		e.Throws = append(e.Throws, r.text())
	}
}

// Enrichment is that of the node with the text id, nil if it has none.
func (r *Reader) Enrichment(id string) (e *Enrichment, err error) {
	err = r.query("SELECT hash, doc, at, has, data FROM enrichments WHERE sid = ?", func(st *sqlite.Stmt) { st.BindInt64(1, int64(SID(id))) }, func(st *sqlite.Stmt) bool {
		e = scanEnrichment(st)
		e.unpack(st.ColumnText(4))
		return false
	})
	return e, err
}

// Enrichments are all that there are, by the hash of the text id (see SID),
// without comments and throws.
func (r *Reader) Enrichments() (map[uint64]Enrichment, error) {
	out := map[uint64]Enrichment{}
	err := r.query("SELECT hash, doc, at, has, sid FROM enrichments", nil, func(st *sqlite.Stmt) bool {
		out[uint64(st.ColumnInt64(4))] = *scanEnrichment(st)
		return true
	})
	return out, err
}

func scanEnrichment(st *sqlite.Stmt) *Enrichment {
	return &Enrichment{Hash: uint64(st.ColumnInt64(0)), Doc: uint64(st.ColumnInt64(1)), At: time.Unix(st.ColumnInt64(2), 0).UTC(), Has: Metadata(st.ColumnInt64(3))}
}
