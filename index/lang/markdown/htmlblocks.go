package markdown

import (
	"bytes"
)

// htmlBlockTags are the elements that begin an HTML block of kind 6.
var htmlBlockTags = map[string]bool{}

func init() {
	for _, t := range bytes.Fields([]byte(`address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
		fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav
		noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul`)) {
		htmlBlockTags[string(t)] = true
	}
}

// htmlEnds end HTML blocks of the kinds 1 to 5.
var htmlEnds = [...]string{2: "-->", 3: "?>", 4: ">", 5: "]]>"}

// htmlStart is the kind of HTML block that begins with rest, 0 for none.
func htmlStart(rest []byte, para bool) int {
	if len(rest) < 2 {
		return 0
	}
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return 2
	case rest[1] == '?':
		return 3
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return 5
	case rest[1] == '!' && len(rest) > 2 && isLetter(rest[2]):
		return 4
	}
	at := 1
	if rest[1] == '/' {
		at = 2
	}
	name := tagName(rest[at:])
	if name == "" {
		return 0
	}
	after := rest[at+len(name):]
	done := len(after) == 0 || after[0] == ' ' || after[0] == '\t' || after[0] == '>'
	if name == "script" || name == "pre" || name == "style" || name == "textarea" {
		if at == 1 && done {
			return 1
		}
		return 0
	}
	if htmlBlockTags[name] && (done || bytes.HasPrefix(after, []byte("/>"))) {
		return 6
	}
	if n := htmlTag(rest); !para && n > 0 && len(bytes.TrimSpace(rest[n:])) == 0 {
		return 7
	}
	return 0
}

// tagName is the name of a tag in small letters, "" if there is none.
func tagName(b []byte) string {
	n := 0
	for n < len(b) && n < 30 && (isLetter(b[n]) || n > 0 && (b[n] >= '0' && b[n] <= '9' || b[n] == '-')) {
		n++
	}
	if n == 0 || !isLetter(b[0]) {
		return ""
	}
	return string(bytes.ToLower(b[:n]))
}

func (s *scanner) openHTML(next, end int) bool {
	if s.src[next] != '<' || s.mdx {
		return false
	}
	kind := htmlStart(s.src[next:end], s.leaf == paragraphLeaf)
	if kind == 0 {
		return false
	}
	s.closeLeaf()
	s.filled()
	s.html, s.leaf = kind, htmlLeaf
	s.inHTML(next, end)
	return true
}

// inHTML handles a line of an HTML block, false if the block ended before it.
func (s *scanner) inHTML(next, end int) bool {
	line := s.src[next:end]
	if s.html >= 6 {
		if len(bytes.TrimSpace(line)) == 0 {
			return false
		}
	} else if s.html == 1 {
		low := bytes.ToLower(line)
		for _, t := range []string{"</script>", "</pre>", "</style>", "</textarea>"} {
			if bytes.Contains(low, []byte(t)) {
				s.leaf = noLeaf
			}
		}
	} else if bytes.Contains(line, []byte(htmlEnds[s.html])) {
		s.leaf = noLeaf
	}
	if s.html >= 6 && bytes.IndexByte(line, '<') >= 0 {
		s.texts = append(s.texts, text{def: s.section(), from: next, body: line, html: true})
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
