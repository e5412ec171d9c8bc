package ruby

import (
	"strings"

	"github.com/structural-memory/smp/facts"
	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// require is require, require_relative, load and autoload of a file that the
// text names.
func require(x *extract.X, n sitter.Node, name string, list sitter.Node) bool {
	im := facts.Import{Name: "*", Kind: facts.ImportRequire, Line: n.Line()}
	arg := list.First()
	if name == "autoload" {
		names := symbols(arg)
		if len(names) != 1 {
			return false
		}
		im.Name, im.Alias = names[0], names[0]
		arg = arg.Next()
	}
	file, ok := literalPath(arg)
	if !ok {
		return false
	}
	if name == "require_relative" && !strings.HasPrefix(file, ".") && !strings.HasPrefix(file, "/") {
		file = "./" + file
	}
	im.Module = file
	x.Import(im)
	return true
}

// literalPath is a path that the text tells: 'a/b', File.expand_path('../a',
// __FILE__), File.join(__dir__, 'a'), "#{__dir__}/a". Paths below the file's
// folder begin with "./" or "../".
func literalPath(n sitter.Node) (string, bool) {
	switch n.Kind() {
	case "string":
		if n.First().Is("interpolation") && n.First().First().Text() == "__dir__" && n.First().Next() == n.Last() {
			return "." + n.Last().Text(), true
		}
		s := symbols(n)
		return strings.Join(s, ""), len(s) == 1
	case "identifier":
		return ".", n.Text() == "__dir__"
	case "call":
		if n.Field("receiver").Text() == "File" {
			return filePath(n)
		}
	}
	return "", false
}

func filePath(n sitter.Node) (string, bool) {
	list := n.Field("arguments")
	switch n.Field("method").Text() {
	case "dirname":
		return ".", isFile(list.First())
	case "join":
		var parts []string
		for a := range list.Children() {
			p, ok := literalPath(a)
			if !ok {
				return "", false
			}
			parts = append(parts, p)
		}
		return strings.Join(parts, "/"), len(parts) > 0
	case "expand_path":
		p, ok := literalPath(list.First())
		switch base := list.Last(); {
		case !ok || base == list.First():
			return "", false
		case isFile(base): // __FILE__ counts as a folder: "../a" is beside it
			if p == ".." {
				return ".", true
			}
			return "./" + strings.TrimPrefix(p, "../"), true
		default:
			b, ok := literalPath(base)
			return b + "/" + p, ok
		}
	}
	return "", false
}

func isFile(n sitter.Node) bool { return n.Text() == "__FILE__" }
