package git

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

// Patch is what a commit changed against its first parent, line by line.
type Patch struct {
	SHA    string
	Author string // the name alone
	Time   time.Time
	Files  []FilePatch // below the root; binary ones are left out
}

// FilePatch is what changed in one file.
type FilePatch struct {
	Old, New string // paths; "" where there is no such file before or after
	Hunks    []Hunk // from the top down
}

// Hunk says that lines were replaced by others. Where one side has no lines,
// its start is the line that they would come after.
type Hunk struct {
	OldStart, OldLines int
	NewStart, NewLines int
	Removed            string // the text that went, the beginning of a long one
}

// PatchRange says which commits are looked at.
type PatchRange struct {
	After string    // the commits behind this one; "": all
	Since time.Time // not the older ones; zero: all
	Max   int       // so many at most; 0: all
}

// Patches calls each for HEAD and its first parents, the newest first: what is
// on other branches counts where it was merged. What the oldest commit of a
// shallow clone changed is not known: it has no files. each ends it by io.EOF.
func (r *Repo) Patches(ctx context.Context, which PatchRange, each func(Patch) error) error {
	head, err := r.Head(ctx)
	if err != nil || head.Commit == "" {
		return err
	}
	shallow, err := r.IsShallow(ctx)
	if err != nil {
		return err
	}
	args := append([]string{"log", "--first-parent", "-m", "--format=tformat:%x00%H|%ct|%P|%an"}, patchForm...)
	if !which.Since.IsZero() {
		args = append(args, "--since=@"+strconv.FormatInt(which.Since.Unix(), 10))
	}
	if which.Max > 0 {
		args = append(args, "--max-count="+strconv.Itoa(which.Max))
	}
	args = append(args, head.Commit)
	if which.After != "" {
		after, err := r.Resolve(ctx, which.After)
		if err != nil {
			return err
		}
		args = append(args, "^"+after)
	}
	p := patchReader{shallow: shallow, each: each}
	err = r.stream(ctx, r.root, head.Commit, nil, p.read, append(args, "--", ".")...)
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// Uncommitted is how the working tree differs from HEAD, line by line.
func (r *Repo) Uncommitted(ctx context.Context) ([]FilePatch, error) {
	var out Patch
	p := patchReader{now: &out}
	args := append([]string{"diff"}, patchForm...)
	err := r.stream(ctx, r.root, "HEAD", nil, p.read, append(args, "HEAD", "--", ".")...)
	return out.Files, err
}

// IsAncestor tells whether a commit is HEAD or comes before it.
func (r *Repo) IsAncestor(ctx context.Context, commit string) bool {
	sha, err := r.Resolve(ctx, commit)
	if err != nil {
		return false
	}
	_, err = r.output(ctx, r.root, sha, "merge-base", "--is-ancestor", sha, "HEAD")
	return err == nil
}

var patchForm = []string{"-p", "-U0", "-M", "--no-ext-diff", "--no-textconv", "--no-color", "--relative", "--ignore-submodules=all",
	"--src-prefix=a/", "--dst-prefix=b/", "--inter-hunk-context=0", "--submodule=short"}

// patchReader reads commits, each a line that begins with a zero byte, and
// the patches behind them.
type patchReader struct {
	shallow bool
	each    func(Patch) error
	now     *Patch
	root    bool // the commit has no parent
	in      *bufio.Reader
}

func (p *patchReader) read(from *bufio.Reader) error {
	p.in = from
	for {
		line, err := p.line()
		if err == io.EOF {
			return p.end()
		}
		if err == nil {
			err = p.take(line)
		}
		if err != nil {
			return err
		}
	}
}

func (p *patchReader) take(line string) error {
	if about, ok := strings.CutPrefix(line, "\x00"); ok {
		if err := p.end(); err != nil {
			return err
		}
		return p.commit(about)
	}
	if p.now == nil {
		return nil
	}
	if strings.HasPrefix(line, "diff --git ") {
		p.now.Files = append(p.now.Files, FilePatch{})
		return nil
	}
	if len(p.now.Files) == 0 {
		return nil
	}
	f := &p.now.Files[len(p.now.Files)-1]
	switch key, value, _ := strings.Cut(line, " "); key {
	case "---":
		f.Old = patchPath(value, "a/")
	case "+++":
		f.New = patchPath(value, "b/")
	case "rename":
		if name, ok := strings.CutPrefix(value, "from "); ok {
			f.Old = patchPath(name, "")
		} else if name, ok := strings.CutPrefix(value, "to "); ok {
			f.New = patchPath(name, "")
		}
	case "@@":
		return p.hunk(f, value)
	}
	return nil
}

func (p *patchReader) commit(about string) error {
	parts := strings.SplitN(about, "|", 4)
	if len(parts) != 4 {
		return io.ErrUnexpectedEOF
	}
	seconds, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return err
	}
	p.now = &Patch{SHA: parts[0], Time: time.Unix(seconds, 0).UTC(), Author: parts[3]}
	p.root = parts[2] == ""
	return nil
}

// end hands over the commit that has been read.
func (p *patchReader) end() error {
	if p.now == nil {
		return nil
	}
	files := p.now.Files[:0]
	for _, f := range p.now.Files {
		if f.Old != "" || f.New != "" {
			files = append(files, f)
		}
	}
	p.now.Files = files
	if p.shallow && p.root {
		p.now.Files = nil
	}
	if p.each == nil {
		return nil
	}
	now := *p.now
	p.now = nil
	if err := p.each(now); err != io.EOF {
		return err
	}
	return errEnough
}

// patchPath is the path of a --- or +++ line. Git quotes names that hold what
// would not fit on a line, and ends those with blanks by a tab.
func patchPath(s, prefix string) string {
	if strings.HasPrefix(s, `"`) {
		if plain, err := strconv.Unquote(s); err == nil {
			s = plain
		}
	} else {
		s = strings.TrimSuffix(s, "\t")
	}
	if s == "/dev/null" {
		return ""
	}
	return strings.TrimPrefix(s, prefix)
}
