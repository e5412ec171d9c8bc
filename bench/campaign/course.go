package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A course is one repository on its way through the steps.
type course struct {
	trial
	result *result
	tree   string // the copy that is indexed and edited
	dbs    string // the folder of the index files
	limit  time.Duration
}

func (c *course) run() {
	first := c.index("first", "a")
	if s, err := first.summary(); err == nil {
		c.result.Files, c.result.Lines = s.Files, s.Lines
		c.limit = c.trial.limit(s.Lines)
	} else if first.problem == "" {
		c.fail("first", "no summary", first.detail)
	}
	c.result.FirstWall, c.result.FirstCPU = first.wall.Seconds(), first.cpu.Seconds()
	c.result.PeakMB = float64(first.peakKB) / 1024
	if first.problem != "" || first.code != 0 {
		return
	}
	original := c.dump("first", "a")
	c.doctor("first", "a")
	for _, db := range []string{"b", "c"} {
		c.index("fresh", db)
		if got := c.dump("fresh", db); got != original {
			c.fail("fresh", "a fresh index differs", c.differ("a", db))
		}
		c.remove(db)
	}
	c.result.IdleCPU = c.index("idle", "a").cpu.Seconds()
	if got := c.dump("idle", "a"); got != original {
		c.fail("idle", "a run with nothing to do changed the graph", "")
	}
	c.editAndUndo(original)
}

func (c *course) editAndUndo(original string) {
	e := newEditor(c.tree, c.random(c.result.Repository))
	for g := range c.groups {
		for range (c.edits - g + c.groups - 1) / c.groups {
			e.edit()
		}
		step := fmt.Sprintf("edit %d", g+1)
		c.result.EditCPU = max(c.result.EditCPU, c.index(step, "a").cpu.Seconds())
		if g == c.groups-1 {
			c.compareFresh(step, e.log)
		}
	}
	if err := e.undo(); err != nil {
		c.fail("undo", "the edits could not be undone: "+err.Error(), "")
		return
	}
	c.index("undo", "a")
	if got := c.dump("undo", "a"); got != original {
		c.index("undo", "b")
		c.fail("undo", "undone edits leave another graph", c.differ("a", "b"))
		c.remove("b")
	}
	c.doctor("undo", "a")
}

func (c *course) compareFresh(step string, log []string) {
	c.index(step, "b")
	if c.dump(step, "a") != c.dump(step, "b") {
		c.fail(step, "incremental differs from fresh", c.differ("a", "b")+"\n"+strings.Join(log, "\n"))
	}
	c.doctor(step, "a")
	c.remove("b")
}

func (c *course) index(step, db string) ran {
	r := c.exec(c.limit, "index", c.tree, "--db", c.db(db), "--json")
	c.check(step, "index", r)
	return r
}

// dump is the hash of the canonical dump of an index.
func (c *course) dump(step, db string) string {
	r := c.exec(c.limit, "dump", "--hash", "--repo", c.tree, "--db", c.db(db))
	c.check(step, "dump", r)
	return strings.TrimSpace(r.stdout)
}

func (c *course) doctor(step, db string) {
	r := c.exec(c.limit, "doctor", "--repo", c.tree, "--db", c.db(db))
	if r.problem == "" && r.code != 0 {
		c.fail(step, "doctor finds faults", tail(r.stdout+r.detail, 2000))
		return
	}
	c.check(step, "doctor", r)
}

func (c *course) check(step, what string, r ran) {
	switch {
	case r.problem != "":
		c.fail(step, what+": "+r.problem, r.detail)
	case r.code != 0:
		c.fail(step, fmt.Sprintf("%s: exit code %d", what, r.code), r.detail)
	}
}

// fail notes what went wrong, and keeps the files as they are the first time.
func (c *course) fail(step, what, detail string) {
	if c.keep != "" && len(c.result.Failures) == 0 {
		if _, err := copyTree(c.tree, filepath.Join(c.keep, c.result.Repository), c.mostFiles*2); err != nil {
			detail += "\nthe files could not be kept: " + err.Error()
		}
	}
	c.result.Failures = append(c.result.Failures, failure{step, what, detail})
}

func (c *course) db(name string) string { return filepath.Join(c.dbs, name+".db") }

func (c *course) remove(name string) {
	files, _ := filepath.Glob(c.db(name) + "*")
	for _, f := range files {
		os.RemoveAll(f)
	}
}

// differ gives the first lines in which the dumps of two indexes differ.
func (c *course) differ(a, b string) string {
	const most = 6
	x, y := c.lines(a), c.lines(b)
	in := map[string]int{}
	for _, l := range x {
		in[l]++
	}
	var only []string
	for _, l := range y {
		if in[l]--; in[l] < 0 && len(only) < most {
			only = append(only, "> "+tail(l, 400))
		}
	}
	for _, l := range x {
		if in[l] > 0 && len(only) < 2*most {
			in[l]--
			only = append(only, "< "+tail(l, 400))
		}
	}
	return strings.Join(only, "\n")
}

func (c *course) lines(db string) []string {
	return strings.Split(c.exec(c.limit, "dump", "--repo", c.tree, "--db", c.db(db)).stdout, "\n")
}
