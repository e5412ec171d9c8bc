package git

import (
	"fmt"
	"slices"
	"strings"
)

// allowed names what is ever asked of git, and with which flags. All of it
// reads. A flag that ends in = takes any value.
var allowed = map[string][]string{
	"rev-parse":    {"--verify", "--is-shallow-repository"},
	"symbolic-ref": {"--quiet", "--short"},
	"rev-list":     {"--topo-order", "--max-count=", "--first-parent", "--since="},
	"merge-base":   {"--is-ancestor"},
	"ls-tree":      {"-r", "-z"},
	"cat-file":     {"--batch", "--buffer"},
	"config":       {"--list", "-z", "--system", "--global"},
	"status":       {"--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all"},
	"diff-index":   slices.Concat([]string{"--cached"}, differing),
	"diff-tree":    slices.Concat([]string{"-r", "--root", "--no-commit-id"}, differing),
	"diff":         differing,
	"log": slices.Concat([]string{"--no-merges", "--first-parent", "-m", "--name-only", "--no-mailmap", "--format=", "--since=", "--max-count="},
		differing),
}

var differing = []string{"--raw", "-z", "-p", "-U0", "-M", "--no-renames", "--no-abbrev", "--relative", "--no-ext-diff", "--no-textconv", "--no-color",
	"--ignore-submodules=", "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/", "--inter-hunk-context=0"}

// check reports what is not on the list. That something else is asked for is a
// mistake of this package, never of a user.
func check(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("git: nothing is asked")
	}
	flags, ok := allowed[args[0]]
	if !ok {
		return fmt.Errorf("git %s is not among what this program runs", args[0])
	}
	for _, a := range args[1:] {
		if a == "--" {
			return nil
		}
		if strings.HasPrefix(a, "-") && !slices.ContainsFunc(flags, func(f string) bool { return a == f || strings.HasSuffix(f, "=") && strings.HasPrefix(a, f) }) {
			return fmt.Errorf("git %s with %s is not among what this program runs", args[0], a)
		}
	}
	return nil
}
