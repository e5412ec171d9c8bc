package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// mostSilent is how long git may take to say anything more. A reference that
// is a pipe, or a disk that does not answer, must not hold anybody up.
const mostSilent = 2 * time.Minute

// command is git at work in dir, standing on s.
func (r *Repo) command(ctx context.Context, s *stand, dir string, args ...string) (*exec.Cmd, error) {
	if err := check(args); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, r.program, append([]string{"--no-pager"}, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, s.alone(r.top), time.Second
	ownGroup(cmd)
	return cmd, nil
}

const (
	mostSaid     = 8 << 10  // bytes that are kept of git's errors
	mostAnswered = 64 << 20 // bytes of an answer that is read as a whole
	mostField    = 1 << 20  // bytes of a path
)

var (
	errSilent = errors.New("git has said nothing for two minutes and was ended")
	errLong   = errors.New("longer than any path")
)

func (r *Repo) tooLong(command string) error {
	return fmt.Errorf("git %s in %s: its answer is longer than what is read of one", command, r.root)
}

// readField reads up to and with a zero byte.
func readField(from *bufio.Reader) (string, error) {
	var field []byte
	for {
		part, err := from.ReadSlice(0)
		field = append(field, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(field), err
		}
		if len(field) > mostField {
			return "", errLong
		}
	}
}

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
		text, err := io.ReadAll(io.LimitReader(from, mostAnswered+1))
		if err == nil && len(text) > mostAnswered {
			err = r.tooLong(args[0])
		}
		out = strings.TrimSuffix(string(text), "\n")
		return err
	}, args...)
	return out, err
}

// fields calls each for the parts of git's answer that end in a zero byte.
func (r *Repo) fields(ctx context.Context, rev string, each func(string) error, args ...string) error {
	return r.stream(ctx, r.root, rev, nil, fieldsTo(r, args[0], each), args...)
}

func fieldsTo(r *Repo, command string, each func(string) error) func(*bufio.Reader) error {
	return func(from *bufio.Reader) error {
		for {
			field, err := readField(from)
			if errors.Is(err, errLong) {
				return r.tooLong(command)
			}
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
	}
}

// stream runs git in dir and reads its answer while it comes. rev is what an
// error is about. Git ends when read does.
func (r *Repo) stream(outer context.Context, dir, rev string, stdin io.Reader, read func(*bufio.Reader) error, args ...string) error {
	return r.streamWith(outer, wants{index: r.indexFor(args)}, dir, rev, stdin, read, args...)
}

func (r *Repo) streamWith(outer context.Context, w wants, dir, rev string, stdin io.Reader, read func(*bufio.Reader) error, args ...string) error {
	s, err := r.stand(w)
	if err != nil {
		return err
	}
	defer s.remove()
	ctx, cancel := context.WithCancelCause(outer)
	defer cancel(nil)
	cmd, err := r.command(ctx, s, dir, args...)
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
	silence := time.AfterFunc(mostSilent, func() { cancel(errSilent) })
	defer silence.Stop()
	rerr := read(bufio.NewReaderSize(heard{out, silence}, 64<<10))
	if rerr != nil {
		cancel(nil)
	}
	silence.Reset(mostSilent)
	werr := cmd.Wait()
	switch {
	case outer.Err() == nil && errors.Is(context.Cause(ctx), errSilent):
		return r.failed(rev, "", errSilent)
	case rerr != nil && !errors.Is(rerr, io.ErrUnexpectedEOF):
		return rerr
	case outer.Err() != nil:
		return context.Cause(outer)
	case werr != nil:
		return r.failed(rev, said.String(), werr)
	}
	return rerr
}

// indexFor is the index where git needs one for what it is asked.
func (r *Repo) indexFor(args []string) string {
	switch args[0] {
	case "status", "diff", "diff-index":
		return filepath.Join(r.dir, "index")
	}
	return ""
}

// heard is git's answer; the clock runs while it is waited for.
type heard struct {
	from    io.Reader
	silence *time.Timer
}

func (h heard) Read(p []byte) (int, error) {
	h.silence.Reset(mostSilent)
	defer h.silence.Stop()
	return h.from.Read(p)
}
