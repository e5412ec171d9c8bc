package markdown

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
)

// angle reads an autolink or an HTML tag at "<", or steps over the sign.
func (in *inliner) angle() {
	if target, n := autolink(in.b[in.i:]); n > 0 {
		page, anchor := splitAnchor(target)
		in.add(in.i, facts.Link{Target: page, Anchor: anchor})
		in.i += n
		return
	}
	n := htmlTag(in.b[in.i:])
	if n == 0 {
		in.i++
		return
	}
	in.tag(in.b[in.i : in.i+n])
	in.i += n
	in.tagEnd = in.i
}

// autolink reads <scheme:…> or <name@host>.
func autolink(b []byte) (target string, n int) {
	end := 1
	for end < len(b) && b[end] != '>' {
		if c := b[end]; c <= ' ' || c == '<' || c == 0x7f {
			return "", 0
		}
		end++
	}
	if end == len(b) {
		return "", 0
	}
	body := b[1:end]
	scheme := 0
	for scheme < len(body) && (isAlnum(body[scheme]) || strings.IndexByte("+.-", body[scheme]) >= 0) {
		scheme++
	}
	if scheme >= 2 && scheme <= 32 && scheme < len(body) && body[scheme] == ':' {
		return string(body), end + 1
	}
	if isEmail(body) {
		return "mailto:" + string(body), end + 1
	}
	return "", 0
}

func isEmail(b []byte) bool {
	at := bytes.IndexByte(b, '@')
	if at <= 0 || at == len(b)-1 {
		return false
	}
	for _, c := range b[:at] {
		if !isAlnum(c) && strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", c) < 0 {
			return false
		}
	}
	for _, part := range bytes.Split(b[at+1:], []byte(".")) {
		if len(part) == 0 || len(part) > 63 || part[0] == '-' || part[len(part)-1] == '-' {
			return false
		}
		for _, c := range part {
			if !isAlnum(c) && c != '-' {
				return false
			}
		}
	}
	return true
}

// address reads an address that stands bare in the text, as GitHub links it.
func (in *inliner) address() {
	rest := in.b[in.i:]
	start := in.i
	in.i++
	if start > 0 && start != in.tagEnd && !isBlank(in.b[start-1]) && strings.IndexByte("*_~([", in.b[start-1]) < 0 {
		return
	}
	prefix := 0
	for _, p := range []string{"http://", "https://", "www."} {
		if len(rest) > len(p) && strings.EqualFold(string(rest[:len(p)]), p) {
			prefix = len(p)
		}
	}
	if prefix == 0 || !isAlnum(rest[prefix]) && rest[prefix] < 0x80 {
		return
	}
	n := addressEnd(rest)
	if shut := bytes.IndexByte(rest[:n], ']'); shut >= 0 && len(in.openers) > 0 { // the text of a link
		n = addressEnd(rest[:shut])
	}
	host, _, _ := bytes.Cut(rest[prefix:n], []byte("/"))
	if n <= prefix || rest[0]|0x20 == 'w' && bytes.IndexByte(host, '.') < 0 {
		return
	}
	in.i = start + n
	target := unescape(rest[:n])
	if rest[0]|0x20 == 'w' {
		target = "http://" + target
	}
	page, anchor := splitAnchor(target)
	in.bare = append(in.bare, len(in.s.b.F.Links))
	in.add(start, facts.Link{Target: page, Anchor: anchor})
}

// addressEnd is where a bare address ends: before a blank or "<", without the
// punctuation that closes the sentence or a bracket around it.
func addressEnd(b []byte) int {
	n := 0
	for n < len(b) && b[n] > ' ' && b[n] != '<' && b[n] != '`' {
		n++
	}
	for n > 0 {
		switch c := b[n-1]; {
		case strings.IndexByte("?!.,:*_~'\"", c) >= 0:
			n--
			continue
		case c == ')' && bytes.Count(b[:n], []byte(")")) > bytes.Count(b[:n], []byte("(")):
			n--
			continue
		case c == ']' && bytes.IndexByte(b[:n], '[') < 0:
			n--
			continue
		case c == ';':
			if amp := bytes.LastIndexByte(b[:n], '&'); amp >= 0 && allAlnum(b[amp+1:n-1]) {
				n = amp
				continue
			}
		}
		break
	}
	return n
}

func isAlnum(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

func allAlnum(b []byte) bool {
	for _, c := range b {
		if !isAlnum(c) {
			return false
		}
	}
	return len(b) > 0
}
