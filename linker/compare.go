package linker

import "strings"

// maxTrim bounds how deep values in circles are: else they would grow with
// each round.
const maxTrim = 4

// trim is a value without what lies deeper in it.
func trim(v *val, depth int) *val {
	if v == nil || len(v.args) == 0 && v.recv == nil {
		return v
	}
	if depth == 0 && v.k == vUnion {
		return nil
	}
	args, changed := make([]*val, len(v.args)), false
	for i, a := range v.args {
		if depth > 0 {
			args[i] = trim(a, depth-1)
		}
		changed = changed || args[i] != a
	}
	var recv *val
	if depth > 0 {
		recv = trim(v.recv, depth-1)
	}
	if !changed && recv == v.recv {
		return v
	}
	if v.k == vUnion {
		return union(args...)
	}
	c := *v
	c.args, c.recv = args, recv
	return &c
}

// equal compares all of two values, to a depth.
func equal(a, b *val, depth int) bool {
	if a == b {
		return true
	}
	if !same(a, b, 0) || a.via != b.via || (a.recv == nil) != (b.recv == nil) {
		return false
	}
	if depth == 0 {
		return true
	}
	for i := range a.args {
		if !equal(a.args[i], b.args[i], depth-1) {
			return false
		}
	}
	return equal(a.recv, b.recv, depth-1)
}

// grown is v, which was old before, without what is the same thing from outside
// with more calls on it: "x = x.next()" says nothing new each time.
func grown(old, v *val) *val {
	if old == nil || v == nil {
		return v
	}
	var out []*val
	each(v, func(m *val) {
		each(old, func(o *val) {
			if m.k == vExt && o.k == vExt && len(m.name) > len(o.name) && strings.HasPrefix(m.name, o.name) && (m.name[len(o.name)] == '.' || m.name[len(o.name)] == '(') {
				m = o
			}
		})
		out = append(out, m)
	})
	return union(out...)
}
