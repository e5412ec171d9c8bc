package query

import (
	"context"
	"errors"
	"sort"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/heat"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/locate"
)

// ContextSummary is what an agent reads first about a file: counts and roles
// that follow from the graph alone, and heat: nil where nothing is recorded of
// changes.
type ContextSummary struct {
	Role            string   `json:"role"`
	BlastRadius     int      `json:"blast_radius"` // files that import or use this one
	APILayerCallers int      `json:"api_layer_callers"`
	APILayerTotal   int      `json:"api_layer_total"`
	AvgComplexity   float64  `json:"avg_complexity"`
	MaxComplexity   int      `json:"max_complexity"`
	ExportedSymbols int      `json:"exported_symbols"`
	HasTests        bool     `json:"has_tests"`
	TestFiles       []string `json:"test_files"`
	IsHotNode       *bool    `json:"is_hot_node"`
	HeatScore       *int     `json:"heat_score"`
	RiskLevel       string   `json:"risk_level"`
	UnresolvedCalls int      `json:"unresolved_calls"` // open call sites in the file
}

// ContextFile is the file itself.
type ContextFile struct {
	ID         string `json:"id"`
	Path       string `json:"path"`
	Language   string `json:"language"`
	Lines      int    `json:"lines"`
	SourceHash string `json:"source_hash"`
}

// ImportedFile is one end of an import.
type ImportedFile struct {
	File  string   `json:"file"` // a path, or the module's name where it is outside
	Items []string `json:"items,omitempty"`
}

// DefinedFunction and DefinedClass are what the file defines.
type DefinedFunction struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Line       int    `json:"line"`
	Signature  string `json:"signature,omitempty"`
	Complexity int    `json:"complexity"`
	Exported   bool   `json:"exported"`
}

// DefinedClass is a class or interface of the file.
type DefinedClass struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Line        int    `json:"line"`
	MethodCount int    `json:"method_count"`
	Exported    bool   `json:"exported"`
}

// Defined lists the definitions of a file.
type Defined struct {
	Functions []DefinedFunction   `json:"functions"`
	Classes   []DefinedClass      `json:"classes"`
	Variables []workspace.NodeRef `json:"variables"`
}

// SimilarFile is a file that imports much of the same.
type SimilarFile struct {
	File            string   `json:"file"`
	SharedImports   int      `json:"shared_imports"`
	SharedNodeTypes []string `json:"shared_node_types"`
}

// DataFlow is a call over the file's border, with the type it carries.
type DataFlow struct {
	From    string `json:"from,omitempty"`
	To      string `json:"to,omitempty"`
	Via     string `json:"via"`
	Carries string `json:"carries"`
}

// ContextResult is the answer of Context.
type ContextResult struct {
	Scope               string         `json:"scope"` // what it is for: edit, create, debug, review
	Debug               *DebugContext  `json:"debug,omitempty"`
	Create              *CreateContext `json:"create,omitempty"`
	Review              *ReviewContext `json:"review,omitempty"`
	Summary             ContextSummary `json:"summary"`
	Self                ContextFile    `json:"self"`
	Imports             []ImportedFile `json:"imports"`
	ImportedBy          []ImportedFile `json:"imported_by"` // files with an import of it
	UsedBy              []ImportedFile `json:"used_by"`     // other files that use what it defines, without importing it
	Defines             Defined        `json:"defines"`
	StructurallySimilar []SimilarFile  `json:"structurally_similar"`
	EntryPoints         []string       `json:"entry_points"`
	DataFlowIn          []DataFlow     `json:"data_flow_in"`
	DataFlowOut         []DataFlow     `json:"data_flow_out"`
	Recursion           []Recursion    `json:"recursion"`      // circles of calls through the file's functions, as far as they stay near it
	More                map[string]int `json:"more,omitempty"` // what the lists leave out
	Pack                *locate.Pack   `json:"pack,omitempty"` // source, where tokens are given for it
}

// ContextQuery asks for the context of a file.
type ContextQuery struct {
	FilePath  string
	Scope     string // edit (default), create, debug, review
	Depth     int    // steps of importers counted into blast_radius; 1 by default
	Limit     int    // entries in each list; 500 by default
	MaxTokens int    // show as much source of the file, and of what is around it, as fits; 0: none
}

// Context gives the programmer's picture of a file, and what its scope asks for
// beside. With the scope create, the path may be that of a file that does not
// exist yet.
func (m *Questions) Context(ctx context.Context, q ContextQuery) (*ContextResult, error) {
	switch q.Scope {
	case "", "edit", "create", "debug", "review":
	default:
		return nil, &workspace.ParamError{Param: "scope", Value: q.Scope, Hint: "use edit, create, debug or review"}
	}
	if err := checkTokens(q.MaxTokens); err != nil {
		return nil, err
	}
	if file, isNew, err := m.namesNewFile(ctx, q); err != nil || isNew {
		if err != nil {
			return nil, err
		}
		return m.newFile(ctx, file)
	}
	res, err := m.knownFile(ctx, q)
	if err != nil {
		return nil, err
	}
	return res, m.scopeContext(ctx, q, res)
}

// namesNewFile tells whether a file is to be created whose path the index does
// not have.
func (m *Questions) namesNewFile(ctx context.Context, q ContextQuery) (file string, isNew bool, err error) {
	if q.Scope != "create" {
		return "", false, nil
	}
	if file, err = m.Space.Relative(strings.TrimPrefix(strings.TrimSpace(q.FilePath), "file:")); err != nil || file == "." {
		return file, false, err
	}
	isNew, err = workspace.Read(ctx, m.Space, func(r *graph.Reader) (bool, error) {
		_, err := r.File(file)
		var missing *workspace.NotFoundError
		if errors.As(err, &missing) {
			return true, nil
		}
		return false, err
	})
	return file, isNew, err
}

func (m *Questions) knownFile(ctx context.Context, q ContextQuery) (*ContextResult, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*ContextResult, error) {
		n, err := workspace.Resolve(r, q.FilePath)
		if err != nil {
			return nil, err
		}
		if n.File == "" {
			return nil, &workspace.ParamError{Param: "file_path", Value: q.FilePath, Hint: "name a file of the repository"}
		}
		b := &contextBuilder{r: r, heat: func(nodes []graph.Node) (*heat.FileHeat, error) { return m.Heat.HeatOfFile(ctx, r, nodes) }, limit: q.Limit, res: &ContextResult{More: map[string]int{}}}
		if q.Limit <= 0 {
			b.limit = DefaultTraceLimit
		}
		if b.info, err = r.File(n.File); err != nil {
			return nil, err
		}
		res, err := b.build(max(q.Depth, 1))
		if err != nil || q.MaxTokens == 0 {
			return res, err
		}
		res.Pack, err = m.packFile(ctx, b, q.MaxTokens)
		return res, err
	})
}

type contextBuilder struct {
	r     *graph.Reader
	heat  func([]graph.Node) (*heat.FileHeat, error)
	limit int
	res   *ContextResult
	info  graph.FileInfo
	nodes []graph.Node
	own   map[graph.NodeID]bool
}

func (b *contextBuilder) build(depth int) (*ContextResult, error) {
	var err error
	if b.nodes, err = b.r.FileNodes(b.info.Path); err != nil {
		return nil, err
	}
	b.own = map[graph.NodeID]bool{}
	for _, n := range b.nodes {
		b.own[n.Row] = true
	}
	file := b.nodes[0]
	b.res.Self = ContextFile{ID: file.ID, Path: b.info.Path, Language: b.info.Lang, Lines: b.info.Lines, SourceHash: hexHash(b.info.SHA256)}
	for _, step := range []func() error{b.imports, b.defines, b.flows, b.similar, func() error { return b.summary(depth) }} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	b.bound()
	return b.res, nil
}

func (b *contextBuilder) imports() error {
	b.res.Imports, b.res.ImportedBy, b.res.UsedBy = []ImportedFile{}, []ImportedFile{}, []ImportedFile{}
	for _, im := range b.info.Imports {
		f := im.File
		if f == "" {
			f = im.From
		}
		if n := len(b.res.Imports); n > 0 && b.res.Imports[n-1].File == f {
			b.res.Imports[n-1].Items = append(b.res.Imports[n-1].Items, im.Items...)
			continue
		}
		b.res.Imports = append(b.res.Imports, ImportedFile{File: f, Items: im.Items})
	}
	by, err := Dependants(b.r, b.info.Path, b.nodes)
	if err != nil {
		return err
	}
	importers, err := importersOf(b.r, b.nodes)
	if err != nil {
		return err
	}
	for _, f := range by {
		if importers[f] {
			b.res.ImportedBy = append(b.res.ImportedBy, ImportedFile{File: f})
		} else {
			b.res.UsedBy = append(b.res.UsedBy, ImportedFile{File: f})
		}
	}
	return nil
}

func (b *contextBuilder) defines() error {
	d := Defined{Functions: []DefinedFunction{}, Classes: []DefinedClass{}, Variables: []workspace.NodeRef{}}
	b.res.EntryPoints = []string{}
	methods := map[graph.NodeID]int{}
	for _, n := range b.nodes[1:] {
		if n.Kind.Callable() {
			methods[n.Parent]++
		}
	}
	for _, n := range b.nodes[1:] {
		exported := n.Mods&facts.Exported != 0
		switch {
		case n.Kind.Callable():
			cx := 0
			if n.Metrics != nil {
				cx = n.Metrics.Complexity
			}
			d.Functions = append(d.Functions, DefinedFunction{ID: n.ID, Name: workspace.DisplayName(n), Line: n.NameLine, Signature: n.Signature, Complexity: cx, Exported: exported})
			entry, err := b.entryPoint(n)
			if err != nil {
				return err
			}
			if entry {
				b.res.EntryPoints = append(b.res.EntryPoints, n.ID)
			}
		case n.Kind.TypeLike():
			d.Classes = append(d.Classes, DefinedClass{ID: n.ID, Name: workspace.DisplayName(n), Line: n.NameLine, MethodCount: methods[n.Row], Exported: exported})
		case n.Parent == b.nodes[0].Row:
			d.Variables = append(d.Variables, workspace.RefOf(n))
		}
	}
	b.res.Defines = d
	return nil
}

// entryPoint: an exported function, or one that other files call.
func (b *contextBuilder) entryPoint(n graph.Node) (bool, error) {
	if n.Mods&facts.Exported != 0 && n.Parent == b.nodes[0].Row || IsEndpoint(n) {
		return true, nil
	}
	in, err := b.r.In(n.Row, graph.CallsStatic, graph.CallsRuntime)
	if err != nil {
		return false, err
	}
	for _, e := range in {
		if !b.own[e.From] || e.Class == graph.Framework {
			return true, nil
		}
	}
	return false, nil
}

// flows are the calls over the file's border.
func (b *contextBuilder) flows() error {
	b.res.DataFlowIn, b.res.DataFlowOut = []DataFlow{}, []DataFlow{}
	seen := map[DataFlow]bool{}
	add := func(to *[]DataFlow, d DataFlow) {
		if seen[d] {
			return
		}
		seen[d] = true
		*to = append(*to, d)
	}
	for _, n := range b.nodes[1:] {
		in, err := b.r.In(n.Row, graph.CallsStatic, graph.CallsRuntime)
		if err != nil {
			return err
		}
		for _, e := range in {
			if b.own[e.From] {
				continue
			}
			far, err := b.r.Node(e.From)
			if err != nil {
				return err
			}
			add(&b.res.DataFlowIn, DataFlow{From: far.File, Via: workspace.DisplayName(far), Carries: paramTypes(n)})
		}
		out, err := b.r.Out(n.Row, graph.CallsStatic, graph.CallsRuntime)
		if err != nil {
			return err
		}
		for _, e := range out {
			if b.own[e.To] || e.Class == graph.Outside {
				continue
			}
			far, err := b.r.Node(e.To)
			if err != nil {
				return err
			}
			add(&b.res.DataFlowOut, DataFlow{To: far.File, Via: workspace.DisplayName(far), Carries: far.Returns})
		}
	}
	var err error
	b.res.Recursion, err = recursionOf(b.r, b.nodes[1:])
	return err
}

func paramTypes(n graph.Node) string {
	var out []string
	for _, p := range n.Params {
		if p.Type != "" {
			out = append(out, p.Type)
		}
	}
	return strings.Join(out, ", ")
}

// similar are the files that import most of the same files and modules.
func (b *contextBuilder) similar() error {
	b.res.StructurallySimilar = []SimilarFile{}
	mine, err := neighbours(b.r, b.nodes[0].Row, true, []graph.EdgeType{graph.Imports})
	if err != nil {
		return err
	}
	shared := map[graph.NodeID]int{}
	for _, im := range mine {
		in, err := b.r.In(im.Row, graph.Imports)
		if err != nil {
			return err
		}
		if len(in) > 2000 {
			continue // what everybody imports tells nothing
		}
		once := map[graph.NodeID]bool{}
		for _, e := range in {
			if !b.own[e.From] && !once[e.From] {
				once[e.From] = true
				shared[e.From]++
			}
		}
	}
	rows := make([]graph.NodeID, 0, len(shared))
	for row, n := range shared {
		if n > 1 {
			rows = append(rows, row)
		}
	}
	sort.Slice(rows, func(i, j int) bool {
		if shared[rows[i]] != shared[rows[j]] {
			return shared[rows[i]] > shared[rows[j]]
		}
		return rows[i] < rows[j]
	})
	kinds := kindsOf(b.nodes[1:])
	for _, row := range rows[:min(len(rows), 5)] {
		n, err := b.r.Node(row)
		if err != nil {
			return err
		}
		nodes, err := b.r.FileNodes(n.File)
		if err != nil {
			return err
		}
		both := []string{}
		for k := range kindsOf(nodes[1:]) {
			if kinds[k] {
				both = append(both, k)
			}
		}
		sort.Strings(both)
		b.res.StructurallySimilar = append(b.res.StructurallySimilar, SimilarFile{File: n.File, SharedImports: shared[row], SharedNodeTypes: both})
	}
	return nil
}

func kindsOf(nodes []graph.Node) map[string]bool {
	out := map[string]bool{}
	for _, n := range nodes {
		out[n.Type] = true
	}
	return out
}
