package config

import (
	"regexp"
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

var (
	gemLine = regexp.MustCompile(`^\s*(gem|eval_gemfile|ruby|gemspec)\b[\s(]*(?:["']([^"']+)["'])?`)
	gemPath = regexp.MustCompile(`\bpath(?::|["']?\s*=>)\s*["']([^"']+)["']`)
)

// scanGemfile reads the dependencies of a Gemfile.
func scanGemfile(b *outline.Builder) {
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		line := string(b.Src[start:end])
		m := gemLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		at := skipSpace(b.Src[:end], start)
		switch m[1] {
		case "gem":
			def := b.Add(outline.Entry{Form: "dependency", Name: m[2], Start: at, End: trimEnd(b.Src, at, end), Comments: outline.Hash})
			if p := gemPath.FindStringSubmatch(line); p != nil {
				b.Import(def, p[1], at)
			}
		case "ruby":
			b.Add(outline.Entry{Form: "ruby", Name: "ruby", Start: at, End: trimEnd(b.Src, at, end)})
		case "eval_gemfile":
			b.Import(0, m[2], at)
		case "gemspec":
			if p := gemPath.FindStringSubmatch(line); p != nil && !strings.HasPrefix(p[1], "/") {
				b.Import(0, p[1], at)
			}
		}
	}
}
