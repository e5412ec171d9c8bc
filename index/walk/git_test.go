package walk

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var rounds = flag.Int("rounds", 8, "random trees to compare with git ls-files")

// TestAgainstGit compares with git on random trees of which a random part is
// tracked, from the top and from a folder inside.
func TestAgainstGit(t *testing.T) {
	t.Parallel()
	for seed := range *rounds {
		dir := t.TempDir()
		rnd := rand.New(rand.NewPCG(uint64(seed), 11))
		git(t, dir, "init", "-q")
		dirs := randomTree(t, dir, rnd)
		for _, root := range []string{"", dirs[rnd.IntN(len(dirs))]} {
			at := filepath.Join(dir, root)
			want := lsFiles(t, at)
			if len(want) == 0 && root != "" {
				continue // such a folder is ignored as a whole, and walked all the same
			}
			equalLists(t, fmt.Sprintf("seed %d in %q", seed, root), paths(walked(t, at, Options{IncludeVendored: true})), want)
		}
		if t.Failed() {
			out, _ := filepath.Glob(dir)
			t.Fatalf("%s: %s", out, git(t, dir, "status", "--short", "--ignored"))
		}
	}
}

// lsFiles is what git takes for the files of a tree, without links and
// without what has been removed.
func lsFiles(t *testing.T, dir string) []string {
	out := strings.Split(git(t, dir, "ls-files", "-c", "-o", "--exclude-standard", "-z"), "\x00")
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(p string) bool {
		info, err := os.Lstat(filepath.Join(dir, p))
		return p == "" || err != nil || !info.Mode().IsRegular()
	})
}

var (
	treeNames = []string{"a", "b", "ab", "a.go", "b.go", "a-b", "x y", "#h", "!n", "é", "z"}
	treeRules = []string{"a", "b/", "*.go", "!a.go", "!b", "/ab", "a/**", "**/z", "!**/z", "*", "!*/", "a/*", "z/", "!z/", "x*", "\\#h", "\\!n", "/*", "!/a", "a/b", "?.go"}
)

// randomTree returns the directories. Some of its files are tracked, some of
// those against the rules; some directories are repositories of their own.
func randomTree(t *testing.T, dir string, rnd *rand.Rand) []string {
	dirs := []string{"a"}
	must(t, os.Mkdir(filepath.Join(dir, "a"), 0o755))
	var fill func(at string, depth int)
	fill = func(at string, depth int) {
		for range 2 + rnd.IntN(4) {
			p := path.Join(at, treeNames[rnd.IntN(len(treeNames))])
			full := filepath.Join(dir, p)
			if _, err := os.Lstat(full); err == nil {
				continue
			}
			switch {
			case depth > 0 && rnd.IntN(2) == 0:
				must(t, os.Mkdir(full, 0o755))
				dirs = append(dirs, p)
				fill(p, depth-1)
			case rnd.IntN(10) == 0:
				must(t, os.Symlink("..", full))
			default:
				must(t, os.WriteFile(full, nil, 0o644))
			}
		}
		if rnd.IntN(3) == 0 {
			var rules strings.Builder
			for range 1 + rnd.IntN(3) {
				rules.WriteString(treeRules[rnd.IntN(len(treeRules))] + "\n")
			}
			must(t, os.WriteFile(filepath.Join(dir, at, ".gitignore"), []byte(rules.String()), 0o644))
		}
	}
	fill("a", 2)
	fill("", 3)
	trackSome(t, dir, rnd)
	for range rnd.IntN(3) {
		nested := filepath.Join(dir, dirs[rnd.IntN(len(dirs))])
		if _, err := os.Lstat(filepath.Join(nested, ".git")); err != nil {
			git(t, nested, "init", "-q")
		}
	}
	return append(slices.DeleteFunc(dirs, func(d string) bool { return inNested(dir, d) }), "")
}

// inNested says whether a directory is in a repository inside dir.
func inNested(dir, d string) bool {
	for ; d != "."; d = path.Dir(d) {
		if _, err := os.Lstat(filepath.Join(dir, d, ".git")); err == nil {
			return true
		}
	}
	return false
}

func trackSome(t *testing.T, dir string, rnd *rand.Rand) {
	var files []string
	must(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if d.Name() == ".git" {
			return fs.SkipDir
		}
		if rel, _ := filepath.Rel(dir, p); !d.IsDir() && rnd.IntN(4) == 0 {
			files = append(files, rel)
		}
		return err
	}))
	if len(files) > 0 {
		git(t, dir, append([]string{"add", "-f", "--"}, files...)...)
	}
}
