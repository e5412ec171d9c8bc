package config

import (
	"bytes"
)

// hclString is where the quoted string at i ends; "${…}" in it may hold
// strings of its own. A line end ends it.
func hclString(src []byte, i int) int {
	depth := 0
	for i++; i < len(src) && src[i] != '\n'; i++ {
		switch src[i] {
		case '\\':
			i++
		case '$', '%':
			if i+1 < len(src) && src[i+1] == '{' && src[i-1] != src[i] {
				depth++
				i++
			}
		case '}':
			depth = max(0, depth-1)
		case '"':
			if depth == 0 {
				return i + 1
			}
			if i = quoted(src, i) - 1; i < len(src) && src[i] != '"' {
				return i + 1
			}
		}
	}
	return min(i, len(src))
}

// end is where the expression at i ends: at the end of the line on which
// no bracket is open, or before a closing bracket that is not its own.
func (s *hclScanner) end(i int) int {
	src := s.src
	depth := 0
	for i < len(src) {
		switch c := src[i]; c {
		case '"':
			i = hclString(src, i)
			continue
		case '<':
			if end := s.heredoc(i); end > i {
				i = end
				continue
			}
		case '#', '/':
			if end := skipComment(src, i, hclComments); end > i {
				if depth == 0 && src[min(end, len(src)-1)] == '\n' {
					return i
				}
				i = end
				continue
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case '\n':
			if depth == 0 || hclTop(src, i+1) {
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
}

var hclTopBlocks = map[string]bool{"resource": true, "data": true, "module": true, "variable": true, "output": true, "locals": true, "provider": true, "terraform": true}

// hclTop tells whether a block that Terraform has at the top only begins at i,
// in the first column: what was open before was never closed.
func hclTop(src []byte, i int) bool {
	if i > 0 && src[i-1] != '\n' {
		return false
	}
	end := wordEnd(src, i, "")
	if !hclTopBlocks[string(src[i:end])] {
		return false
	}
	next := skipSpace(src, end)
	return next < len(src) && (src[next] == '"' || src[next] == '{')
}

// heredoc is where the here-document that begins at i ends, i if none does.
func (s *hclScanner) heredoc(i int) int {
	src := s.src
	rest, ok := bytes.CutPrefix(src[i:], []byte("<<"))
	if !ok {
		return i
	}
	rest = bytes.TrimPrefix(rest, []byte("-"))
	n := wordEnd(rest, 0, "")
	if n == 0 {
		return i
	}
	mark := rest[:n]
	for at := i; !s.absent[string(mark)]; {
		next := bytes.IndexByte(src[at:], '\n')
		if next < 0 {
			s.absent[string(mark)] = true
			break
		}
		at += next + 1
		line, _, _ := bytes.Cut(src[at:], []byte("\n"))
		if bytes.Equal(bytes.TrimSpace(line), mark) {
			return at + len(line)
		}
	}
	return i
}
