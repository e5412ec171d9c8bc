package watch

import (
	"maps"
	"slices"
	"time"
)

// changes are those that have not been delivered.
type changes struct {
	opts   *Options
	paths  map[string]span // by path
	whole  bool
	resync bool // it is to be found out again which folders are watched
	audit  bool // folders have come or gone
	span        // of all of them
}

// span is when something happened first and last; zero is never.
type span struct{ first, last time.Time }

func (s *span) at(now time.Time) {
	if s.first.IsZero() {
		s.first = now
	}
	s.last = now
}

func (c *changes) init(opts *Options) { c.opts, c.paths = opts, map[string]span{} }

// add notes a change of a path.
func (c *changes) add(path string, now time.Time) {
	c.at(now)
	if c.whole {
		return
	}
	s := c.paths[path]
	s.at(now)
	c.paths[path] = s
	if len(c.paths) > c.opts.MaxPaths {
		c.all(now)
	}
}

// all notes that anything may have changed.
func (c *changes) all(now time.Time) {
	c.at(now)
	c.whole = true
	clear(c.paths)
}

// wait is how long to wait before the changes are to be delivered.
func (c *changes) wait(now time.Time, g *gitState) time.Duration {
	first, last := c.first, c.last
	quiet, most := c.opts.Quiet, c.opts.MaxDelay
	if !g.first.IsZero() {
		if first.IsZero() || g.first.Before(first) {
			first = g.first
		}
		if g.last.After(last) {
			last = g.last
		}
		quiet, most = c.opts.GitQuiet, c.opts.GitDelay
		if g.steps {
			quiet *= 3 // between the commits of a rebase
		}
	}
	if first.IsZero() {
		return time.Hour
	}
	due := last.Add(quiet)
	if latest := first.Add(most); latest.Before(due) {
		due = latest
	}
	return max(due.Sub(now), time.Millisecond)
}

// take gives what is to be delivered now. What is being written just now stays
// for the next batch, unless that has been so for a long time.
func (c *changes) take(now time.Time) (paths []string, whole bool) {
	whole = c.whole
	var left changes
	left.init(c.opts)
	for _, p := range slices.Sorted(maps.Keys(c.paths)) {
		s := c.paths[p]
		if now.Sub(s.last) < c.opts.Quiet && now.Sub(s.first) < 3*c.opts.MaxDelay {
			left.paths[p] = s
			if left.first.IsZero() {
				left.first = now
			}
			left.last = now
			continue
		}
		paths = append(paths, p)
	}
	*c = left
	return paths, whole
}

// merge adds what came later to a batch that was not received yet.
func (b *Batch) merge(paths []string, whole bool, most int) {
	b.Whole = b.Whole || whole
	b.Paths = append(b.Paths, paths...)
	slices.Sort(b.Paths)
	b.Paths = slices.Compact(b.Paths)
	if len(b.Paths) > most {
		b.Whole = true
	}
	if b.Whole {
		b.Paths = nil
	}
}
