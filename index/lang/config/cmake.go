package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// cmakeScanner reads CMake's commands.
type cmakeScanner struct {
	b        *outline.Builder
	src      []byte
	i        int
	routines []int32 // functions and macros that are open
	targets  map[string]int32
	seen     map[string]bool // variables
	args     []string
}

func scanCMake(b *outline.Builder) {
	s := cmakeScanner{b: b, src: b.Src, i: b.SkipBOM(), targets: map[string]int32{}, seen: map[string]bool{}}
	for {
		s.i = s.blank(s.i)
		if s.i >= len(s.src) {
			return
		}
		start := s.i
		s.i = wordEnd(s.src, s.i, "")
		word := strings.ToLower(string(s.src[start:s.i]))
		open := skipSpace(s.src, s.i)
		if word == "" || open >= len(s.src) || s.src[open] != '(' {
			s.i = max(s.i, start+1)
			continue
		}
		s.i = open + 1
		s.arguments()
		s.command(word, start)
	}
}

// blank steps over blanks and comments, also #[[ … ]].
func (s *cmakeScanner) blank(i int) int {
	for {
		i = skipBlank(s.src, i, 0)
		if i >= len(s.src) || s.src[i] != '#' {
			return i
		}
		if end := cmakeBracket(s.src, i+1); end > i+1 {
			i = end
		} else {
			i = skipComment(s.src, i, outline.Hash)
		}
	}
}

// cmakeBracket is where [[ … ]] or [=[ … ]=] at i ends, i if there is none.
func cmakeBracket(src []byte, i int) int {
	if i >= len(src) || src[i] != '[' {
		return i
	}
	n := i + 1
	for n < len(src) && src[n] == '=' {
		n++
	}
	if n >= len(src) || src[n] != '[' {
		return i
	}
	shut := "]" + strings.Repeat("=", n-i-1) + "]"
	if end := bytes.Index(src[n:min(len(src), n+maxBody)], []byte(shut)); end >= 0 {
		return n + end + len(shut)
	}
	return i
}

// maxCMakeArgs bounds the arguments that are looked at.
const maxCMakeArgs = 400

// arguments reads up to the closing bracket and moves beyond it.
func (s *cmakeScanner) arguments() {
	s.args = s.args[:0]
	for depth := 1; s.i < len(s.src); {
		s.i = s.blank(s.i)
		if s.i >= len(s.src) {
			return
		}
		at := s.i
		switch c := s.src[at]; {
		case c == '(':
			depth++
			s.i++
			continue
		case c == ')':
			s.i++
			if depth--; depth == 0 {
				return
			}
			continue
		case c == '"':
			s.i = cmakeString(s.src, at)
		case cmakeBracket(s.src, at) > at:
			s.i = cmakeBracket(s.src, at)
		default:
			for s.i < len(s.src) && strings.IndexByte(" \t\r\n()\"#", s.src[s.i]) < 0 {
				s.i++
			}
			s.i = max(s.i, at+1)
		}
		if len(s.args) < maxCMakeArgs {
			s.args = append(s.args, strings.Trim(string(s.src[at:min(s.i, at+400)]), `"`))
		}
	}
}

// cmakeString is where the string at i ends; it may go on over lines.
func cmakeString(src []byte, i int) int {
	for i++; i < len(src); i++ {
		if src[i] == '\\' {
			i++
		} else if src[i] == '"' {
			return i + 1
		}
	}
	return len(src)
}

func (s *cmakeScanner) command(word string, start int) {
	e := outline.Entry{Start: start, End: s.i, Comments: outline.Hash}
	if n := len(s.routines); n > 0 {
		e.Parent = s.routines[n-1]
	}
	if len(s.args) > 0 {
		e.Name = s.args[0]
		e.Sig = word + "(" + strings.Join(s.args[:min(len(s.args), 8)], " ") + ")"
	}
	switch word {
	case "add_library", "add_executable", "add_custom_target":
		e.Form = "target"
		def := s.add(e)
		s.targets[e.Name] = def
		s.sources(def, start)
	case "add_test":
		if e.Form = "test"; e.Name == "NAME" && len(s.args) > 1 {
			e.Name = s.args[1]
		}
		s.add(e)
	case "project", "option":
		e.Form = word
		s.add(e)
	case "set":
		e.Form, e.KeyEnd, e.Sig = "variable", min(start+len("set(")+len(e.Name), s.i), ""
		if e.Parent == 0 && e.Name != "" && !s.seen[e.Name] {
			s.seen[e.Name] = true
			s.add(e)
		}
	case "find_package":
		e.Form = "dependency"
		s.add(e)
	case "function", "macro":
		e.Form, e.End = word, 0
		def := s.add(e)
		s.routines = append(s.routines, def)
		if def != facts.None {
			for _, p := range s.args[1:] {
				s.b.Def(def).Params = append(s.b.Def(def).Params, facts.Param{Name: p, Type: facts.None, Default: facts.None})
			}
			s.b.Close(def, s.i)
		}
	case "endfunction", "endmacro":
		if n := len(s.routines); n > 0 {
			s.b.Close(s.routines[n-1], s.i)
			s.routines = s.routines[:n-1]
		}
	case "add_subdirectory", "include":
		if e.Name != "" && !strings.ContainsAny(e.Name, "$<") {
			s.b.Import(max(e.Parent, 0), e.Name, start)
		}
	case "target_link_libraries", "add_dependencies", "target_sources":
		s.target(word, start)
	}
}

// add adds an entry; a comment in brackets before it is no line comment.
func (s *cmakeScanner) add(e outline.Entry) int32 {
	def := s.b.Add(e)
	if def != facts.None && strings.HasPrefix(s.b.Def(def).Doc, "[") {
		s.b.Def(def).Doc = ""
	}
	return def
}

// sources notes the files that a target is built from.
func (s *cmakeScanner) sources(def int32, pos int) {
	for _, a := range s.args[min(1, len(s.args)):] {
		if !strings.ContainsAny(a, "$<> ;") && strings.LastIndexByte(a, '.') > 0 {
			s.b.Import(max(def, 0), a, pos)
		}
	}
}

// target notes what a target that is defined in this file also uses.
func (s *cmakeScanner) target(word string, pos int) {
	if len(s.args) == 0 {
		return
	}
	def, ok := s.targets[s.args[0]]
	switch {
	case !ok:
	case word == "target_sources":
		s.sources(def, pos)
	default:
		for _, a := range s.args[1:] {
			if strings.ToUpper(a) != a && !strings.ContainsAny(a, "$<>:-/") {
				s.b.Ref(def, a, pos)
			}
		}
	}
}
