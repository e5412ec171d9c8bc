package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// The lines around what is smp's in a hook.
const (
	hookBegin = "# >>> smp: the index follows git; smp hook uninstall takes this out >>>\n"
	hookOwn   = "# >>> smp: this file is its own; smp hook uninstall takes it out >>>\n"
	hookEnd   = "# <<< smp <<<\n"
	hookShell = "#!/bin/sh\n"
	besideEnd = ".before-smp" // of the name under which another's hook is kept
)

// shell is the first line of a script that a block can be put into.
var shell = regexp.MustCompile(`^#! ?(/[^ \r\n]*/)?(env )?(sh|bash|dash|ash|ksh|zsh)( -[A-Za-z]+)*\n`)

// hookFile is a hook as it is in the repository.
type hookFile struct {
	path    string
	mode    fs.FileMode // of the file, 0 where there is none
	text    []byte
	how     string // "", own, block or beside
	changed bool
}

func readHook(path string) (*hookFile, error) {
	h := &hookFile{path: path}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; a hook is a file", path)
	}
	h.mode = info.Mode()
	if h.text, err = os.ReadFile(path); err != nil && h.mode.IsRegular() {
		return nil, err
	}
	if !h.mode.IsRegular() {
		h.text = nil // a link: never written through
		return h, nil
	}
	switch {
	case !bytes.Contains(h.text, []byte(hookEnd)):
	case bytes.HasPrefix(h.text, []byte(hookShell+hookOwn)) && bytes.HasSuffix(h.text, []byte(h.beside())):
		h.how = "beside"
	case bytes.HasPrefix(h.text, []byte(hookShell+hookOwn)):
		h.how = "own"
	case bytes.Contains(h.text, []byte(hookBegin)):
		h.how = "block"
	}
	return h, nil
}

// beside is the end of a hook that calls another's.
func (h *hookFile) beside() string {
	return fmt.Sprintf("[ ! -x \"$(dirname \"$0\")/%[1]s\" ] || exec \"$(dirname \"$0\")/%[1]s\" ${1+\"$@\"}\n", filepath.Base(h.path)+besideEnd)
}

// install puts the call into the hook, in the place of an earlier one.
func (h *hookFile) install(call string) error {
	var text []byte
	switch {
	case h.how == "own" || h.how == "":
		text = []byte(hookShell + hookOwn + call + hookEnd)
	case h.how == "beside":
		text = []byte(hookShell + hookOwn + call + hookEnd + h.beside())
	default:
		before, after, _ := bytes.Cut(h.text, []byte(hookBegin))
		_, after, _ = bytes.Cut(after, []byte(hookEnd))
		text = bytes.Join([][]byte{before, after}, []byte(hookBegin+call+hookEnd))
	}
	if h.how != "" || h.mode == 0 {
		if h.how == "" {
			h.how = "own"
		}
		return h.write(text, h.how != "block")
	}
	if first := shell.Find(h.text); first != nil && h.mode.Perm()&0o111 != 0 {
		h.how = "block"
		return h.write(append(append(bytes.Clone(first), hookBegin+call+hookEnd...), h.text[len(first):]...), false)
	}
	if err := os.Rename(h.path, h.path+besideEnd); err != nil {
		return err
	}
	h.how = "beside"
	return h.write(append(text, h.beside()...), true)
}

// write replaces the file in one step; one that is made here can be run.
func (h *hookFile) write(text []byte, own bool) error {
	if bytes.Equal(text, h.text) {
		return nil
	}
	h.changed = true
	if err := replaceFile(h.path, text); err != nil {
		return err
	}
	h.text = text
	if own {
		return os.Chmod(h.path, 0o755)
	}
	return nil
}

// uninstall makes the hook what it was before.
func (h *hookFile) uninstall() error {
	how := h.how
	if how == "" {
		return nil
	}
	h.how, h.changed = "", true
	switch how {
	case "own":
		rest := h.text[bytes.Index(h.text, []byte(hookEnd))+len(hookEnd):]
		if len(rest) == 0 {
			return os.Remove(h.path)
		}
		return replaceFile(h.path, append([]byte(hookShell), rest...)) // someone has added to it
	case "beside":
		return os.Rename(h.path+besideEnd, h.path)
	}
	before, after, _ := bytes.Cut(h.text, []byte(hookBegin))
	_, after, _ = bytes.Cut(after, []byte(hookEnd))
	return replaceFile(h.path, append(bytes.Clone(before), after...))
}
