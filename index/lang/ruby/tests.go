package ruby

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func finish(x *extract.X) {
	if isTest(x.Path) {
		x.F.Flags |= facts.IsTest
	}
	for i := range x.F.Defs {
		if x.F.Defs[i].Kind == facts.Test {
			x.F.Flags |= facts.IsTest
		}
	}
}

func isTest(path string) bool {
	dirs := strings.Split(path, "/")
	for _, d := range dirs[:len(dirs)-1] {
		switch d {
		case "test", "tests", "spec":
			return true
		}
	}
	base := dirs[len(dirs)-1]
	if len(dirs) > 1 && dirs[0] == "features" && (strings.HasPrefix(base, "step") || dirs[1] == "support" || strings.HasPrefix(dirs[1], "step")) {
		return true // Cucumber
	}
	return strings.HasSuffix(base, "_test.rb") || strings.HasSuffix(base, "_spec.rb") || strings.HasPrefix(base, "test_")
}

// isTestClass knows Minitest, test-unit and Rails by the base class.
func isTestClass(x *extract.X, d int32) bool {
	for _, b := range x.Def(d).Bases {
		if b.Rel != facts.Extends || b.Type == facts.None {
			continue
		}
		s := x.F.Types[b.Type].Name
		if strings.HasSuffix(s, "TestCase") || strings.HasSuffix(s, ".Test") || strings.HasSuffix(s, "Test") && isTest(x.Path) {
			return true
		}
	}
	return false
}

// testBlock is test "name" do … end in a class of tests.
func testBlock(x *extract.X, n, list sitter.Node) bool {
	names, block := symbols(list.First()), n.Field("block")
	if len(names) != 1 || !block.OK() || !x.Def(x.Cur()).Kind.TypeLike() || !isTest(x.Path) {
		return false
	}
	d := x.NewNamed(facts.Test, "test", names[0], n, block)
	bodyOf(x, d, n, block)
	return true
}

// examples are RSpec's groups of examples.
var examples = map[string]bool{"describe": true, "context": true, "feature": true, "shared_examples": true, "shared_context": true,
	"shared_examples_for": true, "fdescribe": true, "xdescribe": true}

// exampleGroup is describe Class do … end: described_class is the class in it.
func exampleGroup(x *extract.X, n sitter.Node) int32 {
	object := facts.None
	if r := n.Field("receiver"); r.OK() {
		object = x.Expr(r)
	}
	args, _ := x.Args(n.Field("arguments"))
	if b := n.Field("block"); b.OK() {
		class := n.Field("arguments").First()
		args = append(args, block(x, b, func() {
			if path(class) != "" {
				name := "described_class"
				x.Bind(facts.BindVar, name, class, facts.None, args[0])
				of(x).locals = append(of(x).locals, name)
			}
		}))
	}
	return x.CallOf(callee(x, n, object), n, 0, args...)
}

// helper is let(:name) { … } and subject { … }: a name for the block's value
// in the group around.
func helper(x *extract.X, n sitter.Node, name string, list sitter.Node) bool {
	b := n.Field("block")
	names := symbols(list.First())
	if len(names) == 0 && strings.HasPrefix(name, "subject") {
		names = []string{"subject"}
	}
	if !b.OK() || len(names) != 1 {
		return false
	}
	e := block(x, b, nil)
	v := x.Union(n, x.F.Lambdas[x.F.Exprs[e].D].Rets...)
	x.Bind(facts.BindVar, names[0], n, facts.None, v)
	of(x).locals = append(of(x).locals, names[0])
	return true
}
