package c

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// splitName is the name of a function without a type, which C's grammar only
// reads when repair has made a type of the head of the name; "" for others.
func splitName(x *extract.X, n sitter.Node, what declared) string {
	t := n.Field("type")
	if !t.OK() || t.End()+1 != what.at.Start() || !isWordByte(x.Src[t.End()]) {
		return ""
	}
	return x.Intern(x.Src[t.Start():what.at.End()])
}

// defined is what a macro defines.
type defined struct {
	kind    facts.Kind
	name    string
	fixture int32 // the class that a test is a member of
}

// macroFunction knows TEST(Suite, name) {…} and other macros that define a
// function: they have no type, a name in capitals, and names as arguments.
func macroFunction(x *extract.X, n sitter.Node, what declared, macro string) (defined, bool) {
	out := defined{kind: facts.Function, fixture: facts.None}
	if n.Field("type").OK() && splitName(x, n, what) == "" || !what.at.Is("identifier") || !isMacroName([]byte(macro)) {
		return out, false
	}
	var parts []string
	for p := range what.fn.Field("parameters").Children() {
		name := p.Field("type")
		if p.Is("identifier") {
			name = p
		}
		if !name.Is("type_identifier", "identifier") || p.Field("declarator").OK() {
			continue
		}
		if len(parts) == 0 && (strings.HasPrefix(macro, "TEST_F") || strings.HasPrefix(macro, "TEST_P") || strings.HasPrefix(macro, "TYPED_TEST")) {
			out.fixture = x.TypeName(name.Text(), name)
		}
		parts = append(parts, name.Text())
	}
	if len(parts) == 0 {
		return out, false
	}
	if strings.Contains(macro, "TEST") {
		out.kind = facts.Test
	}
	out.name = x.Intern([]byte(strings.Join(parts, "_")))
	return out, true
}

// declares tells whether a bracket outside functions begins a pointer to a
// function, as in T (*f)(int), which the grammar takes for a call of T.
func (r *repair) declares(open int) bool {
	if w := r.within(); w != scope && len(r.stack) > 0 || !r.is(open+1, '*') || !r.isWord(open+2) {
		return false
	}
	end := r.close(open)
	return (end == open+3 || r.is(open+3, '[')) && r.is(end+1, '(')
}

// typeOfLength is a type with a name of that length that the grammars know.
// What is shown of a type is its name in the file.
func typeOfLength(n int) string {
	names := [...]string{3: "int", 4: "char", 5: "float", 6: "size_t", 7: "int32_t", 8: "intptr_t", 9: "uintptr_t", 11: "max_align_t"}
	if n >= len(names) {
		return ""
	}
	return names[n]
}
