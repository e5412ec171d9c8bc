package config

import (
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// scanGoMod reads go.mod and go.work: each line of a directive is an entry
// named by what it is about.
func scanGoMod(b *outline.Builder) {
	b.Open = true
	block := ""
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		line, _, _ := strings.Cut(string(b.Src[start:end]), "//")
		words := strings.Fields(line)
		at := skipSpace(b.Src[:end], start)
		end = trimEnd(b.Src, at, min(end, start+len(line)))
		switch {
		case len(words) == 0:
		case words[0] == ")":
			block = ""
		case block != "":
			goDirective(b, block, words, at, end)
		case len(words) > 1 && words[1] == "(":
			block = words[0]
		default:
			goDirective(b, words[0], words[1:], at, end)
		}
	}
}

func goDirective(b *outline.Builder, form string, words []string, at, end int) {
	name := form
	if len(words) > 0 {
		name = strings.Trim(words[0], "\"`")
	}
	switch form {
	case "module", "require", "replace", "exclude", "use", "tool", "ignore":
	case "go", "toolchain", "godebug":
		name = form
	default:
		return // retract, and what is no directive
	}
	def := b.Add(outline.Entry{Form: form, Name: name, Start: at, End: end, Comments: outline.Slashes})
	if form == "use" {
		b.Import(def, name, at)
	}
	for i, w := range words {
		if w == "=>" && i+1 < len(words) && (strings.HasPrefix(words[i+1], ".") || strings.HasPrefix(words[i+1], "/")) {
			b.Import(def, words[i+1], at)
		}
	}
}
