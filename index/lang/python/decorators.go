package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// decorator is one as written, with what it names.
type decorator struct {
	text string // with its marker
	name string // "app.route" of "@app.route('/')"
	expr int32
	line uint32
}

func (d *decorator) last() string { return d.name[strings.LastIndexByte(d.name, '.')+1:] }

// decorated walks the decorators, then what they decorate.
func decorated(x *extract.X, n sitter.Node) {
	var decs []decorator
	var def sitter.Node
	for c := range n.Children() {
		if !c.Is("decorator") {
			def = c
			continue
		}
		v := c.First()
		d := decorator{text: x.Sig(c.Start(), v.End()), line: v.Line()}
		d.expr = x.Expr(v)
		if v.Is("call") {
			v = v.Field("function")
			if last := len(x.F.Calls) - 1; last >= 0 && x.F.Calls[last].Expr == d.expr {
				x.F.Calls[last].Flags |= facts.CallDecorator
			}
		}
		if v.Is("identifier", "attribute") {
			d.name = x.Text(v)
		}
		decs = append(decs, d)
	}
	switch {
	case def.Is("function_definition"):
		function(x, n, def, decs)
	case def.Is("class_definition"):
		class(x, n, def, decs)
	default:
		x.Walk(def)
	}
}

// apply writes the decorators into the definition that they decorate.
func apply(x *extract.X, d int32, decs []decorator) {
	for _, c := range decs {
		x.Def(d).Decorators = append(x.Def(d).Decorators, c.text)
		if c.expr != facts.None {
			x.F.Refs = append(x.F.Refs, facts.Ref{Expr: c.expr, Type: facts.None, Def: d, Line: c.line, Kind: facts.RefDecorator})
		}
	}
}

// has tells whether one of the decorators has that name, from whatever module.
func has(decs []decorator, name string) bool {
	for i := range decs {
		if decs[i].last() == name {
			return true
		}
	}
	return false
}

// decoratedMods are the modifiers that decorators stand for.
func decoratedMods(decs []decorator) facts.Mods {
	var m facts.Mods
	for i := range decs {
		switch decs[i].last() {
		case "final":
			m |= facts.Final
		case "override":
			m |= facts.Override
		case "deprecated":
			m |= facts.Deprecated
		case "overload":
			m |= facts.Declared
		case "abstractmethod", "abstractproperty", "abstractclassmethod", "abstractstaticmethod":
			m |= facts.Abstract
		}
	}
	return m
}

// role is what decorators make of a method.
func role(decs []decorator, name string) (form string, mods facts.Mods) {
	form = "method"
	for i := range decs {
		switch last := decs[i].last(); {
		case last == "staticmethod" || last == "abstractstaticmethod":
			form, mods = "staticmethod", mods|facts.Static
		case last == "classmethod" || last == "abstractclassmethod":
			form, mods = "classmethod", mods|facts.Static
		case last == "setter" && isAccessor(&decs[i], name):
			form, mods = "setter", mods|facts.Setter
		case last == "deleter" && isAccessor(&decs[i], name):
			form = "deleter"
		case last == "getter" && isAccessor(&decs[i], name):
			form, mods = "property", mods|facts.Getter|facts.Computed
		case last == "classproperty" || last == "class_property":
			form, mods = "property", mods|facts.Getter|facts.Computed|facts.Static
		case strings.HasSuffix(last, "property") || last == "reify":
			mods |= facts.Getter | facts.Computed
			if form == "method" {
				form = "property"
			}
		}
	}
	return form, mods
}

// isAccessor tells whether the decorator is "@name.setter" or its like of the
// property with that name.
func isAccessor(d *decorator, name string) bool {
	first, _, dotted := strings.Cut(d.name, ".")
	return dotted && (first == name || strings.Contains(d.name, "."+name+"."))
}
