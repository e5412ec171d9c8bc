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
	var found []string
	for from, dir := range folders {
		if d, ok := folderFrom(text, "$"+from, dir); ok {
			found = append(found, d)
		} else if d, ok := folderFrom(text, "${"+from+"}", dir); ok {
			found = append(found, d)
		}
	}
	if len(found) == 1 { // of two variables, any may be the one that counts
		folders[name] = found[0]
	}
	if len(found) > 0 {
		return
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

// folderFrom is the folder that a value names by way of a variable that holds
// dir: one below it, or what commands that name folders make of it.
func folderFrom(text, variable, dir string) (string, bool) {
	if rest, ok := strings.CutPrefix(text, variable); ok && (rest == "" || rest[0] == '/' && !strings.ContainsAny(rest, "$`*?[ ")) {
		return dir + rest, true
	}
	used := false
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\" \t()`", r) }) {
		rest, ok := strings.CutPrefix(w, variable)
		switch {
		case ok && strings.Trim(rest, "/.") == "":
			used = true
		case !folderWords[w] && strings.Trim(w, "$/.") != "":
			return "", false // it may name another folder
		}
	}
	return dir + above(text, 0), used
}

// folderWords are the words of commands that give the folder which they are
// given, or one above it.
var folderWords = map[string]bool{"cd": true, "pwd": true, "dirname": true, "realpath": true, "readlink": true, "builtin": true, "command": true, "exit": true, "1": true,
	"&&": true, "||": true, ";": true, "--": true, "-P": true, "-L": true, "-f": true, "-e": true, "-m": true, ">": true, "/dev/null": true, ">/dev/null": true, "&>/dev/null": true,
	"2>/dev/null": true, "2>&1": true}

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
