package walk

import (
	"bytes"
	"fmt"
	"path"
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

// notText takes for binary what has a zero byte, as git does, or starts with
// more control characters than any text.
func notText(head []byte) (string, bool) {
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return fmt.Sprintf("zero byte at offset %d", i), true
	}
	head = head[:min(len(head), 1000)]
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
