package safety

import (
	"regexp"
	"strings"
	"unicode"
)

// Intention is what an agent says that it will do.
type Intention struct {
	Verb  string   // modify, delete, rename, move, change_signature, add; "" where the text does not say
	Names []string // of what it will do it to, where the text is of the form VERB:NAME
	Text  string
}

// verbs are how a change begins that is named, and what it is.
var verbs = map[string]string{
	"modify": "modify", "edit": "modify", "update": "modify", "change": "modify", "fix": "modify", "refactor": "modify", "optimize": "modify", "rewrite": "modify",
	"delete": "delete", "remove": "delete",
	"rename": "rename", "move": "move", "change_signature": "change_signature", "signature": "change_signature", "signature_change": "change_signature",
	"add": "add", "create": "add",
}

// kinds of definitions that a verb may be said of.
var intended = regexp.MustCompile(`^(?i)([a-z_]+?)(?:_(?:function|method|class|interface|type|variable|node|test))?\s*:\s*(\S.*)$`)

// ParseIntention reads an intended change: modify_function:NAME,
// delete_class:NAME, rename_function:OLD -> NEW, change_signature:NAME, or
// anything else, which is a text. Several names are divided by commas.
func ParseIntention(text string) Intention {
	in := Intention{Text: strings.TrimSpace(text)}
	m := intended.FindStringSubmatch(in.Text)
	if m == nil {
		return in
	}
	verb, known := verbs[strings.ToLower(m[1])]
	if !known {
		return in
	}
	in.Verb = verb
	for name := range strings.SplitSeq(m[2], ",") {
		name, _, _ = strings.Cut(name, "->")
		if name = strings.TrimSpace(name); name != "" {
			in.Names = append(in.Names, name)
		}
	}
	return in
}

// Breaks tells whether the change breaks callers if nothing else is done.
func (in *Intention) Breaks() bool {
	switch in.Verb {
	case "delete", "rename", "move", "change_signature":
		return true
	}
	return false
}

// Mentions tells whether a text that is no VERB:NAME speaks of a definition by
// its name: in backticks, with parentheses behind it, or as a word that is no
// common one because of its capitals, digits or underscores.
func (in *Intention) Mentions(name string) bool {
	if in.Verb != "" || len(name) < 2 {
		return false
	}
	for text := in.Text; ; {
		i := strings.Index(text, name)
		if i < 0 {
			return false
		}
		before, after := text[:i], text[i+len(name):]
		whole := !inWord(before, len(before)-1) && !inWord(after, 0)
		quoted := strings.HasSuffix(before, "`") && strings.HasPrefix(after, "`")
		if whole && (quoted || strings.HasPrefix(after, "(") || isUncommon(name)) {
			return true
		}
		text = after
	}
}

// isUncommon tells whether a name is no word of a language.
func isUncommon(name string) bool {
	return strings.IndexFunc(name[1:], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) || r == '_' }) >= 0
}
