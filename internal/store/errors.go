package store

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"zombiezen.com/go/sqlite"
)

// What can be wrong with a file. Every error of this package that has one of
// these causes is an *Error that matches it by errors.Is.
var (
	ErrForeign  = errors.New("not a file of this program")
	ErrNewer    = errors.New("written by a newer version")
	ErrOlder    = errors.New("written by an older version")
	ErrReadOnly = errors.New("read-only")
	ErrFull     = errors.New("no space left")
	ErrCorrupt  = errors.New("damaged")
	ErrBusy     = errors.New("held by another process")
	ErrClosed   = errors.New("closed")
)

// Error says what is wrong with a file and what to do next.
type Error struct {
	Path string
	Kind error  // one of the errors above
	Hint string // what happened in words, and what to do
	Err  error  // the engine's own error, if any
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %v: %s", e.Path, e.Kind, e.Hint)
	if e.Err != nil {
		s += " (" + e.Err.Error() + ")"
	}
	return s
}

// Unwrap makes the error match its kind and the engine's error.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

const full = "the disk (or the quota) is full; free some space and run again, nothing that was there is lost"

// explain turns the engine's error into one that says what to do.
func (s *Store) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	wrap := func(kind error, hint string) error {
		return &Error{Path: s.path, Kind: kind, Hint: hint, Err: err}
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return wrap(ErrFull, full)
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultInterrupt:
		if cause := context.Cause(ctx); cause != nil {
			return fmt.Errorf("%s: %w", s.path, cause)
		}
	case sqlite.ResultFull:
		return wrap(ErrFull, full)
	case sqlite.ResultIOErr:
		if code := sqlite.ErrCode(err); code == sqlite.ResultIOErrWrite || code == sqlite.ResultIOErrTruncate || code == sqlite.ResultIOErrFsync || code == sqlite.ResultIOErrSHMSize {
			return wrap(ErrFull, "it cannot be written to: the disk is full or fails, or a limit on the size of files is reached; nothing is lost, make room and run again")
		}
		return wrap(ErrCorrupt, "it cannot be read: the disk fails, or the file was cut off; copy it again, or smp index --rebuild makes it anew")
	case sqlite.ResultReadOnly, sqlite.ResultPerm:
		return wrap(ErrReadOnly, "the file or its folder cannot be written; check the permissions or choose another file")
	case sqlite.ResultCantOpen:
		return wrap(ErrReadOnly, "the file or its folder cannot be opened; check that the folder exists and its permissions")
	case sqlite.ResultCorrupt:
		return wrap(ErrCorrupt, "what it holds cannot be trusted; smp doctor says more, smp index --rebuild makes it anew")
	case sqlite.ResultNotADB:
		return wrap(ErrForeign, "it is no SQLite database; choose another file")
	case sqlite.ResultBusy, sqlite.ResultLocked:
		return wrap(ErrBusy, "another process keeps writing to it; try again when that is done")
	}
	return err
}
