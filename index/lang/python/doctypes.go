package python

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// documented takes the types of parameters and of the result that have no
// annotation from the docstring, in the styles of Sphinx, Google and NumPy.
func (h *header) documented(x *extract.X, doc string) {
	if doc == "" || !h.wantsTypes() {
		return
	}
	found := docTypes(doc)
	for i := range h.params {
		p := &h.params[i]
		if p.Type != facts.None || p.Flags&facts.ParamSelf != 0 || p.Name == "" {
			continue
		}
		if text, ok := found.params[p.Name]; ok {
			p.Type = docType(x, h.fn, text)
		}
	}
	if h.ret == facts.None && h.returns == "" && found.returns != "" {
		h.ret = docType(x, h.fn, found.returns)
	}
}

func (h *header) wantsTypes() bool {
	if h.returns == "" {
		return true
	}
	for i := range h.params {
		if h.params[i].Type == facts.None && h.params[i].Flags&facts.ParamSelf == 0 {
			return true
		}
	}
	return false
}

// docType makes a Type of what a docstring says; None unless all of it reads
// as one.
func docType(x *extract.X, at sitter.Node, text string) int32 {
	text = docTypeText(text)
	if text == "" {
		return facts.None
	}
	return parseType(x, at, text, true)
}

var docTypeWords = strings.NewReplacer(":class:", "", ":obj:", "", ":py:class:", "", ":exc:", "", ":py:exc:", "", "`~", "", "`.", "", "`", "", "~", "", "*", "",
	" or ", " | ", ", or ", " | ", "list of ", "list:", "List of ", "list:")

// docTypeText turns prose ("list of str, optional") into a type expression.
func docTypeText(text string) string {
	text = docTypeWords.Replace(strings.TrimSpace(text))
	for _, end := range []string{", optional", "(optional)", " optional", ", required", ". Optional"} {
		text = strings.TrimSuffix(text, end)
	}
	if i := strings.Index(text, ", default"); i > 0 {
		text = text[:i]
	}
	text = strings.Trim(text, " .,:;")
	for _, article := range []string{"a ", "an ", "A ", "An ", "the "} {
		text = strings.TrimPrefix(text, article)
	}
	if of, ok := strings.CutPrefix(text, "list:"); ok {
		text = "list[" + strings.TrimSuffix(of, "s") + "]"
		if !strings.Contains(of, "|") && isTypeWord(of) {
			text = "list[" + of + "]"
		}
	}
	if len(text) > 200 || strings.Contains(text, "list:") {
		return ""
	}
	return text
}

// isTypeWord tells whether a word of prose must be a type: a built-in's name
// or one in CapWords, dotted or not.
func isTypeWord(s string) bool {
	switch s {
	case "str", "int", "float", "bool", "bytes", "bytearray", "complex", "dict", "list", "set", "frozenset", "tuple", "object", "type", "None", "callable", "iterable":
		return true
	}
	last := s[strings.LastIndexByte(s, '.')+1:]
	return last != "" && last[0] >= 'A' && last[0] <= 'Z' && (len(last) == 1 || !isConstant(last))
}

// docHints are the types that a docstring gives, as text.
type docHints struct {
	params  map[string]string
	returns string
}

func docTypes(doc string) docHints {
	h := docHints{params: map[string]string{}}
	if strings.Contains(doc, ":type ") || strings.Contains(doc, ":param ") || strings.Contains(doc, ":rtype:") {
		h.sphinx(doc)
	}
	if strings.Contains(doc, "Args:") || strings.Contains(doc, "Arguments:") || strings.Contains(doc, "Parameters:") || strings.Contains(doc, "Returns:") {
		h.google(strings.Split(doc, "\n"))
	}
	if strings.Contains(doc, "---") {
		h.numpy(strings.Split(doc, "\n"))
	}
	return h
}

// sphinx reads ":param T x:", ":type x: T" and ":rtype: T".
func (h *docHints) sphinx(doc string) {
	for line := range strings.SplitSeq(doc, "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, ":") {
			continue
		}
		field, text, ok := strings.Cut(line[1:], ":")
		if !ok {
			continue
		}
		words := strings.Fields(field)
		switch {
		case len(words) == 2 && words[0] == "type":
			h.params[strings.TrimLeft(words[1], "*\\")] = text
		case len(words) > 2 && words[0] == "param":
			name := words[len(words)-1]
			if _, known := h.params[name]; !known {
				h.params[name] = strings.Join(words[1:len(words)-1], " ")
			}
		case field == "rtype":
			h.returns = text
		}
	}
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// google reads the sections "Args:" and "Returns:", whose entries are
// indented: "name (type): text", "type: text".
func (h *docHints) google(lines []string) {
	section, at, entries := "", 0, -1
	for _, line := range lines {
		text := strings.TrimSpace(line)
		switch text {
		case "":
			continue
		case "Args:", "Arguments:", "Parameters:", "Keyword Args:", "Keyword Arguments:":
			section, at, entries = "args", indent(line), -1
			continue
		case "Returns:", "Return:":
			section, at, entries = "returns", indent(line), -1
			continue
		}
		if section == "" {
			continue
		}
		if indent(line) <= at {
			section = ""
			continue
		}
		if entries < 0 {
			entries = indent(line)
		}
		if indent(line) != entries {
			continue // a continuation
		}
		switch section {
		case "args":
			if name, rest, ok := strings.Cut(text, "("); ok {
				if typ, _, ok := strings.Cut(rest, "):"); ok {
					h.params[strings.Trim(name, "* ")] = typ
				}
			}
		case "returns":
			if typ, _, ok := strings.Cut(text, ":"); ok && !strings.HasPrefix(text, ":") {
				h.returns = typ
			}
			section = ""
		}
	}
}

// numpy reads sections that are underlined: "name : type", and the type alone
// for results.
func (h *docHints) numpy(lines []string) {
	section, at := "", 0
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		text := strings.TrimSpace(line)
		if i+1 < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[i+1]), "---") {
			section, at = text, indent(line)
			i++
			continue
		}
		if text == "" || indent(line) != at {
			continue
		}
		switch section {
		case "Parameters", "Other Parameters":
			names, typ, ok := strings.Cut(text, " : ")
			if !ok {
				continue
			}
			for name := range strings.SplitSeq(names, ",") {
				h.params[strings.Trim(name, "* ")] = typ
			}
		case "Returns":
			_, typ, named := strings.Cut(text, " : ")
			if !named {
				typ = text
			}
			h.returns = typ
			section = ""
		}
	}
}
