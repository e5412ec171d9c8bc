package ignore

import (
	"bytes"
	"strings"
)

// List holds the patterns of one ignore file.
type List struct {
	file  string // as Rules name it
	base  string // the directory that patterns are relative to, "" or "a/b/"
	lead  string // for a file above the root: the way from its directory to the root, "a/b/"
	fold  bool
	pats  []pattern
	quick *quick // of a long list
	reach []reach
}

// reach is a directory that a "!" pattern names something in, and whether the
// pattern goes on with wildcards, so that it may match at any depth below.
type reach struct {
	dir  string
	deep bool
}

// Source is the text of an ignore file and its place in the tree.
type Source struct {
	Text []byte
	File string // how rules name it
	Dir  string // its directory relative to the root, "" for the root itself
	Lead string // where the file is above the root: the way down to the root, "a/b/"
	Fold bool   // ASCII case does not count
}

var bom = []byte("\xef\xbb\xbf")

// Parse reads an ignore file. There are no syntax errors: a pattern that is
// malformed matches nothing. It returns nil when no pattern is there.
func Parse(src Source) *List {
	l := &List{file: src.File, lead: src.Lead, fold: src.Fold}
	if src.Dir != "" {
		l.base = src.Dir + "/"
	}
	text := bytes.TrimPrefix(src.Text, bom)
	for line := 1; len(text) > 0; line++ {
		var raw []byte
		raw, text, _ = bytes.Cut(text, []byte("\n"))
		if s, ok := cleanLine(raw); ok {
			l.pats = append(l.pats, parsePattern(s, line, src.Fold))
		}
	}
	if len(l.pats) == 0 {
		return nil
	}
	if len(l.pats) >= quickFrom && !l.fold {
		l.quick = newQuick(l.pats)
	}
	l.collectReach()
	return l
}

// cleanLine strips what is not part of the pattern, and tells patterns from
// comments and empty lines.
func cleanLine(raw []byte) (string, bool) {
	s := strings.TrimSuffix(string(raw), "\r")
	if i := strings.IndexByte(s, 0); i >= 0 {
		s = s[:i]
	}
	if s == "" || s[0] == '#' {
		return "", false
	}
	s = trimSpaces(s)
	return s, s != ""
}

// trimSpaces drops trailing spaces unless a backslash quotes them.
func trimSpaces(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			continue
		case '\\':
			if i++; i == len(s) {
				return s
			}
		}
		end = i + 1
	}
	return s[:end]
}

// find returns the last pattern that matches, which is the one that counts.
func (l *List) find(path, name string, isDir bool) *pattern {
	if l.quick != nil {
		return l.quick.find(l, path, name, isDir)
	}
	rel := ""
	for i := len(l.pats) - 1; i >= 0; i-- {
		p := &l.pats[i]
		if p.dirOnly && !isDir {
			continue
		}
		if !p.nameOnly && rel == "" {
			rel = l.relative(path)
		}
		if p.matches(rel, name, l.fold) {
			return p
		}
	}
	return nil
}

func (l *List) relative(path string) string {
	if l.lead != "" {
		return l.lead + path
	}
	return path[len(l.base):]
}

func (l *List) collectReach() {
	for i := range l.pats {
		if p := &l.pats[i]; p.negated {
			if dir := p.literalDir(); dir != "" {
				l.reach = append(l.reach, reach{dir, p.tail != nil})
			}
		}
	}
}

// reaches says whether a "!" pattern names something inside dir, a path
// relative to the root.
func (l *List) reaches(dir string) bool {
	if len(l.reach) == 0 {
		return false
	}
	rel := l.relative(dir)
	for _, r := range l.reach {
		if within(r.dir, rel, l.fold) || r.deep && within(rel, r.dir, l.fold) {
			return true
		}
	}
	return false
}

// within says whether path is dir or below it.
func within(path, dir string, fold bool) bool {
	if len(path) < len(dir) || !equal(path[:len(dir)], dir, fold) {
		return false
	}
	return len(path) == len(dir) || path[len(dir)] == '/'
}

func (l *List) rule(p *pattern) Rule {
	return Rule{File: l.file, Line: p.line, Pattern: p.text}
}
