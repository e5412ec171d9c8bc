package typescript

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func class(x *extract.X, n sitter.Node) {
	name := n.Field("name")
	if !name.OK() {
		classNamed(x, n, n, "default")
		return
	}
	d := classNamed(x, n, n, x.Text(name))
	x.Def(d).NameLine = name.Line()
	if x.Scoped() {
		e := x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
		x.Def(d).Mods |= facts.Local
		x.Bind(facts.BindFunc, x.Text(name), name, facts.None, e)
	}
}

// classExpression is a class in value position that is bound to no name.
func classExpression(x *extract.X, n sitter.Node) int32 {
	name := "default"
	if c := n.Field("name"); c.OK() {
		name = x.Text(c)
	}
	d := classNamed(x, n, n, name)
	return x.Add(facts.Expr{Op: facts.OpDef, A: facts.None, B: facts.None, T: facts.None, D: d}, n)
}

func classNamed(x *extract.X, n, class sitter.Node, name string) int32 {
	body := class.Field("body")
	pending, _ := x.Data.([]string)
	x.Data = nil
	d := x.NewNamed(facts.Class, "class", name, n, body)
	if class.Is("abstract_class_declaration") {
		x.Def(d).Mods |= facts.Abstract
	}
	x.Def(d).Decorators = append(pending, decorators(x, class)...)
	x.Within(d, func() {
		typeParams(x, d, class)
		heritage(x, d, class.Child("class_heritage"))
		x.WalkChildren(body)
	})
	return d
}

// decorators lists the decorators among n's children and walks what they call.
func decorators(x *extract.X, n sitter.Node) []string {
	var out []string
	for c := range n.Children() {
		if c.Is("decorator") {
			out = append(out, x.Sig(c.Start(), c.End()))
			x.Expr(c.First())
		}
	}
	return out
}

func heritage(x *extract.X, d int32, h sitter.Node) {
	if !h.OK() {
		return
	}
	found := false
	for c := range h.Children() {
		switch c.Kind() {
		case "extends_clause":
			found = true
			args := c.Field("type_arguments")
			for v := range c.Fields("value") {
				base(x, d, v, args)
			}
		case "implements_clause":
			found = true
			for t := range c.Children() {
				x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: x.Type(t), Expr: facts.None, Rel: facts.Implements, Line: t.Line()})
			}
		}
	}
	if !found { // JavaScript: the heritage is the value
		base(x, d, h.First(), sitter.Node{})
	}
}

func base(x *extract.X, d int32, v, args sitter.Node) {
	b := facts.Base{Type: facts.None, Expr: facts.None, Line: v.Line()}
	if v.Is("identifier", "member_expression") {
		var targs []int32
		for a := range args.Children() {
			targs = append(targs, x.Type(a))
		}
		b.Type = x.TypeName(extract.TypePath(v.Bytes()), v, targs...)
	}
	b.Expr = x.Expr(v)
	x.Def(d).Bases = append(x.Def(d).Bases, b)
}

func access(n sitter.Node) facts.Mods {
	var m facts.Mods
	switch a := n.Child("accessibility_modifier"); {
	case !a.OK():
	case string(a.Bytes()) == "private":
		m |= facts.Private
	case string(a.Bytes()) == "protected":
		m |= facts.Protected
	default:
		m |= facts.Public
	}
	for c := range n.Children() {
		switch c.Kind() {
		case "static":
			m |= facts.Static
		case "abstract":
			m |= facts.Abstract
		case "readonly":
			m |= facts.Readonly
		case "override_modifier", "override":
			m |= facts.Override
		case "async":
			m |= facts.Async
		}
	}
	return m
}

// memberName is the name of a property; computed and quoted ones are cleaned,
// "" for names that only a run knows.
func memberName(x *extract.X, n sitter.Node) string {
	switch n.Kind() {
	case "string":
		return unquote(n)
	case "computed_property_name":
		s := strings.Trim(n.Text(), "[]")
		if strings.HasPrefix(s, "'") || strings.HasPrefix(s, "\"") || strings.HasPrefix(s, "Symbol.") {
			return strings.Trim(s, "'\"")
		}
		x.Expr(n.First())
		return ""
	}
	return x.Text(n)
}

// method is a method, an accessor, or the signature of one in an interface or
// an object type.
func method(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	name := memberName(x, at)
	if name == "" {
		name = x.Sig(at.Start(), at.End())
	}
	form := "method"
	var mods facts.Mods
	switch {
	case name == "constructor":
		form, mods = "constructor", facts.Constructor
	case n.Child("get").OK() && n.Child("get").Start() < at.Start():
		form, mods = "getter", facts.Getter
	case n.Child("set").OK() && n.Child("set").Start() < at.Start():
		form, mods = "setter", facts.Setter
	}
	decs := siblingDecorators(x, n)
	d := functionNamed(x, n, n, at, name, form)
	x.Def(d).Mods |= mods | access(n)
	x.Def(d).Decorators = decs
	if n.Is("method_signature", "abstract_method_signature") {
		if p := x.Def(d).Parent; x.Def(p).Kind == facts.Interface || n.Is("abstract_method_signature") {
			x.Def(d).Mods |= facts.Abstract
		}
	}
	if strings.HasPrefix(name, "#") {
		x.Def(d).Mods |= facts.Private
	}
}

// siblingDecorators are those written before a class member.
func siblingDecorators(x *extract.X, n sitter.Node) []string {
	var out []string
	if !n.Parent().Is("class_body") || !n.Parent().Child("decorator").OK() {
		return nil
	}
	for c := range n.Parent().Children() {
		if c.Start() >= n.Start() {
			break
		}
		if c.Is("decorator") {
			out = append(out, x.Sig(c.Start(), c.End()))
		} else if !c.Is("comment") {
			out = nil
		}
	}
	return out
}

// field is a class field or a property signature. One that holds a function
// is a method for everybody who calls it.
func field(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	if !at.OK() {
		at = n.Field("property") // JavaScript
	}
	name := memberName(x, at)
	if name == "" {
		x.Expr(n.Field("value"))
		return
	}
	value := n.Field("value")
	if isFunction(value) {
		d := functionNamed(x, n, value, at, name, "arrow")
		x.Def(d).Mods |= access(n)
		return
	}
	d := x.New(facts.Variable, "field", at, n, sitter.Node{})
	x.Def(d).Name = name
	x.Def(d).Mods |= access(n)
	x.Def(d).Decorators = decorators(x, n)
	if t := n.Field("type"); t.OK() {
		x.Def(d).Returns = typeText(x, t)
		typ := x.Type(t)
		x.Def(d).Type = typ
	}
	if value.OK() {
		x.Within(d, func() {
			v := valueOf(x, d, value)
			x.Def(d).Value = v
		})
	}
}

func isFunction(n sitter.Node) bool {
	return n.Is("arrow_function", "function_expression", "generator_function")
}

func interfaceDeclaration(x *extract.X, n sitter.Node) {
	body := n.Field("body")
	d := x.New(facts.Interface, "interface", n.Field("name"), n, body)
	x.Within(d, func() {
		typeParams(x, d, n)
		for c := range n.Children() {
			if c.Is("extends_type_clause") {
				for t := range c.Children() {
					x.Def(d).Bases = append(x.Def(d).Bases, facts.Base{Type: x.Type(t), Expr: facts.None, Rel: facts.ExtendsIface, Line: t.Line()})
				}
			}
		}
		x.WalkChildren(body)
	})
}

// callSignature is the call or construct signature of a type: a member with
// a name that no program can write.
func callSignature(x *extract.X, n sitter.Node) {
	name := "()"
	if n.Is("construct_signature") {
		name = "new()"
	}
	d := x.NewNamed(facts.Function, "signature", name, n, sitter.Node{})
	x.Def(d).Mods |= facts.Declared
	x.Within(d, func() {
		typeParams(x, d, n)
		params(x, d, n.Field("parameters"))
		r := n.Field("return_type")
		if !r.OK() {
			r = n.Field("type")
		}
		if r.OK() {
			t := x.Type(r)
			x.Def(d).Type, x.Def(d).Returns = t, typeText(x, r)
		}
	})
}

func typeAlias(x *extract.X, n sitter.Node) {
	value := n.Field("value")
	d := x.New(facts.Interface, "type_alias", n.Field("name"), n, sitter.Node{})
	x.Within(d, func() {
		typeParams(x, d, n)
		if value.Is("object_type") {
			x.WalkChildren(value)
			return
		}
		t := x.Type(value)
		x.Def(d).Type = t
	})
}

func enum(x *extract.X, n sitter.Node) {
	body := n.Field("body")
	d := x.New(facts.Class, "enum", n.Field("name"), n, body)
	x.Within(d, func() {
		for c := range body.Children() {
			at := c
			if c.Is("enum_assignment") {
				at = c.Field("name")
				x.Expr(c.Field("value"))
			}
			if at.Is("property_identifier", "string") {
				m := x.New(facts.Variable, "enum_member", at, c, sitter.Node{})
				x.Def(m).Name = memberName(x, at)
				x.Def(m).Mods |= facts.Const | facts.Static
			}
		}
	})
}

func namespace(x *extract.X, n sitter.Node) {
	at := n.Field("name")
	body := n.Field("body")
	form := "namespace"
	name := x.Text(at)
	if at.Is("string") { // declare module "m"
		form, name = "module", unquote(at)
	}
	d := x.NewNamed(facts.Class, form, name, n, body)
	x.Def(d).NameLine = at.Line()
	x.Within(d, func() { x.WalkChildren(body) })
}
