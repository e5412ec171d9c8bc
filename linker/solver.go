package linker

import (
	"context"

	"github.com/structural-memory/smp/facts"
)

// solver answers what names and expressions are. It works on demand and
// remembers what it found for definitions; one solver serves one goroutine.
//
// Answers do not depend on what was asked before. Three rules see to that: a
// question is answered within bounds of its own (frame), whoever asks; where
// questions meet themselves, all of the circle are answered together, from the
// same one (circles.go); and what leads too deep is answered first, and then
// what led there (depth.go).
type solver struct {
	l    *Linker
	ctx  context.Context // of the run; nil where none ends it
	file *file           // whose links are made

	mode
	frame
	modes map[string]mode // by the language of the file that is linked

	frames int // that have begun
	files  int // that have been linked
	steps  int // that enter has counted, of all frames
	deep   int // guarded calls within each other, in all frames
	depth  int // questions within each other
	busy   []*memo

	clock   int     // counts the rounds in circles
	round   int     // when the one at hand began
	changed bool    // some answer of the circle is another than a round ago
	circle  []*memo // answers that are not settled yet

	wild starTable // what is known of wildcards, whatever is asked
}

// mode is what else an answer depends on than its question.
type mode struct {
	memo       map[memoKey]*memo
	memoUntold map[memoKey]*memo
	memoStars  *[maxStars]map[memoKey]*memo // what holds while the path of a wildcard is looked up
	untold     bool                         // type parameters stand for nothing; memoUntold is what is remembered then, or memo otherwise
	stars      int                          // wildcard imports whose path is being looked up
}

// frame is the state of answering one question.
type frame struct {
	id     int
	keys   []uint32 // what was asked of other files
	needs  []*memo  // other answers that it rests on
	exprs  map[exprKey]*val
	level  int // guarded calls within each other
	fuel   int
	within int   // instances of type parameters that are being followed
	met    *memo // the outermost question that was met again
	cut    bool  // a bound left out something that the answer rests on
}

type exprKey struct {
	f *file
	e int32 // of a type: -2 and below
}

const (
	// maxMemo bounds what a solver remembers: dropping all of it costs time,
	// never an answer.
	maxMemo = 60_000
	// fuelPerCall bounds the work for one call site, one base, one use, and for
	// one question that they lead to, without those that this leads to.
	fuelPerCall = 20000
	// maxLevel bounds how deep the work for one question goes.
	maxLevel = 3000
)

func newSolver(l *Linker) *solver {
	s := &solver{l: l, modes: map[string]mode{}}
	s.speak("")
	s.begin()
	return s
}

// speak chooses what is remembered for files of a language: what is built in
// is that of the file at hand.
func (s *solver) speak(lang string) {
	m, ok := s.modes[lang]
	if !ok {
		m = mode{memo: map[memoKey]*memo{}, memoUntold: map[memoKey]*memo{}, memoStars: &[maxStars]map[memoKey]*memo{}}
		s.modes[lang] = m
	}
	s.mode = m
}

// begin starts a frame.
func (s *solver) begin() {
	s.frames++
	s.frame = frame{id: s.frames, fuel: fuelPerCall}
}

// start is begin for a file.
func (s *solver) start(f *file) {
	s.forget()
	s.files++
	s.file = f
	s.speak(f.facts.Lang)
	s.begin()
}

// refuel begins the work for another call site, base or use of the file.
func (s *solver) refuel() { s.fuel = fuelPerCall }

// forget drops what is remembered once it is too much.
func (s *solver) forget() {
	n := 0
	for _, m := range s.modes {
		n += len(m.memo) + len(m.memoUntold)
		for _, stars := range m.memoStars {
			n += len(stars)
		}
	}
	if n > maxMemo {
		clear(s.modes)
	}
}

// ask records that the answer rests on a key.
func (s *solver) ask(scope, name string) { s.keys = append(s.keys, key(scope, name)) }

// enter is what every function begins with that may lead back to itself: it
// reports whether there is room for it. What it leaves out is told by cut.
func (s *solver) enter() bool {
	if s.steps++; s.steps%1024 == 0 && s.ctx != nil && s.ctx.Err() != nil {
		panic(stopped{})
	}
	s.fuel--
	if s.level >= maxLevel || s.fuel < 0 {
		s.cut = true
		return false
	}
	s.level++
	s.deep++
	return true
}

// stopped is what ends the work when the context of the run has ended.
type stopped struct{}

// leave ends what enter began.
func (s *solver) leave() {
	s.level--
	s.deep--
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
	if !s.enter() {
		return nil
	}
	s.note(k, nil) // what it is while it is being evaluated
	v := s.eval(f, e)
	s.leave()
	s.note(k, v)
	return v
}

// note remembers, for the question at hand, what an expression or a type is.
func (s *solver) note(k exprKey, v *val) {
	if s.exprs == nil {
		s.exprs = map[exprKey]*val{}
	}
	s.exprs[k] = v
}

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
