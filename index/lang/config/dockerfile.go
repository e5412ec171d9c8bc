package config

import (
	"bytes"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

// dockerScanner reads a Dockerfile: stages, and the instructions in them.
type dockerScanner struct {
	b      *outline.Builder
	stage  int32
	escape byte
	at     int             // where the instruction at hand begins …
	end    int             // … and ends
	args   string          // its arguments, continuation lines joined
	absent map[string]bool // marks of here-documents that end nowhere below
	plain  int             // the line before it is no comment but a directive, if it is this one
}

func scanDockerfile(b *outline.Builder) {
	s := dockerScanner{b: b, escape: '\\', absent: map[string]bool{}}
	last := 0
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		if n == 0 {
			start = min(b.SkipBOM(), end)
		}
		at := skipSpace(b.Src[:end], start)
		if at == end {
			continue
		}
		if b.Src[at] == '#' {
			s.directive(n, string(b.Src[at:end]))
			continue
		}
		word := wordEnd(b.Src[:end], at, "")
		s.at = at
		n = s.arguments(n, word, end)
		if word > at {
			s.instruction(strings.ToUpper(string(b.Src[at:word])), last)
		}
		last = s.end
	}
	if s.stage > 0 {
		b.Close(s.stage, last)
	}
}

// directive reads a comment that tells the parser something.
func (s *dockerScanner) directive(line int, text string) {
	text = strings.ToLower(strings.ReplaceAll(text, " ", ""))
	for _, d := range []string{"#syntax=", "#escape=", "#check="} {
		if strings.HasPrefix(text, d) {
			s.plain = line + 1
		}
	}
	if text == "#escape=`" {
		s.escape = '`'
	}
}

// arguments joins what follows on line n and its continuations, steps over
// here-documents, and returns the last line.
func (s *dockerScanner) arguments(n, from, end int) int {
	var args strings.Builder
	for {
		line := bytes.TrimSpace(s.b.Src[min(from, end):end])
		s.end = trimEnd(s.b.Src, from, end)
		more := len(line) > 0 && line[len(line)-1] == s.escape
		if more {
			line = line[:len(line)-1]
		}
		if args.Len() < 4096 {
			args.Write(line)
			args.WriteByte(' ')
		}
		comment := false
		for n+1 < s.b.LineCount() && (more || comment) {
			from, end = s.b.LineAt(n + 1)
			next := bytes.TrimSpace(s.b.Src[from:end])
			if comment = len(next) > 0 && next[0] == '#'; !comment {
				break
			}
			n++ // a comment between continuation lines
		}
		if !more || n+1 >= s.b.LineCount() {
			break
		}
		n++
		from, end = s.b.LineAt(n)
	}
	s.args = strings.TrimSpace(args.String())
	for _, mark := range heredocs(s.args) {
		n = s.heredoc(n, mark)
	}
	return n
}

// heredoc is the line on which the here-document ends that begins after line n.
func (s *dockerScanner) heredoc(n int, mark string) int {
	if s.absent[mark] {
		return n
	}
	for m := n + 1; m < s.b.LineCount(); m++ {
		start, end := s.b.LineAt(m)
		if string(bytes.Trim(s.b.Src[start:end], "\t\r")) == mark {
			s.end = end
			return m
		}
	}
	s.absent[mark] = true
	return n
}

// heredocs are the marks of the here-documents that begin in a command.
func heredocs(args string) []string {
	var marks []string
	for i := strings.Index(args, "<<"); i >= 0 && len(marks) < 4; {
		rest := strings.TrimPrefix(args[i+2:], "-")
		rest = strings.TrimLeft(rest, `"'`)
		if n := wordEnd([]byte(rest), 0, ""); n > 0 && (rest[0] < '0' || rest[0] > '9') {
			marks = append(marks, rest[:n])
		}
		next := strings.Index(args[i+2:], "<<")
		if next < 0 {
			break
		}
		i += 2 + next
	}
	return marks
}

// instruction adds the entries of one instruction. last is where the one
// before it ended.
func (s *dockerScanner) instruction(word string, last int) {
	words := strings.Fields(s.args)
	e := outline.Entry{Parent: s.stage, Form: strings.ToLower(word), Name: word, Start: s.at, End: s.end,
		Sig: word + " " + s.args, Comments: outline.Hash}
	if s.plain > 0 && int(s.b.Line(s.at)) == s.plain+1 {
		e.Comments = 0
	}
	switch word {
	case "FROM":
		if s.stage > 0 {
			s.b.Close(s.stage, last)
		}
		e.Parent, e.Form = 0, "stage"
		if e.Name = fromName(words); e.Name == "" {
			return
		}
		s.stage = max(0, s.b.Add(e))
	case "ENV", "ARG", "LABEL":
		s.keys(e, words)
	case "EXPOSE":
		for _, port := range words {
			e.Name = port
			s.b.Add(e)
		}
	case "COPY", "ADD":
		s.copies(s.b.Add(e), words)
	case "RUN", "CMD", "ENTRYPOINT", "WORKDIR", "USER", "VOLUME", "HEALTHCHECK", "SHELL", "STOPSIGNAL", "ONBUILD":
		s.b.Add(e)
	}
}

// fromName is the stage's own name, or its image.
func fromName(words []string) string {
	for len(words) > 0 && strings.HasPrefix(words[0], "--") {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	if len(words) >= 3 && strings.EqualFold(words[1], "AS") {
		return words[2]
	}
	return words[0]
}

// keys adds an entry for each key that is set; what it is set to is not kept.
func (s *dockerScanner) keys(e outline.Entry, words []string) {
	if len(words) > 1 && !strings.Contains(words[0], "=") && e.Name == "ENV" {
		words = words[:1] // the old form: ENV key value
	}
	word, open := e.Name, byte(0)
	for _, w := range words {
		inside := open != 0
		for i := 0; i < len(w); i++ {
			switch {
			case open != 0 && w[i] == open:
				open = 0
			case open == 0 && (w[i] == '"' || w[i] == '\''):
				open = w[i]
			}
		}
		if inside {
			continue
		}
		key, _, ok := strings.Cut(w, "=")
		if key = strings.Trim(key, `"'`); key == "" || !ok && word != "ARG" && len(words) > 1 {
			continue
		}
		e.Name, e.Sig = key, word+" "+key
		s.b.Add(e)
	}
}

// copies notes the files that are copied from the build's context.
func (s *dockerScanner) copies(def int32, words []string) {
	for len(words) > 0 && strings.HasPrefix(words[0], "--") {
		if strings.HasPrefix(words[0], "--from=") {
			return // from another stage or image
		}
		words = words[1:]
	}
	if len(words) > 0 && strings.HasPrefix(words[0], "[") {
		words = strings.FieldsFunc(strings.Join(words, " "), func(r rune) bool { return strings.ContainsRune(`[]", `, r) })
	}
	if len(words) < 2 || def == facts.None && s.b.Full() {
		return
	}
	for _, src := range words[:len(words)-1] {
		if strings.ContainsAny(src, "*?$<") {
			continue
		}
		if src = strings.TrimSuffix(src, "/"); src != "." && src != "" {
			reference(s.b, def, src, s.at)
		}
	}
}
