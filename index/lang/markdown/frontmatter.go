package markdown

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// maxFrontMatter bounds its lines.
const maxFrontMatter = 300

// frontMatter reads what stands between "---" lines (YAML) or "+++" lines
// (TOML) at the start of the page and returns the first line after it.
func (s *scanner) frontMatter() int {
	b := s.b
	mark := strings.TrimRight(s.row(0), " \t")
	if mark != "---" && mark != "+++" {
		return 0
	}
	last := 0
	for n := 1; n < min(b.LineCount(), maxFrontMatter) && last == 0; n++ {
		if l := strings.TrimRight(s.row(n), " \t"); l == mark || mark == "---" && l == "..." {
			last = n
		}
	}
	if last == 0 || mark == "---" && !s.keyed(last) {
		return 0 // a rule
	}
	b.Open = false
	defer func() { b.Open = true }()
	for n := 1; n < last; n++ {
		n = s.pair(n, last, mark)
	}
	return last + 1
}

// keyed tells whether the first thing before the last line is a key: else the
// page begins with a rule.
func (s *scanner) keyed(last int) bool {
	for n := 1; n < last; n++ {
		if row := s.row(n); row != "" && row[0] != '#' {
			end := wordEnd(row)
			return end > 0 && strings.HasPrefix(strings.TrimLeft(row[end:], " \""), ":")
		}
	}
	return false
}

// wordEnd is where the key at the start of a row ends.
func wordEnd(row string) int {
	n := 0
	for n < len(row) && (isAlnum(row[n]) || strings.IndexByte("_-.\"", row[n]) >= 0) {
		n++
	}
	return n
}

// row is line n without its end.
func (s *scanner) row(n int) string {
	start, end := s.b.LineAt(n)
	if n == 0 {
		start = min(s.b.SkipBOM(), end)
	}
	return string(s.src[start:end])
}

// pair reads a key of the front matter with its values and returns the last
// line that they take.
func (s *scanner) pair(n, last int, mark string) int {
	row, sign := s.row(n), ":"
	if mark == "+++" {
		sign = "="
	}
	key, value, ok := strings.Cut(row, sign)
	if key = strings.Trim(key, " \"'\t"); !ok || key == "" || row[0] == ' ' || row[0] == '#' || row[0] == '-' || row[0] == '[' {
		return n
	}
	start, end := s.b.LineAt(n)
	values := frontValues(value)
	for n+1 < last { // a list, or a value, of several lines
		next := s.row(n + 1)
		if t := strings.TrimSpace(next); t != "" && next[0] != ' ' && next[0] != '-' && next[0] != ']' && next[0] != '\t' {
			break
		} else if item, ok := strings.CutPrefix(t, "- "); ok {
			values = append(values, frontValues(item)...)
		} else if strings.HasPrefix(strings.TrimSpace(value), "[") {
			values = append(values, frontValues(t)...)
		}
		n++
		_, end = s.b.LineAt(n)
	}
	end = trimBlank(s.src, start, end)
	def := s.b.Add(outline.Entry{Form: "front_matter", Name: key, Start: start, End: end, KeyEnd: start + len(strings.TrimRight(row[:strings.Index(row, sign)], " \t"))})
	s.named(def, strings.ToLower(key), values, start, end)
	return n
}

// frontValues are the items of "a", "[a, b]" or of a part of such a list.
func frontValues(value string) []string {
	value = strings.TrimSpace(value)
	list := strings.Trim(value, "[],")
	if list != value || strings.HasPrefix(value, "[") {
		var out []string
		for _, v := range strings.Split(list, ",") {
			out = append(out, frontValues(v)...)
		}
		return out
	}
	if value = strings.Trim(value, `"'`); value == "" {
		return nil
	}
	return []string{value}
}

// named gives the page its tags and its other names.
func (s *scanner) named(def int32, key string, values []string, start, end int) {
	switch key {
	case "title", "alias", "aliases":
		for _, v := range values {
			s.b.F.Exports = append(s.b.F.Exports, facts.Export{Name: s.b.Clean(outline.Cut(v, 200)), Expr: facts.None, Line: s.b.Line(start)})
		}
	case "tags", "tag", "keywords", "categories":
		if len(values) == 1 && !bytes.ContainsAny([]byte(values[0]), ",") {
			values = strings.Fields(values[0])
		}
		for _, v := range values {
			s.b.Add(outline.Entry{Parent: def, Form: "tag", Name: strings.Trim(v, "#,"), Start: start, End: end, Sig: v})
		}
	}
}
