package linker

// Answers may rest on one another in long chains, longer than the stack should
// grow. Past a depth what was begun is given up, the question that lies there
// is answered, and then the first one is asked again: it finds the answer.

const (
	// maxDepth bounds questions within each other, and maxDeep guarded calls.
	maxDepth = 4000
	maxDeep  = 40_000
	// maxAhead bounds how many questions are answered before the one that was
	// asked. Chains of this length are no program's.
	maxAhead = 30
)

// tooDeep is the question that lies past the depth.
type tooDeep struct{ m *memo }

// ensure answers a question; it is answered or open afterwards.
func (s *solver) ensure(m *memo) {
	if s.depth > 0 {
		if s.depth >= maxDepth || s.deep >= maxDeep {
			panic(tooDeep{m})
		}
		s.answer(m)
		return
	}
	ahead := []*memo{m}
	for len(ahead) > 0 {
		next := s.attempt(ahead[len(ahead)-1])
		switch {
		case next == nil:
			ahead = ahead[:len(ahead)-1]
		case len(ahead) == maxAhead:
			for _, m := range append(ahead, next) {
				m.v, m.cut = nil, true
				m.settle()
			}
			ahead = nil
		default:
			ahead = append(ahead, next)
		}
	}
}

// attempt answers a question, or gives one that has to be answered before.
func (s *solver) attempt(m *memo) (before *memo) {
	if m.state == isAnswered {
		return nil
	}
	saved := *s
	defer func() {
		e := recover()
		if e == nil {
			return
		}
		deep, ok := e.(tooDeep)
		if !ok {
			panic(e)
		}
		for _, o := range append(s.busy, s.circle...) {
			o.drop()
		}
		clock, frames, steps := s.clock, s.frames, s.steps
		*s = saved
		s.clock, s.frames, s.steps = clock, frames, steps
		s.busy, s.circle = nil, nil
		before = deep.m
	}()
	s.answerIn(m.mode, m)
	return nil
}
