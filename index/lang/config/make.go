package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/index/lang/outline"
)

// makeScanner reads a Makefile: targets with what they depend on, variables,
// and the files that it includes.
type makeScanner struct {
	b    *outline.Builder
	line int
	open []int32 // the targets whose recipe is being read
	last int     // where it ended last
	seen map[string]bool

	noEnd bool
}

func scanMake(b *outline.Builder) {
	s := makeScanner{b: b, seen: map[string]bool{}}
	for ; s.line < b.LineCount(); s.line++ {
		start, end := b.LineAt(s.line)
		if s.line == 0 {
			start = min(b.SkipBOM(), end)
		}
		for continued(b.Src[start:end]) && s.line+1 < b.LineCount() {
			s.line++
			_, end = b.LineAt(s.line)
		}
		s.read(start, end)
	}
	s.close()
}

func (s *makeScanner) close() {
	for _, t := range s.open {
		s.b.Close(t, s.last)
	}
	s.open = s.open[:0]
}

// read handles one line with its continuations.
func (s *makeScanner) read(start, end int) {
	end = trimEnd(s.b.Src, start, end)
	if start == end {
		return
	}
	if s.b.Src[start] == '\t' && len(s.open) > 0 {
		s.last = end
		return
	}
	at := skipSpace(s.b.Src[:end], start)
	if at == end || s.b.Src[at] == '#' {
		return
	}
	word := string(s.b.Src[at:wordEnd(s.b.Src[:end], at, "-.")])
	rest := string(s.b.Src[at+len(word) : end])
	switch word {
	case "include", "-include", "sinclude":
		for _, f := range strings.Fields(rest) {
			if !strings.ContainsAny(f, "$*#") {
				s.b.Import(0, f, at)
			}
		}
		return
	case "define":
		s.close()
		s.define(at, rest)
		return
	case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "export", "unexport", "override", "vpath", "undefine":
		if word != "export" && word != "override" || !strings.Contains(rest, "=") {
			return
		}
		at += len(word) + len(rest) - len(strings.TrimLeft(rest, " \t"))
	}
	s.close()
	line := s.b.Src[at:end]
	switch op := makeOperator(line); {
	case op < 0:
	case line[op] == ':' && !bytes.HasPrefix(bytes.TrimLeft(line[op:], ":"), []byte("=")):
		s.rule(at, line, op)
	default:
		s.variable(at, line, op)
	}
}

// makeOperator is where the first ":" or "=" outside of a reference stands.
func makeOperator(line []byte) int {
	depth := 0
	for i, c := range line {
		switch c {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case '#':
			return -1
		case '=', ':':
			if depth <= 0 {
				return i
			}
		}
	}
	return -1
}

func (s *makeScanner) variable(at int, line []byte, op int) {
	name := strings.TrimRight(string(line[:op]), "?+!: \t")
	if name == "" || strings.ContainsAny(name, " \t") || s.seen[name] {
		return
	}
	s.seen[name] = true // later assignments and additions are no other variable
	s.b.Add(outline.Entry{Form: "variable", Name: name, Start: at, End: at + len(line), KeyEnd: at + len(name), Comments: outline.Hash})
}

// rule reads "targets: prerequisites ; recipe ## help".
func (s *makeScanner) rule(at int, line []byte, op int) {
	rest := strings.TrimLeft(string(line[op:]), ":")
	help := ""
	if n := strings.Index(rest, "#"); n >= 0 {
		help = strings.TrimSpace(strings.TrimLeft(rest[n:], "#"))
		rest = rest[:n]
	}
	rest, _, _ = strings.Cut(rest, ";")
	if strings.Contains(rest, "=") { // a variable of one target
		return
	}
	needs := strings.Fields(strings.ReplaceAll(rest, "\\\n", " "))
	sig := string(line[:op]) + ": " + strings.Join(needs, " ")
	for _, name := range strings.Fields(strings.ReplaceAll(string(line[:op]), "\\\n", " ")) {
		if strings.HasPrefix(name, ".") && strings.ToUpper(name) == name {
			continue // .PHONY, .DEFAULT and the like
		}
		def := s.b.Add(outline.Entry{Form: "target", Name: name, Start: at, End: at + len(line), Sig: sig, Doc: help, Comments: outline.Hash})
		for _, need := range needs {
			if need != "|" && need != "\\" {
				s.b.Ref(def, need, at)
			}
		}
		if def > 0 {
			s.open = append(s.open, def)
		}
	}
	s.last = at + len(line)
}

// define reads a variable of several lines.
func (s *makeScanner) define(at int, rest string) {
	name := strings.TrimRight(strings.TrimSpace(rest), "=:?+ ")
	end, first := s.b.LineEnd(at), s.line
	for n := s.line + 1; n < s.b.LineCount() && !s.noEnd; n++ {
		from, to := s.b.LineAt(n)
		if bytes.HasPrefix(bytes.TrimSpace(s.b.Src[from:to]), []byte("endef")) {
			s.line, end = n, to
			break
		}
	}
	s.noEnd = s.noEnd || s.line == first // no "endef" follows, here or later
	s.b.Add(outline.Entry{Form: "variable", Name: name, Start: at, End: end, Sig: "define " + name, Comments: outline.Hash})
}
