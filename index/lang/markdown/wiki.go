package markdown

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// wiki reads [[page#heading|alias]] at in.i, false if it is none: brackets
// inside, a label that is defined as a reference, an inline target after it,
// or what only a shell would write.
func (in *inliner) wiki(embed bool) bool {
	b := in.b[in.i:]
	if len(b) < 5 || b[1] != '[' {
		return false
	}
	end := bytes.IndexAny(b[2:], "[]\n")
	if end <= 0 || !bytes.HasPrefix(b[2+end:], []byte("]]")) || bytes.HasPrefix(b[4+end:], []byte("(")) {
		return false
	}
	body := strings.ReplaceAll(string(b[2:2+end]), `\|`, "|") // as tables need it
	if strings.IndexByte("-!$^ ", body[0]) >= 0 {
		return false
	}
	if _, ok := in.s.refs[labelKey(b[2:2+end])]; ok {
		return false
	}
	target, alias, _ := strings.Cut(body, "|")
	page, anchor := splitAnchor(strings.TrimSpace(target))
	in.add(in.i, facts.Link{Target: strings.TrimSpace(page), Anchor: anchor, Text: outline.OneLine(alias, maxText), Wiki: true, Embed: embed})
	in.i += end + 4
	return true
}

// codeTarget tells a code span that is a symbol or a path from other code.
func codeTarget(code string) (target, anchor string, ok bool) {
	if len(code) < 2 || len(code) > 200 {
		return "", "", false
	}
	if n := strings.IndexByte(code, '('); n > 0 && code[len(code)-1] == ')' { // a call
		code = code[:n]
	}
	if isSymbol(code) {
		return code, "", true
	}
	if n := strings.LastIndexByte(code, ':'); n > 0 && n+1 < len(code) && strings.Trim(code[n+1:], "0123456789-") == "" && isPath(code[:n]) {
		return code[:n], "L" + code[n+1:], true
	}
	return code, "", isPath(code)
}

// isSymbol tells names joined by ".", "::", "#" or "->".
func isSymbol(s string) bool {
	part, letters := 0, 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isLetter(c) || c == '_' || c == '$' || c >= 0x80:
			letters++
			part++
		case c >= '0' && c <= '9':
			if part == 0 {
				return false
			}
			part++
		case (c == ':' || c == '-') && part > 0 && i+2 < len(s) && (s[i:i+2] == "::" || s[i:i+2] == "->"):
			i++
			part = 0
		case (c == '.' || c == '#') && part > 0:
			part = 0
		case c == '@' && i == 0, (c == '?' || c == '!') && i == len(s)-1 && part > 0:
		default:
			return false
		}
	}
	return part > 0 && letters > 1
}

// isPath tells a path of a file or folder: slashes, or an ending.
func isPath(s string) bool {
	slash, dot := false, -1
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '/':
			if i+1 < len(s) && s[i+1] == '/' {
				return false
			}
			slash = true
		case c == '.':
			dot = i
		case isAlnum(c) || strings.IndexByte("_-@+~", c) >= 0 || c >= 0x80:
		default:
			return false
		}
	}
	return s[0] != '-' && len(s) > 2 && (slash && s[0] != '@' && strings.Trim(s, "/.~0123456789") != "" || dot > 0 && len(s)-dot > 1 && len(s)-dot < 9 && isLetter(s[dot+1]))
}
