package git_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/structural-memory/smp/internal/git"
)

func Example() {
	dir, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(dir)
	must(exec.Command("git", "-C", dir, "init", "-q", "-b", "main").Run())
	must(os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n"), 0o644))
	must(exec.Command("git", "-C", dir, "add", ".").Run())
	must(exec.Command("git", "-C", dir, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "one").Run())
	must(os.WriteFile(filepath.Join(dir, "a.go"), []byte("package b\n"), 0o644))

	ctx := context.Background()
	repo, err := git.Open(ctx, dir)
	must(err)
	head, err := repo.Head(ctx)
	must(err)
	changes, err := repo.Diff(ctx, head.Commit, "")
	must(err)
	for _, c := range changes {
		fmt.Printf("%s: %c %s\n", head.Branch, c.Status, c.Path)
	}
	_, err = repo.Resolve(ctx, "v9")
	fmt.Println(err)
	// Output:
	// main: M a.go
	// git knows no revision "v9"; git log and git branch -a show those there are
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
