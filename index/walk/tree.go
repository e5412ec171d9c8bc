package walk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/structural-memory/smp/index/ignore"
	"github.com/structural-memory/smp/index/walk/gitdir"
)

// Tree is a root with what is known about it before any directory is read:
// the rules above it and what git tracks, as of Open.
type Tree struct {
	root    string // real path
	opts    Options
	base    ignore.Scope // what ranks below the root's own ignore files
	held    hold         // how the root is held
	fold    bool
	tracked *gitdir.Tracked
	notes   []string
}

// Open looks at the root and the repository around it.
func Open(root string, opts Options) (*Tree, error) {
	real, err := filepath.Abs(root)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return nil, fmt.Errorf("walk: %w", err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return nil, fmt.Errorf("walk: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("walk: %s is a file; name the directory that is to be indexed", root)
	}
	t := &Tree{root: real, opts: opts}
	repo := gitdir.Find(real)
	if repo != nil {
		t.fold = repo.Config().IgnoreCase
	}
	t.base = ignore.Base(ignore.Parse(ignore.Source{
		Text: []byte(strings.Join(opts.Extra, "\n")), File: "options", Fold: t.fold,
	}))
	if repo != nil {
		t.enterRepo(repo)
	}
	return t, nil
}

// Root is the real path of the root.
func (t *Tree) Root() string { return t.root }

// enterRepo adds what the repository says about the root.
func (t *Tree) enterRepo(repo *gitdir.Repo) {
	tracked, err := repo.Tracked()
	if err != nil {
		t.notes = append(t.notes, fmt.Sprintf("%v; files that are tracked although a rule ignores them are left out", err))
	}
	sub, err := filepath.Rel(repo.Top, t.root)
	if err != nil {
		return
	}
	if sub = filepath.ToSlash(sub); sub == "." {
		sub = ""
	}
	t.tracked = tracked.Sub(sub)
	exclude := ignore.Source{Text: repo.Exclude(), File: ".git/info/exclude", Fold: t.fold}
	if sub == "" {
		t.base = t.base.WithGit(ignore.Parse(exclude))
		return
	}
	if ignoredAbove(repo.Top, sub, exclude) {
		if t.tracked.Len() == 0 {
			t.notes = append(t.notes, "the repository around this folder ignores it; its ignore files are not applied")
			return
		}
		t.held = heldIgnored
	}
	t.addAbove(repo.Top, sub, exclude)
}

// ignoredAbove says whether the repository ignores the root itself.
func ignoredAbove(top, sub string, exclude ignore.Source) bool {
	base := ignore.Base(nil).WithGit(ignore.Parse(exclude))
	m := ignore.NewMatcher(base, exclude.Fold, func(dir, name string) []byte {
		return readRules(filepath.Join(top, filepath.FromSlash(dir)), name)
	})
	ignored, _ := m.Match(sub, true)
	return ignored
}

// addAbove adds the ignore files between the repository's top and the root.
func (t *Tree) addAbove(top, sub string, exclude ignore.Source) {
	up := strings.Repeat("../", strings.Count(sub, "/")+1)
	dir, lead := top, sub+"/"
	exclude.File, exclude.Lead = up+exclude.File, lead
	t.base = t.base.WithGit(ignore.Parse(exclude))
	for lead != "" {
		git := ignore.Source{Text: readRules(dir, ignore.GitFile), File: up + ignore.GitFile, Lead: lead, Fold: t.fold}
		own := ignore.Source{Text: readRules(dir, ignore.OwnFile), File: up + ignore.OwnFile, Lead: lead, Fold: t.fold}
		t.base = t.base.WithGit(ignore.Parse(git)).WithOwn(ignore.Parse(own))
		first, rest, _ := strings.Cut(lead, "/")
		dir, lead, up = filepath.Join(dir, first), rest, up[len("../"):]
	}
}

// top is the root as a place.
func (t *Tree) top() place { return place{scope: t.base, held: t.held} }

// full is the path in the file system.
func (t *Tree) full(path string) string {
	if path == "" {
		return t.root
	}
	return t.root + string(filepath.Separator) + filepath.FromSlash(path)
}

// maxRules is the size from which on git does not read an ignore file.
const maxRules = 100 << 20

// readRules reads an ignore file. Like git it does not follow a link.
func readRules(dir, name string) []byte {
	file := filepath.Join(dir, name)
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRules {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return text
}

// isInternal says whether an entry never belongs to a tree.
func (t *Tree) isInternal(name string) bool {
	return name == ".git" || name == ".smp" || t.fold && strings.EqualFold(name, ".git")
}

// isBoundary says whether dir, which has an entry .git, is a repository that
// does not belong to this tree. One whose files git tracks as its own does.
func (t *Tree) isBoundary(dir string) bool {
	return dir != "" && !t.tracked.HasBelow(dir) && gitdir.IsBoundary(filepath.Join(t.full(dir), ".git"))
}
