package linker

import (
	"sort"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// maxOrder bounds the classes above one: each class has a list of its own.
const maxOrder = 200

// mro is the linearisation of a class: itself, then its bases, each with the
// type arguments it is given. Bases from outside are external values.
func (s *solver) mro(r ref) []*val {
	m := s.once(memoKey{r: r, what: qOrder}, func() *val {
		out := []*val{inst(r, selfArgs(r)...)}
		seen := map[ref]bool{r: true}
		var before, last []*val
		for _, b := range s.bases(r) {
			place := &out
			switch b.via {
			case placeBefore:
				place = &before
			case placeLast:
				place = &last
			case placeNowhere:
				continue
			}
			if b.k == vExt {
				*place = append(*place, b)
				continue
			}
			for _, a := range s.mro(b.ref) {
				if len(out)+len(before)+len(last) > maxOrder {
					s.cut = true
					break
				}
				if a.k == vInst {
					if seen[a.ref] {
						continue
					}
					seen[a.ref] = true
				}
				a = subst(a, b.ref, b.args, 6)
				if a.via == placeLast && b.via != placeLast {
					last = append(last, a)
					continue
				}
				*place = append(*place, placed(a, b.via))
			}
		}
		return &val{k: vTuple, args: append(append(before, out...), last...)}
	})
	if m == nil {
		return []*val{inst(r)}
	}
	return m.args
}

// Bases of a class have a place in its linearisation; for values that are no
// functions, via says which.
const (
	placeAfter   graph.Via = 0          // after the class itself
	placeBefore  graph.Via = 200 + iota // before it: prepended modules
	placeLast                           // after all others: what documentation mixes in
	placeNowhere                        // not in it: modules that extend the class itself
)

func placed(v *val, place graph.Via) *val {
	if v.via == place {
		return v
	}
	c := *v
	c.via = place
	return &c
}

type byRank struct {
	vs    []*val
	ranks []int
}

func (b byRank) Len() int { return len(b.vs) }

func (b byRank) Less(i, j int) bool { return b.ranks[i] < b.ranks[j] }

func (b byRank) Swap(i, j int) {
	b.vs[i], b.vs[j] = b.vs[j], b.vs[i]
	b.ranks[i], b.ranks[j] = b.ranks[j], b.ranks[i]
}

// bases are the direct bases of a class, of all its parts.
func (s *solver) bases(r ref) []*val {
	m := s.once(memoKey{r: r, what: qBases}, func() *val {
		var out []*val
		var ranks []int
		for _, p := range s.parts(r) {
			s.ask(p.f.path, p.def().Name)
			for _, b := range p.def().Bases {
				v := s.typ(p.f, b.Type)
				if (v == nil || v.k == vExt && len(v.name) > 0 && v.name[0] == '?') && b.Expr != facts.None {
					if e := s.instance(s.expr(p.f, b.Expr), nil); e != nil {
						v = e
					}
				}
				each(v, func(m *val) {
					if by := r.f.fam.selected; by != nil {
						m = by(s, m)
					}
					if m.k == vInst && m.ref != r || m.k == vExt {
						out = append(out, m)
					}
				})
				if v == nil {
					out = append(out, ext("?"))
				}
				if rank := r.f.fam.rank; rank != nil {
					for i := len(ranks); i < len(out); i++ {
						n, place := rank(b.Rel, out[i], i)
						ranks, out[i] = append(ranks, n), placed(out[i], place)
					}
				}
			}
		}
		if len(ranks) > 1 {
			sort.Stable(byRank{out, ranks})
		}
		return &val{k: vTuple, args: out}
	})
	if m == nil {
		return nil
	}
	return m.args
}
