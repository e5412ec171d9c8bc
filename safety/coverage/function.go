package coverage

import (
	"math"
	"sort"
)

// Range is where a function stands: the lines that it begins and ends on, and
// the line of its name, which decorators and comments may come before.
type Range struct{ Start, Name, End int }

// Function says how many percent of a function's statements ran, and whether
// any of it is measured at all. A function that was not entered has 0 percent,
// even where its first line ran: in many languages that line runs when the
// function is defined.
func (c *Covered) Function(path string, f Range) (pct float64, measured bool) {
	m := c.files[path]
	if m == nil || f.End < f.Start {
		return 0, false
	}
	total, hit := m.sum(f.Start, f.End, 0)
	if c.Format != GoProfile && f.Name >= f.Start && f.Name < f.End {
		if t, h := m.sum(f.Start, f.End, f.Name); t > 0 { // without the head, where there is more
			total, hit = t, h
		}
	}
	if total == 0 {
		return 0, false
	}
	if entered, known := m.entered(f); known && !entered {
		return 0, true
	}
	return math.Round(1000*float64(hit)/float64(total)) / 10, true
}

// sum adds up the statements of what lies within lines and begins after one.
func (f *file) sum(start, end, after int) (total, hit int) {
	i := sort.Search(len(f.spans), func(i int) bool { return int(f.spans[i].start) >= start })
	for ; i < len(f.spans) && int(f.spans[i].start) <= end; i++ {
		s := &f.spans[i]
		if int(s.end) > end || int(s.start) <= after {
			continue
		}
		total += int(s.weight)
		if s.hit {
			hit += int(s.weight)
		}
	}
	return total, hit
}

// entered says whether a function that begins where this one does was called,
// where the report counts calls. If several begin there, one that was is
// enough.
func (f *file) entered(fn Range) (hit, known bool) {
	i := sort.Search(len(f.called), func(i int) bool { return int(f.called[i].line) >= fn.Start })
	for ; i < len(f.called) && int(f.called[i].line) <= max(fn.Name, fn.Start); i++ {
		known, hit = true, hit || f.called[i].hit
	}
	return hit, known
}
