package query

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/linker/scip"
)

// SCIPExport counts what ExportSCIP wrote.
type SCIPExport struct {
	Documents   int `json:"documents"`
	Definitions int `json:"definitions"`
	References  int `json:"references"`
	Changed     int `json:"changed"` // files that are not as indexed: their places are whole lines
}

// scipScheme begins every symbol that is written: the scheme, and a package
// that is the repository itself.
const scipScheme = "smp . . . "

// ExportSCIP writes the graph as a SCIP index: every definition, and every
// call and use that leads to one. What leaves the repository or is not
// resolved is not in it.
func (m *Questions) ExportSCIP(ctx context.Context, w io.Writer, version string) (*SCIPExport, error) {
	return workspace.Read(ctx, m.Space, func(r *graph.Reader) (*SCIPExport, error) {
		root := url.URL{Scheme: "file", Path: filepath.ToSlash(m.Space.Opts.Root)}
		out, err := scip.NewWriter(w, "smp", version, root.String())
		if err != nil {
			return nil, err
		}
		files, err := r.Files()
		if err != nil {
			return nil, err
		}
		x := &scipExporter{r: r, root: m.Space.Opts.Root, symbols: map[graph.NodeID]scipSymbol{}, res: &SCIPExport{}}
		nodes := make([][]graph.Node, len(files))
		for i, f := range files {
			if nodes[i], err = r.FileNodes(f.Path); err != nil {
				return nil, err
			}
			x.name(f.Path, nodes[i])
		}
		for i, f := range files {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			d, err := x.document(f, nodes[i])
			if err != nil {
				return nil, err
			}
			if err := out.Document(d); err != nil {
				return nil, err
			}
		}
		return x.res, nil
	})
}

type scipExporter struct {
	r       *graph.Reader
	root    string
	symbols map[graph.NodeID]scipSymbol
	res     *SCIPExport
}

// scipSymbol is a node's symbol and what calls of it are written as.
type scipSymbol struct{ symbol, name string }

// name makes the symbols of a file's nodes. Nodes of the same path get
// numbers, in the order in which they stand.
func (x *scipExporter) name(file string, nodes []graph.Node) {
	base := []byte(scipScheme)
	for _, part := range strings.Split(file, "/") {
		base = scip.AppendDescriptor(base, part, scip.Namespace, 0)
	}
	x.symbols[nodes[0].Row] = scipSymbol{string(base), path.Base(file)}
	taken := map[string]int{}
	for _, n := range nodes[1:] {
		in, ok := x.symbols[n.Parent]
		if !ok {
			in = x.symbols[nodes[0].Row]
		}
		written := n.Name
		if n.Mods&facts.Constructor != 0 && ok {
			written = in.name
		}
		suffix := scipSuffix(n)
		symbol := string(scip.AppendDescriptor([]byte(in.symbol), n.Name, suffix, 0))
		if again := taken[symbol]; again > 0 {
			taken[symbol]++
			name := n.Name
			if suffix != scip.Method {
				name += "+" + strconv.Itoa(again)
			}
			symbol = string(scip.AppendDescriptor([]byte(in.symbol), name, suffix, again))
		} else {
			taken[symbol] = 1
		}
		x.symbols[n.Row] = scipSymbol{symbol, written}
	}
}

func scipSuffix(n graph.Node) scip.Suffix {
	switch {
	case n.Kind.Callable():
		return scip.Method
	case n.Form == "namespace" || n.Form == "module" || n.Kind == facts.Section:
		return scip.Namespace
	case n.Kind.TypeLike():
		return scip.Type
	}
	return scip.Term
}

func scipKind(n graph.Node) scip.Kind {
	switch {
	case n.Kind == facts.File:
		return scip.KindFile
	case n.Mods&facts.Constructor != 0:
		return scip.KindConstructor
	case n.Form == "method":
		return scip.KindMethod
	case n.Kind.Callable():
		return scip.KindFunction
	case n.Form == "namespace" || n.Form == "module":
		return scip.KindNamespace
	case n.Form == "enum":
		return scip.KindEnum
	case n.Form == "type_alias":
		return scip.KindTypeAlias
	case n.Kind == facts.Interface:
		return scip.KindInterface
	case n.Kind == facts.Class:
		return scip.KindClass
	case n.Form == "field" || n.Form == "property":
		return scip.KindField
	case n.Form == "const" || n.Mods&facts.Const != 0:
		return scip.KindConstant
	case n.Kind == facts.Variable:
		return scip.KindVariable
	}
	return scip.KindUnknown
}

// scipUses are the edges that are references.
var scipUses = []graph.EdgeType{graph.CallsStatic, graph.CallsRuntime, graph.Uses, graph.References, graph.Inherits, graph.Implements}

func (x *scipExporter) document(f graph.FileInfo, nodes []graph.Node) (*scip.Document, error) {
	x.res.Documents++
	d := &scip.Document{Path: f.Path, Language: f.Lang, Encoding: scip.UTF8}
	lines := x.lines(f)
	if lines == nil {
		x.res.Changed++
	}
	for i, n := range nodes {
		s := x.symbols[n.Row]
		o := scip.Occurrence{Symbol: s.symbol, Roles: scip.Definition}
		if i > 0 {
			o.Range = lines.find(n.NameLine, n.Name, 0)
			o.Enclosing = &scip.Range{StartLine: int32(max(n.StartLine, 1) - 1), EndLine: int32(max(n.EndLine, n.StartLine, 1)), EndCol: 0}
		}
		d.Occurrences = append(d.Occurrences, o)
		info := scip.Symbol{Symbol: s.symbol, Kind: scipKind(n), Name: n.Name}
		for _, t := range []string{n.Signature, n.Docstring} {
			if t != "" {
				info.Docs = append(info.Docs, t)
			}
		}
		d.Symbols = append(d.Symbols, info)
	}
	x.res.Definitions += len(nodes)
	refs, err := x.references(nodes, lines)
	if err != nil {
		return nil, err
	}
	x.res.References += len(refs)
	d.Occurrences = append(d.Occurrences, refs...)
	slices.SortStableFunc(d.Occurrences, func(a, b scip.Occurrence) int {
		return cmp.Or(cmp.Compare(a.Range.StartLine, b.Range.StartLine), cmp.Compare(a.Range.StartCol, b.Range.StartCol), strings.Compare(a.Symbol, b.Symbol))
	})
	return d, nil
}

// references are the places where a file calls or uses what is defined in the
// repository. Edges say the line; which of several equal names on it is meant
// follows from their order, and all implementations that a call may reach
// stand at one place.
func (x *scipExporter) references(nodes []graph.Node, lines scipLines) ([]scip.Occurrence, error) {
	var out []scip.Occurrence
	type at struct {
		line int
		name string
	}
	count := map[at]int{}
	seen := map[scip.Occurrence]bool{}
	for _, n := range nodes {
		edges, err := x.r.Out(n.Row, scipUses...)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			s, ok := x.symbols[e.To]
			if !ok || e.Line <= 0 {
				continue
			}
			k := at{e.Line, s.name}
			o := scip.Occurrence{Symbol: s.symbol, Range: lines.find(e.Line, s.name, count[k])}
			if seen[o] {
				continue
			}
			seen[o] = true
			if e.Class != graph.Dispatch {
				count[k]++
			}
			out = append(out, o)
		}
	}
	return out, nil
}

// scipLines are the lines of a file, nil where it is not as it was indexed.
type scipLines [][]byte

func (x *scipExporter) lines(f graph.FileInfo) scipLines {
	data, err := os.ReadFile(filepath.Join(x.root, filepath.FromSlash(f.Path)))
	if err != nil || sha256.Sum256(data) != f.SHA256 {
		return nil
	}
	return bytes.Split(data, []byte{'\n'})
}

// find is the place of a name on a line, which counts from 1: the one with
// that number or the last; the line's text where it is written otherwise.
func (l scipLines) find(line int, name string, number int) scip.Range {
	r := scip.Range{StartLine: int32(max(line, 1) - 1)}
	r.EndLine = r.StartLine
	if int(r.StartLine) >= len(l) {
		return r
	}
	text := bytes.TrimRight(l[r.StartLine], " \t\r")
	r.StartCol, r.EndCol = int32(len(text)-len(bytes.TrimLeft(text, " \t"))), int32(len(text))
	for from := 0; name != ""; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			break
		}
		i += from
		from = i + len(name)
		if i > 0 && inWord(text[i-1]) && inWord(name[0]) || from < len(text) && inWord(text[from]) && inWord(name[len(name)-1]) {
			continue
		}
		r.StartCol, r.EndCol = int32(i), int32(from)
		if number--; number < 0 {
			break
		}
	}
	return r
}

func inWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
