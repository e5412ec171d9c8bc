package markdown

import (
	"bytes"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// maxLinks bounds the links of a page.
const maxLinks = 10000

// inlines reads the links of all texts, now that all reference definitions
// are known.
func (s *scanner) inlines() {
	in := inliner{s: s}
	for i := range s.texts {
		in.t = &s.texts[i]
		in.read()
		s.texts[i] = text{}
	}
}

// inliner reads the links of one text in one pass.
type inliner struct {
	s       *scanner
	t       *text
	b       []byte
	i       int
	openers []opener
	tagEnd  int    // where an HTML tag ended last
	noCode  uint64 // lengths of runs of backticks that nothing closes
	bare    []int  // links that are bare addresses, by their place in Links
}

// opener is a "[" that may begin a link.
type opener struct {
	text   int // where its text begins
	image  bool
	active bool // no link stands inside of it
	nested bool // a bracket stands inside of it
	links  int  // how many links there were before it
}

func (in *inliner) read() {
	in.b, in.i, in.tagEnd, in.openers, in.noCode, in.bare = in.t.body, 0, 0, in.openers[:0], 0, in.bare[:0]
	if in.t.html {
		in.tags()
		return
	}
	for in.i < len(in.b) {
		switch c := in.b[in.i]; c {
		case '\\':
			in.i += 2
		case '`':
			in.code()
		case '<':
			in.angle()
		case '!':
			in.i++
			if in.i < len(in.b) && in.b[in.i] == '[' && !in.wiki(true) {
				in.bracket(true)
			}
		case '[':
			if !in.wiki(false) {
				in.bracket(false)
			}
		case ']':
			in.close()
		case 'h', 'w', 'H', 'W':
			in.address()
		default:
			in.i++
		}
	}
}

// code reads a code span, or steps over backticks that nothing closes.
func (in *inliner) code() {
	from := in.i
	for in.i < len(in.b) && in.b[in.i] == '`' {
		in.i++
	}
	end := codeEnd(in.b, in.i, in.i-from, &in.noCode)
	if end < 0 {
		return
	}
	body := in.b[in.i : end-(in.i-from)]
	if target, anchor, ok := codeTarget(string(bytes.TrimSpace(body))); ok {
		in.add(from, facts.Link{Target: target, Anchor: anchor, Code: true})
	}
	in.i = end
}

// codeEnd is the end of the code span that n backticks before at begin, -1 if
// nothing closes it. none remembers the lengths that are not found any more.
func codeEnd(b []byte, at, n int, none *uint64) int {
	bit := uint64(1) << min(n, 63)
	if *none&bit != 0 {
		return -1
	}
	for i := at; i < len(b); {
		next := bytes.IndexByte(b[i:], '`')
		if next < 0 {
			break
		}
		i += next
		run := i
		for i < len(b) && b[i] == '`' {
			i++
		}
		if i-run == n {
			return i
		}
	}
	if n < 63 {
		*none |= bit
	}
	return -1
}

func (in *inliner) bracket(image bool) {
	if n := len(in.openers); n > 0 {
		in.openers[n-1].nested = true
	}
	in.i++
	if len(in.openers) < 1000 {
		in.openers = append(in.openers, opener{text: in.i, image: image, active: true, links: len(in.s.b.F.Links)})
	}
}

// close handles "]": a link if a target follows or a definition is known.
func (in *inliner) close() {
	at := in.i
	in.i++
	n := len(in.openers) - 1
	if n < 0 {
		return
	}
	o := in.openers[n]
	in.openers = in.openers[:n]
	if !o.active && !o.image {
		return
	}
	target, end, ok := in.inline()
	if !ok {
		target, end, ok = in.byReference(o, at)
	}
	if !ok {
		if n > 0 {
			in.openers[n-1].nested = true
		}
		return
	}
	in.i = end
	in.dropBare(o.links)
	page, anchor := splitAnchor(target)
	in.add(o.text-1, facts.Link{Target: page, Anchor: anchor, Text: outline.OneLine(plain(in.b[o.text:at], true), maxText), Embed: o.image})
	for i := range in.openers {
		if !o.image && !in.openers[i].image {
			in.openers[i].active = false
		}
	}
}

const maxText = 120

// inline reads "(target "title")" at in.i.
func (in *inliner) inline() (target string, end int, ok bool) {
	if in.i >= len(in.b) || in.b[in.i] != '(' {
		return "", 0, false
	}
	at := skipBlanks(in.b, in.i+1)
	target, at, ok = destination(in.b, at)
	if !ok {
		return "", 0, false
	}
	if title := skipBlanks(in.b, at); title > at && title < len(in.b) {
		if after, ok := titleEnd(in.b, title); ok {
			at = after
		}
	}
	if at = skipBlanks(in.b, at); at >= len(in.b) || in.b[at] != ')' {
		return "", 0, false
	}
	return target, at + 1, true
}

// byReference looks up [text][label], [label][] or [label].
func (in *inliner) byReference(o opener, at int) (target string, end int, ok bool) {
	label, end := in.b[o.text:at], at+1
	if end < len(in.b) && in.b[end] == '[' {
		if n := labelEnd(in.b, end+1); n > end+1 {
			label, end = in.b[end+1:n], n+1
			o.nested = false
		} else if n == end+1 {
			end = n + 1
		}
	}
	if len(in.s.refs) == 0 || o.nested || len(label) > maxLabel {
		return "", 0, false
	}
	r, ok := in.s.refs[labelKey(label)]
	return r.target, end, ok
}

// dropBare forgets the bare addresses in the text of a link.
func (in *inliner) dropBare(from int) {
	links := in.s.b.F.Links
	for n := len(in.bare) - 1; n >= 0 && in.bare[n] >= from; n-- {
		at := in.bare[n]
		links = append(links[:at], links[at+1:]...)
		in.bare = in.bare[:n]
	}
	in.s.b.F.Links = links
}

// add notes a link that stands at off of the text.
func (in *inliner) add(off int, l facts.Link) {
	f := in.s.b.F
	if len(f.Links) >= maxLinks {
		f.Flags |= facts.Truncated
		return
	}
	if l.Target == "" && l.Anchor == "" || len(l.Target) > 1000 {
		return
	}
	b := in.s.b
	l.Target, l.Anchor, l.Text = b.Clean(l.Target), b.Clean(l.Anchor), b.Clean(l.Text)
	l.Def, l.Line = in.t.def, b.Line(in.t.pos(max(off, 0)))
	f.Links = append(f.Links, l)
}

// splitAnchor cuts a target at its "#".
func splitAnchor(target string) (page, anchor string) {
	for i := range len(target) {
		if target[i] == '#' {
			return target[:i], target[i+1:]
		}
	}
	return target, ""
}
