package walk

import (
	"bytes"
	"fmt"
	"path"
	"strings"
)

// minifiedSize is the size below which nothing is called minified.
const minifiedSize = 2048

// lineLimits are the average line lengths, by extension, from which on a file
// counts as minified. Scripts and style sheets are what minifiers write, data
// is dense by nature, and in prose a paragraph may be one line: 0 is no limit.
var lineLimits = map[string]int{
	".js": 300, ".mjs": 300, ".cjs": 300, ".css": 300,
	".json": 1000, ".xml": 1000, ".svg": 1000, ".sql": 1000, ".yaml": 1000, ".yml": 1000,
	".md": 0, ".mdx": 0, ".markdown": 0, ".rst": 0, ".txt": 0, ".adoc": 0, ".org": 0, ".tex": 0, ".html": 0, ".htm": 0,
}

// defaultLineLimit is for programs in other languages, which nothing minifies:
// such lines are the output of a tool.
const defaultLineLimit = 5000

func minified(name string, src []byte) (string, bool) {
	limit, ok := lineLimits[strings.ToLower(path.Ext(name))]
	if !ok {
		limit = defaultLineLimit
	}
	if limit == 0 || averageLine(src) < limit {
		return "", false
	}
	average := averageLine(withoutSourceMap(src))
	if average < limit {
		return "", false
	}
	return fmt.Sprintf("lines of %d bytes on average, at most %d are expected", average, limit), true
}

func averageLine(src []byte) int {
	if len(src) < minifiedSize {
		return 0
	}
	return len(src) / (bytes.Count(src, []byte{'\n'}) + 1)
}

// withoutSourceMap drops a source map in the last line: it says nothing about
// the code before it.
func withoutSourceMap(src []byte) []byte {
	body := bytes.TrimRight(src, "\r\n")
	last := bytes.LastIndexByte(body, '\n') + 1
	if bytes.Contains(body[last:], []byte("sourceMappingURL=data:")) {
		return body[:last]
	}
	return src
}
