package session

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/safety"
)

// conflicts finds what stands in the way of planned files, and between them.
func (p *planner) conflicts(ctx context.Context) error {
	if err := p.barred(ctx); err != nil {
		return err
	}
	p.sameDefinitions()
	return nil
}

// barred are the files that the session may not write, or nobody may now.
func (p *planner) barred(ctx context.Context) error {
	for i := range p.files {
		f := p.files[i].File
		if reason := p.m.Space.Base().IsProtected(f); reason != "" {
			p.conflict("out_of_scope", []string{f}, "nobody may write it: "+reason)
		} else if p.session != nil && !p.session.InScope(f) {
			p.conflict("out_of_scope", []string{f}, "the session has not declared it")
		}
	}
	return p.m.Space.Base().Safe().Read(ctx, func(tx *safety.Tx) error {
		for i := range p.files {
			f := p.files[i].File
			lock, err := tx.LockOf(f)
			if err != nil {
				return err
			}
			if lock != nil && (p.session == nil || lock.Session != p.session.ID) {
				p.conflict("locked", []string{f}, fmt.Sprintf("it is locked by session %s (agent: %s)", lock.Handle(), lock.Agent))
			}
		}
		return nil
	})
}

// sharedNames are the languages in which the files of a folder share one name
// space.
var sharedNames = map[string]bool{"go": true, "java": true, "kotlin": true, "scala": true, "swift": true, "csharp": true}

// sameDefinitions are names that two planned files of one package define, as
// files for several systems do: a change of one needs the other.
func (p *planner) sameDefinitions() {
	type key struct{ folder, pkg, lang, name string }
	where := map[key][]string{}
	var order []key
	for i := range p.files {
		f := &p.files[i]
		if f.IsNewFile || !sharedNames[f.info.Lang] {
			continue
		}
		for _, n := range f.nodes[1:] {
			k := key{path.Dir(f.File), f.info.Package, f.info.Lang, n.Qualified}
			if !topLevel(f, n) || slices.Contains(where[k], f.File) {
				continue
			}
			if len(where[k]) == 0 {
				order = append(order, k)
			}
			where[k] = append(where[k], f.File)
		}
	}
	together := map[string][]string{} // names by files
	var groups []string
	for _, k := range order {
		if len(where[k]) < 2 {
			continue
		}
		files := strings.Join(where[k], "\n")
		if together[files] == nil {
			groups = append(groups, files)
		}
		together[files] = append(together[files], k.name)
	}
	for _, files := range groups {
		names := together[files]
		detail := "both define " + strings.Join(names[:min(len(names), 5)], ", ")
		if more := len(names) - 5; more > 0 {
			detail += fmt.Sprintf(" and %d more", more)
		}
		p.conflict("same_definition", strings.Split(files, "\n"), detail+" in one package: keep them the same")
	}
}

func topLevel(f *planned, n graph.Node) bool {
	return n.Parent == f.nodes[0].Row && n.Mods&facts.Exported != 0 && n.Name != "init" && n.Name != "_"
}
