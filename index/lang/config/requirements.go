package config

import (
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// scanRequirements reads pip's requirements: packages, and the files and
// folders that options name.
func scanRequirements(b *outline.Builder) {
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		if n == 0 {
			start = min(b.SkipBOM(), end)
		}
		at := skipSpace(b.Src[:end], start)
		first := end
		for end > at && b.Src[end-1] == '\\' && n+1 < b.LineCount() { // hashes on lines of their own
			n++
			_, end = b.LineAt(n)
		}
		line := strings.TrimSuffix(string(b.Src[at:first]), "\\")
		if i := strings.Index(line, " #"); i >= 0 {
			line = line[:i]
		}
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '-' {
			requirementOption(b, line, at)
			continue
		}
		sig, _, _ := strings.Cut(line, " --hash")
		b.Add(outline.Entry{Form: "dependency", Name: packageName(line), Start: at, End: trimEnd(b.Src, at, end), Sig: sig, Comments: outline.Hash})
		if line[0] == '.' {
			b.Import(0, line, at)
		}
	}
}

func requirementOption(b *outline.Builder, line string, at int) {
	option, rest, _ := strings.Cut(line, " ")
	if o, r, ok := strings.Cut(line, "="); ok && len(o) < len(option) {
		option, rest = o, r
	}
	for _, o := range []string{"-r", "-c", "-e"} { // "-rother.txt"
		if strings.HasPrefix(option, o) && len(option) > len(o) {
			option, rest = o, option[len(o):]
		}
	}
	rest = strings.TrimSpace(rest)
	switch option {
	case "-r", "--requirement", "-c", "--constraint":
		reference(b, 0, rest, at)
	case "-e", "--editable":
		if strings.Contains(rest, "://") {
			b.Add(outline.Entry{Form: "dependency", Name: packageName(rest), Start: at, End: b.LineEnd(at)})
			return
		}
		file, _, _ := strings.Cut(rest, "[")
		b.Import(0, file, at)
	}
}

// packageName is the name in a requirement: before extras, version and
// markers, or after "#egg=" of an address.
func packageName(s string) string {
	if _, egg, ok := strings.Cut(s, "#egg="); ok {
		s = egg
	}
	if n := strings.IndexAny(s, "[=<>!~; @&("); n > 0 {
		s = s[:n]
	}
	if strings.Contains(s, "://") {
		s = s[strings.LastIndexByte(s, '/')+1:]
	}
	return strings.TrimSpace(s)
}
