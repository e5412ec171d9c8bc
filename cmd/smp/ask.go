package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/structural-memory/smp"
)

// askFlags are what questions take whose answers have lists.
type askFlags struct {
	lookFlags
	Limit int `placeholder:"N" help:"List at most N entries."`
}

// lookFlags are what every question takes.
type lookFlags struct {
	Fresh bool `help:"Bring the index up to date first."`

	At      string `placeholder:"COMMIT" help:"Ask of the repository as it is at a commit, branch or tag."`
	Session string `placeholder:"ID" help:"Ask of the repository as a session sees it."`
}

// shown is how many entries a list of the text form has.
func (f *askFlags) shown() int {
	if f.Limit > 0 {
		return f.Limit
	}
	return 20
}

// ask runs a question on the index, which is built first if there is none, and
// brought up to date first if the flags say so.
func (a *app) ask(f *askFlags, question func(m *smp.Memory) error) error {
	if f.Limit < 0 {
		return badParam("limit", fmt.Sprint(f.Limit), "use a number above 0")
	}
	return a.look(&f.lookFlags, question)
}

// look is ask for a question whose answer has no list that could be cut.
func (a *app) look(f *lookFlags, question func(m *smp.Memory) error) error {
	if f.At != "" && f.Session != "" {
		return badParam("at", f.At, "it and --session exclude each other")
	}
	return a.onIndex(true, f.Fresh, func(m *smp.Memory) error {
		release := func() {}
		var err error
		switch {
		case f.At != "":
			m, release, err = m.AtCommit(a.ctx, f.At)
		case f.Session != "":
			m, release, err = m.InSession(a.ctx, f.Session)
		}
		if err != nil {
			return err
		}
		defer release()
		return question(m)
	})
}

// onIndex opens the index for a use of it. It is built first if it is needed and
// there is none, and brought up to date first where it has to be fresh.
func (a *app) onIndex(needed, fresh bool, use func(m *smp.Memory) error) (err error) {
	m, err := a.openOld()
	if err != nil {
		return err
	}
	defer closeInto(m, &err)
	ready, err := m.Ready(a.ctx)
	if err != nil {
		return err
	}
	if needed && !ready || fresh {
		if _, err := a.build(m, !ready); err != nil {
			return err
		}
	}
	return use(m)
}

// build runs the index and shows how far it is. The garbage collector stays as
// it is: a GOGC of 200 or 400 takes 60 and 150 MB more for half a million lines
// and saves no processor time that could be measured.
func (a *app) build(m *smp.Memory, first bool) (*smp.IndexResult, error) {
	title := "bringing the index up to date"
	if first {
		title = "indexing " + filepath.Base(m.Root())
	}
	p := a.startProgress(title)
	res, err := m.Index(a.ctx, p.report)
	p.stop()
	return res, err
}

// mostChecked bounds the files that an answer's age is judged by.
const mostChecked = 200

// noteAge says so where files of an answer are not what they were when they
// were indexed.
func (a *app) noteAge(m *smp.Memory, files ...string) {
	if a.JSON || a.Quiet || m.IsView() {
		return
	}
	slices.Sort(files)
	files = slices.Compact(files)
	files = slices.DeleteFunc(files, func(f string) bool { return f == "" })
	changed, err := m.Changed(a.ctx, files[:min(len(files), mostChecked)]...)
	if err != nil || len(changed) == 0 {
		return // the age is a help; without it the answer is as good
	}
	at, err := m.IndexedAt(a.ctx)
	if err != nil || at.IsZero() {
		return
	}
	what := changed[0] + " has"
	if len(changed) > 1 {
		what = fmt.Sprintf("%d of the files shown have", len(changed))
	}
	a.note("the index is %s old and %s changed since; --fresh brings it up to date", age(time.Since(at)), what)
}

// age is a duration as people say it.
func age(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"}} {
		if d >= u.unit {
			return fmt.Sprintf("%d %s", d/u.unit, u.name)
		}
	}
	return fmt.Sprintf("%d s", max(d, 0)/time.Second)
}
