package markdown

import (
	"bytes"
	"html"
	"strings"
	"unicode"
)

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// plain is a text as it is read: without emphasis, targets and tags. Images
// give their description if images is set, else nothing.
func plain(b []byte, images bool) string {
	p := plainer{b: b, images: images}
	p.out.Grow(len(b))
	p.run(0, len(b))
	return strings.Join(strings.Fields(html.UnescapeString(p.out.String())), " ")
}

type plainer struct {
	b      []byte
	images bool
	out    strings.Builder
	noCode uint64
	depth  int
	links  int // that were read
}

func (p *plainer) run(i, end int) {
	for i < end {
		switch c := p.b[i]; {
		case c == '\\' && i+1 < end && isPunct(p.b[i+1]):
			p.out.WriteByte(p.b[i+1])
			i += 2
		case c == '`':
			i = p.code(i, end)
		case c == '<':
			i = p.angle(i, end)
		case c == '[' || c == '!' && i+1 < end && p.b[i+1] == '[':
			i = p.bracket(i, end)
		case c == '*' || c == '_' || c == '~':
			i = p.emphasis(i, end)
		default:
			p.out.WriteByte(c)
			i++
		}
	}
}

// emphasis drops a run of signs that may be emphasis: not one between blanks,
// nor underscores or a single "~" inside of a word.
func (p *plainer) emphasis(i, end int) int {
	from, c := i, p.b[i]
	for i < end && p.b[i] == c {
		i++
	}
	before, after := from > 0 && !isBlank(p.b[from-1]), i < end && !isBlank(p.b[i])
	word := from > 0 && isAlnum(p.b[from-1]) && i < end && isAlnum(p.b[i])
	if !before && !after || c == '_' && word || c == '~' && i-from == 1 {
		p.out.Write(p.b[from:i])
	}
	return i
}

func (p *plainer) code(i, end int) int {
	from := i
	for i < end && p.b[i] == '`' {
		i++
	}
	stop := codeEnd(p.b[:end], i, i-from, &p.noCode)
	if stop < 0 {
		p.out.Write(p.b[from:i])
		return i
	}
	p.out.WriteString(strings.ReplaceAll(string(bytes.TrimSpace(p.b[i:stop-(i-from)])), "&", "&amp;"))
	return stop
}

func (p *plainer) angle(i, end int) int {
	if target, n := autolink(p.b[i:end]); n > 0 {
		p.out.WriteString(strings.TrimPrefix(target, "mailto:"))
		return i + n
	}
	if n := htmlTag(p.b[i:end]); n > 0 {
		return i + n
	}
	p.out.WriteByte('<')
	return i + 1
}

// bracket reads a link or image and gives its text. What only looks like one
// is kept.
func (p *plainer) bracket(i, end int) int {
	open := i
	image := p.b[i] == '!'
	if image {
		i++
	}
	shut := p.matching(i, end)
	if shut < 0 || p.depth > 20 {
		p.out.Write(p.b[open : i+1])
		return i + 1
	}
	after := shut + 1
	in := inliner{b: p.b[:end], i: after}
	if _, n, ok := in.inline(); ok {
		after = n
	} else if after < end && p.b[after] == '[' && labelEnd(p.b[:end], after+1) > 0 {
		after = labelEnd(p.b[:end], after+1) + 1
	} else if !image && !bytes.HasPrefix(p.b[i:], []byte("[[")) { // perhaps no link
		p.depth++
		p.out.WriteByte('[')
		p.run(i+1, shut)
		p.out.WriteByte(']')
		p.depth--
		return after
	}
	if image && !p.images {
		return after
	}
	if inner := p.b[i+1 : shut]; bytes.HasPrefix(inner, []byte("[")) && bytes.HasSuffix(inner, []byte("]")) { // a wiki link
		name := bytes.Trim(inner, "[]")
		if n := bytes.LastIndexByte(name, '|'); n >= 0 {
			name = name[n+1:]
		}
		p.out.Write(name)
		return after
	}
	links := p.links
	p.depth++
	p.run(i+1, shut)
	p.depth--
	if !image {
		if p.links > links { // a link in it: this is none
			return shut + 1
		}
		p.links++
	}
	return after
}

// maxBracket bounds how far a closing bracket is looked for.
const maxBracket = 2000

// matching is where the bracket at i closes, -1 if it does not.
func (p *plainer) matching(i, end int) int {
	depth := 0
	for n := i; n < min(end, i+maxBracket); n++ {
		switch p.b[n] {
		case '\\':
			n++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return n
			}
		}
	}
	return -1
}
