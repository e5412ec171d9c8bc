package enrich

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/graph"
)

// maxText bounds a comment, in bytes: what is longer is mostly code that was
// commented out.
const maxText = 1000

// note is a comment inside a node, or several line comments below each other.
type note struct {
	node      int
	line, end uint32 // first and last line
	alone     bool   // a line comment with nothing before it on its line
	text      string
}

// comments gives each node the comments inside it that document nothing.
func (s *Source) comments(in *finder, out []Found) {
	last := note{node: -1}
	flush := func() {
		if last.node < 0 {
			return
		}
		if text := clean(last.text); text != "" {
			line := int(last.line) - in.nodes[last.node].StartLine
			out[last.node].Comments = append(out[last.node].Comments, graph.NodeComment{Line: max(line, 0), Text: text})
		}
	}
	for _, c := range s.Comments {
		if c.Doc || int(c.End) > len(s.Text) {
			continue
		}
		n := s.note(c)
		n.node = in.at(int(c.Start))
		if n.node == last.node && n.alone && last.alone && n.line == last.end+1 {
			last.text += "\n" + n.text
			last.end = n.end
			continue
		}
		flush()
		last = n
	}
	flush()
}

func (s *Source) note(c facts.Comment) note {
	text := s.Text[c.Start:c.End]
	n := note{line: c.Line, end: c.Line + uint32(bytes.Count(text, []byte("\n"))), text: string(text)}
	n.alone = block(n.text) == nil && s.first(int(c.Start))
	return n
}

// first tells whether nothing stands before a position on its line.
func (s *Source) first(at int) bool {
	from := bytes.LastIndexByte(s.Text[:at], '\n') + 1
	return len(bytes.TrimSpace(s.Text[from:at])) == 0
}

// blocks are the marks around comments that are no line comments.
var blocks = [][2]string{{"/*", "*/"}, {"--[[", "]]"}, {"--[=[", "]=]"}, {"--[==[", "]==]"}, {"=begin", "=end"}, {"<!--", "-->"}}

func block(text string) *[2]string {
	for i := range blocks {
		if strings.HasPrefix(text, blocks[i][0]) {
			return &blocks[i]
		}
	}
	return nil
}

// clean is what a comment says, without its marks; "" where it says nothing to
// people.
func clean(text string) string {
	mark := block(text)
	if mark != nil {
		text = strings.TrimSuffix(strings.TrimPrefix(text, mark[0]), mark[1])
	}
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if line = cleanLine(line, mark); line != "" {
			out = append(out, line)
		}
	}
	return cut(strings.ToValidUTF8(strings.Join(out, "\n"), "\uFFFD"))
}

func cleanLine(line string, mark *[2]string) string {
	line = strings.TrimSpace(line)
	if mark == nil {
		line = withoutMark(line)
	} else if mark[0] == "/*" {
		line = strings.TrimLeft(line, "*!")
	}
	line = strings.TrimSpace(line)
	if !strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) || directive(line) {
		return ""
	}
	return line
}

// withoutMark takes the mark off a line comment.
func withoutMark(line string) string {
	for _, mark := range []string{"//", "--", "#"} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.TrimLeft(rest, mark[:1]+"!:")
		}
	}
	return line
}

// directives begin lines that speak to tools.
var directives = []string{
	"eslint-", "eslint ", "@ts-", "tslint:", "prettier-ignore", "istanbul ignore", "c8 ignore", "biome-ignore", "webpack",
	"noqa", "type: ignore", "pylint:", "mypy:", "pyright:", "pragma:", "fmt:", "isort:", "ruff:", "flake8:",
	"go:", "nolint", "lint:ignore", "+build",
	"rubocop:", "steep:", "shellcheck ", "noinspection ", "checkstyle:", "CHECKSTYLE", "@formatter:", "ktlint-", "scalafmt:", "scalastyle:",
	"NOLINT", "clang-format ", "IWYU pragma", "swiftlint:", "swiftformat:", "sourcery:", "luacheck:", "stylua:", "phpcs:", "@phpstan-", "@psalm-", "@codeCoverageIgnore",
}

func directive(line string) bool {
	for _, d := range directives {
		if strings.HasPrefix(line, d) {
			return true
		}
	}
	return false
}

func cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "") + "…"
}
