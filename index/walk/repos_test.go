package walk

import (
	"os"
	"path/filepath"
	"testing"
)

// repo makes a repository with one commit.
func repo(t *testing.T, dir string, files map[string]string) {
	tree(t, dir, files)
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "m")
}

func TestRepositoriesInside(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	app := filepath.Join(base, "app")
	repo(t, filepath.Join(base, "lib"), map[string]string{"lib.go": "", ".gitignore": "gen.go"})
	repo(t, app, map[string]string{"main.go": "", ".gitignore": "*.tmp.go\n"})
	git(t, app, "submodule", "add", "-q", filepath.Join(base, "lib"), "deps/lib")
	git(t, app, "submodule", "add", "-q", filepath.Join(base, "lib"), "deps/bare")
	git(t, app, "commit", "-qm", "sub")
	must(t, os.RemoveAll(filepath.Join(app, "deps/bare")))
	must(t, os.Mkdir(filepath.Join(app, "deps/bare"), 0o755)) // as in a clone without submodules
	repo(t, filepath.Join(app, "tools/clone"), map[string]string{"c.go": ""})
	tree(t, app, map[string]string{"empty/.git/": "", "empty/e.go": "", "deps/lib/gen.go": "", "deps/lib/x.tmp.go": ""})

	res := walked(t, app, Options{Detect: lang})
	equalLists(t, "files", paths(res), []string{"empty/e.go", "main.go"})
	equalLists(t, "skips", skips(res), []string{
		"deps/bare/ submodule a submodule; it indexes its own files as a root",
		"deps/lib/ submodule a submodule; it indexes its own files as a root",
		"tools/clone/ nested_repository a repository of its own, not tracked by this one; index it as a root",
	})

	// As a root, a submodule has its own rules and not those around it.
	tree(t, app, map[string]string{".git/modules/deps/lib/info/exclude": "*.py"})
	tree(t, app, map[string]string{"deps/lib/y.py": ""})
	res = walked(t, filepath.Join(app, "deps/lib"), Options{Detect: lang})
	equalLists(t, "files", paths(res), []string{"lib.go", "x.tmp.go"})
	equalLists(t, "skips", skips(res), []string{"gen.go ignored .gitignore:1: gen.go", "y.py ignored .git/info/exclude:1: *.py"})

	// A rule of ours takes a repository in.
	tree(t, app, map[string]string{".smpignore": "!/tools/clone/\n!/deps/lib/\n"})
	res = walked(t, app, Options{Detect: lang})
	equalLists(t, "files", paths(res), []string{"deps/lib/lib.go", "deps/lib/y.py", "empty/e.go", "main.go", "tools/clone/c.go"})
}

func TestWorktree(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	app, side := filepath.Join(base, "app"), filepath.Join(base, "side")
	repo(t, app, map[string]string{"main.go": "", "forced.log.go": ""})
	git(t, app, "worktree", "add", "-q", side)
	git(t, app, "worktree", "add", "-q", filepath.Join(app, "inner"))
	tree(t, app, map[string]string{".git/info/exclude": "# shared\n*.log.go\n"})
	tree(t, side, map[string]string{"new.go": "", "x.log.go": ""})

	res := walked(t, side, Options{Detect: lang})
	equalLists(t, "files", paths(res), []string{"forced.log.go", "main.go", "new.go"})
	equalLists(t, "skips", skips(res), []string{"x.log.go ignored .git/info/exclude:2: *.log.go"})

	res = walked(t, app, Options{Detect: lang})
	equalLists(t, "skips", skips(res), []string{"inner/ nested_repository " + nestedDetail})
}

func TestFolderOfARepository(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	repo(t, dir, map[string]string{
		".gitignore": "/a/x.go\n*.tmp\nout/\n", "a/.gitignore": "y.go", "a/.smpignore": "!z.py",
		"a/b/k.go": "", "a/b/y.go": "", "a/b/.gitignore": "z.*",
	})
	tree(t, dir, map[string]string{"a/b/z.py": "", "a/b/z.js": "", "a/x.go": "", "out/fixture/o.go": "", "out/fixture/.gitignore": "p.go", "out/fixture/p.go": ""})

	res := walked(t, filepath.Join(dir, "a/b"), Options{Detect: lang})
	equalLists(t, "files", paths(res), []string{"k.go", "z.py"})
	equalLists(t, "skips", skips(res), []string{"y.go ignored ../.gitignore:1: y.go", "z.js ignored .gitignore:1: z.*"})

	res = walked(t, filepath.Join(dir, "a"), Options{Detect: lang})
	equalLists(t, "skips", skips(res)[2:], []string{"x.go ignored ../.gitignore:1: /a/x.go"})

	res = walked(t, filepath.Join(dir, "out/fixture"), Options{Detect: lang})
	equalLists(t, "files of an ignored root", paths(res), []string{"o.go"})
	if len(res.Notes) != 1 {
		t.Errorf("notes: %q", res.Notes)
	}
}

func TestBrokenIndexIsNoted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	repo(t, dir, map[string]string{"a.go": ""})
	tree(t, dir, map[string]string{".git/index": "no index"})
	res := walked(t, dir, Options{Detect: lang})
	if len(res.Files) != 1 || len(res.Notes) != 1 {
		t.Errorf("files %q, notes %q", paths(res), res.Notes)
	}
}

func TestIgnoreCase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	repo(t, dir, map[string]string{"a.go": ""})
	git(t, dir, "config", "core.ignorecase", "true")
	tree(t, dir, map[string]string{".gitignore": "OUT/\n", "Out/b.go": ""})
	equalLists(t, "skips", skips(walked(t, dir, Options{Detect: lang})), []string{"Out/ ignored .gitignore:1: OUT/"})
}
