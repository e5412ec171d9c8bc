package smp

import (
	"context"
	"io"

	"github.com/structural-memory/smp/internal/query"
	"github.com/structural-memory/smp/locate"
)

type (
	// CreateContext is what to know of the place of a new file.
	CreateContext = query.CreateContext
	// Conventions are what the files of a folder have in common.
	Conventions = query.Conventions
	// SharedImport is a file or module, and how many siblings it has to do with.
	SharedImport = query.SharedImport
	// DebugContext is what to look at first for a fault.
	DebugContext = query.DebugContext
	// OpenSite is a call that could not be linked.
	OpenSite = query.OpenSite
	// RecentEdit is a change of a definition of the file.
	RecentEdit = query.RecentEdit
	// ReviewContext is how the file differs from what is committed, and who has to
	// do with that.
	ReviewContext = query.ReviewContext
	// EntryPoint is a route by which a framework calls a definition, and where it
	// is registered.
	EntryPoint = query.EntryPoint
	// HandledRoute is an entry point with the definition behind it.
	HandledRoute = query.HandledRoute
	// CallRow is a call as scripts read it: lines count from 1 and are those of
	// the definition; an unresolved or external call has no callee.
	CallRow = query.CallRow
	// ContextSummary is what an agent reads first about a file: counts and roles
	// that follow from the graph alone, and heat: nil where nothing is recorded of
	// changes.
	ContextSummary = query.ContextSummary
	// ContextFile is the file itself.
	ContextFile = query.ContextFile
	// ImportedFile is one end of an import.
	ImportedFile = query.ImportedFile
	// DefinedFunction and DefinedClass are what the file defines.
	DefinedFunction = query.DefinedFunction
	// DefinedClass is a class or interface of the file.
	DefinedClass = query.DefinedClass
	// Defined lists the definitions of a file.
	Defined = query.Defined
	// SimilarFile is a file that imports much of the same.
	SimilarFile = query.SimilarFile
	// DataFlow is a call over the file's border, with the type it carries.
	DataFlow = query.DataFlow
	// ContextResult is the answer of Context.
	ContextResult = query.ContextResult
	// ContextQuery asks for the context of a file.
	ContextQuery = query.ContextQuery
	// FlowNode is a stage of a flow.
	FlowNode = query.FlowNode
	// TypeTransition says what types pass from one stage to the next, as they are
	// written; a parameter without one is left out.
	TypeTransition = query.TypeTransition
	// FlowResult is the answer of Flow. Path is empty where there is none.
	FlowResult = query.FlowResult
	// AffectedFunction is a definition that a change reaches.
	AffectedFunction = query.AffectedFunction
	// RequiredUpdate is a place that must change with the entity.
	RequiredUpdate = query.RequiredUpdate
	// ImpactResult is the answer of Impact.
	ImpactResult = query.ImpactResult
	// ImpactQuery asks what a change of an entity breaks.
	ImpactQuery = query.ImpactQuery
	// The answer of Locate, by names of this package.
	LocateResult = query.LocateResult
	// The answer of Locate, by names of this package.
	LocateHit = query.LocateHit
	// The answer of Locate, by names of this package.
	LocateRelation = query.LocateRelation
	// LocateQuery is a question in words. Zero values stand for the defaults.
	LocateQuery = query.LocateQuery
	// ModuleQuery asks for modules by parts of their names.
	ModuleQuery = query.ModuleQuery
	// ModuleResult is the answer of Modules, by name.
	ModuleResult = query.ModuleResult
	// Entity is what navigate says of a node itself.
	Entity = query.Entity
	// Relationships are the names around a node, each once.
	Relationships = query.Relationships
	// NavigateResult is the answer of Navigate. Related holds the nodes behind the
	// names of Relationships, under the same keys; two of them may share a name.
	NavigateResult = query.NavigateResult
	// NavigateQuery asks for one node.
	NavigateQuery = query.NavigateQuery
	// The source that an answer shows, by names of this package.
	Pack = query.Pack
	// The source that an answer shows, by names of this package.
	PackPiece = query.PackPiece
	// WhyStep is one edge of a dependency path.
	WhyStep = query.WhyStep
	// WhyResult is the answer of Why. PathLength counts the nodes on the path, as
	// the specification does: one more than the steps; nil where there is no path.
	WhyResult = query.WhyResult
	// Recursion is a circle of calls: a function that calls itself, or several
	// that call one another.
	Recursion = query.Recursion
	// UnresolvedCall is a call site that no rule resolved.
	UnresolvedCall = query.UnresolvedCall
	// LinkerReport lists the call sites that stay open, and how many there are by
	// reason.
	LinkerReport = query.LinkerReport
	// SCIPExport counts what ExportSCIP wrote.
	SCIPExport = query.SCIPExport
	// SearchQuery is a full-text question. Zero values stand for the defaults.
	SearchQuery = query.SearchQuery
	// SearchFilter says what is searched.
	SearchFilter = query.SearchFilter
	// SearchMatch is a symbol that matches.
	SearchMatch = query.SearchMatch
	// SearchResult is the answer of Search.
	SearchResult = query.SearchResult
	// Semantic is all that is known of a node beside its structure.
	Semantic = query.Semantic
	// TraceQuery asks what is reached from a node along relationships.
	TraceQuery = query.TraceQuery
	// TraceTree is a node of the tree form: the key names the direction ("calls",
	// "called_by", "imports", …), the values the nodes reached.
	TraceTree = query.TraceTree
	// TraceNode is a node of the flat form.
	TraceNode = query.TraceNode
	// TraceEdge is an edge that the walk followed.
	TraceEdge = query.TraceEdge
	// TraceResult is the answer of Trace: the tree, and the same flat.
	TraceResult = query.TraceResult
	// NotFollowed counts where a walk ends for other reasons than its depth.
	NotFollowed = query.NotFollowed
)

// EstimateTokens is how many tokens a text takes at most, as packs count them.
func EstimateTokens(text string) int { return query.EstimateTokens(text) }

// Routes lists the entry points of a scope by path, with what handles each.
func (m *Memory) Routes(ctx context.Context, scope Scope) ([]HandledRoute, error) {
	return m.view.Ask.Routes(ctx, scope)
}

// EachCall calls fn for every call edge and every open call site, until fn
// returns an error: in the order of callers' files and lines, then of the calls'
// lines and what they lead to, however the graph came about. A call outside any function has the line
// of its file's start, 1, or that of the variable it initialises; one in a test that is a titled block is the
// definition's around it.
func (m *Memory) EachCall(ctx context.Context, fn func(CallRow) error) error {
	return m.view.Ask.EachCall(ctx, fn)
}

// Context gives the programmer's picture of a file, and what its scope asks for
// beside. With the scope create, the path may be that of a file that does not
// exist yet.
func (m *Memory) Context(ctx context.Context, q ContextQuery) (*ContextResult, error) {
	return m.view.Ask.Context(ctx, q)
}

// Flow finds how execution, or data, gets from one node to another: along
// calls for "execution", along calls, uses and references for "data".
func (m *Memory) Flow(ctx context.Context, start, end, flowType string) (*FlowResult, error) {
	return m.view.Ask.Flow(ctx, start, end, flowType)
}

// Impact walks dependencies backwards from an entity. A class or a file is
// affected together with what it defines.
func (m *Memory) Impact(ctx context.Context, q ImpactQuery) (*ImpactResult, error) {
	return m.view.Ask.Impact(ctx, q)
}

// HighestRank is the largest PageRank in the graph: a node's rank divided by it
// is its centrality. It is 0 where ranks have not been computed.
func (m *Memory) HighestRank(ctx context.Context) (float64, error) {
	return m.view.Ask.HighestRank(ctx)
}

// Locate finds the code that a question in words is about: by words, vectors
// and place in the graph. No model is asked but the small one for vectors that
// is part of the program.
func (m *Memory) Locate(ctx context.Context, q LocateQuery) (*locate.Response, error) {
	return m.view.Ask.Locate(ctx, q)
}

// Modules finds files and packages of the repository, or the modules outside
// that it imports.
func (m *Memory) Modules(ctx context.Context, q ModuleQuery) (*ModuleResult, error) {
	return m.view.Ask.Modules(ctx, q)
}

// Navigate finds one node and says what is around it. The id of a community
// finds that: it defines its members, and depends on the communities that its
// members call or import.
func (m *Memory) Navigate(ctx context.Context, q NavigateQuery) (*NavigateResult, error) {
	return m.view.Ask.Navigate(ctx, q)
}

// Why finds the shortest dependency path between two nodes. Who depends on
// something in a file, a type or a package depends on that.
func (m *Memory) Why(ctx context.Context, from, to string) (*WhyResult, error) {
	return m.view.Ask.Why(ctx, from, to)
}

// LinkerReport lists at most limit open call sites of a scope (0: 200), those
// with candidates in the repository first.
func (m *Memory) LinkerReport(ctx context.Context, scope Scope, limit int) (*LinkerReport, error) {
	return m.view.Ask.LinkerReport(ctx, scope, limit)
}

// ExportSCIP writes the graph as a SCIP index: every definition, and every
// call and use that leads to one. What leaves the repository or is not
// resolved is not in it.
func (m *Memory) ExportSCIP(ctx context.Context, w io.Writer, version string) (*SCIPExport, error) {
	return m.view.Ask.ExportSCIP(ctx, w, version)
}

// Search finds symbols by the words in their names, signatures, paths,
// docstrings, descriptions and tags, ranked by BM25 over these fields. Any
// text is a query: words are stemmed, "word*" matches all words that begin so,
// everything else separates.
func (m *Memory) Search(ctx context.Context, q SearchQuery) (*SearchResult, error) {
	return m.view.Ask.Search(ctx, q)
}

// Semantic is what enrichment and annotations say of a node. What its row in
// the index says is there without enrichment too; inline comments and
// exceptions are those that enrichment found.
func (m *Memory) Semantic(ctx context.Context, ref string) (*Semantic, error) {
	return m.view.Ask.Semantic(ctx, ref)
}

// Trace walks from a node and gives what it reaches as a tree and as flat
// lists. A node that was reached before is not walked again.
func (m *Memory) Trace(ctx context.Context, q TraceQuery) (*TraceResult, error) {
	return m.view.Ask.Trace(ctx, q)
}
