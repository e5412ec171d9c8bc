package java

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func packageDeclaration(x *extract.X, n sitter.Node) {
	x.F.Package = dotted(x, n.Child("identifier", "scoped_identifier"))
}

// dotted is a qualified name without the white space that may stand in it.
func dotted(x *extract.X, n sitter.Node) string {
	return x.Intern([]byte(extract.TypePath(n.Bytes())))
}

// importDeclaration splits "a.b.C" into the module a.b and the item C. What a
// static import names is a member: its module is the class.
func importDeclaration(x *extract.X, n sitter.Node) {
	im := facts.Import{Line: n.Line()}
	if n.Child("static").OK() {
		im.Kind = facts.ImportStatic
	}
	path := n.Child("scoped_identifier", "identifier")
	if n.Child("asterisk").OK() {
		im.Module, im.Name = dotted(x, path), "*"
		x.Import(im)
		return
	}
	whole := dotted(x, path)
	if i := strings.LastIndexByte(whole, '.'); i >= 0 {
		im.Module, im.Name = whole[:i], whole[i+1:]
	} else {
		im.Name = whole
	}
	im.Alias = im.Name
	if im.Name != "" {
		x.Import(im)
	}
}
