package ruby

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// method is def name, def self.name, def Const.name. Its value is its name.
func method(x *extract.X, n sitter.Node) int32 {
	at, object := n.Field("name"), n.Field("object")
	d := declare(x, x.Text(at), "method", at, n, n.Field("body"))
	if object.OK() {
		x.Def(d).Mods |= facts.Static | facts.Public | facts.Exported
		x.Def(d).Mods &^= facts.Private | facts.Protected | facts.Constructor
		x.Def(d).Form = "method"
		switch p := path(object); {
		case p != "":
			t := x.TypeName(p, object)
			x.Def(d).Recv = t
		case !object.Is("self"): // of one object, in whose method self is another
			t := x.TypeName("?", object)
			x.Def(d).Recv = t
		}
	}
	x.Within(d, func() {
		fresh(x, func() {
			doc := yard(x.Def(d).Doc)
			params(x, d, n.Field("parameters"), doc)
			returnType(x, d, doc, n)
			v := x.Expr(n.Field("body"))
			if !x.Def(d).Mods.Has(facts.Constructor) { // what new gives is the object
				x.Return(v)
			}
		})
	})
	return x.Lit("string")
}

// declare adds a method as the class body at hand has it.
func declare(x *extract.X, name, form string, at, n, body sitter.Node) int32 {
	d := x.NewNamed(facts.Function, form, name, n, body)
	def := x.Def(d)
	def.NameLine = at.Line()
	b := of(x).body
	inClass := x.Def(def.Parent).Kind == facts.Class
	switch {
	case !inClass:
		def.Mods |= facts.Public | facts.Exported
		if def.Parent == 0 && form == "method" {
			def.Form = "function"
		}
	case b.access != 0:
		def.Mods |= b.access
	default:
		def.Mods |= facts.Public | facts.Exported
	}
	if inClass && (b.singleton || b.functions) {
		def.Mods |= facts.Static
	}
	if name == "initialize" && inClass && !b.singleton {
		def.Form = "constructor"
		def.Mods |= facts.Constructor
	}
	if inClass && strings.HasPrefix(name, "test_") && len(def.Params) == 0 && isTestClass(x, def.Parent) {
		def.Kind = facts.Test
	}
	return d
}

func returnType(x *extract.X, d int32, doc yardTags, n sitter.Node) {
	if doc.ret != "" {
		t := yardType(x, doc.ret, n)
		x.Def(d).Type, x.Def(d).Returns = t, doc.ret
	}
}

func params(x *extract.X, d int32, list sitter.Node, doc yardTags) {
	for p := range list.Children() {
		out := facts.Param{Type: facts.None, Default: facts.None}
		at := p.Field("name")
		switch p.Kind() {
		case "identifier":
			at = p
		case "optional_parameter":
			out.Flags |= facts.ParamOptional
			out.Default = x.Expr(p.Field("value"))
		case "keyword_parameter":
			out.Flags |= facts.ParamKwOnly
			if v := p.Field("value"); v.OK() {
				out.Flags |= facts.ParamOptional
				out.Default = x.Expr(v)
			}
		case "splat_parameter":
			out.Flags |= facts.ParamRest
		case "hash_splat_parameter":
			out.Flags |= facts.ParamKwRest
		case "block_parameter":
			out.Flags |= facts.ParamOptional
		case "destructured_parameter":
			x.AddParam(d, out, p)
			i := int32(len(x.Def(d).Params) - 1)
			takeApart(x, p, x.Add(facts.Expr{Op: facts.OpParam, A: facts.None, B: i, T: facts.None, D: facts.None}, p))
			continue
		case "forward_parameter":
			out.Flags |= facts.ParamRest
		default:
			continue
		}
		if at.OK() {
			out.Name = x.Text(at)
			of(x).locals = append(of(x).locals, out.Name)
		}
		if s := doc.params[out.Name]; s != "" && out.Name != "" {
			out.Text, out.Type = s, yardType(x, s, p)
		}
		x.AddParam(d, out, at)
	}
}

// delegators is what Forwardable declares: "def_delegator :@a, :b, :c" and
// "def_delegators :@a, :b, :c". Each method is an alias of another object's.
func delegators(x *extract.X, n sitter.Node, by string, list sitter.Node) bool {
	var names []string
	var at []sitter.Node
	for a := range list.Children() {
		s := symbols(a)
		if len(s) != 1 || !a.Is("simple_symbol", "string") {
			return false
		}
		names, at = append(names, s[0]), append(at, a)
	}
	if len(names) < 2 || names[0] == "class" {
		return false
	}
	one := !strings.HasSuffix(by, "s")
	for i := 1; i < len(names); i++ {
		name := names[i]
		if one {
			name = names[len(names)-1]
		}
		d := declare(x, x.Intern([]byte(name)), "alias", at[i], n, sitter.Node{})
		x.Def(d).Form = "alias"
		object := x.Simple(facts.OpThis, "", facts.None, at[0])
		if names[0] != "self" {
			object = x.Simple(facts.OpMember, x.Intern([]byte(names[0])), object, at[0])
			if !strings.HasPrefix(names[0], "@") {
				object = x.Add(facts.Expr{Op: facts.OpCall, A: object, B: facts.None, T: facts.None, D: facts.None}, at[0])
			}
		}
		v := x.Simple(facts.OpMember, x.Intern([]byte(names[i])), object, at[i])
		x.Def(d).Value = v
		if one {
			break
		}
	}
	return true
}

// accessors is attr_reader, attr_writer and attr_accessor.
func accessors(x *extract.X, name string, list sitter.Node) {
	for a := range list.Children() {
		if a.Is("simple_symbol", "string") {
			accessor(x, a, name, name != "attr_writer", name == "attr_writer" || name == "attr_accessor")
		} else {
			x.Expr(a)
		}
	}
}

// accessor defines the methods that read and set an instance variable; by is
// the call that declares them.
func accessor(x *extract.X, a sitter.Node, by string, read, write bool) {
	for _, s := range symbols(a) {
		field := "@" + s
		if read {
			d := declare(x, s, "attribute", a, a, sitter.Node{})
			x.Def(d).Sig = by + " " + x.Def(d).Sig
			x.Def(d).Mods |= facts.Getter | facts.Computed
			returnType(x, d, yard(x.Def(d).Doc), a)
			x.Within(d, func() {
				x.Return(x.Simple(facts.OpMember, x.Intern([]byte(field)), x.Simple(facts.OpThis, "", facts.None, a), a))
			})
		}
		if write {
			d := declare(x, s+"=", "attribute", a, a, sitter.Node{})
			x.Def(d).Sig = by + " " + x.Def(d).Sig
			x.Def(d).Mods |= facts.Setter | facts.Computed
			x.Within(d, func() {
				x.AddParam(d, facts.Param{Name: "value", Type: facts.None, Default: facts.None}, a)
				v := x.Simple(facts.OpName, "value", facts.None, a)
				class := x.Def(d).Parent
				x.BindIn(facts.BindField, x.Intern([]byte(field)), a, class, x.Def(class).StartByte, x.Def(class).EndByte, facts.None, v)
			})
		}
	}
}

// alias is another name of a method; its value is the method.
func alias(x *extract.X, n sitter.Node) {
	name, old := n.Field("name"), n.Field("alias")
	if !old.Is("global_variable") {
		aliasOf(x, strings.TrimPrefix(x.Text(name), ":"), strings.TrimPrefix(x.Text(old), ":"), name, old, n)
	}
}

func aliasOf(x *extract.X, name, old string, at, oldAt, n sitter.Node) {
	d := declare(x, name, "alias", at, n, sitter.Node{})
	x.Def(d).Form = "alias"
	v := x.Simple(facts.OpMember, x.Intern([]byte(old)), x.Simple(facts.OpThis, "", facts.None, oldAt), oldAt)
	x.Def(d).Value = v
}

// defineMethod is define_method(:name) { … } and the like: a method whose body
// is a block.
func defineMethod(x *extract.X, n sitter.Node) bool {
	list, block := n.Field("arguments"), n.Field("block")
	if !block.OK() && list.Last().Is("lambda") {
		block = list.Last().Field("body")
	}
	names := symbols(list.First())
	if len(names) != 1 || !block.OK() {
		return false
	}
	d := declare(x, names[0], "method", list.First(), n, block)
	bodyOf(x, d, n, block)
	return true
}

// bodyOf walks a block as the body of a definition.
func bodyOf(x *extract.X, d int32, n, block sitter.Node) {
	list := block.Field("parameters")
	if !list.OK() {
		list = block.Parent().Field("parameters")
	}
	x.Within(d, func() {
		inner(x, func() {
			doc := yard(x.Def(d).Doc)
			params(x, d, list, doc)
			returnType(x, d, doc, n)
			x.Return(x.Expr(block.Field("body")))
		})
	})
}
