package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/graph"
)

type statusCommand struct {
	Limit int `placeholder:"N" default:"20" help:"List at most N of the files that were left out."`
}

func (*statusCommand) Help() string {
	return `It reads the index and changes nothing. The exit code is 1 where there is no index yet.

Examples:

    smp status
    smp status --limit 1000
    smp status --repo ~/src/gin --json`
}

func (c *statusCommand) Run(a *app) (err error) {
	if c.Limit <= 0 {
		return badParam("limit", number(c.Limit), "use a number above 0")
	}
	m, err := a.existing()
	if err != nil {
		return err
	}
	defer closeInto(m, &err)
	res, err := m.Status(a.ctx, c.Limit)
	if err != nil {
		return err
	}
	out, err := m.CheckedOut(a.ctx)
	if err != nil {
		return err
	}
	return a.answer(statusAnswer{res, out}, func(p *page) { statusText(p, res, out) })
}

// statusAnswer is what status prints as JSON.
type statusAnswer struct {
	*smp.StatusResult
	smp.CheckedOut
}

// checkedOutText says which commit the index shows, and what is otherwise now.
func checkedOutText(out smp.CheckedOut) string {
	var parts []string
	if out.Commit != "" {
		text := shortCommit(out.Commit)
		if out.Branch != "" {
			text += " on " + out.Branch
		}
		parts = append(parts, text)
	}
	if out.Head != "" {
		parts = append(parts, "checked out is "+shortCommit(out.Head)+" now; smp index takes it in")
	}
	if out.Dirty != nil && *out.Dirty > 0 {
		parts = append(parts, count(*out.Dirty, "file differs", "files differ")+" from what is committed")
	}
	return strings.Join(parts, ", ")
}

func statusText(p *page, res *smp.StatusResult, out smp.CheckedOut) {
	when := ""
	if res.IndexedAt != nil {
		when = ", indexed " + age(time.Since(*res.IndexedAt)) + " ago"
	}
	p.line("%s: %s, %s%s", p.bold(filepath.Base(res.Root)), count(res.Files, "file", "files"), count(res.Lines, "line", "lines"), when)
	overviewText(p, &res.Overview)
	p.line("file     %s, %s", res.Path, size(res.DBBytes))
	if text := checkedOutText(out); text != "" {
		p.line("commit   %s", text)
	}
	if len(res.UnreadKinds) > 0 {
		var kinds []string
		for _, k := range slices.Sorted(maps.Keys(res.UnreadKinds)) {
			kinds = append(kinds, k+" "+number(res.UnreadKinds[k]))
		}
		p.line("unread   %s", strings.Join(kinds, ", "))
	}
	givenUpText(p, res.GivenUp, res.MoreGivenUp)
	if len(res.Skips) == 0 {
		return
	}
	p.line("")
	list(p, "left out", res.Skips, res.MoreSkips, len(res.Skips), func(s graph.Skip) []string {
		return []string{s.Path, reasonText(s.Reason), p.dim(s.Detail)}
	})
}

// givenUpText lists the files of which not all could be read or linked.
func givenUpText(p *page, given []graph.GivenUp, more int) {
	if len(given) == 0 {
		return
	}
	p.line("")
	list(p, "given up", given, more, len(given), func(g graph.GivenUp) []string { return []string{g.Path, p.dim(g.Reason)} })
}
