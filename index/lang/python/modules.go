package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// dotted is a dotted name without the spaces that it may be written with.
func dotted(x *extract.X, n sitter.Node) string {
	return x.Intern([]byte(extract.TypePath(n.Bytes())))
}

// add records an import; names that it binds are known from here on.
func add(x *extract.X, im facts.Import) {
	st := of(x)
	if st.typeOnly {
		im.Flags |= facts.ImportTypeOnly
	}
	if im.Alias != "" {
		st.bound(x, im.Alias)
		st.noteStandard(im)
	}
	x.Import(im)
}

// noteStandard remembers what a name of typing, enum or collections is called
// here. A project's own module named typing, which passes such names on, counts.
func (s *state) noteStandard(im facts.Import) {
	switch last := im.Module[strings.LastIndexByte(im.Module, '.')+1:]; last {
	case "typing", "typing_extensions", "_typing":
		s.std[im.Alias] = "typing"
	case "enum", "collections", "importlib":
		if im.Level > 0 || last != im.Module {
			return
		}
		s.std[im.Alias] = last
	default:
		return
	}
	if im.Name != "" {
		s.std[im.Alias] += "." + im.Name
	}
}

// standard is the full name of a value, "typing.cast", if it is known to be
// one of the standard library's; "" otherwise.
func (s *state) standard(n sitter.Node) string {
	switch n.Kind() {
	case "identifier":
		return s.std[string(n.Bytes())]
	case "attribute":
		if o := n.Field("object"); o.Is("identifier") {
			if m := s.std[string(o.Bytes())]; m != "" && !strings.Contains(m, ".") {
				return m + "." + string(n.Field("attribute").Bytes())
			}
		}
	}
	return ""
}

func importStatement(x *extract.X, n sitter.Node) {
	for c := range n.Fields("name") {
		if !c.Is("aliased_import") {
			module := dotted(x, c)
			first, _, _ := strings.Cut(module, ".")
			add(x, facts.Import{Module: module, Alias: first, Line: c.Line()})
			continue
		}
		im := facts.Import{Module: dotted(x, c.Field("name")), Alias: x.Text(c.Field("alias")), Line: c.Line()}
		if im.Module == im.Alias { // "import a as a" offers a to others
			im.Flags |= facts.ImportExported
		} else if dot := strings.LastIndexByte(im.Module, '.'); strings.HasPrefix(im.Module, im.Alias+".") {
			im.Module, im.Name = im.Module[:dot], im.Module[dot+1:]
		}
		add(x, im)
	}
}

func importFrom(x *extract.X, n sitter.Node) {
	from := facts.Import{}
	if m := n.Field("module_name"); m.Is("relative_import") {
		from.Level = uint8(min(255, strings.Count(string(m.First().Bytes()), ".")))
		from.Module = dotted(x, m.Child("dotted_name"))
	} else {
		from.Module = dotted(x, m)
	}
	if n.Child("wildcard_import").OK() {
		from.Name, from.Line = "*", n.Line()
		add(x, from)
		return
	}
	imported(x, n, from)
}

func futureImport(x *extract.X, n sitter.Node) { imported(x, n, facts.Import{Module: "__future__"}) }

func imported(x *extract.X, n sitter.Node, from facts.Import) {
	for c := range n.Fields("name") {
		im := from
		im.Line = c.Line()
		if c.Is("aliased_import") {
			im.Name, im.Alias = dotted(x, c.Field("name")), x.Text(c.Field("alias"))
			if im.Name == im.Alias { // "from m import a as a" offers a to others
				im.Flags |= facts.ImportExported
			}
		} else {
			im.Name = dotted(x, c)
			im.Alias = im.Name
		}
		add(x, im)
	}
}

// importModule is import_module("m"), __import__("m"): a module as a value.
func importModule(x *extract.X, n, arg sitter.Node) int32 {
	module := content(arg)
	name := strings.TrimLeft(module, ".")
	x.Import(facts.Import{Module: name, Name: "*", Kind: facts.ImportDynamic, Line: n.Line(), Level: uint8(min(255, len(module)-len(name)))})
	return x.Cast(facts.None, x.AddType(facts.Type{Op: facts.TImport, Name: x.Intern([]byte(module))}, n), n)
}

// exportAll adds the strings of a list to __all__.
func exportAll(x *extract.X, list sitter.Node) {
	st := of(x)
	switch list.Kind() {
	case "list", "tuple", "set", "expression_list":
		st.hasAll = true
		for c := range list.Children() {
			if !c.Is("string") {
				continue
			}
			name := x.Intern([]byte(content(c)))
			st.all = append(st.all, name)
			x.F.Exports = append(x.F.Exports, facts.Export{Name: name, Local: name, Expr: facts.None, Line: c.Line()})
		}
	case "binary_operator": // [...] + other.__all__
		exportAll(x, list.Field("left"))
		exportAll(x, list.Field("right"))
	case "parenthesized_expression":
		exportAll(x, list.First())
	}
}

// extendsAll handles __all__.extend([…]) and __all__.append("x").
func extendsAll(x *extract.X, fn, args sitter.Node) {
	if x.Cur() != 0 || !fn.Is("attribute") || string(fn.Field("object").Bytes()) != "__all__" {
		return
	}
	switch string(fn.Field("attribute").Bytes()) {
	case "extend":
		exportAll(x, args.First())
	case "append":
		if args.First().Is("string") {
			name := x.Intern([]byte(content(args.First())))
			st := of(x)
			st.hasAll, st.all = true, append(st.all, name)
			x.F.Exports = append(x.F.Exports, facts.Export{Name: name, Local: name, Expr: facts.None, Line: args.Line()})
		}
	}
}
