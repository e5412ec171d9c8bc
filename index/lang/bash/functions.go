package bash

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

func function(x *extract.X, n sitter.Node) {
	at, body := n.Field("name"), n.Field("body")
	kind, form, name := facts.Function, "function", x.Text(at)
	if strings.HasPrefix(name, "@test ") { // see tests
		title := strings.TrimSpace(string(x.Src[n.Start()+6 : body.Start()]))
		kind, form, name = facts.Test, "test", strings.Trim(title, `"'`)
	} else if isTest(x.Path) && strings.HasPrefix(name, "test") {
		kind = facts.Test
	}
	d := x.NewNamed(kind, form, name, n, body)
	x.Def(d).NameLine = at.Line()
	if kind == facts.Function {
		x.Def(d).Mods |= facts.Exported | facts.Public
	}
	x.Within(d, func() {
		if body.Is("compound_statement", "subshell") {
			x.WalkChildren(body)
		} else {
			x.Walk(body)
		}
		for r := range n.Fields("redirect") {
			x.Walk(r)
		}
	})
}

// list is a && b and a || b.
func list(x *extract.X, n sitter.Node) {
	first := n.First()
	if op := x.Between(first, first.Next()); op == "&&" || op == "||" {
		x.Branch(1)
	}
	x.WalkChildren(n)
}

// tests shows the parser functions for Bats' tests: @test "title" { … }. The
// nodes still carry the title.
func tests(_ string, src, buf []byte) []byte {
	dots := bytes.Contains(src, []byte("\n\\. ")) || bytes.Contains(src, []byte(" \\. "))
	if !dots && !bytes.Contains(src, []byte("@test ")) {
		return src
	}
	text := append(buf, src...)
	if dots {
		plainDots(text)
	}
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := text[at:end]
		open := bytes.LastIndexByte(line, '{')
		if i := bytes.Index(line, []byte("@test ")); i >= 0 && open > i+9 && len(bytes.TrimSpace(line[:i])) == 0 {
			for k := i; k < open-3; k++ {
				line[k] = '_'
			}
			copy(line[open-3:], "() ")
		}
		at = end + 1
	}
	return text
}

// remark tells comments to programs from those to people.
func remark(n sitter.Node) bool {
	return bytes.HasPrefix(n.Bytes(), []byte("#!")) || bytes.HasPrefix(n.Bytes(), []byte("# shellcheck"))
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
		switch d {
		case "test", "tests", "spec":
			return true
		}
	}
	base := dirs[len(dirs)-1]
	return strings.HasSuffix(base, ".bats") || strings.HasSuffix(base, "_test.sh") || strings.HasPrefix(base, "test_")
}

// plainDots shows the parser "." for "\.", which it takes for an argument of
// the command before, where that begins a command.
func plainDots(text []byte) {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("\\. "))
		if i < 0 {
			return
		}
		at += i
		line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
		if before := bytes.TrimSpace(line); len(before) == 0 || bytes.IndexByte([]byte(";&|({"), before[len(before)-1]) >= 0 {
			text[at] = ' '
		}
		at += 2
	}
}
