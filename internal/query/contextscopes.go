package query

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/community"
	"github.com/structural-memory/smp/internal/git"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// What the scopes of Context add: for a file that is to be created, for the
// search of a fault, for a review.

// CreateContext is what to know of the place of a new file.
type CreateContext struct {
	Exists      bool           `json:"exists"`
	Siblings    []string       `json:"siblings"` // files of the same folder
	Conventions Conventions    `json:"conventions"`
	Imports     []SharedImport `json:"likely_imports"`   // what the siblings import, the most usual first
	Importers   []SharedImport `json:"likely_importers"` // who imports or uses the siblings
}

// Conventions are what the files of a folder have in common.
type Conventions struct {
	Language   string   `json:"language"`       // of most siblings
	Naming     string   `json:"naming"`         // of their file names: snake_case, kebab-case, camelCase, PascalCase, lowercase
	Package    string   `json:"package"`        // that most of them declare
	TestFiles  []string `json:"test_files"`     // the tests beside them
	Documented float64  `json:"documented"`     // the share of exported definitions with a docstring
	Exports    float64  `json:"exports_a_file"` // exported names, on average
}

// SharedImport is a file or module, and how many siblings it has to do with.
type SharedImport struct {
	File     string `json:"file"`
	Siblings int    `json:"siblings"`
}

// DebugContext is what to look at first for a fault.
type DebugContext struct {
	Callers       []DataFlow   `json:"callers"` // who calls into the file
	OpenCalls     []OpenSite   `json:"open_calls"`
	ObservedCalls []TraceEdge  `json:"observed_calls"` // by runs
	RecentChanges []RecentEdit `json:"recent_changes"` // the newest first
}

// OpenSite is a call that could not be linked.
type OpenSite struct {
	In       string `json:"in"`
	Name     string `json:"name"`
	Receiver string `json:"receiver,omitempty"`
	Line     int    `json:"line"`
	Reason   string `json:"reason"`
}

// RecentEdit is a change of a definition of the file.
type RecentEdit struct {
	NodeID string `json:"node_id"`
	heat.NodeChange
}

// ReviewContext is how the file differs from what is committed, and who has to
// do with that.
type ReviewContext struct {
	Base         string              `json:"base"`   // the commit; "" where there is none
	Status       string              `json:"status"` // unchanged, modified, added; unknown without git
	LinesAdded   int                 `json:"lines_added"`
	LinesRemoved int                 `json:"lines_removed"`
	Changed      []workspace.NodeRef `json:"changed"`  // definitions with changed lines
	Tests        []workspace.NodeRef `json:"tests"`    // of those, or of the file where nothing has changed
	Affected     []AffectedFunction  `json:"affected"` // who depends on them directly
}

// scopeContext adds what a scope asks for.
func (m *Questions) scopeContext(ctx context.Context, q ContextQuery, res *ContextResult) (err error) {
	res.Scope = cmp.Or(q.Scope, "edit")
	switch q.Scope {
	case "debug":
		res.Debug, err = m.debugContext(ctx, res)
	case "review":
		res.Review, err = m.reviewContext(ctx, res)
	case "create":
		res.Create, err = workspace.Read(ctx, m.Space, func(r *graph.Reader) (*CreateContext, error) { return createContext(r, res.Self.Path) })
		if err == nil {
			res.Create.Exists = true
		}
	}
	return err
}

// newFile is Context for a path that is in no index yet.
func (m *Questions) newFile(ctx context.Context, file string) (*ContextResult, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*ContextResult, error) {
		c, err := createContext(r, file)
		if err != nil {
			return nil, err
		}
		return &ContextResult{Scope: "create", Summary: ContextSummary{Role: "new", RiskLevel: "low", TestFiles: []string{}}, Create: c,
			Self: ContextFile{Path: file, Language: c.Conventions.Language}, Imports: []ImportedFile{}, ImportedBy: []ImportedFile{}, UsedBy: []ImportedFile{},
			Defines:             Defined{Functions: []DefinedFunction{}, Classes: []DefinedClass{}, Variables: []workspace.NodeRef{}},
			StructurallySimilar: []SimilarFile{}, EntryPoints: []string{}, DataFlowIn: []DataFlow{}, DataFlowOut: []DataFlow{}, Recursion: []Recursion{}}, nil
	})
}

// mostSiblings bounds the files of a folder that are looked at.
const mostSiblings = 200

func createContext(r *graph.Reader, file string) (*CreateContext, error) {
	c := &CreateContext{Siblings: []string{}, Imports: []SharedImport{}, Importers: []SharedImport{}, Conventions: Conventions{TestFiles: []string{}}}
	var all []graph.FileInfo
	folder := path.Dir(file)
	err := r.EachFile(func(f graph.FileInfo) bool {
		if path.Dir(f.Path) == folder && f.Path != file {
			all = append(all, f)
		}
		return len(all) < mostSiblings
	})
	if err != nil {
		return nil, err
	}
	imports, importers, langs, names, packages := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	exported, documented, exports := 0, 0, 0
	for _, f := range all {
		c.Siblings = append(c.Siblings, f.Path)
		if f.Flags&facts.IsTest != 0 {
			c.Conventions.TestFiles = append(c.Conventions.TestFiles, f.Path)
		}
		langs[f.Lang]++
		names[namingOf(path.Base(f.Path))]++
		packages[f.Package]++
		exports += len(f.Exports)
		once := map[string]bool{}
		for _, im := range f.Imports {
			if to := cmp.Or(im.File, im.From); to != "" && !once[to] {
				once[to] = true
				imports[to]++
			}
		}
		nodes, err := r.FileNodes(f.Path)
		if err != nil {
			return nil, err
		}
		for _, n := range nodes[1:] {
			if n.Mods&facts.Exported != 0 {
				exported++
				if n.Docstring != "" {
					documented++
				}
			}
		}
		by, err := Dependants(r, f.Path, nodes)
		if err != nil {
			return nil, err
		}
		for _, x := range by {
			if path.Dir(x) != folder {
				importers[x]++
			}
		}
	}
	c.Conventions.Language, c.Conventions.Naming, c.Conventions.Package = most(langs), most(names), most(packages)
	c.Conventions.Documented = community.Round(float64(documented)/float64(max(exported, 1)), 2)
	c.Conventions.Exports = community.Round(float64(exports)/float64(max(len(all), 1)), 1)
	c.Imports, c.Importers = ranked(imports), ranked(importers)
	return c, nil
}

// mostShared is how many imports and importers are listed.
const mostShared = 15

func ranked(counts map[string]int) []SharedImport {
	out := []SharedImport{}
	for f, n := range counts {
		out = append(out, SharedImport{f, n})
	}
	slices.SortFunc(out, func(a, b SharedImport) int {
		return cmp.Or(cmp.Compare(b.Siblings, a.Siblings), strings.Compare(a.File, b.File))
	})
	return out[:min(len(out), mostShared)]
}

func most(counts map[string]int) string {
	if all := ranked(counts); len(all) > 0 {
		return all[0].File
	}
	return ""
}

// namingOf is how a file's name is written.
func namingOf(name string) string {
	name, _, _ = strings.Cut(strings.TrimLeft(name, "._"), ".")
	lower := name == strings.ToLower(name)
	switch {
	case strings.Contains(name, "-"):
		return "kebab-case"
	case strings.Contains(name, "_") && lower:
		return "snake_case"
	case lower:
		return "lowercase"
	case name[:1] == strings.ToUpper(name[:1]):
		return "PascalCase"
	}
	return "camelCase"
}

func (m *Questions) debugContext(ctx context.Context, file *ContextResult) (*DebugContext, error) {
	d := &DebugContext{Callers: file.DataFlowIn, OpenCalls: []OpenSite{}, ObservedCalls: []TraceEdge{}, RecentChanges: []RecentEdit{}}
	nodes, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) ([]graph.Node, error) {
		nodes, err := r.FileNodes(file.Self.Path)
		if err != nil {
			return nil, err
		}
		for _, n := range nodes {
			if err := d.look(r, n); err != nil {
				return nil, err
			}
		}
		return nodes, nil
	})
	if err != nil {
		return nil, err
	}
	err = m.Space.Base().Safe().Read(ctx, func(tx *safety.Tx) error {
		for _, n := range nodes[:min(len(nodes), 500)] {
			changes, err := tx.Changes(int64(graph.SID(n.ID)), tx.Now().Add(-heat.HeatWindow))
			if err != nil {
				return err
			}
			for _, c := range changes {
				d.RecentChanges = append(d.RecentChanges, RecentEdit{n.ID, heat.NodeChange{Timestamp: c.At.Truncate(time.Second), Agent: c.Agent, Session: c.Session,
					Event: heat.EventNames[c.Event], Commit: strings.TrimPrefix(c.Origin, "+")}})
			}
		}
		return nil
	})
	slices.SortStableFunc(d.RecentChanges, func(a, b RecentEdit) int { return b.Timestamp.Compare(a.Timestamp) })
	d.RecentChanges = workspace.Cut(d.RecentChanges, 50, "recent_changes", file.More)
	d.OpenCalls = workspace.Cut(d.OpenCalls, 200, "open_calls", file.More)
	return d, err
}

// look collects what is open and what was observed in a definition.
func (d *DebugContext) look(r *graph.Reader, n graph.Node) error {
	open, err := r.OpenCalls(n.Row)
	if err != nil {
		return err
	}
	for _, o := range open {
		d.OpenCalls = append(d.OpenCalls, OpenSite{workspace.DisplayName(n), o.Name, o.Recv, o.Line, o.Reason.String()})
	}
	seen, err := r.Out(n.Row, graph.CallsRuntime)
	if err != nil {
		return err
	}
	for _, e := range seen {
		far, err := r.Node(e.To)
		if err != nil {
			return err
		}
		d.ObservedCalls = append(d.ObservedCalls, TraceEdge{From: n.ID, To: far.ID, Type: e.Type.String(), Line: e.Line, Class: e.Class.String(), Via: e.Via.String()})
	}
	return nil
}

func (m *Questions) reviewContext(ctx context.Context, file *ContextResult) (*ReviewContext, error) {
	v := &ReviewContext{Status: "unknown", Changed: []workspace.NodeRef{}, Tests: []workspace.NodeRef{}, Affected: []AffectedFunction{}}
	hunks, err := v.compare(ctx, m.Space.Opts.Root, file.Self.Path)
	if err != nil {
		return nil, err
	}
	changed, err := workspace.Read(ctx, m.Space, func(r *graph.Reader) ([]graph.Node, error) {
		nodes, err := r.FileNodes(file.Self.Path)
		if err != nil {
			return nil, err
		}
		about := nodes[1:]
		if v.Status == "modified" {
			about = slices.DeleteFunc(slices.Clone(about), func(n graph.Node) bool {
				return !slices.ContainsFunc(hunks, func(h git.Hunk) bool {
					return n.StartLine <= h.NewStart+max(h.NewLines, 1)-1 && h.NewStart <= n.EndLine
				})
			})
		}
		tests := map[string]bool{}
		for _, n := range about {
			by, err := neighbours(r, n.Row, false, []graph.EdgeType{graph.Tests})
			if err != nil {
				return nil, err
			}
			for _, t := range by {
				if !tests[t.ID] {
					tests[t.ID] = true
					v.Tests = append(v.Tests, workspace.RefOf(t))
				}
			}
		}
		if v.Status != "modified" && v.Status != "added" {
			about = nil
		}
		return about, nil
	})
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, n := range changed {
		v.Changed = append(v.Changed, workspace.RefOf(n))
	}
	for _, n := range changed[:min(len(changed), 50)] {
		impact, err := m.Impact(ctx, ImpactQuery{Entity: n.ID, Depth: 1, Limit: 50})
		if err != nil {
			return nil, err
		}
		for _, f := range impact.AffectedFunctions {
			if !seen[f.ID] {
				seen[f.ID] = true
				v.Affected = append(v.Affected, f)
			}
		}
	}
	v.Tests = workspace.Cut(v.Tests, 200, "tests", file.More)
	return v, nil
}

// compare finds how the file differs from what is committed.
func (v *ReviewContext) compare(ctx context.Context, root, file string) ([]git.Hunk, error) {
	repo, err := git.Open(ctx, root)
	switch {
	case errors.Is(err, git.ErrNotInstalled), errors.Is(err, git.ErrNotRepository):
		return nil, nil
	case err != nil:
		return nil, err
	}
	head, err := repo.Head(ctx)
	if err != nil || head.Commit == "" {
		return nil, err
	}
	v.Base, v.Status = head.Commit, "unchanged"
	all, err := repo.Uncommitted(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		if f.New != file {
			continue
		}
		if v.Status = "modified"; f.Old == "" {
			v.Status = "added"
		}
		for _, h := range f.Hunks {
			v.LinesAdded, v.LinesRemoved = v.LinesAdded+h.NewLines, v.LinesRemoved+h.OldLines
		}
		return f.Hunks, nil
	}
	status, err := repo.Status(ctx)
	for _, s := range status {
		if s.Path == file && err == nil {
			v.Status = "added" // git does not know it yet
		}
	}
	return nil, err
}
