package linker

import (
	"context"
	"math/rand/v2"
)

// StepsOf links one file anew, by a solver that remembers nothing, and tells
// how many answers it worked out for that.
func StepsOf(l *Linker, path string) int {
	s := newSolver(l)
	s.link(l.files[path])
	return s.frames
}

// LinkAlone links one file anew, by a solver that remembers nothing.
func LinkAlone(l *Linker, path string) *Links { return l.linkSafely(newSolver(l), l.files[path]) }

// LinkAsked links files by one solver, which before each is asked for
// expressions of any of them.
func LinkAsked(l *Linker, paths []string, r *rand.Rand) map[string]*Links {
	s, out := newSolver(l), map[string]*Links{}
	for _, p := range paths {
		for range r.IntN(6) {
			f := l.files[paths[r.IntN(len(paths))]]
			if n := len(f.facts.Exprs); n > 0 {
				s.start(f)
				s.expr(f, int32(r.IntN(n)))
			}
		}
		out[p] = l.linkSafely(s, l.files[p])
	}
	return out
}

// Work is how many steps all solvers of a linker have taken.
func Work(l *Linker) int64 { return l.work.Load() }

// WithFault runs do while the indices of a file cannot be made.
func WithFault(path string, do func()) {
	faulty = func(p string) {
		if p == path {
			panic("a fault in a rule")
		}
	}
	defer func() { faulty = func(string) {} }()
	do()
}

// FailInParallel updates a linker that meets a fault which no file stands for,
// after its workers have met one.
func FailInParallel(l *Linker) (told any, err error) {
	func() {
		defer func() { told = recover() }()
		_ = l.parallel(context.Background(), 4, func(*solver, int) { panic("a fault of a worker") })
	}()
	l.files["a.py"], l.known["a.py"] = nil, []uint32{1}
	_, err = l.Update(context.Background(), nil, nil)
	return told, err
}
