package graph

import "cmp"

// edge is an edge with row ids, as it is sorted and stored.
type edge struct {
	src, dst uint32
	line     uint32
	typ      EdgeType
	how      uint8
}

var structureHow = uint8(packHow(Exact, ViaStructure))

// compareKeys orders edges as the table does.
func compareKeys(a, b edge) int {
	return cmp.Or(cmp.Compare(a.src, b.src), cmp.Compare(a.typ, b.typ), cmp.Compare(a.dst, b.dst), cmp.Compare(a.line, b.line))
}

// compareEdges puts the surest of several that say the same first.
func compareEdges(a, b edge) int { return cmp.Or(compareKeys(a, b), cmp.Compare(a.how, b.how)) }

// compareIncoming orders edges to one target as edges_in does.
func compareIncoming(a, b edge) int {
	return cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.src, b.src), cmp.Compare(a.line, b.line))
}

// sameEdge tells whether two edges are one row.
func sameEdge(a, b edge) bool { return compareKeys(a, b) == 0 }
