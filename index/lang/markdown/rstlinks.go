package markdown

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// rstCode are directives whose content is no text.
var rstCode = map[string]bool{"code": true, "code-block": true, "sourcecode": true, "math": true, "raw": true, "parsed-literal": true,
	"highlight": true, "doctest": true, "testcode": true, "testoutput": true, "productionlist": true, "graphviz": true, "ipython": true}

// directive handles what follows "..": a label, a comment, or a directive.
func (s *rstScanner) directive(rest string, indent, start int) {
	rest = strings.TrimSpace(rest)
	if label, ok := strings.CutPrefix(rest, "_"); ok {
		if name, url, ok := strings.Cut(label, ": "); ok {
			s.link(start, facts.Link{Target: strings.TrimSpace(url), Text: strings.Trim(name, "`")})
		} else if name, ok := strings.CutSuffix(label, ":"); ok {
			s.labels = append(s.labels, strings.Trim(name, "`"))
		}
		return
	}
	name, arg, ok := strings.Cut(rest, "::")
	if !ok || strings.ContainsAny(name, " \t") {
		s.skip = indent // a comment
		return
	}
	switch arg = strings.TrimSpace(arg); {
	case rstCode[name]:
		s.skip = indent
	case name == "toctree":
		s.toc = indent
	case name == "include" || name == "literalinclude" || name == "image" || name == "figure":
		s.link(start, facts.Link{Target: arg, Embed: true})
		if name == "literalinclude" {
			s.skip = indent
		}
	default:
		s.links(arg, start)
	}
}

// entry reads one line of a list of pages.
func (s *rstScanner) entry(text string, start int) {
	if text[0] == ':' || strings.ContainsAny(text, "*") {
		return
	}
	name, target := rstTarget(text)
	if name == strings.TrimLeft(target, "~!.") {
		name = ""
	}
	s.link(start, facts.Link{Target: target, Text: name})
}

// links reads roles, literals, hyperlinks and bare addresses of one line.
func (s *rstScanner) links(line string, start int) {
	for i := 0; i < len(line); {
		switch line[i] {
		case '\\':
			i += 2
		case ':':
			n := roleEnd(line[i:])
			if n == 0 {
				i++
				continue
			}
			end := strings.IndexByte(line[i+n+1:], '`')
			if end < 0 {
				return
			}
			s.role(strings.Trim(line[i:i+n], ":"), line[i+n+1:i+n+1+end], start)
			i += n + end + 2
		case '`':
			i += s.backtick(line[i:], start)
		case 'h':
			if rest := line[i:]; strings.HasPrefix(rest, "https://") || strings.HasPrefix(rest, "http://") {
				if end := strings.IndexByte(rest, ' '); end >= 0 {
					rest = rest[:end]
				}
				n := addressEnd([]byte(rest))
				page, anchor := splitAnchor(rest[:n])
				s.link(start, facts.Link{Target: page, Anchor: anchor})
				i += n
			}
			i++
		default:
			i++
		}
	}
}

// backtick reads a literal or a hyperlink and returns its length.
func (s *rstScanner) backtick(rest string, start int) int {
	if strings.HasPrefix(rest, "``") {
		end := strings.Index(rest[2:], "``")
		if end < 0 {
			return len(rest)
		}
		if target, anchor, ok := codeTarget(strings.TrimSpace(rest[2 : 2+end])); ok {
			s.link(start, facts.Link{Target: target, Anchor: anchor, Code: true})
		}
		return end + 4
	}
	end := strings.IndexByte(rest[1:], '`')
	if end < 0 {
		return len(rest)
	}
	if name, target := rstTarget(rest[1 : 1+end]); name != "" && strings.HasPrefix(rest[end+2:], "_") && strings.Contains(rest[1:1+end], "<") {
		page, anchor := splitAnchor(target)
		s.link(start, facts.Link{Target: page, Anchor: anchor, Text: name})
	}
	return end + 2
}

// role reads what a role names: a page, a label (found by name, as wiki links
// are), or a symbol.
func (s *rstScanner) role(role, body string, start int) {
	name, target := rstTarget(body)
	if i := strings.LastIndexByte(role, ':'); i >= 0 {
		role = role[i+1:]
	}
	switch role {
	case "doc", "download":
		s.link(start, facts.Link{Target: target, Text: textOf(name, target)})
	case "ref", "numref", "any":
		s.link(start, facts.Link{Target: target, Text: textOf(name, target), Wiki: true})
	case "func", "meth", "class", "mod", "attr", "data", "exc", "obj", "const", "type", "macro", "member", "struct", "var", "paramref", "file", "source":
		if code, anchor, ok := codeTarget(strings.TrimLeft(target, "~!.")); ok && role != "paramref" {
			s.link(start, facts.Link{Target: code, Anchor: anchor, Code: true})
		}
	}
}

func textOf(name, target string) string {
	if name == target {
		return ""
	}
	return outline.OneLine(name, maxText)
}

// link notes a link at byte pos.
func (s *rstScanner) link(pos int, l facts.Link) {
	in := inliner{s: s.scanner, t: &text{def: s.section(), from: pos}}
	in.add(0, l)
}
