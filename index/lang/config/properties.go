package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// scanProperties reads Java properties: key=value, key: value or key value, a
// backslash at the end of a line continues it.
func scanProperties(b *outline.Builder) {
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		if n == 0 {
			start = min(b.SkipBOM(), end)
		}
		at := skipSpace(b.Src[:end], start)
		if at == end || b.Src[at] == '#' || b.Src[at] == '!' {
			continue
		}
		keyEnd := at
		for keyEnd < end && strings.IndexByte("=: \t", b.Src[keyEnd]) < 0 {
			if b.Src[keyEnd] == '\\' {
				keyEnd++
			}
			keyEnd++
		}
		keyEnd = min(keyEnd, end)
		for continued(b.Src[at:end]) && n+1 < b.LineCount() {
			n++
			_, end = b.LineAt(n)
		}
		b.Add(outline.Entry{Form: "key", Name: string(bytes.ReplaceAll(b.Src[at:keyEnd], []byte("\\"), nil)), Start: at, KeyEnd: keyEnd,
			End: trimEnd(b.Src, at, end), Comments: outline.Hash | outline.Bang})
	}
}

// continued tells whether a line ends in a backslash that is not itself
// escaped.
func continued(line []byte) bool {
	return (len(line)-len(bytes.TrimRight(line, "\\")))%2 == 1
}
