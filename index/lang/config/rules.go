package config

import (
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// rules are the places in a document whose text names another file: paths of
// keys, where "*" is any one key or list item and "**" is one or more.
type rules [][]string

func parseRules(paths ...string) rules {
	r := make(rules, 0, len(paths))
	for _, p := range paths {
		r = append(r, strings.Split(p, " "))
	}
	return r
}

func (r rules) match(path []string) bool {
	for _, p := range r {
		if matchPath(p, path) {
			return true
		}
	}
	return false
}

func matchPath(pattern, path []string) bool {
	for i, p := range pattern {
		if p == "**" {
			for n := i + 1; n <= len(path); n++ {
				if matchPath(pattern[i+1:], path[n:]) {
					return true
				}
			}
			return false
		}
		if i >= len(path) || p != "*" && p != path[i] {
			return false
		}
	}
	return len(pattern) == len(path)
}

// reference adds an import for a text at a place that names a file, unless it
// is an address, a template or a place inside the same document.
func reference(b *outline.Builder, def int32, text string, pos int) {
	text, _, _ = strings.Cut(text, "#") // the place in the file
	if text == "" || text == "." || strings.Contains(text, "://") || strings.ContainsAny(text, "\n{}$<>") {
		return
	}
	b.Import(def, text, pos)
}

// known says what is known of documents of some name.
type known struct {
	depth int   // how deep keys are entries
	files rules // where other files are named
	forms map[string]string
}

// form is what an entry at a path is called: by the key around it.
func (k *known) form(path []string, fallback string) string {
	if n := len(path); n >= 2 {
		if f := k.forms[path[n-2]]; f != "" {
			return f
		}
	}
	return fallback
}
