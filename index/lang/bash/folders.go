package bash

import (
	"strings"

	"github.com/structural-memory/smp/index/extract"
	"github.com/structural-memory/smp/internal/sitter"
)

// folderOf notes that a variable holds a folder that is known from where the
// script lies: DIR="$(cd "$(dirname "$0")/.." && pwd)", LIB="$DIR/lib".
func folderOf(x *extract.X, name string, value sitter.Node) {
	folders := x.Data.(*state).folders
	delete(folders, name) // another value
	text := strings.TrimSpace(strings.Trim(value.Text(), `"`))
	if text == "" || len(text) > 200 {
		return
	}
	for from, dir := range folders {
		for _, v := range []string{"$" + from, "${" + from + "}"} {
			rest, ok := strings.CutPrefix(text, v)
			switch {
			case ok && (rest == "" || rest[0] == '/' && !strings.ContainsAny(rest, "$`*?[ ")):
				folders[name] = dir + rest
				return
			case strings.Contains(text, `"`+v+`"`), strings.Contains(text, v+"/.."), strings.HasSuffix(text, v+")"):
				folders[name] = dir + above(text, 0)
				return
			}
		}
	}
	if !strings.Contains(text, "BASH_SOURCE") && !strings.Contains(text, "$0") && !strings.Contains(text, "{0") {
		return
	}
	switch {
	case strings.Contains(text, "dirname"):
		folders[name] = "." + above(text, 1)
	case strings.Contains(text, "%/*}"):
		folders[name] = "." + above(text, 0)
	}
}

// above is how many folders further up an expression goes: by "/.." and by
// dirname, whose first ones name the folder itself.
func above(text string, own int) string {
	n := strings.Count(text, "/..") + max(0, strings.Count(text, "dirname")-own)
	return strings.Repeat("/..", n)
}

// variableName is the variable that an expansion is, "" for any other.
func variableName(n sitter.Node) string {
	if !n.Is("simple_expansion", "expansion") {
		return ""
	}
	s := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(n.Text(), "$"), "{"), "}")
	if !isName(s) {
		return ""
	}
	return s
}
