package ruby

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

const accessMods = facts.Private | facts.Protected | facts.Public | facts.Exported

var accessOf = map[string]facts.Mods{
	"private": facts.Private, "protected": facts.Protected, "public": facts.Public | facts.Exported,
	"private_class_method": facts.Private, "public_class_method": facts.Public | facts.Exported,
	"private_constant": facts.Private, "module_function": facts.Static,
}

// bareDirective is "private" and the like on a line of its own: it counts for
// the methods after it.
func bareDirective(x *extract.X, name string) bool {
	m, ok := accessOf[name]
	if !ok || x.InFunction() {
		return false
	}
	if b := &of(x).body; name == "module_function" {
		b.functions = true
	} else {
		b.access = m
	}
	return true
}

// setAccess is "private def …", "private :a, :b", "private attr_reader :c":
// it counts for the methods named or defined.
func setAccess(x *extract.X, name string, list sitter.Node) {
	first := len(x.F.Defs)
	mods := accessOf[name]
	for a := range list.Children() {
		if !a.Is("simple_symbol", "string", "string_array", "symbol_array", "array") {
			x.Expr(a)
		}
		for _, s := range symbols(a) {
			for i := range x.F.Defs {
				if d := &x.F.Defs[i]; d.Parent == x.Cur() && d.Name == s && d.Mods.Has(facts.Static) == strings.Contains(name, "class_method") {
					apply(d, mods)
				}
			}
		}
	}
	for i := first; i < len(x.F.Defs); i++ {
		if d := &x.F.Defs[i]; d.Parent == x.Cur() {
			apply(d, mods)
		}
	}
}

func apply(d *facts.Def, m facts.Mods) {
	if m != facts.Static {
		d.Mods &^= accessMods
	}
	d.Mods |= m
}

// symbols are the names that an argument gives: :a, "a", %i[a b], [:a, :b].
func symbols(n sitter.Node) []string {
	switch n.Kind() {
	case "simple_symbol":
		return []string{strings.TrimPrefix(n.Text(), ":")}
	case "string", "bare_symbol", "bare_string", "delimited_symbol":
		if c := n.First(); c.Is("string_content") && c == n.Last() {
			return []string{c.Text()}
		}
	case "array", "symbol_array", "string_array":
		var out []string
		for c := range n.Children() {
			out = append(out, symbols(c)...)
		}
		return out
	}
	return nil
}
