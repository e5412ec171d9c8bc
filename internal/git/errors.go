package git

import (
	"errors"
	"fmt"
	"strings"
)

// What may be wrong, for errors.Is.
var (
	ErrNotInstalled    = fmt.Errorf("git is not installed: %w", errors.ErrUnsupported)
	ErrNotRepository   = errors.New("not inside the working tree of a git repository")
	ErrUnknownRevision = errors.New("unknown revision")
	ErrShallow         = errors.New("the clone is shallow: it lacks older commits")
	ErrMissing         = errors.New("the object is not in the repository")
	ErrHooksElsewhere  = errors.New("the hooks lie outside the repository")
	ErrTooLarge        = errors.New("the content is larger than wanted")
)

// Error is what git could not do.
type Error struct {
	Root  string
	Rev   string // the revision asked for, where it is about one
	Kinds []error
	Text  string // what git says
}

func (e *Error) Error() string {
	switch {
	case errors.Is(e, ErrNotInstalled):
		return "git is not installed; install it (apt install git, brew install git, https://git-scm.com) or put it on the PATH"
	case errors.Is(e, ErrHooksElsewhere):
		return elsewhere(e.Text)
	case errors.Is(e, ErrNotRepository):
		return e.Root + " is not inside the working tree of a git repository" + e.said()
	case errors.Is(e, ErrShallow):
		return fmt.Sprintf("git knows no revision %q; the clone is shallow, git fetch --unshallow brings the older commits", e.Rev)
	case errors.Is(e, ErrUnknownRevision):
		return fmt.Sprintf("git knows no revision %q; git log and git branch -a show those there are%s", e.Rev, e.said())
	}
	return "git in " + e.Root + e.said()
}

func (e *Error) said() string {
	if e.Text == "" {
		return ""
	}
	return ": " + e.Text
}

// Unwrap gives the kinds.
func (e *Error) Unwrap() []error { return e.Kinds }

// failed makes an error of what git wrote to its standard error.
func (r *Repo) failed(rev, stderr string, err error) error {
	text := firstLine(stderr)
	e := &Error{Root: r.root, Rev: rev, Text: text, Kinds: []error{err}}
	switch {
	case strings.Contains(text, "not a git repository"):
		e.Kinds, e.Text = []error{ErrNotRepository}, ""
	case strings.Contains(text, "must be run in a work tree"):
		e.Kinds = []error{ErrNotRepository}
	case text == "":
		e.Text = err.Error()
	}
	return e
}

// firstLine is the line that says what is wrong.
func firstLine(stderr string) string {
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "fatal: "); ok {
			return text
		}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	return strings.TrimPrefix(line, "error: ")
}
