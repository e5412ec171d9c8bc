package linker

import (
	"slices"

	"github.com/structural-memory/smp/facts"
)

// solver answers what names and expressions are. It works on demand and
// remembers what it found for definitions; one solver serves one goroutine.
//
// Every answer that rests on another file is accounted for: ask records the
// key that was looked up, and a remembered answer brings the keys that it
// rests on with it. So a file's links know what they depend on.
//
// Definitions may depend on one another in circles. An answer that was cut
// short because it met itself is not remembered, unless the circle closes at
// that very definition: then it is the same wherever the circle is entered.
type solver struct {
	l    *Linker
	file *file // whose links are made
	memo map[memoKey]*memo

	memoUntold map[memoKey]*memo
	memoStars  [maxStars]map[memoKey]*memo // what holds while the path of a wildcard is looked up
	exprs      map[exprKey]*val            // of the frame at hand
	open       int                         // expressions of the frame that are being evaluated
	keys       []uint32
	frame      int // whose answer is computed: keys are those of this one
	frames     int
	depth      int
	taint      int
	fuel       int
	nesting    int  // of the type at hand
	untold     bool // type parameters stand for nothing; memoUntold is what is remembered then, or memo otherwise
	cut        bool // a bound left out something that the answer rests on
	stars      int  // wildcard imports whose path is being looked up
	within     int  // instances of type parameters that are being followed
}

type memoKey struct {
	r    ref
	what uint8
	name string
}

type memo struct {
	v     *val
	keys  []uint32
	frame int // the last that got the keys
	depth int
	busy  bool
	cut   bool
}

type exprKey struct {
	f *file
	e int32
}

const (
	// maxMemo bounds what a solver remembers: dropping all of it costs time,
	// never an answer.
	maxMemo  = 60_000
	maxDepth = 60
	noTaint  = 1 << 30
	// fuelPerCall bounds the work for one call site, one base, one use.
	fuelPerCall = 20000
)

func newSolver(l *Linker) *solver {
	return &solver{l: l, memo: map[memoKey]*memo{}, memoUntold: map[memoKey]*memo{}, taint: noTaint}
}

// ask records that the answer rests on a key.
func (s *solver) ask(scope, name string) { s.keys = append(s.keys, key(scope, name)) }

// once computes a definition's answer and remembers it.
func (s *solver) once(k memoKey, compute func() *val) *val {
	if m, ok := s.memo[k]; ok {
		if m.busy {
			s.taint = min(s.taint, m.depth)
			return nil
		}
		if m.frame != s.frame { // else they are there
			m.frame = s.frame
			s.keys = append(s.keys, m.keys...)
		}
		s.cut = s.cut || m.cut
		return m.v
	}
	s.fuel--
	if s.depth >= maxDepth || s.fuel < 0 {
		s.taint = 0
		return nil
	}
	s.depth++
	m := &memo{depth: s.depth, busy: true}
	s.memo[k] = m
	keys, taint, exprs, open, frame, within, cut := s.keys, s.taint, s.exprs, s.open, s.frame, s.within, s.cut
	s.newFrame()
	s.keys, s.taint, s.exprs, s.open, s.within, s.cut = nil, noTaint, nil, 0, 0, false
	m.v = compute()
	m.keys, m.cut = compact(s.keys), s.cut
	own := s.taint
	s.keys, s.taint, s.exprs, s.open, s.frame, s.within = append(keys, m.keys...), taint, exprs, open, frame, within
	s.cut = cut || m.cut
	m.frame = frame
	s.depth--
	if own < m.depth {
		delete(s.memo, k)
		s.taint = min(s.taint, own)
	}
	m.busy = false
	return m.v
}

// newFrame begins to collect the keys of another answer.
func (s *solver) newFrame() {
	s.frames++
	s.frame = s.frames
}

func compact(keys []uint32) []uint32 {
	slices.Sort(keys)
	return slices.Clone(slices.Compact(keys)) // without the room to spare
}

// expr is the value of an expression.
func (s *solver) expr(f *file, e int32) *val {
	if e == facts.None {
		return nil
	}
	k := exprKey{f, e}
	if v, ok := s.exprs[k]; ok {
		return v
	}
	s.fuel--
	if s.fuel < 0 || s.open > maxOpen {
		return nil
	}
	if s.exprs == nil {
		s.exprs = map[exprKey]*val{}
	}
	s.exprs[k] = nil // what it is while it is being evaluated
	s.open++
	v := s.eval(f, e)
	s.open--
	s.exprs[k] = v
	return v
}

// maxOpen bounds expressions within expressions.
const maxOpen = 400

// key is the 32-bit key of a name in a scope (a path, a package, a rule).
func key(scope, name string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(scope); i++ {
		h = (h ^ uint32(scope[i])) * 16777619
	}
	h = (h ^ 0) * 16777619
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h
}
