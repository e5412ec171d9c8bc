package graph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

var errShort = errors.New("it ends too early")

func damaged(name string, err error) error {
	return fmt.Errorf("graph: %s of the communities is damaged (%w); detect them again", name, err)
}

// packMembers writes, for each row id, one more than the community's number.
func packMembers(fine []int32) []byte {
	out := make([]byte, 0, 2*len(fine))
	for _, c := range fine {
		out = binary.AppendUvarint(out, uint64(c+1))
	}
	return out
}

func unpackMembers(b []byte, communities int) ([]int32, error) {
	p := unpacker{b: b}
	var out []int32
	for len(p.b) > 0 && p.err == nil {
		c := p.next()
		if c > uint64(communities) {
			return nil, fmt.Errorf("it has no community %d", c-1)
		}
		out = append(out, int32(c)-1)
	}
	return out, p.err
}

// unpacker reads numbers until one is cut off.
type unpacker struct {
	b   []byte
	err error
}

func (p *unpacker) next() uint64 {
	v, n := binary.Uvarint(p.b)
	if n <= 0 {
		p.err, p.b = errShort, nil
		return 0
	}
	p.b = p.b[n:]
	return v
}

// count is a number of things of which each takes a byte at least.
func (p *unpacker) count() int {
	n := p.next()
	if n > uint64(len(p.b)) {
		p.err, p.b = errShort, nil
		return 0
	}
	return int(n)
}

func packBridges(levels [2][]Coupling, modularity [2]float64) []byte {
	var out []byte
	num := func(v int) { out = binary.AppendUvarint(out, uint64(v)) }
	for level, list := range levels {
		out = binary.AppendUvarint(out, math.Float64bits(modularity[level]))
		num(len(list))
		for i := range list {
			c := &list[i]
			num(c.From)
			num(c.To)
			num(c.Edges)
			out = binary.AppendUvarint(out, math.Float64bits(c.Weight))
			num(len(c.Nodes))
			for _, n := range c.Nodes {
				num(int(n.Node))
				num(n.In)
				num(n.Out)
			}
		}
	}
	return out
}

func unpackBridges(b []byte, m *Memberships) error {
	p := unpacker{b: b}
	for level, size := range []int{len(m.Coarse), len(m.Fine)} {
		m.Modularity[level] = math.Float64frombits(p.next())
		for range p.count() {
			c := Coupling{From: int(p.next()), To: int(p.next()), Edges: int(p.next()), Weight: math.Float64frombits(p.next())}
			if uint(max(c.From, c.To)) >= uint(size) || min(c.From, c.To) < 0 {
				return fmt.Errorf("level %d has no community %d", level, max(c.From, c.To))
			}
			for range p.count() {
				c.Nodes = append(c.Nodes, BridgeNode{NodeID(p.next()), int(p.next()), int(p.next())})
			}
			m.bridges[level] = append(m.bridges[level], c)
		}
	}
	return p.err
}
