package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"time"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/index/watch"
)

type watchCommand struct {
	Scan time.Duration `placeholder:"TIME" default:"2s" help:"How often to look at folders that the system cannot watch."`
}

func (*watchCommand) Help() string {
	return `The index is brought up to date, and then follows the files until this is interrupted: an edit is taken in a moment after it is made, what git does (a switch of branches, a rebase) as one when git is done. Ignored folders are not watched.

Where the system watches no more folders, or cannot see changes because they are made on another machine, folders are looked at now and then, and it is said why and what helps.

With --json every event is one line: watching, changed, notice or failed.

smp serve --watch and smp mcp --watch do the same for those they serve. Of several that watch one index, one takes the changes in.

Examples:

    smp watch
    smp watch --json | jq .files`
}

func (c *watchCommand) Run(a *app) (err error) {
	if c.Scan <= 0 {
		return badParam("scan", c.Scan.String(), "use a time such as 2s")
	}
	m, err := a.open(smp.KeepSettings())
	if err != nil {
		return err
	}
	defer closeInto(m, &err)
	return m.Watch(a.ctx, func(ev smp.WatchEvent) { a.watched(m, ev) }, smp.WatchWith(watch.Options{Scan: c.Scan}))
}

// watched prints an event at once.
func (a *app) watched(m *smp.Memory, ev smp.WatchEvent) {
	defer a.out.Flush()
	if a.JSON {
		enc := json.NewEncoder(plainJSON{a.out})
		enc.SetEscapeHTML(false)
		_ = enc.Encode(ev) // where nobody reads any more, the pipe's signal ends this
		return
	}
	p := a.page()
	at := p.dim(ev.At.Local().Format("15:04:05"))
	switch ev.Event {
	case smp.WatchBegins:
		p.line("%s watching %s of %s (%s)", at, count(ev.Folders, "folder", "folders"), p.bold(filepath.Base(m.Root())), taken(ev))
	case smp.WatchChanged:
		p.line("%s %s", at, strings.Join(append([]string{taken(ev)}, about(ev)...), ": "))
	default:
		p.line("%s %s", at, ev.Text)
	}
}

// taken says what an event did to the graph.
func taken(ev smp.WatchEvent) string {
	var parts []string
	for _, n := range []struct {
		n    int
		what string
	}{{ev.Changed, "changed"}, {ev.Removed, "removed"}, {ev.Relinked, "linked again"}} {
		if n.n > 0 {
			parts = append(parts, number(n.n)+" "+n.what)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "nothing changed")
	}
	text := strings.Join(parts, ", ") + " in " + time.Duration(ev.MS*float64(time.Millisecond)).Round(time.Millisecond).String()
	if ev.Commit != "" {
		text += ", at " + shortCommit(ev.Commit)
		if ev.Branch != "" {
			text += " on " + ev.Branch
		}
	}
	return text
}

const mostNamed = 4

// about names the files of an event.
func about(ev smp.WatchEvent) []string {
	switch n := len(ev.Files) + ev.MoreFiles; {
	case n == 0:
		return nil
	case n > mostNamed:
		return []string{strings.Join(ev.Files[:mostNamed], ", ") + ", … " + number(n-mostNamed) + " more"}
	}
	return []string{strings.Join(ev.Files, ", ")}
}

func shortCommit(sha string) string { return sha[:min(len(sha), 10)] }
