package golink

// reach tells whether two packages can be in one program: whether some package
// of the repository, tests included, has both among what it imports. A type of
// one app does not implement an interface of another one beside it, however
// alike they look.
//
// Only packages that nothing imports need to be asked: each is a bit, and a
// package carries the bits of all from which it is reached.
type reach struct {
	lib, test map[*pkg]bitset
}

type bitset []uint64

func (b bitset) meets(c bitset) bool {
	for i := range min(len(b), len(c)) {
		if b[i]&c[i] != 0 {
			return true
		}
	}
	return false
}

func (b bitset) add(c bitset) {
	for i := range c {
		b[i] |= c[i]
	}
}

func (l *Linker) newReach() *reach {
	r := &reach{lib: map[*pkg]bitset{}, test: map[*pkg]bitset{}}
	imported := map[*pkg]bool{}
	for _, p := range l.sorted {
		for _, d := range l.deps(p) {
			imported[d] = true
		}
	}
	n := 0
	root := map[*pkg]int{}
	testRoot := map[*pkg]int{}
	for _, p := range l.sorted {
		if !imported[p] {
			root[p] = n
			n++
		}
		if len(p.tests) > 0 {
			testRoot[p] = n
			n++
		}
	}
	words := (n + 63) / 64
	for _, p := range l.sorted {
		r.lib[p] = make(bitset, words)
	}
	set := func(b bitset, i int) { b[i/64] |= 1 << (i % 64) }
	for _, p := range l.sorted {
		if i, ok := root[p]; ok {
			set(r.lib[p], i)
		}
		if i, ok := testRoot[p]; ok {
			b := make(bitset, words)
			set(b, i)
			r.test[p] = b
			r.lib[p].add(b)
			for _, d := range p.testDeps {
				r.lib[d].add(b)
			}
		}
	}
	for p, b := range r.test { // external tests see those of the package itself
		if base := l.catalog.byDir[p.dir]; p.external() && base != nil && r.test[base] != nil {
			r.test[base].add(b)
		}
	}
	for i := len(l.sorted) - 1; i >= 0; i-- { // importers first
		p := l.sorted[i]
		for _, d := range l.deps(p) {
			r.lib[d].add(r.lib[p])
		}
	}
	return r
}

// meet tells whether a program can hold both packages, of each its tests or
// its plain files.
func (r *reach) meet(p *pkg, pTest bool, q *pkg, qTest bool) bool {
	if p == q {
		return true
	}
	return r.of(p, pTest).meets(r.of(q, qTest))
}

func (r *reach) of(p *pkg, test bool) bitset {
	if b := r.test[p]; test && b != nil {
		return b
	}
	return r.lib[p]
}
