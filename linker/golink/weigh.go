package golink

import (
	"maps"
	"math"
	"slices"
)

// The checker visits a type by value as often as it occurs in others, and
// compares it each time with all that it is nested in: types that double from
// one to the next, or nest a thousand deep, take it hours. How many steps it
// will take is known before, by the same arithmetic.
const (
	mostSteps  = 2e7     // about half a second
	mostGrowth = 1 << 12 // how much larger a generic type's arguments may become on the way through it
	mostTree   = 1e5     // nodes of an unnamed type that aliases hide
	mostString = 1 << 26 // bytes of a constant
)

// cost is what a type costs the checker, linear in the same of each of its
// type parameters.
type cost struct {
	visits, steps float64
	of            []factor
}

// endless stands for all numbers above it: products of it are still numbers.
const endless = 1e60

// factor is what a visit of a type parameter costs.
type factor struct{ times, deeper float64 }

func (c *cost) add(o cost) {
	c.visits = min(c.visits+o.visits, endless)
	c.steps = min(c.steps+o.steps, endless)
	for i, f := range o.of {
		for len(c.of) <= i {
			c.of = append(c.of, factor{})
		}
		c.of[i].times = min(c.of[i].times+f.times, endless)
		c.of[i].deeper = min(c.of[i].deeper+f.deeper, endless)
	}
}

// nested is the cost inside one more type.
func (c cost) nested() cost {
	out := cost{visits: c.visits, steps: c.steps + c.visits, of: make([]factor, len(c.of))}
	for i, f := range c.of {
		out.of[i] = factor{f.times, f.deeper + f.times}
	}
	return out
}

// with is the cost of an instance.
func (c cost) with(args []cost) cost {
	out := cost{visits: c.visits, steps: c.steps}
	for i, f := range c.of {
		if i >= len(args) || f.times == 0 {
			continue
		}
		a := args[i]
		n := cost{visits: f.times * a.visits, steps: f.times*a.steps + f.deeper*a.visits, of: make([]factor, len(a.of))}
		for j, g := range a.of {
			n.of[j] = factor{f.times * g.times, f.times*g.deeper + f.deeper*g.times}
		}
		out.add(n)
	}
	return out
}

// weight is what is known of a declaration.
type weight struct {
	anatomies []*anatomy // several in other configurations
	state     int8       // 0: not yet weighed, 1: under way, 2: done
	cost      cost
	growth    float64
	tree      float64
	bytes     float64 // of a constant
	grows     float64 // of a function: results
}

// scales weighs the declarations of one package.
type scales struct {
	l     *Linker
	p     *pkg
	names map[string]*weight
	outer *scales // of the declarations around
	total float64
	why   string
}

// scalesFor are loaded with the declarations of some files of a package; those
// of its imports are weighed already. outer are those of what is declared
// around, nil without any.
func (l *Linker) scalesFor(p *pkg, files []*file, outer *scales) *scales {
	s := &scales{l: l, p: p, names: map[string]*weight{}, outer: outer}
	for _, f := range files {
		for i := range f.pieces {
			s.take(f.pieces[i].anatomy)
		}
	}
	return s
}

func (s *scales) take(a *anatomy) {
	if a == nil {
		return
	}
	if a.name != "" {
		s.of(a.name).anatomies = append(s.of(a.name).anatomies, a)
	}
	for i := range a.consts {
		c := &a.consts[i]
		w := s.of(c.name)
		w.anatomies = append(w.anatomies, &anatomy{consts: []constant{*c}})
	}
}

func (s *scales) of(name string) *weight {
	w := s.names[name]
	if w == nil {
		w = &weight{}
		s.names[name] = w
	}
	return w
}

// judge is the reason why the checker must not see the declarations, "" if it
// may.
func (s *scales) judge() string {
	for _, name := range slices.Sorted(maps.Keys(s.names)) { // which of a circle comes first counts
		w := s.weighed(name)
		s.total += w.cost.steps
		switch {
		case w.growth > mostGrowth:
			return "generic types grow without end"
		case w.tree > mostTree:
			return "aliases stand for types of more than 100,000 parts"
		case w.bytes > mostString:
			return "a constant is a string of more than 64 MB"
		}
		for _, a := range w.anatomies {
			if a.chained > mostGrowth {
				return "generic types grow without end"
			}
			for i := range a.uses {
				s.total += s.instances(&a.uses[i])
			}
		}
	}
	if s.total > mostSteps {
		return "types hold one another too often to be checked"
	}
	return ""
}

// instances is what the instances in a use cost: each is looked at for itself.
func (s *scales) instances(u *use) float64 {
	if len(u.args) == 0 {
		return 0
	}
	n := s.cost(u).steps
	for i := range u.args {
		n += s.instances(&u.args[i])
	}
	return n
}

// find is the weight of what a use names; nil if nothing is known of it.
func (s *scales) find(u *use) *weight {
	if u.path == "" {
		switch {
		case s.names[u.name] != nil:
			return s.weighed(u.name)
		case s.outer != nil:
			return s.outer.find(u)
		}
		return nil
	}
	if p := s.l.resolve(s.p, u.path); p != nil && p != s.p && p.plainScales != nil && p.order < s.p.order {
		return p.plainScales.names[u.name]
	}
	return nil
}

func (s *scales) weighed(name string) *weight {
	w := s.names[name]
	if w.state != 0 {
		return w
	}
	w.state, w.growth, w.tree = 1, 1, 1
	for _, a := range w.anatomies {
		s.constants(w, a)
		w.grows = max(w.grows, a.grows)
		c := cost{visits: 1, steps: 1}
		tree := 1.0
		for i := range a.uses {
			u := &a.uses[i]
			if u.value {
				c.add(s.cost(u).nested())
			}
			if a.alias {
				tree += s.tree(u)
			}
			s.grow(w, name, u)
		}
		if c.steps > w.cost.steps || len(c.of) > 0 && len(w.cost.of) == 0 {
			w.cost = c
		}
		w.tree = max(w.tree, tree)
	}
	w.state = 2
	return w
}

// cost is that of a use.
func (s *scales) cost(u *use) cost {
	if u.param >= 0 {
		of := make([]factor, u.param+1)
		of[u.param].times = 1
		return cost{of: of}
	}
	args := make([]cost, len(u.args))
	for i := range u.args {
		args[i] = s.cost(&u.args[i])
	}
	w := s.find(u)
	switch {
	case w == nil: // an unnamed type, or one from outside: what it is made of counts
		var out cost
		for _, a := range args {
			out.add(a)
		}
		return out
	case w.state == 1: // it holds itself, which the checker sees
		return cost{visits: 1, steps: 1}
	}
	return w.cost.with(args)
}

// tree is the number of nodes of a type without names.
func (s *scales) tree(u *use) float64 {
	if w := s.find(u); w != nil && w.state == 2 {
		return w.tree
	}
	return 1
}

// grow follows what a type gives to generic ones. Around a circle it must not
// become more, nor new where it is embedded: there would be no end.
func (s *scales) grow(w *weight, from string, u *use) {
	for i := range u.args {
		s.grow(w, from, &u.args[i])
	}
	times := 0.0
	plain := true
	for i := range u.args {
		times = max(times, u.args[i].occurrences())
		plain = plain && u.args[i].param >= 0
	}
	if times == 0 {
		return
	}
	if u.path == "" && s.names[u.name] != nil && (times > 1 || u.embeds && !plain) && s.reaches(u.name, from, map[string]bool{}) {
		w.growth = math.Inf(1)
		return
	}
	if to := s.find(u); to != nil {
		w.growth = max(w.growth, times*to.growth)
	}
}

// reaches tells whether a type of the package gives its type parameters to
// another one, directly or through others.
func (s *scales) reaches(from, to string, seen map[string]bool) bool {
	if from == to {
		return true
	}
	if seen[from] || s.names[from] == nil {
		return false
	}
	seen[from] = true
	var follow func(uses []use) bool
	follow = func(uses []use) bool {
		for i := range uses {
			u := &uses[i]
			if u.path == "" && u.param < 0 && u.occurrences() > 0 && u.name != "" && s.reaches(u.name, to, seen) || follow(u.args) {
				return true
			}
		}
		return false
	}
	for _, a := range s.names[from].anatomies {
		if follow(a.uses) {
			return true
		}
	}
	return false
}

func (s *scales) constants(w *weight, a *anatomy) {
	for _, c := range a.consts {
		n := c.bytes
		for i := range c.of {
			if o := s.find(&c.of[i]); o != nil {
				n += o.bytes
			}
		}
		w.bytes = max(w.bytes, n)
	}
}
