package graph

import (
	"encoding/binary"
	"iter"

	"github.com/structural-memory/smp/facts"
)

// tally counts what a file brings into the graph, so that statistics are a
// sum over files and never a scan of all edges.
type tally struct {
	nodes [16]uint32 // by kind
	edges [16]uint32 // by type
	calls [6]uint32  // see the constants
}

const (
	callsExact      = iota // edges of class exact
	callsSites             // places with dispatch candidates
	callsCandidates        // edges of class dispatch
	callsFramework
	callsExternal
	callsOpen
)

func (t *tally) parts() [][]uint32 { return [][]uint32{t.nodes[:], t.edges[:], t.calls[:]} }

// append writes each part without its trailing zeros, behind its length.
func (t tally) append(b []byte) []byte {
	for _, part := range t.parts() {
		n := len(part)
		for n > 0 && part[n-1] == 0 {
			n--
		}
		b = append(b, byte(n))
		for _, v := range part[:n] {
			b = binary.AppendUvarint(b, uint64(v))
		}
	}
	return b
}

// add adds what append wrote; a damaged value adds less.
func (t *tally) add(b []byte) {
	for _, part := range t.parts() {
		if len(b) == 0 {
			return
		}
		n := min(int(b[0]), len(part))
		b = b[1:]
		for i := range n {
			v, w := binary.Uvarint(b)
			if w <= 0 {
				return
			}
			part[i] += uint32(v)
			b = b[w:]
		}
	}
}

// edge counts one edge. seen holds the places (source, line) that have
// dispatch candidates already.
func (t *tally) edge(typ EdgeType, c Class, src NodeID, line uint32, seen map[[2]int64]bool) {
	t.edges[typ]++
	if typ != CallsStatic {
		return
	}
	switch c {
	case Exact:
		t.calls[callsExact]++
	case Dispatch:
		t.calls[callsCandidates]++
		if at := [2]int64{int64(src), int64(line)}; !seen[at] {
			seen[at] = true
			t.calls[callsSites]++
		}
	case Framework:
		t.calls[callsFramework]++
	case Outside:
		t.calls[callsExternal]++
	}
}

// count is the tally of one file: the kinds of its nodes, the edges out of
// them, the number of its open calls.
func count(kinds iter.Seq[facts.Kind], edges []edge, open int) (t tally) {
	for k := range kinds {
		t.nodes[k&15]++
	}
	t.calls[callsOpen] = uint32(open)
	seen := map[[2]int64]bool{}
	for _, e := range edges {
		c, _ := unpackHow(int64(e.how))
		t.edge(e.typ, c, NodeID(e.src), e.line, seen)
	}
	return t
}
