package graph

import (
	"path"
	"slices"
	"strconv"
)

// preparer turns the nodes of a file into records: it gives each its place in
// the file's id space and the hash of its text id. It is reused from file to
// file.
type preparer struct {
	seen  map[uint64]int32 // text id hash → first definition that has it
	sids  []uint64
	discs []string
	extra []byte
}

// identities computes the text id hash and the final discriminator of each
// node. Nodes of one file that would share an id get ~2, ~3, … in source
// order.
func (p *preparer) identities(f *FileGraph) {
	if p.seen == nil {
		p.seen = map[uint64]int32{}
	}
	clear(p.seen)
	p.sids, p.discs = p.sids[:0], p.discs[:0]
	var again []int32
	for i := range f.Nodes {
		sid := f.sid(i, f.Nodes[i].Disc)
		p.sids, p.discs = append(p.sids, sid), append(p.discs, f.Nodes[i].Disc)
		if _, dup := p.seen[sid]; dup {
			again = append(again, int32(i))
		} else {
			p.seen[sid] = int32(i)
		}
	}
	if len(again) > 0 {
		p.separate(f, again)
	}
}

// separate gives the nodes that share an id different ones.
func (p *preparer) separate(f *FileGraph, again []int32) {
	groups := map[uint64][]int32{}
	var order []uint64
	for _, i := range again {
		sid := p.sids[i]
		if groups[sid] == nil {
			groups[sid] = []int32{p.seen[sid]}
			order = append(order, sid)
		}
		groups[sid] = append(groups[sid], i)
	}
	for _, sid := range order {
		group := groups[sid]
		slices.SortStableFunc(group, func(a, b int32) int { return int(f.Nodes[a].StartByte) - int(f.Nodes[b].StartByte) })
		number := 2
		p.sids[group[0]] = sid
		for _, i := range group[1:] {
			for {
				p.discs[i] = f.Nodes[i].Disc + "~" + strconv.Itoa(number)
				p.sids[i] = f.sid(int(i), p.discs[i])
				number++
				if _, taken := p.seen[p.sids[i]]; !taken {
					p.seen[p.sids[i]] = i
					break
				}
			}
		}
	}
}

// sid is the hash of the text id of node i, with the given discriminator.
func (f *FileGraph) sid(i int, disc string) uint64 {
	n := &f.Nodes[i]
	h := hashText(hashText(hashStart, prefixOf(n.Kind)), ":")
	h = hashText(h, escapePath(f.File.Path))
	if i > 0 {
		h = hashText(h, "#")
		if n.Scope != "" {
			h = hashText(hashText(h, n.Scope), ".")
		}
		h = hashText(hashText(h, n.Name), disc)
	}
	return hashEnd(h)
}

// record is node i as it is stored. rows are the row ids of the file's nodes,
// above is the package's.
func (p *preparer) record(f *FileGraph, i int, file int64, rows func(def int32) int64, above int64) nodeRec {
	n := &f.Nodes[i]
	p.extra = appendExtra(p.extra[:0], n.Params, n.Returns, n.Decorators)
	rec := nodeRec{
		id: rows(int32(i)), sid: int64(p.sids[i]), kind: uint8(n.Kind), form: n.Form, name: n.Name, scope: n.Scope, disc: p.discs[i],
		file: file, def: int64(i), sline: n.StartLine, eline: n.EndLine, nline: n.NameLine, sbyte: n.StartByte, ebyte: n.EndByte,
		mods: uint32(n.Mods), cx: n.Complexity, hash: int64(n.Hash), sig: n.Sig, doc: n.Doc, extra: string(p.extra),
	}
	if i == 0 {
		rec.name, rec.scope, rec.disc, rec.parent = path.Base(f.File.Path), "", "", above
	} else {
		rec.parent = rows(n.Parent)
	}
	return rec
}

// structureRec is a node outside files: the repository, a package, an
// external.
func structureRec(id int64, in ident, parent int64) nodeRec {
	return nodeRec{id: id, sid: int64(SID(in.id())), kind: uint8(in.kind), name: in.name, scope: in.scope, parent: parent}
}

// sid is the hash of node i's text id, after identities.
func (p *preparer) sid(i int) int64 { return int64(p.sids[i]) }
