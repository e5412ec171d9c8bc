package markdown

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// maxTag bounds how far the end of a tag or of a comment in a text is looked
// for.
const maxTag = 16 << 10

// htmlTag is the length of the inline HTML that begins with b, 0 for none.
func htmlTag(b []byte) int {
	if len(b) < 3 {
		return 0
	}
	b = b[:min(len(b), maxTag)]
	switch {
	case bytes.HasPrefix(b, []byte("<!-->")):
		return 5
	case bytes.HasPrefix(b, []byte("<!--->")):
		return 6
	case bytes.HasPrefix(b, []byte("<!--")):
		return upTo(b, 4, "-->")
	case bytes.HasPrefix(b, []byte("<![CDATA[")):
		return upTo(b, 9, "]]>")
	case b[1] == '?':
		return upTo(b, 2, "?>")
	case b[1] == '!' && isLetter(b[2]):
		return upTo(b, 2, ">")
	case b[1] == '/':
		n := 2 + len(tagName(b[2:]))
		if n == 2 {
			return 0
		}
		for n < len(b) && isBlank(b[n]) {
			n++
		}
		if n < len(b) && b[n] == '>' {
			return n + 1
		}
		return 0
	}
	return openTag(b)
}

func upTo(b []byte, from int, mark string) int {
	if n := bytes.Index(b[from:], []byte(mark)); n >= 0 {
		return from + n + len(mark)
	}
	return 0
}

// openTag is the length of an opening tag with its attributes.
func openTag(b []byte) int {
	n := 1
	for n < len(b) && (isAlnum(b[n]) || b[n] == '-') {
		n++
	}
	if n == 1 || !isLetter(b[1]) {
		return 0
	}
	for n < len(b) {
		blank := n
		for n < len(b) && isBlank(b[n]) {
			n++
		}
		if n >= len(b) {
			return 0
		}
		if b[n] == '>' {
			return n + 1
		}
		if b[n] == '/' {
			if n+1 < len(b) && b[n+1] == '>' {
				return n + 2
			}
			return 0
		}
		if blank == n {
			return 0
		}
		end := attribute(b, n)
		if end == n {
			return 0
		}
		n = end
	}
	return 0
}

// attribute is where the attribute at n ends, n if there is none.
func attribute(b []byte, n int) int {
	start := n
	if c := b[n]; !isLetter(c) && c != '_' && c != ':' {
		return start
	}
	for n < len(b) && (isAlnum(b[n]) || strings.IndexByte("_.:-", b[n]) >= 0) {
		n++
	}
	eq := n
	for eq < len(b) && isBlank(b[eq]) {
		eq++
	}
	if eq >= len(b) || b[eq] != '=' {
		return n
	}
	n = eq + 1
	for n < len(b) && isBlank(b[n]) {
		n++
	}
	if n >= len(b) {
		return start
	}
	if q := b[n]; q == '"' || q == '\'' {
		end := bytes.IndexByte(b[n+1:], q)
		if end < 0 {
			return start
		}
		return n + 1 + end + 1
	}
	from := n
	for n < len(b) && !isBlank(b[n]) && strings.IndexByte("\"'=<>`", b[n]) < 0 {
		n++
	}
	if n == from {
		return start
	}
	return n
}

// tags reads the tags of a line of an HTML block.
func (in *inliner) tags() {
	for {
		n := bytes.IndexByte(in.b[in.i:], '<')
		if n < 0 {
			return
		}
		in.i += n
		end := htmlTag(in.b[in.i:])
		if end == 0 {
			in.i++
			continue
		}
		in.tag(in.b[in.i : in.i+end])
		in.i += end
	}
}

// tag notes what the href or src of a tag names.
func (in *inliner) tag(tag []byte) {
	name := tagName(tag[1:])
	key, embed := "href", false
	switch name {
	case "a", "link":
	case "img", "source", "video", "audio", "iframe", "embed":
		key, embed = "src", true
	default:
		return
	}
	for n := 1 + len(name); n < len(tag); {
		for n < len(tag) && isBlank(tag[n]) {
			n++
		}
		if n >= len(tag) {
			return
		}
		end := attribute(tag, n)
		if end == n {
			return
		}
		k, v, ok := bytes.Cut(tag[n:end], []byte("="))
		if n = end; ok && strings.EqualFold(string(bytes.TrimSpace(k)), key) {
			page, anchor := splitAnchor(strings.TrimSpace(unescape(bytes.Trim(bytes.TrimSpace(v), `"'`))))
			in.add(in.i, facts.Link{Target: page, Anchor: anchor, Embed: embed})
			return
		}
	}
}
