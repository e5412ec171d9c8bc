package golink

import (
	"cmp"
	"slices"
	"strings"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/linker"
)

// A call of a function's own parameter is a call of what the repository's
// calls of the function hand it there by name, through others that pass it on
// as well. One of them is meant, so the edges are dispatch edges; what literals
// do belongs to the code around them already.

// maxPassed bounds the parameters that a function is followed through.
const maxPassed = 100

// paramCall is a call of a parameter.
type paramCall struct {
	param  param
	open   linker.Open // what it is if nothing is handed over
	linked bool        // it leads to what the function itself puts there
}

// handings is what all calls hand over.
type handings struct {
	to    map[param][]handedBy
	known map[asked]handedTo
}

type handedBy struct {
	handing
	test bool
}

type asked struct {
	param
	test bool
}

// handedTo are the functions that a parameter may be, and whether there are
// more.
type handedTo struct {
	fns []funcKey
	cut bool
}

func (l *Linker) newHandings() *handings {
	h := &handings{to: map[param][]handedBy{}, known: map[asked]handedTo{}}
	for _, f := range l.files {
		for _, g := range f.hands {
			h.to[g.to] = append(h.to[g.to], handedBy{g, f.test})
		}
	}
	for p, list := range h.to {
		slices.SortFunc(list, compareHandedBy)
		h.to[p] = slices.Compact(list)
	}
	return h
}

func compareHandedBy(a, b handedBy) int {
	return cmp.Or(compareFuncs(a.fn, b.fn), compareFuncs(a.from.of, b.from.of), cmp.Compare(a.from.index, b.from.index), compareBool(a.test, b.test))
}

func compareFuncs(a, b funcKey) int {
	return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.key.owner, b.key.owner), strings.Compare(a.key.name, b.key.name))
}

func compareBool(a, b bool) int { return int(bit(a)) - int(bit(b)) }

// of are the functions that a parameter is handed. What tests hand over, only
// tests run.
func (h *handings) of(p param, test bool) handedTo {
	k := asked{p, test}
	out, ok := h.known[k]
	if ok {
		return out
	}
	seen := map[param]bool{p: true}
	for queue := []param{p}; len(queue) > 0; queue = queue[1:] {
		for _, by := range h.to[queue[0]] {
			switch {
			case by.test && !test:
			case by.fn != funcKey{}:
				out.fns = append(out.fns, by.fn)
			case !seen[by.from] && len(seen) < maxPassed:
				seen[by.from] = true
				queue = append(queue, by.from)
			case !seen[by.from]:
				out.cut = true
			}
		}
	}
	slices.SortFunc(out.fns, compareFuncs)
	if out.fns = slices.Compact(out.fns); len(out.fns) > maxDispatch {
		out.fns, out.cut = out.fns[:maxDispatch], true
	}
	h.known[k] = out
	return out
}

// digest of what the functions of a file are handed.
func (h *handings) digest(f *file) uint64 {
	d := newDigest()
	for i := range f.takes {
		got := h.of(f.takes[i].param, f.test)
		for _, fn := range got.fns {
			d.num(fn.digest())
		}
		d.num(uint64(len(got.fns))<<1 | bit(got.cut))
	}
	return uint64(d)
}

func (k funcKey) digest() uint64 {
	d := newDigest()
	d.str(k.path)
	d.str(k.key.owner)
	d.str(k.key.name)
	return uint64(d)
}

// handedAnew are the files, beside those that are linked already, whose
// functions are handed others than when they were linked.
func (l *Linker) handedAnew(linked map[string]*linker.Links) []*file {
	if l.handings != nil && !l.handedOver.Swap(false) {
		return nil
	}
	l.handings = l.newHandings()
	l.handedOver.Store(false)
	var out []*file
	for _, f := range l.files {
		if _, ok := linked[f.path]; !ok && len(f.takes) > 0 && l.handings.digest(f) != f.handed {
			out = append(out, f)
		}
	}
	return out
}

// addHanded links the calls of parameters in files that were linked.
func (l *Linker) addHanded(links map[string]*linker.Links) {
	defs := map[string]map[refKey]int32{}
	for path, to := range links {
		f := l.files[path]
		if f == nil || len(f.takes) == 0 {
			continue
		}
		for i := range f.takes {
			l.callHanded(f, &f.takes[i], to, defs)
		}
		f.handed = l.handings.digest(f)
		sortLinks(to)
	}
}

func (l *Linker) callHanded(f *file, c *paramCall, to *linker.Links, defs map[string]map[refKey]int32) {
	got := l.handings.of(c.param, f.test)
	linked := c.linked
	for _, fn := range got.fns {
		if defs[fn.path] == nil && l.files[fn.path] != nil {
			defs[fn.path] = l.files[fn.path].defs()
		}
		if def, ok := defs[fn.path][fn.key]; ok {
			to.Edges = append(to.Edges, linker.Edge{Src: c.open.Src, Type: graph.CallsStatic, To: linker.Target{Path: fn.path, Def: def}, Line: c.open.Line, Class: graph.Dispatch, Via: graph.ViaDispatch})
			linked = true
		}
	}
	open := c.open
	if got.cut {
		open.Reason = graph.ReasonLimit
	}
	if got.cut || !linked {
		to.Open = append(to.Open, open)
	}
}
