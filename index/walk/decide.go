package walk

import (
	"unicode/utf8"

	"github.com/structural-memory/smp/index/ignore"
)

// place is a directory that is being walked, as far as decisions about its
// entries depend on it.
type place struct {
	path  string // "" for the root
	scope ignore.Scope
	keep  bool // a "!" rule of ours names it
	held  hold
}

// hold says that a directory is left out, yet entered for what overrides it.
type hold uint8

const (
	notHeld      hold = iota
	heldIgnored       // for tracked files and for our own "!" rules
	heldVendored      // for our own "!" rules
)

// decision is what happens to an entry.
type decision struct {
	take   bool
	enter  hold // for a directory that is taken: how its inside is held
	keep   bool
	reason Reason // unless empty, the entry is reported; an entered directory may be
	rule   ignore.Rule
	detail string // if no rule says it
	force  string // what kept it although a rule leaves it out, for people
}

const nestedDetail = "a repository of its own, not tracked by this one; index it as a root"

func skip(reason Reason, detail string) decision { return decision{reason: reason, detail: detail} }

// text is the detail to be shown.
func (d *decision) text() string {
	if d.rule.File != "" {
		return d.rule.String()
	}
	return d.detail
}

// dir decides about a directory. It does not look into it, so that nested
// repositories are left to the caller.
func (t *Tree) dir(in *place, path, name string) decision {
	v := in.scope.Match(path, name, true)
	switch {
	case v.Own() && v.Ignored():
		return decision{reason: Ignored, rule: v.Rule()}
	case !utf8.ValidString(name) && in.held == notHeld && (v.Kept() || !v.Ignored()):
		return skip(BadName, "its name is no UTF-8; rename it")
	case v.Own() && v.Kept():
		return decision{take: true, keep: true, force: v.Rule().String()}
	case t.tracked.IsSubmodule(path) && in.held != heldVendored:
		return skip(Submodule, "a submodule; it indexes its own files as a root")
	case in.held != notHeld:
		if in.scope.Reaches(path) || in.held == heldIgnored && t.tracked.HasBelow(path) {
			return decision{take: true, enter: in.held}
		}
		return decision{}
	case v.Ignored():
		d := decision{reason: Ignored, rule: v.Rule()}
		if in.scope.Reaches(path) || t.tracked.HasBelow(path) {
			d.take, d.enter = true, heldIgnored
		}
		return d
	}
	if t.opts.IncludeVendored {
		return decision{take: true}
	}
	if detail, ok := vendoredDir(path, name); ok {
		d := skip(Vendored, detail)
		if in.scope.Reaches(path) {
			d.take, d.enter = true, heldVendored
		}
		return d
	}
	return decision{take: true}
}

// file decides about a file by the rules and by its name.
func (t *Tree) file(in *place, path, name string) decision {
	v := in.scope.Match(path, name, false)
	d := decision{take: true}
	switch {
	case v.Own() && v.Ignored():
		return decision{reason: Ignored, rule: v.Rule()}
	case v.Own() && v.Kept():
		d.keep, d.force = true, v.Rule().String()
	case in.held == heldVendored:
		return decision{}
	case (in.held == heldIgnored || v.Ignored()) && t.tracked.Has(path):
		d.force = "tracked by git"
	case in.held == heldIgnored:
		return decision{}
	case v.Ignored():
		return decision{reason: Ignored, rule: v.Rule()}
	}
	if !d.keep && !t.opts.IncludeGenerated {
		if reason, detail, ok := toolMade(name); ok {
			return skip(reason, detail)
		}
	}
	if !utf8.ValidString(name) {
		return skip(BadName, "its name is no UTF-8; rename it")
	}
	return d
}
