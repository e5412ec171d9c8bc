package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/jsonrpc"
)

// app is what a command runs with.
type app struct {
	*Globals
	ctx      context.Context
	out      *bufio.Writer // the answer
	log      io.Writer     // progress, notes, errors
	style    style         // of out
	logStyle style         // of log
	flags    []string      // of the command
	methods  bool          // the command is about methods of the protocol
}

// repository is the folder that the command is about: the one named, or the
// nearest above the current one that git or an index calls a repository.
func (a *app) repository() (string, error) {
	if a.Repo != "" {
		info, err := os.Stat(a.Repo)
		if err != nil {
			return "", badParam("repo", a.Repo, "there is no such folder")
		}
		if !info.IsDir() {
			return "", badParam("repo", a.Repo, "it is a file; name the folder of the repository")
		}
		return a.Repo, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("the current folder cannot be read (%w); name the repository with --repo", err)
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		for _, mark := range []string{".git", defaultDB} {
			if _, err := os.Stat(filepath.Join(dir, mark)); err == nil {
				return dir, nil
			}
		}
		if dir == filepath.Dir(dir) {
			return here, nil
		}
	}
}

var defaultDB = filepath.Join(".smp", "smp.db")

func badParam(param, value, hint string) error {
	return &smp.ParamError{Param: param, Value: value, Hint: hint}
}

// open opens the index of the repository, with more options than its root.
func (a *app) open(opts ...smp.Option) (*smp.Memory, error) {
	root, err := a.repository()
	if err != nil {
		return nil, err
	}
	m, err := smp.Open(a.ctx, a.file(root), append(opts, smp.WithRoot(root))...)
	if errors.Is(err, smp.ErrReadOnly) || errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%w; with --db FILE the index can be somewhere else", err)
	}
	return m, err
}

func (a *app) file(root string) string {
	if a.DB != "" {
		return a.DB
	}
	return filepath.Join(root, defaultDB)
}

// existing opens the index that there is, without making one.
func (a *app) existing() (*smp.Memory, error) {
	root, err := a.repository()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(a.file(root)); errors.Is(err, os.ErrNotExist) {
		return nil, notReady(root)
	}
	m, err := a.openOld()
	if err != nil {
		return nil, err
	}
	ready, err := m.Ready(a.ctx)
	if err == nil && !ready {
		err = notReady(root)
	}
	if err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

// openOld opens a file that may lie where nothing can be written.
func (a *app) openOld() (*smp.Memory, error) {
	m, err := a.open(smp.KeepSettings())
	if errors.Is(err, smp.ErrReadOnly) || errors.Is(err, fs.ErrPermission) {
		old, rerr := a.open(smp.KeepSettings(), smp.ReadOnly())
		if rerr == nil {
			return old, nil
		}
		if !errors.Is(rerr, smp.ErrReadOnly) && !errors.Is(rerr, fs.ErrPermission) {
			err = rerr // that says more
		}
	}
	return m, err
}

func notReady(root string) error {
	return &failure{code: jsonrpc.NotReady, exit: exitNegative, text: root + " has no index", hint: "smp index builds it", data: map[string]string{"repo": root, "hint": "smp index builds it"}}
}

// closeInto closes m and keeps the error where there is none yet.
func closeInto(m *smp.Memory, err *error) {
	if cerr := m.Close(); *err == nil {
		*err = cerr
	}
}

// answer prints the result of a command: as it is with --json, else as text.
func (a *app) answer(result any, text func(*page)) error {
	if a.JSON {
		enc := json.NewEncoder(plainJSON{a.out})
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(result)
	}
	text(a.page())
	return nil
}

// note says something beside the answer.
func (a *app) note(format string, args ...any) {
	if !a.JSON && !a.Quiet {
		writeLine(a.log, a.logStyle, "%s\n", []any{a.logStyle.dim(fmt.Sprintf(format, args...))})
	}
}
