package coverage

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// maxModFile bounds how much of a go.mod is read.
const maxModFile = 1 << 20

// Modules are the Go modules of a repository: the go.mod files in the folders
// of its Go files and above them.
func Modules(root string, files []string) map[string]string {
	out := map[string]string{}
	fs, err := os.OpenRoot(root)
	if err != nil {
		return out // then no path of a module is known
	}
	defer func() { _ = fs.Close() }() // it was only read
	seen := map[string]bool{}
	for _, f := range files {
		if !strings.HasSuffix(f, ".go") {
			continue
		}
		for dir := path.Dir(f); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			if name := moduleOf(fs, path.Join(dir, "go.mod")); name != "" {
				out[name] = dir
			}
		}
	}
	return out
}

// moduleOf is the module that a go.mod declares; "" where there is none.
func moduleOf(fs *os.Root, name string) string {
	f, err := fs.Open(filepath.FromSlash(name))
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(f, maxModFile))
	if err != nil {
		return ""
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "//")
		fields := strings.Fields(line)
		if len(fields) == 2 && fields[0] == "module" {
			if plain, err := strconv.Unquote(fields[1]); err == nil {
				return plain
			}
			return fields[1]
		}
	}
	return ""
}
