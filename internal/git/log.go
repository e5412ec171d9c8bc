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

// Ancestors lists commit and the commits before it, the newest first, at most
// max. more tells whether there are others, or may be: a shallow clone does not
// have them all.
func (r *Repo) Ancestors(ctx context.Context, commit string, max int) (shas []string, more bool, err error) {
	if commit, err = r.Resolve(ctx, commit); err != nil {
		return nil, false, err
	}
	text, err := r.output(ctx, r.root, commit, "rev-list", "--topo-order", "--max-count="+strconv.Itoa(max+1), commit)
	if err != nil {
		return nil, false, err
	}
	shas = strings.Fields(text)
	if len(shas) > max {
		return shas[:max], true, nil
	}
	more, err = r.IsShallow(ctx)
	return shas, more, err
}

// Commit is what the log says of a commit.
type Commit struct {
	SHA    string
	Author string // NAME <EMAIL>
	Time   time.Time
	Files  []string // that it changed below the root; a rename is both names
}

// errEnough ends a log early.
var errEnough = errors.New("enough")

// Log calls each for the commits before HEAD that are no merges and changed
// something below the root, the newest first, down to since (the zero time: to
// the first). What the oldest commit of a shallow clone changed is not known:
// it has no files. each ends the log by io.EOF.
func (r *Repo) Log(ctx context.Context, since time.Time, each func(Commit) error) error {
	head, err := r.Head(ctx)
	if err != nil || head.Commit == "" {
		return err
	}
	shallow, err := r.IsShallow(ctx)
	if err != nil {
		return err
	}
	args := []string{"log", "-z", "--no-merges", "--no-renames", "--name-only", "--no-ext-diff", "--no-textconv", "--relative", "--ignore-submodules=all", "--no-mailmap",
		"--format=tformat:%x00%H%x00%ct%x00%P%x00%an <%ae>"}
	if !since.IsZero() {
		args = append(args, "--since=@"+strconv.FormatInt(since.Unix(), 10))
	}
	l := logReader{shallow: shallow, each: each}
	err = r.stream(ctx, r.root, head.Commit, nil, l.read, append(args, head.Commit, "--", ".")...)
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// logReader reads commits: an empty field, four fields, and the names, the
// first of them after a newline.
type logReader struct {
	shallow bool
	each    func(Commit) error
	at      int // fields of the commit read so far; -1 before the first
	now     Commit
	root    bool
}

func (l *logReader) read(from *bufio.Reader) error {
	l.at = -1
	for {
		field, err := from.ReadString(0)
		if err == io.EOF && field == "" {
			return l.end()
		}
		if err != nil && err != io.EOF {
			return err
		}
		if err := l.field(strings.TrimSuffix(field, "\x00")); err != nil {
			return err
		}
	}
}

func (l *logReader) field(s string) error {
	switch {
	case s == "" && (l.at < 0 || l.at >= 4):
		if err := l.end(); err != nil {
			return err
		}
		l.now, l.at, l.root = Commit{Files: []string{}}, 0, false
		return nil
	case l.at == 0:
		l.now.SHA = s
	case l.at == 1:
		seconds, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return err
		}
		l.now.Time = time.Unix(seconds, 0).UTC()
	case l.at == 2:
		l.root = s == ""
	case l.at == 3:
		l.now.Author = s
	case l.at == 4:
		s = strings.TrimPrefix(s, "\n")
		fallthrough
	default:
		l.now.Files = append(l.now.Files, s)
	}
	l.at++
	return nil
}

// end hands over the commit that has been read.
func (l *logReader) end() error {
	if l.at < 4 {
		return nil
	}
	if l.shallow && l.root {
		l.now.Files = []string{}
	}
	err := l.each(l.now)
	if err == io.EOF {
		return errEnough
	}
	return err
}
