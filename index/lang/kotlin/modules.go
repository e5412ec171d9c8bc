package kotlin

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// ident is a name without the backticks that may quote it.
func ident(x *extract.X, n sitter.Node) string {
	b := n.Bytes()
	if len(b) > 1 && b[0] == '`' {
		b = b[1 : len(b)-1]
	}
	return x.Intern(b)
}

// named tells whether a name is there: the parser makes up empty ones.
func named(n sitter.Node) bool { return n.End() > n.Start() && n.Text() != "``" }

// dotted is a qualified name without blanks and backticks.
func dotted(x *extract.X, n sitter.Node) string {
	var parts []string
	for c := range n.Children() {
		if c.Is("simple_identifier") {
			parts = append(parts, ident(x, c))
		}
	}
	return x.Intern([]byte(strings.Join(parts, ".")))
}

func packageHeader(x *extract.X, n sitter.Node) {
	x.F.Package = dotted(x, n.Child("identifier"))
	keepComments(x, n)
}

func importList(x *extract.X, n sitter.Node) {
	for c := range n.Children() {
		if c.Is("import_header") {
			importHeader(x, c)
		}
	}
}

// importHeader splits "a.b.C" into the module a.b and the item C.
func importHeader(x *extract.X, n sitter.Node) {
	whole := dotted(x, n.Child("identifier"))
	keepComments(x, n)
	im := facts.Import{Line: n.Line(), Module: whole, Name: "*"}
	if !n.Child("wildcard_import").OK() {
		im.Module, im.Name = "", whole
		if i := strings.LastIndexByte(whole, '.'); i >= 0 {
			im.Module, im.Name = whole[:i], whole[i+1:]
		}
		im.Alias = im.Name
		if a := n.Child("import_alias"); a.OK() {
			im.Alias = ident(x, a.Last())
		}
	}
	if whole != "" {
		x.Import(im)
	}
}

// keepComments remembers the comments that the grammar makes a part of the
// header before them: the last ones document what follows.
func keepComments(x *extract.X, n sitter.Node) {
	s := stateOf(x)
	s.comments = s.comments[:0]
	for c := range n.Children() {
		if c.Is("line_comment", "multiline_comment") {
			s.comments = append(s.comments, c)
		}
	}
}

// docAfterImports is the documentation of the first declaration, d at n, of a
// file.
func docAfterImports(x *extract.X, d int32, n sitter.Node) string {
	s := stateOf(x)
	run := s.comments
	s.comments = nil
	if len(run) == 0 || !n.Parent().Is("source_file") || run[len(run)-1].EndLine()+1 < n.Line() {
		return ""
	}
	x.MarkDoc(d, run[len(run)-1])
	return extract.CleanComment(run[len(run)-1].Text())
}
