package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/structural-memory/smp"
)

// walker walks one repository's history.
type walker struct {
	root  string
	keep  string
	ways  [3]*way
	known map[string]made // by commit

	files, steps, differ int
	fresh                time.Duration
	spent                [3]time.Duration
	dearest              float64
}

// way is one that a graph is kept up to date by.
type way struct {
	name string
	db   string
	m    *smp.Memory
}

// made is what indexing a commit from nothing gives.
type made struct {
	hash string
	cost time.Duration
}

func walk(ctx context.Context, dir string, steps, stride int, keep string) (*walker, error) {
	tmp, err := os.MkdirTemp("", "histories")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	w := &walker{root: filepath.Join(tmp, filepath.Base(dir)), keep: keep, known: map[string]made{}}
	if _, err := w.git("", "clone", "-q", "--shared", dir, w.root); err != nil {
		return nil, err
	}
	log, err := w.git(w.root, "rev-list", "--first-parent", fmt.Sprintf("--max-count=%d", steps*stride+1), "HEAD")
	if err != nil {
		return nil, err
	}
	var commits []string
	for i, c := range strings.Fields(log) {
		if i%stride == 0 {
			commits = append(commits, c)
		}
	}
	slices.Reverse(commits) // forwards, and back again
	back := slices.Clone(commits[:len(commits)-1])
	slices.Reverse(back)
	defer w.close()
	for i, c := range append(commits, back...) {
		if err := w.step(ctx, c, i == 0); err != nil {
			return nil, fmt.Errorf("at %s: %w", c, err)
		}
	}
	return w, nil
}

// step goes to a commit and compares.
func (w *walker) step(ctx context.Context, commit string, first bool) error {
	var touched []string
	if !first {
		names, err := w.git(w.root, "diff", "-z", "--name-only", "--no-renames", "HEAD", commit)
		if err != nil {
			return err
		}
		touched = strings.FieldsFunc(names, func(r rune) bool { return r == 0 })
	}
	if _, err := w.git(w.root, "checkout", "-q", "-f", "--detach", commit); err != nil {
		return err
	}
	want, err := w.fromNothing(ctx, commit)
	if err != nil {
		return err
	}
	for i, name := range [3]string{"kept", "anew", "told"} {
		if first {
			w.ways[i] = &way{name: name, db: filepath.Join(filepath.Dir(w.root), name+".db")}
		}
		start := cpu()
		hash, err := w.take(ctx, w.ways[i], touched, first)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if cost := cpu() - start; !first {
			w.spent[i] += cost
			w.dearest = max(w.dearest, cost.Seconds()/want.cost.Seconds())
		}
		if hash == want.hash {
			continue
		}
		w.differ++
		fmt.Fprintf(os.Stderr, "%s: the graph that was %s differs at %s\n", filepath.Base(w.root), name, commit)
		if err := w.show(ctx, w.ways[i], commit); err != nil {
			return err
		}
	}
	if !first {
		w.steps++
	}
	return nil
}

func (w *walker) fromNothing(ctx context.Context, commit string) (made, error) {
	if m, ok := w.known[commit]; ok {
		return m, nil
	}
	start := cpu()
	m, err := smp.Open(ctx, ":memory:", smp.WithRoot(w.root))
	if err != nil {
		return made{}, err
	}
	defer m.Close()
	res, err := m.Index(ctx, nil)
	if err != nil {
		return made{}, err
	}
	out := made{cost: cpu() - start}
	w.files, w.fresh = res.Files, w.fresh+out.cost
	out.hash, err = m.DumpHash(ctx)
	w.known[commit] = out
	return out, err
}

// take brings a graph up to date.
func (w *walker) take(ctx context.Context, x *way, touched []string, first bool) (hash string, err error) {
	if x.name == "anew" && x.m != nil {
		x.m.Close()
		x.m = nil
	}
	if x.m == nil {
		if x.m, err = smp.Open(ctx, x.db, smp.WithRoot(w.root)); err != nil {
			return "", err
		}
	}
	if x.name == "told" && !first {
		_, err = x.m.UpdateFiles(ctx, touched...)
	} else {
		_, err = x.m.Index(ctx, nil)
	}
	if err != nil {
		return "", err
	}
	return x.m.DumpHash(ctx)
}

// show writes both dumps where they can be compared, and begins again from the
// graph that is right.
func (w *walker) show(ctx context.Context, x *way, commit string) error {
	fresh := &way{name: "fresh", db: ":memory:"}
	if _, err := w.take(ctx, fresh, nil, true); err != nil {
		return err
	}
	defer fresh.m.Close()
	if w.keep != "" {
		for _, y := range []*way{x, fresh} {
			f, err := os.Create(filepath.Join(w.keep, fmt.Sprintf("%s-%.10s-%s.txt", filepath.Base(w.root), commit, y.name)))
			if err != nil {
				return err
			}
			err = y.m.Dump(ctx, f)
			f.Close()
			if err != nil {
				return err
			}
		}
	}
	x.m.Close()
	x.m = nil
	if err := os.Remove(x.db); err != nil {
		return err
	}
	_, err := w.take(ctx, x, nil, true)
	return err
}

func (w *walker) close() {
	for _, x := range w.ways {
		if x != nil && x.m != nil {
			x.m.Close()
		}
	}
}

func (w *walker) git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return string(out), err
}
