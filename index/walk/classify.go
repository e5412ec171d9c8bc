package walk

import (
	"bytes"
	"fmt"
	"path"
	"strings"
)

// headSize is how much of a file is looked at to tell text from binary; the
// figure is git's.
const headSize = 8000

// ClassifyContent says whether the file is to be left out because of what it
// contains, and which rule says so. src is the file as read, before Normalize.
func ClassifyContent(name string, src []byte) (reason Reason, detail string, skip bool) {
	head := src[:min(len(src), headSize)]
	if utf16Order(src) != nil {
		head = decodeUTF16(head)
	}
	if detail, ok := notText(head); ok {
		return Binary, detail, true
	}
	if reason, detail, ok := toolMade(path.Base(name)); ok {
		return reason, detail, true
	}
	if detail, ok := minified(name, src); ok {
		return Minified, detail, true
	}
	if detail, ok := generatedMarker(head); ok {
		return Generated, detail, true
	}
	return "", "", false
}

// notText takes for binary what has a zero byte, as git does, or more control
// characters than any text.
func notText(head []byte) (string, bool) {
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return fmt.Sprintf("zero byte at offset %d", i), true
	}
	controls := 0
	for _, c := range head {
		if c < ' ' && (c < '\b' || c > '\r') && c != 0x1b {
			controls++
		}
	}
	if controls*50 > len(head) {
		return fmt.Sprintf("%d control characters in the first %d bytes", controls, len(head)), true
	}
	return "", false
}

// Files are minified when their lines are this long on average. Style sheets
// and scripts are what minifiers write; in other files only data is so dense.
const (
	minifiedSize   = 2048
	scriptLineLen  = 300
	generalLineLen = 1000
)

// lineLimits are the average line lengths by extension; 0 is no limit, for
// prose, whose paragraphs may be one line each.
var lineLimits = map[string]int{
	".js": scriptLineLen, ".mjs": scriptLineLen, ".cjs": scriptLineLen, ".css": scriptLineLen,
	".md": 0, ".mdx": 0, ".markdown": 0, ".rst": 0, ".txt": 0, ".adoc": 0, ".org": 0, ".tex": 0, ".html": 0, ".htm": 0,
}

func minified(name string, src []byte) (string, bool) {
	limit, ok := lineLimits[strings.ToLower(path.Ext(name))]
	if !ok {
		limit = generalLineLen
	}
	// A source map at the end says nothing about the code before it.
	if i := bytes.LastIndex(src, []byte("sourceMappingURL=data:")); i >= 0 {
		src = src[:i]
	}
	if limit == 0 || len(src) < minifiedSize {
		return "", false
	}
	average := len(src) / (bytes.Count(src, []byte{'\n'}) + 1)
	if average < limit {
		return "", false
	}
	return fmt.Sprintf("lines of %d bytes on average, at most %d are expected", average, limit), true
}
