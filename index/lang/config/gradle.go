package config

import (
	"regexp"
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/lang/outline"
)

var (
	gradleBlock   = regexp.MustCompile(`^([A-Za-z_][\w.]*)\s*(?:\(\s*["']?([\w.:-]*)["']?[^{]*\))?\s*\{`)
	gradleTask    = regexp.MustCompile(`^(?:task\s+["']?([\w-]+)|tasks\.(?:register|create)\w*(?:<[^>]*>)?\s*\(?\s*["']([\w-]+)|(?:val|var)\s+(\w+)\s+by\s+tasks\.)`)
	gradleDep     = regexp.MustCompile(`^([a-z]\w*)\s*[(\s]\s*(?:(?:platform|enforcedPlatform|kotlin|testFixtures)\s*\(\s*)?(?:project\s*\(\s*(?:path\s*[:=]\s*)?["']([^"']+)["']|["']([^"']+)["']|(libs\.[\w.]+|projects\.[\w.]+))`)
	gradlePlugin  = regexp.MustCompile(`^(?:id|kotlin|alias|apply\s+plugin:)\s*\(?\s*["']?([\w.-]+)`)
	gradleInclude = regexp.MustCompile(`["']([^"']+)["']`)
	gradleAssign  = regexp.MustCompile(`^(?:def\s+|val\s+|var\s+|ext\.)?([A-Za-z_][\w.]*)\s*=[^=]`)
	gradleApply   = regexp.MustCompile(`^apply\s*\(?\s*from\s*[:=]\s*["']([^"'$]+)["']`)
)

// gradleScanner reads Gradle build scripts, Groovy and Kotlin alike, line by
// line: blocks, plugins, dependencies, tasks, modules.
type gradleScanner struct {
	b      *outline.Builder
	blocks []gradleOpen
	depth  int
}

type gradleOpen struct {
	name  string
	def   int32
	depth int // of braces around it
}

func scanGradle(b *outline.Builder) {
	s := gradleScanner{b: b}
	comment := false
	last := 0
	for n := 0; n < b.LineCount(); n++ {
		start, end := b.LineAt(n)
		at := skipSpace(b.Src[:end], start)
		end = trimEnd(b.Src, at, end)
		line := string(b.Src[at:min(end, at+1000)])
		if comment || strings.HasPrefix(line, "/*") {
			comment = !strings.Contains(line, "*/")
			continue
		}
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		opened := s.read(line, at, end)
		s.braces(line, opened, end)
		last = end
	}
	for _, o := range s.blocks {
		b.Close(o.def, last)
	}
}

// read handles one line and returns the block that it opens.
func (s *gradleScanner) read(line string, at, end int) *gradleOpen {
	block, parent := "", int32(0)
	if n := len(s.blocks); n > 0 {
		block, parent = s.blocks[n-1].name, s.blocks[n-1].def
	}
	e := outline.Entry{Parent: parent, Start: at, End: end, Comments: slashed}
	switch m := gradleTask.FindStringSubmatch(line); {
	case m != nil:
		e.Form, e.Name = "task", m[1]+m[2]+m[3]
	case block == "dependencies":
		return s.dependency(e, line)
	case block == "plugins" || strings.HasPrefix(line, "apply plugin"):
		if m := gradlePlugin.FindStringSubmatch(line); m != nil {
			e.Form, e.Name = "plugin", m[1]
			s.b.Add(e)
		}
		return nil
	case strings.HasPrefix(line, "include") && len(s.blocks) == 0:
		for _, m := range gradleInclude.FindAllStringSubmatch(line, 64) {
			e.Form, e.Name = "module", m[1]
			s.b.Import(s.b.Add(e), m[1], at)
		}
		return nil
	default:
		if m := gradleApply.FindStringSubmatch(line); m != nil {
			s.b.Import(parent, m[1], at)
			return nil
		}
		if m := gradleBlock.FindStringSubmatch(line); m != nil && len(s.blocks) < 3 {
			e.Form, e.Name = "block", m[1]
			if m[2] != "" {
				e.Name += " " + m[2]
			}
			break
		}
		if m := gradleAssign.FindStringSubmatchIndex(line); m != nil && len(s.blocks) < 2 {
			e.Form, e.Name, e.KeyEnd = "variable", line[m[2]:m[3]], at+m[3]
			s.b.Add(e)
		}
		return nil
	}
	def := s.b.Add(e)
	if !strings.Contains(line, "{") {
		return nil
	}
	name, _, _ := strings.Cut(e.Name, " ")
	return &gradleOpen{name: name, def: def, depth: s.depth}
}

// dependency reads "implementation 'group:name:version'" and its like.
func (s *gradleScanner) dependency(e outline.Entry, line string) *gradleOpen {
	m := gradleDep.FindStringSubmatch(line)
	if m == nil || m[1] == "if" || m[1] == "exclude" {
		return nil
	}
	e.Form = "dependency"
	switch {
	case m[2] != "":
		e.Name = m[2]
		s.b.Import(s.b.Add(e), m[2], e.Start)
		return nil
	case m[3] != "":
		parts := strings.Split(m[3], ":")
		e.Name = strings.Join(parts[:min(2, len(parts))], ":")
	default:
		e.Name = m[4]
	}
	s.b.Add(e)
	return nil
}

// braces follows the brackets of a line, outside of strings.
func (s *gradleScanner) braces(line string, opened *gradleOpen, end int) {
	var quote byte
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '/' && strings.HasPrefix(line[i:], "//"):
			return
		case c == '{':
			if s.depth++; opened != nil {
				s.blocks = append(s.blocks, *opened)
				opened = nil
			}
		case c == '}':
			s.depth = max(0, s.depth-1)
			if n := len(s.blocks); n > 0 && s.blocks[n-1].depth >= s.depth {
				if def := s.blocks[n-1].def; def != facts.None {
					s.b.Close(def, end)
				}
				s.blocks = s.blocks[:n-1]
			}
		}
	}
}
