package git

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// off is what no call of git needs. None of it can be configured by the
// repository, whose configuration is not read; that it is said here as well
// costs nothing.
const off = `[core]
	bare = false
	quotePath = false
	fsmonitor = false
	hooksPath = ` + os.DevNull + `
	attributesFile = ` + os.DevNull + `
	pager = cat
	editor = false
	sshCommand = false
	askPass = false
	safecrlf = false
[color]
	ui = false
[diff]
	external =
	orderFile = ` + os.DevNull + `
	submodule = short
[log]
	showRoot = true
	showSignature = false
[gc]
	auto = 0
[maintenance]
	auto = false
[protocol]
	allow = never
[credential]
	helper =
[submodule]
	recurse = false
`

// forms are the settings by which git reads files and object names at all, and
// the values that they may have: everything else that a repository configures
// is left aside.
var forms = map[string][]string{
	"core.filemode":           {"true", "false"},
	"core.ignorecase":         {"true", "false"},
	"core.symlinks":           {"true", "false"},
	"core.precomposeunicode":  {"true", "false"},
	"core.sparsecheckout":     {"true", "false"},
	"core.sparsecheckoutcone": {"true", "false"},
	"core.autocrlf":           {"true", "false", "input"},
	"core.eol":                {"lf", "crlf", "native"},
	"index.sparse":            {"true", "false"},
	"extensions.objectformat": {"sha1", "sha256"},
	"extensions.refstorage":   {"files", "reftable"},
}

// config is what git is configured to in its stand: the user's and the
// machine's forms, the repository's over them.
func (r *Repo) config() []byte {
	var b strings.Builder
	b.WriteString(off)
	version := 0
	for _, source := range []map[string]string{r.user, r.own} {
		for _, key := range sortedKeys(source) {
			value := strings.ToLower(source[key])
			if !slices.Contains(forms[key], value) {
				continue
			}
			if strings.HasPrefix(key, "extensions.") {
				version = 1
			}
			section, name, _ := strings.Cut(key, ".")
			fmt.Fprintf(&b, "[%s]\n\t%s = %s\n", section, name, value)
		}
	}
	if file := r.user["core.excludesfile"]; file != "" {
		fmt.Fprintf(&b, "[core]\n\texcludesFile = %s\n", quote(file))
	}
	fmt.Fprintf(&b, "[core]\n\trepositoryFormatVersion = %d\n", version)
	return []byte(b.String())
}

// quote writes a value so that git reads just that.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(s) + `"`
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
