package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// hostile are names that a careless reader of git's answers trips over.
var hostile = []string{"a b", "new\nline", "quo\"te", "-n", "--all", "tab\there", "\xff\xfe", "é", ":(top)x", "*", "\\back", " lead"}

func TestFilesWithHostileNames(t *testing.T) {
	t.Parallel()
	x := newTestRepo(t)
	for _, n := range hostile {
		x.write("sub/"+n, "content of "+n)
	}
	x.write("above", "1")
	if err := os.Symlink("above", filepath.Join(x.dir, "sub", "link")); err != nil {
		t.Fatal(err)
	}
	x.commit("one")
	r := x.open("sub")
	files, err := r.Files(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	var names, got []string
	for _, f := range files {
		if f.Mode.IsLink() {
			continue
		}
		if !f.Mode.IsFile() {
			t.Errorf("%+v", f)
		}
		got, names = append(got, f.Path), append(names, f.Blob)
	}
	want := slices.Clone(hostile)
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) || len(files) != len(want)+1 {
		t.Fatalf("got %q\nwant %q", got, want)
	}
	n := 0
	err = r.Contents(t.Context(), names, 0, func(i int, content []byte, err error) error {
		if n++; err != nil || string(content) != "content of "+filesOnly(files)[i] {
			t.Errorf("%d: %q, %v", i, content, err)
		}
		return nil
	})
	if err != nil || n != len(names) {
		t.Errorf("%d contents, %v", n, err)
	}
	for _, name := range hostile {
		x.write("sub/"+name, "other")
	}
	x.write("sub/untracked\n1", "u", "elsewhere", "e")
	changes, err := r.Diff(t.Context(), "HEAD", "")
	if err != nil || len(changes) != len(hostile) {
		t.Errorf("%d changes, %v", len(changes), err)
	}
	for _, c := range changes {
		if c.Status != 'M' || !slices.Contains(hostile, c.Path) || c.Before.Blob == "" || c.After.Blob != "" {
			t.Errorf("%+v", c)
		}
	}
	status, err := r.Status(t.Context())
	if err != nil || len(status) != len(hostile)+1 {
		t.Fatalf("%+v, %v", status, err)
	}
	for _, s := range status {
		if s.Untracked != (s.Path == "untracked\n1") || !s.Untracked && (!slices.Contains(hostile, s.Path) || s.Unstaged != 'M' || s.Staged != '.') {
			t.Errorf("%+v", s)
		}
	}
}

func filesOnly(files []Entry) (out []string) {
	for _, f := range files {
		if f.Mode.IsFile() {
			out = append(out, f.Path)
		}
	}
	return out
}

func statuses(cs []Change) (out []string) {
	for _, c := range cs {
		out = append(out, fmt.Sprintf("%c %s", c.Status, c.Path))
	}
	return out
}

func TestDiff(t *testing.T) {
	t.Parallel()
	x := newTestRepo(t)
	x.write("keep", "1", "edit", "1", "gone", "1", "kind", "1", "sub/a", "1", "old", "the same text\nin both\n")
	first := x.commit("one")
	x.write("edit", "2", "new", "1", "sub/b", "1")
	x.git("rm", "-q", "gone", "kind")
	x.git("mv", "old", "renamed")
	if err := os.Symlink("keep", filepath.Join(x.dir, "kind")); err != nil {
		t.Fatal(err)
	}
	second := x.commit("two")
	x.write("edit", "3", "sub/a", "2", "staged", "1", "untracked", "1")
	x.git("add", "staged")
	now := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(x.dir, "keep"), now, now); err != nil { // touched is not changed
		t.Fatal(err)
	}
	for _, c := range []struct {
		below, from, to string
		want            []string
	}{
		{"", first, second, []string{"M edit", "D gone", "T kind", "A new", "D old", "A renamed", "A sub/b"}},
		{"", second, first, []string{"M edit", "A gone", "T kind", "D new", "A old", "D renamed", "D sub/b"}},
		{"sub", first, second, []string{"A b"}},
		{"", "HEAD", "", []string{"M edit", "A staged", "M sub/a"}},
		{"sub", "HEAD~1", "", []string{"M a", "A b"}},
		{"", "HEAD", "HEAD", nil},
	} {
		got, err := x.open(c.below).Diff(t.Context(), c.from, c.to)
		if s := statuses(got); err != nil || !slices.Equal(s, c.want) || got == nil {
			t.Errorf("%+v: %q, %v", c, s, err)
		}
	}
	if _, err := x.open("").Diff(t.Context(), "HEAD", "nope"); !errors.Is(err, ErrUnknownRevision) {
		t.Error(err)
	}
	x.git("commit", "-q", "-am", "three")
	x.git("checkout", "-q", "-b", "other", second)
	x.write("edit", "4")
	x.git("commit", "-q", "-am", "four")
	cmd := exec.Command("git", "-c", "user.name=n", "-c", "user.email=e", "merge", "-q", "main")
	cmd.Dir = x.dir
	_ = cmd.Run() // conflicts
	got, err := x.open("").Diff(t.Context(), "HEAD", "")
	if s := statuses(got); err != nil || !slices.ContainsFunc(s, func(c string) bool { return strings.HasSuffix(c, " edit") }) {
		t.Errorf("in conflict: %q, %v", s, err)
	}
	status, err := x.open("").Status(t.Context())
	if err != nil || !slices.Contains(status, FileStatus{Path: "edit", Staged: 'U', Unstaged: 'U'}) {
		t.Errorf("in conflict: %+v, %v", status, err)
	}
}

func TestContents(t *testing.T) {
	t.Parallel()
	x := newTestRepo(t)
	x.write("a", "small", "b", strings.Repeat("x", 100_000), "c", "", "d", "with\nlines\x00and zero\n")
	x.commit("one")
	r := x.open("")
	files, err := r.Files(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{strings.Repeat("1", 40)}
	for _, f := range files {
		names = append(names, f.Blob)
	}
	var got []string
	err = r.Contents(t.Context(), names, 1000, func(i int, content []byte, err error) error {
		switch {
		case errors.Is(err, ErrMissing):
			got = append(got, "missing")
		case errors.Is(err, ErrTooLarge):
			got = append(got, "large")
		default:
			got = append(got, string(content))
		}
		return nil
	})
	if want := []string{"missing", "small", "large", "", "with\nlines\x00and zero\n"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	stop := errors.New("stop")
	if err := r.Contents(t.Context(), names, 0, func(int, []byte, error) error { return stop }); err != stop {
		t.Errorf("stopped: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = r.Contents(ctx, slices.Repeat(names, 5000), 0, func(i int, _ []byte, _ error) error {
		if i == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := r.Contents(t.Context(), []string{"HEAD"}, 0, nil); err == nil {
		t.Error("a name that is none is taken")
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	x := newTestRepo(t)
	if err := x.open("").Log(t.Context(), time.Time{}, func(Commit) error { return errors.New("there is none") }); err != nil {
		t.Errorf("before the first commit: %v", err)
	}
	odd := strings.Repeat("a", 40)
	x.write("a", "1", odd, "1", "\nlead", "1", "sub/s", "1")
	first := x.commit("one")
	x.write("a", "2")
	second := x.commit("two\n\nwith a body")
	x.commit("empty")
	x.git("mv", "sub/s", "sub/moved")
	x.write("-n\nx", "1")
	fourth := x.commit("four")
	log := func(r *Repo, since time.Time) (out []string) {
		t.Helper()
		err := r.Log(t.Context(), since, func(c Commit) error {
			if c.Author != "A B <a@b>" || time.Since(c.Time) > time.Hour {
				t.Errorf("%+v", c)
			}
			slices.Sort(c.Files)
			out = append(out, fmt.Sprintf("%s %q", c.SHA, c.Files))
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		return out
	}
	want := []string{
		fmt.Sprintf("%s %q", fourth, []string{"-n\nx", "sub/moved", "sub/s"}),
		fmt.Sprintf("%s %q", second, []string{"a"}),
		fmt.Sprintf("%s %q", first, []string{"\nlead", "a", odd, "sub/s"}),
	}
	if got := log(x.open(""), time.Time{}); !slices.Equal(got, want) {
		t.Errorf("got %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := log(x.open("sub"), time.Time{}); len(got) != 2 || got[0] != fmt.Sprintf("%s %q", fourth, []string{"moved", "s"}) {
		t.Errorf("below: %q", got)
	}
	if got := log(x.open(""), time.Now().Add(time.Hour)); len(got) != 0 {
		t.Errorf("since later: %q", got)
	}
	n := 0
	if err := x.open("").Log(t.Context(), time.Time{}, func(Commit) error { n++; return io.EOF }); err != nil || n != 1 {
		t.Errorf("ended after %d: %v", n, err)
	}
	if shas, more, err := x.open("").Ancestors(t.Context(), "HEAD", 2); err != nil || !more || len(shas) != 2 || shas[0] != fourth {
		t.Errorf("ancestors: %q %v %v", shas, more, err)
	}
	if shas, more, err := x.open("").Ancestors(t.Context(), second, 10); err != nil || more || !slices.Equal(shas, []string{second, first}) {
		t.Errorf("ancestors: %q %v %v", shas, more, err)
	}
	clone := &testRepo{t, filepath.Join(t.TempDir(), "c")}
	x.git("clone", "-q", "--depth=1", "file://"+x.dir, clone.dir)
	if got := log(clone.open(""), time.Time{}); len(got) != 1 || got[0] != fourth+" []" {
		t.Errorf("shallow: %q", got)
	}
	if _, more, err := clone.open("").Ancestors(t.Context(), "HEAD", 10); err != nil || !more {
		t.Errorf("shallow: more %v, %v", more, err)
	}
}
