package sitter

import "sort"

// Piece is a part of a text that was put together from parts of a file: Len
// bytes that begin at Text, and in the file at Src, on row Row (from 0).
type Piece struct {
	Text, Src, Len uint32
	TextRow, Row   uint32
}

// Move gives the nodes of a tree the places that the pieces of its text have
// in the file. The pieces are in the order of the text; what lies between them
// belongs to the end of the one before.
func (t *Tree) Move(pieces []Piece) {
	if len(pieces) == 0 {
		return
	}
	at := 0
	for i := range t.nodes {
		n := &t.nodes[i]
		for at+1 < len(pieces) && pieces[at+1].Text <= n.start {
			at++
		}
		p, q := &pieces[at], &pieces[at]
		if at+1 < len(pieces) && n.end > pieces[at+1].Text {
			q = &pieces[sort.Search(len(pieces), func(i int) bool { return pieces[i].Text >= n.end })-1]
		}
		n.start, n.row = p.place(n.start, n.row)
		n.end, n.endRow = q.place(n.end, n.endRow)
	}
}

func (p *Piece) place(at, row uint32) (uint32, uint32) {
	if at < p.Text {
		return p.Src, p.Row
	}
	return p.Src + min(at-p.Text, p.Len), p.Row + row - p.TextRow
}
