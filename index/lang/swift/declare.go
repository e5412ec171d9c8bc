package swift

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

const accessMods = facts.Public | facts.Exported | facts.Private | facts.Internal | facts.Open

var modifierOf = map[string]facts.Mods{
	"public": facts.Public | facts.Exported, "open": facts.Public | facts.Exported | facts.Open, "package": facts.Internal,
	"internal": facts.Internal, "private": facts.Private, "fileprivate": facts.Private,
	"static": facts.Static, "class": facts.Static, "override": facts.Override, "final": facts.Final, "async": facts.Async,
	"dynamic": facts.Virtual, "optional": facts.Optional,
}

// declare adds a definition with its modifiers and attributes; the signature
// starts after the attributes.
func declare(x *extract.X, kind facts.Kind, form, name string, at, n, body sitter.Node) int32 {
	d := x.NewNamed(kind, form, x.Intern([]byte(strings.Trim(name, "`"))), n, body)
	def := x.Def(d)
	if at.OK() {
		def.NameLine = at.Line()
	}
	var mods facts.Mods
	list := n.Child("modifiers")
	from := n.Start()
	for m := range list.Children() {
		if m.Is("attribute") {
			from = m.End()
		} else {
			mods |= modifierOf[string(m.Bytes())] // not "private(set)": reading stays as it is
		}
	}
	if from > n.Start() {
		end := n.End()
		if body.OK() {
			end = body.Start()
		}
		def.Sig = x.Sig(from, end)
	}
	if n.Child("class").OK() && !n.Child("class").FieldIs("declaration_kind") { // class func
		mods |= facts.Static
	}
	if mods&accessMods == 0 {
		if mods |= of(x).access; mods&accessMods == 0 && !x.InFunction() {
			mods |= facts.Internal
		}
	}
	def.Mods |= mods
	attributes(x, d, list)
	return d
}

// attributes are decorators; property wrappers and result builders are types.
func attributes(x *extract.X, d int32, list sitter.Node) {
	for a := range list.Children() {
		if !a.Is("attribute") {
			continue
		}
		x.Def(d).Decorators = append(x.Def(d).Decorators, x.Sig(a.Start(), a.End()))
		name := a.Child("user_type")
		switch s := name.Text(); {
		case s == "available" && strings.Contains(string(a.Bytes()), "deprecated"):
			x.Def(d).Mods |= facts.Deprecated
		case s == "Test" && x.Def(d).Kind == facts.Function:
			x.Def(d).Kind = facts.Test
		case s != "" && s[0] >= 'A' && s[0] <= 'Z':
			t := x.Type(name)
			x.F.Refs = append(x.F.Refs, facts.Ref{Expr: facts.None, Type: t, Def: d, Line: a.Line(), Kind: facts.RefDecorator})
		}
	}
}

// importDeclaration is "import M" or "import class M.Name".
func importDeclaration(x *extract.X, n sitter.Node) {
	path := n.Child("identifier")
	im := facts.Import{Module: path.Text(), Name: "*", Line: path.Line()}
	text := string(x.Src[n.Start():path.Start()])
	if strings.Contains(text, "@_exported") {
		im.Flags |= facts.ImportExported
	}
	words := strings.Fields(text)
	switch words[len(words)-1] {
	case "class", "struct", "enum", "protocol", "typealias", "func", "let", "var", "actor":
		if i := strings.LastIndexByte(im.Module, '.'); i > 0 {
			im.Name = im.Module[i+1:]
			im.Module, im.Alias = im.Module[:i], im.Name
		}
	}
	x.Import(im)
}

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
		if d = strings.ToLower(d); d == "tests" || d == "test" || strings.HasSuffix(d, "tests") {
			return true
		}
	}
	base := dirs[len(dirs)-1]
	return strings.HasSuffix(base, "Tests.swift") || strings.HasSuffix(base, "Test.swift")
}
