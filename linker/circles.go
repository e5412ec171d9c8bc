package linker

import (
	"cmp"
	"slices"
	"strings"
)

// Definitions may depend on one another in circles. All answers of a circle
// are found together: nothing is known at first, then they are computed one
// after the other, each from what is known of the others, until no answer is
// another than before. This begins at the same question of the circle,
// wherever it was entered, so that the answers are the same.

// maxRounds bounds how often the answers of a circle are computed.
const maxRounds = 4

// memo is what is known of a question.
type memo struct {
	key     memoKey
	mode    mode
	compute func() *val // until it is settled
	v       *val
	keys    []uint32 // that the answer asked for itself
	needs   []*memo
	state   settled
	depth   int   // while it is busy
	met     *memo // while it is open: the outermost busy question that it met
	stamp   int   // when it was computed
	cut     bool
	frame   int // the last one that notes that it needs it
	file    int // the last one that knows its keys
}

// settled is how far a question is answered.
type settled uint8

const (
	isUnknown  settled = iota
	isBusy             // being answered
	isOpen             // answered as far as the circle is known, of which it is a part
	isAnswered         // for good
)

type memoKey struct {
	r    ref
	what question
	sp   space
	name string
}

// once answers a question and remembers the answer.
func (s *solver) once(k memoKey, compute func() *val) *val {
	m := s.memo[k]
	if m == nil {
		m = &memo{key: k, mode: s.mode}
		s.memo[k] = m
	}
	switch {
	case m.state == isAnswered || m.state == isBusy || m.state == isOpen && m.stamp >= s.round:
		s.fuel--
	case !s.enter():
		return nil
	default:
		m.compute = compute
		s.ensure(m)
		s.leave()
	}
	return s.use(m)
}

// use is what an answer says to the one that is computed now.
func (s *solver) use(m *memo) *val {
	switch m.state {
	case isBusy:
		s.meet(m)
	case isOpen:
		s.meet(m.outermost())
	}
	if m.frame != s.id {
		m.frame = s.id
		s.needs = append(s.needs, m)
	}
	s.cut = s.cut || m.cut
	return m.v
}

// meet notes a busy question that was met again.
func (s *solver) meet(m *memo) {
	if s.met == nil || m.depth < s.met.depth {
		s.met = m
	}
}

// outermost is the busy question that the circle of an open one closes at, as
// far as it is known.
func (m *memo) outermost() *memo {
	for m.met.state == isOpen {
		m.met = m.met.met
	}
	return m.met
}

// answer computes the answer to a question. When it returns, the question is
// answered, or open: a part of a circle that was entered further out.
func (s *solver) answer(m *memo) {
	first, round, changed := len(s.circle), s.round, s.changed
	s.depth++
	moved := false
	for n := 1; ; n++ {
		s.changed = false
		met := s.try(m)
		if met == nil {
			m.settle()
			break
		}
		if met != m {
			m.state, m.met, m.stamp = isOpen, met, s.clock
			s.circle = append(s.circle, m)
			changed = changed || s.changed
			break
		}
		if head := s.headOf(m, first); head != m && !moved {
			moved = true
			s.reset(m, first)
			s.depth--
			s.answerIn(head.mode, head)
			s.depth++
			if m.state == isAnswered {
				break
			}
			n = 0
			continue
		}
		if !s.changed || n == maxRounds {
			s.close(m, first)
			break
		}
		s.clock++
		s.round = s.clock
	}
	s.depth--
	s.round, s.changed = round, changed
}

func (s *solver) answerIn(m mode, q *memo) {
	saved := s.mode
	s.mode = m
	s.answer(q)
	s.mode = saved
}

// try computes an answer once, from what is known, and gives the outermost
// question that was met again.
func (s *solver) try(m *memo) (met *memo) {
	m.state, m.depth = isBusy, s.depth
	s.busy = append(s.busy, m)
	saved := s.frame
	s.begin()
	v := m.compute()
	met = s.met
	m.keys, m.needs, m.cut = append(m.keys, s.keys...), append(m.needs, s.needs...), s.cut
	s.frame = saved
	s.busy = s.busy[:len(s.busy)-1]
	if met != nil {
		v = grown(m.v, trim(v, maxTrim))
		s.changed = s.changed || !equal(m.v, v, maxTrim)
	}
	m.v = v
	return met
}

// settle makes an answer the one for good.
func (m *memo) settle() {
	m.state, m.compute, m.met = isAnswered, nil, nil
	m.keys = compact(m.keys)
	m.needs = slices.Clip(m.needs)
}

// close settles a circle: m and what is open since it was asked.
func (s *solver) close(m *memo, first int) {
	cut := m.cut
	for _, o := range s.circle[first:] {
		cut = cut || o.cut && o.stamp >= s.round
	}
	m.cut = cut
	for _, o := range s.circle[first:] {
		if o.state == isAnswered {
			continue
		}
		if o.stamp >= s.round {
			o.cut = cut
			o.settle()
		} else { // what the circle led to at first, but no longer
			o.drop()
		}
	}
	s.circle = s.circle[:first]
	m.settle()
}

// reset takes a circle back to where nothing is known of it.
func (s *solver) reset(m *memo, first int) {
	for _, o := range append(s.circle[first:], m) {
		o.drop()
	}
	s.circle = s.circle[:first]
}

func (m *memo) drop() {
	if m.state != isAnswered {
		m.state, m.v, m.cut, m.met = isUnknown, nil, false, nil
	}
}

// headOf is the question of a circle at which it is entered: the first one by
// its place.
func (s *solver) headOf(m *memo, first int) *memo {
	head := m
	for _, o := range s.circle[first:] {
		if compareMemos(o, head) < 0 {
			head = o
		}
	}
	return head
}

func compareMemos(a, b *memo) int {
	return cmp.Or(strings.Compare(a.key.r.path(), b.key.r.path()), cmp.Compare(a.key.r.d, b.key.r.d), cmp.Compare(a.key.what, b.key.what),
		cmp.Compare(a.key.sp, b.key.sp), strings.Compare(a.key.name, b.key.name), cmp.Compare(a.mode.stars, b.mode.stars), compareBools(a.mode.untold, b.mode.untold))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func (r ref) path() string {
	if r.f == nil {
		return ""
	}
	return r.f.path
}

// allKeys are the keys that the frame rests on, with those of all answers that
// it needs.
func (s *solver) allKeys() []uint32 {
	keys := s.keys
	todo := slices.Clone(s.needs)
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if m.file != s.files {
			m.file = s.files
			keys = append(keys, m.keys...)
			todo = append(todo, m.needs...)
		}
	}
	return compact(keys)
}

func compact(keys []uint32) []uint32 {
	slices.Sort(keys)
	return slices.Clone(slices.Compact(keys)) // without the room to spare
}
