package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// scanDotenv reads the keys of a .env file. What they are set to is never
// kept, nor are comments that look like settings.
func scanDotenv(b *outline.Builder) {
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		if n == 0 {
			start = min(b.SkipBOM(), end)
		}
		at := skipSpace(b.Src[:end], start)
		if rest, ok := bytes.CutPrefix(b.Src[at:end], []byte("export ")); ok {
			at = end - len(bytes.TrimLeft(rest, " "))
		}
		keyEnd := wordEnd(b.Src[:end], at, ".-")
		value := skipSpace(b.Src[:end], keyEnd)
		if keyEnd == at || value >= end || b.Src[value] != '=' {
			continue
		}
		key := string(b.Src[at:keyEnd])
		n = dotenvEnd(b, n, value+1, end)
		_, end = b.LineAt(n)
		def := b.Add(outline.Entry{Form: "variable", Name: key, Start: at, End: end, Sig: key, Comments: outline.Hash})
		if def > 0 && strings.IndexByte(b.Def(def).Doc, '=') >= 0 {
			b.Def(def).Doc = ""
		}
	}
}

// maxDotenvValue bounds how far a closing quote is looked for: a key in PEM
// form fits.
const maxDotenvValue = 16 << 10

// dotenvEnd is the line on which a value ends that begins on line n: quotes
// go on over lines, if they are closed at all.
func dotenvEnd(b *outline.Builder, n, value, end int) int {
	value = skipSpace(b.Src[:end], value)
	if value >= end || b.Src[value] != '"' && b.Src[value] != '\'' {
		return n
	}
	q := b.Src[value]
	for i := value + 1; i < min(len(b.Src), value+maxDotenvValue); i++ {
		switch b.Src[i] {
		case '\\':
			i++
		case q:
			return int(b.Line(i)) - 1
		}
	}
	return n
}
