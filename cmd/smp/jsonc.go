package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Settings are JSON with comments and commas at the end, and their owners want
// both kept. So they are edited as text: a scanner finds where a member is.

var errSettings = errors.New("it is no JSON object, even with comments")

// member is where a member of an object is in a text.
type member struct {
	name              string
	start, value, end int // of the name, of the value, behind it
}

// object is where an object is: its braces and members.
type object struct {
	open, close int
	members     []member
	comma       bool // behind the last member
}

func (o *object) find(name string) *member {
	for i := range o.members {
		if o.members[i].name == name {
			return &o.members[i]
		}
	}
	return nil
}

// setJSON sets the member inner of the member outer to a value.
func setJSON(text, value []byte, outer, inner string) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	top, err := scanObject(text, 0)
	if err != nil {
		return nil, err
	}
	m := top.find(outer)
	if m == nil {
		return insert(text, top, outer, fmt.Appendf(nil, "{%q:%s}", inner, value), 1)
	}
	servers, err := scanObject(text, m.value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", outer, err)
	}
	old := servers.find(inner)
	if old == nil {
		return insert(text, servers, inner, value, 2)
	}
	var was, is any
	if json.Unmarshal(text[old.value:old.end], &was) == nil && json.Unmarshal(value, &is) == nil && fmt.Sprint(was) == fmt.Sprint(is) {
		return text, nil
	}
	return splice(text, old.value, old.end, indented(value, 2)), nil
}

// removeJSON takes the member inner of the member outer away, and what is empty
// after that.
func removeJSON(text []byte, outer, inner string) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return text, nil
	}
	top, err := scanObject(text, 0)
	if err != nil {
		return nil, err
	}
	m := top.find(outer)
	if m == nil {
		return text, nil
	}
	servers, err := scanObject(text, m.value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", outer, err)
	}
	if servers.find(inner) == nil {
		return text, nil
	}
	if len(servers.members) > 1 {
		return without(text, servers, inner), nil
	}
	if len(top.members) > 1 {
		return without(text, top, outer), nil
	}
	return nil, nil
}

func insert(text []byte, o *object, name string, value []byte, level int) ([]byte, error) {
	unit := strings.Repeat("  ", level)
	entry := fmt.Sprintf("\n%s%q: %s", unit, name, indented(value, level))
	at := o.open + 1
	if n := len(o.members); n > 0 {
		at = o.members[n-1].end
		if !o.comma {
			return splice(text, at, at, []byte(","+entry)), nil
		}
		at += bytes.IndexByte(text[at:], ',') + 1
		return splice(text, at, at, []byte(entry+",")), nil
	}
	if len(bytes.TrimSpace(text[at:o.close])) == 0 {
		return splice(text, at, o.close, []byte(entry+"\n"+strings.Repeat("  ", level-1))), nil
	}
	return splice(text, at, at, []byte(entry)), nil // before the comments
}

// without is the text without a member, its comma and its line.
func without(text []byte, o *object, name string) []byte {
	i := 0
	for o.members[i].name != name {
		i++
	}
	m := o.members[i]
	start, end := m.start, m.end
	if i+1 < len(o.members) || o.comma {
		end += bytes.IndexByte(text[end:], ',') + 1
	} else {
		before := o.members[i-1].end
		start = before + bytes.IndexByte(text[before:], ',')
		return splice(text, start, end, nil)
	}
	for start > 0 && (text[start-1] == ' ' || text[start-1] == '\t') {
		start--
	}
	if start > 0 && text[start-1] == '\n' {
		start--
	}
	return splice(text, start, end, nil)
}

func splice(text []byte, from, to int, with []byte) []byte {
	out := append([]byte{}, text[:from]...)
	return append(append(out, with...), text[to:]...)
}

func indented(value []byte, level int) []byte {
	var b bytes.Buffer
	if json.Indent(&b, value, strings.Repeat("  ", level), "  ") != nil {
		return value
	}
	return b.Bytes()
}

// scanObject finds the members of the object that begins at or behind an
// offset.
func scanObject(text []byte, from int) (*object, error) {
	s := &scanner{text: text, at: from}
	s.skip()
	if s.peek() != '{' {
		return nil, errSettings
	}
	o := &object{open: s.at}
	s.at++
	for {
		s.skip()
		switch s.peek() {
		case '}':
			o.close = s.at
			return o, nil
		case ',':
			o.comma = true
			s.at++
			continue
		case '"':
		default:
			return nil, errSettings
		}
		m := member{start: s.at}
		if err := json.Unmarshal(s.str(), &m.name); err != nil {
			return nil, errSettings
		}
		s.skip()
		if s.peek() != ':' {
			return nil, errSettings
		}
		s.at++
		s.skip()
		m.value = s.at
		if !s.pass() {
			return nil, errSettings
		}
		m.end = s.at
		o.members, o.comma = append(o.members, m), false
	}
}

type scanner struct {
	text []byte
	at   int
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// skip passes spaces and comments.
func (s *scanner) skip() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		end := 0
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			end = 1
		case bytes.HasPrefix(rest, []byte("\xef\xbb\xbf")):
			end = 3
		case bytes.HasPrefix(rest, []byte("//")):
			end = bytes.IndexByte(rest, '\n')
		case bytes.HasPrefix(rest, []byte("/*")):
			if end = bytes.Index(rest, []byte("*/")); end >= 0 {
				end += 2
			}
		default:
			return
		}
		if end < 0 {
			end = len(rest)
		}
		s.at += end
	}
}

// str passes a string and gives it.
func (s *scanner) str() []byte {
	start := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return s.text[start:s.at]
		}
	}
	s.at = len(s.text)
	return s.text[start:]
}

// pass passes a value.
func (s *scanner) pass() bool {
	depth := 0
	for s.at < len(s.text) {
		switch c := s.peek(); {
		case c == '"':
			s.str()
		case c == '{' || c == '[':
			depth++
			s.at++
		case c == '}' || c == ']':
			if depth == 0 {
				return false
			}
			depth--
			s.at++
		case strings.IndexByte(" \t\r\n/,:", c) >= 0:
			before := s.at
			if s.skip(); s.at == before {
				s.at++ // a comma or a colon inside
			}
			continue
		default:
			for s.at < len(s.text) && strings.IndexByte(" \t\r\n/,:{}[]\"", s.text[s.at]) < 0 {
				s.at++
			}
		}
		if depth == 0 {
			return true
		}
	}
	return false
}
