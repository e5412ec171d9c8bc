package rust

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// mod is a module: inline, or in a file of its own.
func mod(x *extract.X, n sitter.Node) {
	at, body := n.Field("name"), n.Field("body")
	name := rawName(x, at)
	if body.OK() {
		d := item(x, facts.Class, "module", name, at, n, body)
		x.Within(d, func() { x.WalkChildren(body) })
		return
	}
	im := facts.Import{Module: name, Alias: name, Kind: facts.ImportMod, Line: at.Line(), Flags: exported(n)}
	for _, a := range attributes(x, n) {
		if attributeName(a) == "path" {
			if _, file, ok := strings.Cut(a, `"`); ok {
				im.Module, _, _ = strings.Cut(file, `"`)
			}
		}
	}
	x.Import(im)
}

func exported(n sitter.Node) facts.ImportFlags {
	if visibility(n)&facts.Exported != 0 {
		return facts.ImportExported
	}
	return 0
}

// foreign is an extern block: what it declares stands in the module around it.
func foreign(x *extract.X, n sitter.Node) {
	first := len(x.F.Defs)
	x.WalkChildren(n.Field("body"))
	for i := first; i < len(x.F.Defs); i++ {
		if d := &x.F.Defs[i]; d.Parent == x.Cur() {
			d.Mods |= facts.Extern | facts.Declared
		}
	}
}

func externCrate(x *extract.X, n sitter.Node) {
	name := rawName(x, n.Field("name"))
	alias := name
	if a := n.Field("alias"); a.OK() {
		alias = rawName(x, a)
	}
	im := facts.Import{Module: name, Alias: alias, Line: n.Line(), Flags: exported(n)}
	if im.Flags != 0 {
		im.Kind = facts.ImportReexport
	}
	x.Import(im)
}

func use(x *extract.X, n sitter.Node) {
	u := useTree{x: x, flags: exported(n)}
	if u.flags != 0 {
		u.kind = facts.ImportReexport
	}
	attributes(x, n)
	u.tree("", n.Field("argument"))
}

// useTree flattens one use declaration.
type useTree struct {
	x     *extract.X
	kind  facts.ImportKind
	flags facts.ImportFlags
}

func (u useTree) tree(prefix string, n sitter.Node) {
	switch n.Kind() {
	case "", "line_comment", "block_comment":
	case "use_as_clause":
		path := joinPath(prefix, compact(n.Field("path").Bytes()))
		u.leaf(path, u.x.Text(n.Field("alias")), n)
	case "use_list":
		for c := range n.Children() {
			u.tree(prefix, c)
		}
	case "scoped_use_list":
		list := n.Field("list")
		if !list.OK() {
			return
		}
		path := compact(u.x.Src[n.Start():list.Start()])
		u.tree(joinPath(prefix, strings.TrimSuffix(path, "::")), list)
	case "use_wildcard":
		path := joinPath(prefix, strings.TrimSuffix(strings.TrimSuffix(compact(n.Bytes()), "*"), "::"))
		u.add(path, "*", "", n)
	default:
		u.leaf(joinPath(prefix, compact(n.Bytes())), "", n)
	}
}

// leaf imports what a whole path names; without an alias its last part is the
// local name.
func (u useTree) leaf(path, alias string, n sitter.Node) {
	path = strings.TrimSuffix(path, "::self") // a::{self} is a
	module, name := path, ""
	if i := strings.LastIndex(path, "::"); i > 0 {
		module, name = path[:i], path[i+2:]
	}
	if alias == "" {
		alias = path[strings.LastIndexByte(path, ':')+1:]
	}
	u.add(module, strings.TrimPrefix(name, "r#"), strings.TrimPrefix(alias, "r#"), n)
}

func (u useTree) add(module, name, alias string, n sitter.Node) {
	u.x.Import(facts.Import{Module: u.x.Intern([]byte(module)), Name: u.x.Intern([]byte(name)), Alias: u.x.Intern([]byte(alias)), Kind: u.kind, Flags: u.flags, Line: n.Line()})
}

func joinPath(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "::" + b
}

// compact is source text without white space.
func compact(b []byte) string {
	s := string(b)
	if strings.ContainsAny(s, " \t\r\n") {
		s = strings.Join(strings.Fields(s), "")
	}
	return s
}
