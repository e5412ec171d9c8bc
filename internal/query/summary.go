package query

import (
	"encoding/hex"
	"math"
	"path"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
)

// summary computes what an agent reads first. The rules of role and risk are
// the specification's.
func (b *contextBuilder) summary(depth int) error {
	s := &b.res.Summary
	files, err := b.blast(depth)
	if err != nil {
		return err
	}
	s.BlastRadius = len(files)
	s.TestFiles = []string{}
	for _, f := range files {
		if inAPILayer(f) {
			s.APILayerCallers++
		}
		info, err := b.r.File(f)
		if err != nil {
			return err
		}
		if info.Flags&facts.IsTest != 0 {
			s.TestFiles = append(s.TestFiles, f)
		}
	}
	s.HasTests = len(s.TestFiles) > 0
	if err := b.r.EachFile(func(f graph.FileInfo) bool {
		if inAPILayer(f.Path) {
			s.APILayerTotal++
		}
		return true
	}); err != nil {
		return err
	}
	s.AvgComplexity, s.MaxComplexity = ComplexityOf(b.nodes)
	s.ExportedSymbols = len(b.info.Exports)
	for _, node := range b.nodes {
		open, err := b.r.OpenCalls(node.Row)
		if err != nil {
			return err
		}
		s.UnresolvedCalls += len(open)
	}
	hot, err := b.heat(b.nodes)
	if err != nil {
		return err
	}
	s.IsHotNode, s.HeatScore = hot.Answers()
	s.Role = b.role()
	s.RiskLevel = RiskLevel(s.BlastRadius, s.AvgComplexity)
	return nil
}

// ComplexityOf is the mean complexity of the functions among some nodes, and
// the highest; what has no body has none.
func ComplexityOf(nodes []graph.Node) (avg float64, highest int) {
	total, n := 0, 0
	for _, f := range nodes {
		if f.Kind.Callable() && f.Metrics != nil && f.Metrics.Complexity > 0 {
			total, n = total+f.Metrics.Complexity, n+1
			highest = max(highest, f.Metrics.Complexity)
		}
	}
	return math.Round(float64(total)/float64(max(n, 1))*10) / 10, highest
}

// RiskLevel rates a change of a file by how many files depend on it and how
// complex its functions are.
func RiskLevel(blastRadius int, avgComplexity float64) string {
	switch {
	case blastRadius > 10 || avgComplexity > 8:
		return "high"
	case blastRadius > 3 || avgComplexity > 4:
		return "medium"
	}
	return "low"
}

// bound cuts the lists, when all that is computed from them is.
func (b *contextBuilder) bound() {
	res, n, more := b.res, b.limit, b.res.More
	res.Imports = workspace.Cut(res.Imports, n, "imports", more)
	res.ImportedBy = workspace.Cut(res.ImportedBy, n, "imported_by", more)
	res.UsedBy = workspace.Cut(res.UsedBy, n, "used_by", more)
	res.Defines.Functions = workspace.Cut(res.Defines.Functions, n, "functions", more)
	res.Defines.Classes = workspace.Cut(res.Defines.Classes, n, "classes", more)
	res.Defines.Variables = workspace.Cut(res.Defines.Variables, n, "variables", more)
	res.Summary.TestFiles = workspace.Cut(res.Summary.TestFiles, n, "test_files", more)
	res.EntryPoints = workspace.Cut(res.EntryPoints, n, "entry_points", more)
	res.DataFlowIn = workspace.Cut(res.DataFlowIn, n, "data_flow_in", more)
	res.DataFlowOut = workspace.Cut(res.DataFlowOut, n, "data_flow_out", more)
}

// inAPILayer tells whether a file belongs to the layer that outside callers
// reach.
func inAPILayer(p string) bool {
	for _, part := range strings.Split(path.Dir(p), "/") {
		switch part {
		case "api", "routes", "controllers", "handlers", "endpoints", "views":
			return true
		}
	}
	return false
}

// role is the first of the specification's rules that fits.
func (b *contextBuilder) role() string {
	p := "/" + b.info.Path
	has := func(parts ...string) bool {
		for _, x := range parts {
			if strings.Contains(p, x) {
				return true
			}
		}
		return false
	}
	tests := 0
	for _, n := range b.nodes[1:] {
		if n.Kind == facts.Test {
			tests++
		}
	}
	switch {
	case has("/test", "/spec") || b.info.Flags&facts.IsTest != 0 || tests > 0 && tests == len(b.nodes)-1:
		return "test"
	case b.nodes[0].Kind == facts.Config:
		return "config"
	}
	for _, n := range b.nodes[1:] {
		if IsEndpoint(n) {
			return "endpoint"
		}
	}
	switch {
	case has("/routes", "/controllers"):
		return "endpoint"
	case has("/services") && len(b.res.Imports) > 0 && len(b.res.ImportedBy)+len(b.res.UsedBy) > 0:
		return "service"
	case b.res.Summary.BlastRadius > 5 && has("/utils", "/lib", "/shared", "/helpers"):
		return "core_utility"
	case b.res.Summary.BlastRadius == 0 && len(b.info.Exports) == 0:
		return "isolated"
	}
	return "module"
}

// IsEndpoint tells whether a decorator makes a function answer HTTP requests.
func IsEndpoint(n graph.Node) bool {
	for _, d := range n.Decorators {
		d = strings.ToLower(strings.TrimLeft(d, "@#["))
		if i := strings.IndexAny(d, "(]"); i >= 0 {
			d = d[:i]
		}
		if i := strings.LastIndexByte(d, '.'); i >= 0 {
			d = d[i+1:]
		}
		switch d {
		case "get", "post", "put", "delete", "patch", "route", "websocket", "getmapping", "postmapping", "putmapping", "deletemapping", "patchmapping", "requestmapping",
			"httpget", "httppost", "httpput", "httpdelete", "httppatch", "api_view":
			return true
		}
	}
	return false
}

// firstParagraph is the part of a docstring before its first empty line.
func firstParagraph(doc string) string {
	p, _, _ := strings.Cut(doc, "\n\n")
	return strings.Join(strings.Fields(p), " ")
}

func hexHash(h [32]byte) string { return hex.EncodeToString(h[:]) }
