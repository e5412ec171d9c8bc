package graph

import (
	"cmp"
	"encoding/binary"
	"slices"

	"zombiezen.com/go/sqlite"
)

// openRec is a row of open_calls.
type openRec struct {
	src        int64
	line       uint32
	name, recv string
	reason     Reason
	candidates []int64
}

const (
	insertOpen = "INSERT INTO open_calls (src, line, name, recv, reason, candidates)"
	openCols   = 6
)

func compareOpen(a, b openRec) int {
	return cmp.Or(cmp.Compare(a.src, b.src), cmp.Compare(a.line, b.line), cmp.Compare(a.name, b.name), cmp.Compare(a.recv, b.recv))
}

// openRecs are the rows for the open calls of a file: sorted, one for calls
// that nothing tells apart. def gives the row of a definition of the file,
// row that of a target or 0.
func openRecs(open []OpenRow, def func(int32) int64, row func(*Target) int64) []openRec {
	out := make([]openRec, 0, len(open))
	for i := range open {
		o := &open[i]
		rec := openRec{src: def(o.Src), line: o.Line, name: o.Name, recv: o.Recv, reason: o.Reason}
		for k := range o.Candidates {
			if o.Candidates[k].Path == "" {
				continue // a leaf outside is no candidate
			}
			if id := row(&o.Candidates[k]); id != 0 {
				rec.candidates = append(rec.candidates, id)
			}
		}
		slices.Sort(rec.candidates)
		rec.candidates = slices.Compact(rec.candidates)
		out = append(out, rec)
	}
	slices.SortStableFunc(out, func(a, b openRec) int { return cmp.Or(compareOpen(a, b), cmp.Compare(a.reason, b.reason)) })
	return slices.CompactFunc(out, func(a, b openRec) bool { return compareOpen(a, b) == 0 })
}

func (o *openRec) equal(p *openRec) bool {
	return compareOpen(*o, *p) == 0 && o.reason == p.reason && slices.Equal(o.candidates, p.candidates)
}

func (o *openRec) bind(st *sqlite.Stmt, at int) {
	st.BindInt64(at+1, o.src)
	st.BindInt64(at+2, int64(o.line))
	st.BindText(at+3, o.name)
	st.BindText(at+4, o.recv)
	st.BindInt64(at+5, int64(o.reason))
	if len(o.candidates) == 0 {
		st.BindNull(at + 6)
		return
	}
	ids := make([]byte, 0, 4*len(o.candidates))
	for _, c := range o.candidates {
		ids = binary.AppendUvarint(ids, uint64(c))
	}
	st.BindBytes(at+6, ids)
}
