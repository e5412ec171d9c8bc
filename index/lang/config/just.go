package config

import (
	"regexp"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

var (
	justRecipe = regexp.MustCompile(`^@?([A-Za-z_][\w-]*)((?:\s+[^:=]*?(?:=(?:"[^"]*"|'[^']*'|[^\s:]*))?)*)\s*:([^=].*)?$`)
	justAssign = regexp.MustCompile(`^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=`)
	justAlias  = regexp.MustCompile(`^alias\s+([\w-]+)\s*:=\s*([\w:-]+)`)
	justImport = regexp.MustCompile(`^(?:import\??|mod\??\s+[\w-]+)\s+["']([^"']+)["']`)
)

// scanJust reads a justfile: recipes with parameters and dependencies,
// variables, aliases, imports. Indented lines belong to the recipe above.
func scanJust(b *outline.Builder) {
	open, last := facts.None, 0
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		end = trimEnd(b.Src, start, end)
		if end == start || len(b.Src[start:end]) > 2000 {
			continue
		}
		line := string(b.Src[start:end])
		if line[0] == ' ' || line[0] == '\t' {
			last = end
			continue
		}
		if line[0] == '#' {
			continue
		}
		b.Close(open, last)
		open, last = justLine(b, line, start, end), end
	}
	b.Close(open, last)
}

// justLine reads a line that begins in the first column and returns the
// recipe that it opens, if any.
func justLine(b *outline.Builder, line string, start, end int) int32 {
	e := outline.Entry{Start: start, End: end, Comments: outline.Hash}
	if m := justImport.FindStringSubmatch(line); m != nil {
		b.Import(0, m[1], start)
	} else if m := justAlias.FindStringSubmatch(line); m != nil {
		e.Form, e.Name = "alias", m[1]
		b.Ref(b.Add(e), m[2], start)
	} else if m := justAssign.FindStringSubmatchIndex(line); m != nil {
		e.Form, e.Name, e.KeyEnd = "variable", line[m[2]:m[3]], start+m[3]
		b.Add(e)
	} else if m := justRecipe.FindStringSubmatch(line); m != nil {
		e.Form, e.Name, e.Sig = "target", m[1], line
		def := b.Add(e)
		if def == facts.None {
			return def
		}
		for _, p := range strings.Fields(m[2]) {
			if name, _, _ := strings.Cut(strings.TrimLeft(p, "*+$"), "="); name != "" && isWord(name[0]) {
				b.Def(def).Params = append(b.Def(def).Params, facts.Param{Name: name, Type: facts.None, Default: facts.None})
			}
		}
		needs, _, _ := strings.Cut(m[3], "#")
		for _, need := range strings.Fields(needs) {
			if need = strings.Trim(need, "()&"); need != "" && isWord(need[0]) {
				b.Ref(def, need, start)
			}
		}
		return def
	}
	return facts.None
}
