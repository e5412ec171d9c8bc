package markdown

import (
	"testing"
	"unicode/utf8"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/langtest"
)

func TestGolden(t *testing.T) { langtest.Run(t) }

func TestDescription(t *testing.T) {
	for src, want := range map[string]string{
		"# A\n\n[![x](y)](z)\n\nWhat **it** is.\n\nMore.": "What it is.",
		"| a | b |\n|---|---|\n| c | d |\n\nText":         "Text",
		"> quoted\n\n- item\n\n<p>html</p>\n\nAt last":    "At last",
		"---\ntitle: x\n---\n\na\nb":                      "a b",
		"":                                                "",
	} {
		if got := langtest.Extract(t, "a.md", []byte(src)).Defs[0].Doc; got != want {
			t.Errorf("%q is described as %q, want %q", src, got, want)
		}
	}
}

func TestCodeTargets(t *testing.T) {
	for code, want := range map[string]string{
		"a.B":               "a.B#",
		"Foo::bar()":        "Foo::bar#",
		"x->y":              "x->y#",
		"fn(a, b)":          "fn#",
		"$var":              "$var#",
		"save!":             "save!#",
		"@decorator":        "@decorator#",
		"src/a.go":          "src/a.go#",
		"a.go:12":           "a.go#L12",
		"src/a.go:3-9":      "src/a.go#L3-9",
		"./x/":              "./x/#",
		"Makefile":          "Makefile#",
		"--flag":            "",
		"a b":               "",
		"http://x.y/z":      "",
		"1.2.3":             "",
		"x":                 "",
		"a = b":             "",
		"go test ./...":     "",
		"...":               "",
		"/":                 "",
		"application/json;": "",
	} {
		got := ""
		if target, anchor, ok := codeTarget(code); ok {
			got = target + "#" + anchor
		}
		if got != want {
			t.Errorf("code span %q is %q, want %q", code, got, want)
		}
	}
}

func fuzz(f *testing.F, names ...string) {
	for _, p := range pieces {
		f.Add([]byte("# a\n\n> - " + p + "\n" + p + "\n\n```\n" + p))
	}
	f.Add([]byte("---\ntitle: a\ntags: [b, c]\n---\n[[x|y]]"))
	f.Add([]byte("A\n=\n\n.. _l:\n\nB\n-\n:func:`~a.b` `t <u>`_ ``c.d``\n\n.. toctree::\n\n   e\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, name := range names {
			sound(t, langtest.Extract(t, name, src))
		}
	})
}

// sound checks what holds for every page beside facts.Check.
func sound(t *testing.T, f *facts.FileFacts) {
	for i := 1; i < len(f.Defs); i++ {
		d, p := &f.Defs[i], &f.Defs[f.Defs[i].Parent]
		if d.StartByte < p.StartByte || d.EndByte > p.EndByte || !utf8.ValidString(d.Name+d.Doc+d.Sig) {
			t.Fatalf("definition %d (%q) %v in %v", i, d.Name, d.Span, p.Span)
		}
	}
	for _, l := range f.Links {
		if l.Line == 0 || l.Line > uint32(max(f.Lines, 1)) || l.Target+l.Anchor == "" || !utf8.ValidString(l.Target+l.Anchor+l.Text) {
			t.Fatalf("link %+v of %d lines", l, f.Lines)
		}
	}
}

func FuzzMarkdown(f *testing.F) { fuzz(f, "a.md", "a.mdx") }
func FuzzRST(f *testing.F)      { fuzz(f, "a.rst") }
