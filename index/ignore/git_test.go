package ignore

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

var rounds = flag.Int("rounds", 25, "random trees to compare with git check-ignore")

// TestAgainstGit compares with git itself on random trees with random rules.
func TestAgainstGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, fold := range []bool{false, true} {
		t.Run(fmt.Sprintf("fold=%v", fold), func(t *testing.T) {
			t.Parallel()
			dir := newRepo(t, fold)
			for seed := range *rounds {
				compareOnce(t, dir, fold, uint64(seed))
				if t.Failed() {
					return
				}
			}
		})
	}
}

func compareOnce(t *testing.T, dir string, fold bool, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 7))
	clearTree(t, dir)
	paths := randomTree(t, dir, rnd)
	want := checkIgnore(t, dir, paths)
	m := diskMatcher(dir, fold)
	for i, p := range paths {
		info, err := os.Lstat(filepath.Join(dir, p))
		if err != nil {
			t.Fatal(err)
		}
		ignored, rule := m.Match(p, info.IsDir())
		if rule.String() != want[i] || ignored != (rule.File != "" && !rule.Negated()) {
			t.Errorf("seed %d, path %q:\n got %q\ngit %q\n%s", seed, p, rule, want[i], dumpRules(dir))
			return
		}
	}
}

func diskMatcher(dir string, fold bool) *Matcher {
	exclude, _ := os.ReadFile(filepath.Join(dir, ".git/info/exclude"))
	base := Base(nil).WithGit(Parse(Source{Text: exclude, File: ".git/info/exclude", Fold: fold}))
	return NewMatcher(base, fold, func(d, name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, d, name))
		if err != nil {
			return nil
		}
		return text
	})
}

func newRepo(t *testing.T, fold bool) string {
	dir := t.TempDir()
	git(t, dir, nil, "init", "-q")
	git(t, dir, nil, "config", "core.ignorecase", fmt.Sprint(fold))
	return dir
}

func git(t *testing.T, dir string, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "XDG_CONFIG_HOME=/nonexistent", "HOME=/nonexistent")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("git %v: %v\n%s", args, err, stderr.Bytes())
	}
	return out
}

// checkIgnore asks git for the rule of each path, "" where there is none.
func checkIgnore(t *testing.T, dir string, paths []string) []string {
	in := []byte(strings.Join(paths, "\x00") + "\x00")
	out := git(t, dir, in, "check-ignore", "--no-index", "-v", "-n", "-z", "--stdin")
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(fields) != 4*len(paths) {
		t.Fatalf("git answered %d fields for %d paths", len(fields), len(paths))
	}
	rules := make([]string, len(paths))
	for i := range rules {
		if f := fields[4*i:]; f[0] != "" {
			rules[i] = f[0] + ":" + f[1] + ": " + f[2]
		}
	}
	return rules
}

func clearTree(t *testing.T, dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".git" {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// randomTree fills dir and returns the paths of everything in it.
func randomTree(t *testing.T, dir string, rnd *rand.Rand) []string {
	var paths []string
	var fill func(at string, depth int)
	fill = func(at string, depth int) {
		if rnd.IntN(3) > 0 || at == "" {
			write(t, filepath.Join(dir, at, GitFile), randomRules(rnd))
		}
		for range 2 + rnd.IntN(5) {
			p := path.Join(at, randomName(rnd))
			full := filepath.Join(dir, p)
			if _, err := os.Lstat(full); err == nil {
				continue
			}
			paths = append(paths, p)
			switch {
			case depth > 0 && rnd.IntN(2) == 0:
				if err := os.Mkdir(full, 0o755); err != nil {
					t.Fatal(err)
				}
				fill(p, depth-1)
			case rnd.IntN(12) == 0:
				if err := os.Symlink(".", full); err != nil {
					t.Fatal(err)
				}
			default:
				write(t, full, nil)
			}
		}
	}
	write(t, filepath.Join(dir, ".git/info/exclude"), randomRules(rnd))
	fill("", 3)
	return paths
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

var names = []string{"a", "b", "ab", "A", "aB", "foo", "foo.o", "b.c", "a.min.js", "x y", "#h", "!n", "[a]", "a\\", "é", "-", "]", "a\nb", "\xff", "t ", "*", "x\\y", "^", "\v", "\x01"}

func randomName(rnd *rand.Rand) string { return names[rnd.IntN(len(names))] }

var pieces = []string{"a", "b", "ab", "A", "foo", "o", ".", "*", "*", "*", "**", "***", "?", "/", "/", "/", "**/", "/**", "[ab]", "[!a]", "[^a-c]", "[]a]", "[a-", "[a", "[[:alpha:]]", "[[:upper:]x]", "[[:bad:]]", "[[:a]", "[a-f.]", "[A-C]", "[B]", "[\\]-a]", "[a\\-c]", "[+--]", "[--0]", "[[:space:]]", "[[:cntrl:]]", "[[:print:]]", "[[:punct:]]", "[[:graph:]]", "\\", "\\*", "\\a", "\\A", "\\/", " ", "\\ ", "#h", "!n", "x y", "é", "js", "-", "]", "\r", "\xff", "\x00"}

func randomRules(rnd *rand.Rand) []byte {
	var b bytes.Buffer
	if rnd.IntN(10) == 0 {
		b.Write(bom)
	}
	for range []int{0, 1, 2, 3, 4, 5, 20}[rnd.IntN(7)] {
		if rnd.IntN(3) == 0 {
			b.WriteByte('!')
		}
		if rnd.IntN(4) == 0 {
			b.WriteString(randomName(rnd))
		}
		for range rnd.IntN(5) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		if rnd.IntN(8) == 0 {
			b.WriteString([]string{" ", "  ", "/", "\r", "\t", "/ "}[rnd.IntN(6)])
		}
		b.WriteByte('\n')
	}
	if b.Len() > 0 && rnd.IntN(4) == 0 {
		b.Truncate(b.Len() - 1)
	}
	return b.Bytes()
}

func dumpRules(dir string) string {
	var b strings.Builder
	filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if d.Name() == GitFile || d.Name() == "exclude" {
			text, _ := os.ReadFile(p)
			fmt.Fprintf(&b, "%s: %q\n", p[len(dir):], text)
		}
		return nil
	})
	return b.String()
}
