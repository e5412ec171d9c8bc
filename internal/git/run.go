package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// leads are the variables by which git is led to a repository or made to
// answer in another form; git itself sets some of them for hooks.
var leads = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY",
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH", "GIT_INDEX_VERSION", "GIT_INTERNAL_SUPER_PREFIX", "GIT_IMPLICIT_WORK_TREE",
	"GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE", "GIT_NO_REPLACE_OBJECTS", "GIT_CONFIG", "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS",
	"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_REFLOG_ACTION",
	"LC_ALL", "LANGUAGE",
}

// Environ is the environment of this process without what would lead git to
// another repository, and with what makes it answer in one way.
func Environ() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(leads, name) || strings.HasPrefix(name, "GIT_TRACE")
	})
	return append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1")
}

// command is git at work in dir.
func command(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, &Error{Root: dir, Kinds: []error{ErrNotInstalled}}
	}
	args = append([]string{"-c", "core.quotePath=false", "-c", "diff.orderFile=" + os.DevNull, "-c", "color.ui=false", "-c", "log.showSignature=false"}, args...)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, Environ(), time.Second
	return cmd, nil
}

// mostSaid bounds what is kept of git's errors.
const mostSaid = 8 << 10

// tail keeps the beginning of what is written.
type tail struct{ bytes.Buffer }

func (t *tail) Write(p []byte) (int, error) {
	t.Buffer.Write(p[:min(len(p), max(0, mostSaid-t.Len()))])
	return len(p), nil
}

// output is what git answers, without the newline at its end.
func (r *Repo) output(ctx context.Context, dir, rev string, args ...string) (string, error) {
	var out string
	err := r.stream(ctx, dir, rev, nil, func(from *bufio.Reader) error {
		text, err := io.ReadAll(from)
		out = strings.TrimSuffix(string(text), "\n")
		return err
	}, args...)
	return out, err
}

// fields calls each for the parts of git's answer that end in a zero byte.
func (r *Repo) fields(ctx context.Context, rev string, each func(string) error, args ...string) error {
	return r.stream(ctx, r.root, rev, nil, func(from *bufio.Reader) error {
		for {
			field, err := from.ReadString(0)
			if err == io.EOF && field == "" {
				return nil
			}
			if err != nil && err != io.EOF {
				return err
			}
			if err := each(strings.TrimSuffix(field, "\x00")); err != nil {
				return err
			}
		}
	}, args...)
}

// stream runs git in dir and reads its answer while it comes. rev is what an
// error is about. Git ends when read does.
func (r *Repo) stream(outer context.Context, dir, rev string, stdin io.Reader, read func(*bufio.Reader) error, args ...string) error {
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	cmd, err := command(ctx, dir, args...)
	if err != nil {
		return err
	}
	var said tail
	cmd.Stdin, cmd.Stderr = stdin, &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return r.failed(rev, "", err)
	}
	rerr := read(bufio.NewReaderSize(out, 64<<10))
	if rerr != nil {
		cancel()
	}
	werr := cmd.Wait()
	switch {
	case rerr != nil && !errors.Is(rerr, io.ErrUnexpectedEOF):
		return rerr
	case outer.Err() != nil:
		return context.Cause(outer)
	case werr != nil:
		return r.failed(rev, said.String(), werr)
	}
	return rerr
}
