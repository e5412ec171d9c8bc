package python

import (
	"slices"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// uses notes that an annotation names a TypeVar.
func (s *state) uses(name string) {
	if !slices.Contains(s.used, name) {
		s.used = append(s.used, name)
	}
}

// typeVar is the bound of X = TypeVar("X", bound=B) or TypeVar("X", A, B), and
// whether the call makes a type variable at all.
func typeVar(x *extract.X, value sitter.Node) (bound int32, ok bool) {
	if !value.Is("call") {
		return facts.None, false
	}
	switch lastName(value.Field("function")) {
	case "TypeVar", "ParamSpec", "TypeVarTuple":
	default:
		return facts.None, false
	}
	var of []int32
	i := 0
	for a := range value.Field("arguments").Children() {
		switch {
		case a.Is("comment"):
			continue
		case a.Is("keyword_argument"):
			if string(a.Field("name").Bytes()) == "bound" {
				of = append(of, annotation(x, a.Field("value")))
			}
		case i > 0:
			of = append(of, annotation(x, a))
		}
		i++
	}
	of = slices.DeleteFunc(of, func(t int32) bool { return t == facts.None })
	switch len(of) {
	case 0:
		return facts.None, true
	case 1:
		return of[0], true
	}
	return x.AddType(facts.Type{Op: facts.TUnion}, value, of...), true
}

// lastName is the last part of a dotted name, "" if the node is none.
func lastName(n sitter.Node) string {
	switch n.Kind() {
	case "identifier":
		return string(n.Bytes())
	case "attribute":
		return string(n.Field("attribute").Bytes())
	case "dotted_name":
		return string(n.Last().Bytes())
	}
	return ""
}

// typeParams are those in brackets after a name: def f[T: int](…).
func typeParams(x *extract.X, d int32, list sitter.Node) {
	for t := range list.Children() {
		p := facts.TypeParam{Bound: facts.None, Def: facts.None}
		text := string(t.Bytes())
		if c := t.First(); c.Is("constrained_type") {
			p.Bound = annotation(x, c.Last())
			text = string(c.First().Bytes())
		}
		text, _, _ = strings.Cut(text, "=")
		p.Name = x.Intern([]byte(strings.Trim(text, "* ")))
		if p.Name != "" && isNameByte(p.Name[0]) {
			x.Def(d).TypeParams = append(x.Def(d).TypeParams, p)
		}
	}
}

// addTypeVars makes type parameters of TypeVars that a definition's header
// names, leaving out those of the class around it.
func (s *state) addTypeVars(x *extract.X, d int32, names []string) {
	for _, name := range names {
		if s.isTypeParam(x, x.Def(d).Parent, name) || s.isTypeParam(x, d, name) {
			continue
		}
		bound, ok := s.typeVars[name]
		if !ok {
			bound = facts.None
		}
		x.Def(d).TypeParams = append(x.Def(d).TypeParams, facts.TypeParam{Name: name, Bound: bound, Def: facts.None})
	}
}

func (s *state) isTypeParam(x *extract.X, d int32, name string) bool {
	return d > 0 && slices.ContainsFunc(x.Def(d).TypeParams, func(p facts.TypeParam) bool { return p.Name == name })
}

// typeAlias is "type X[T] = …".
func typeAlias(x *extract.X, n sitter.Node) {
	left := n.Field("left").First()
	name, params := left, none
	if left.Is("generic_type") {
		name, params = left.First(), left.Child("type_parameter")
	}
	if !name.Is("identifier") {
		return
	}
	d := x.New(facts.Interface, "type_alias", name, n, none)
	document(x, d, sitter.Node{})
	of(x).bound(x, x.Def(d).Name)
	x.Within(d, func() {
		typeParams(x, d, params)
		t := annotation(x, n.Field("right"))
		x.Def(d).Type = t
	})
}
