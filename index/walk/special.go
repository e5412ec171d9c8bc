package walk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// special says what to report of an entry that is neither a directory nor a
// regular file; an empty reason is nothing.
func (t *Tree) special(in *place, path, name string, typ fs.FileMode) (Reason, string) {
	v := in.scope.Match(path, name, false)
	held := in.held != notHeld && !(v.Own() && v.Kept())
	switch {
	case held && !(in.held == heldIgnored && t.tracked.Has(path)):
		return "", ""
	case v.Ignored() && (v.Own() || !t.tracked.Has(path)):
		return Ignored, v.Rule().String()
	case typ&fs.ModeSymlink != 0:
		return Symlink, t.linkDetail(path)
	}
	return NotRegular, describe(typ) + "; it is never opened"
}

// linkDetail says where a link points and whether that is inside the root.
// Only the link is looked at, no file behind it is opened.
func (t *Tree) linkDetail(path string) string {
	full := t.full(path)
	target, err := os.Readlink(full)
	if err != nil {
		return "a link that cannot be read: " + plainError(err)
	}
	detail := "to " + target
	real, err := filepath.EvalSymlinks(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return detail + ", which does not exist"
	case errors.Is(err, syscall.ELOOP) || err != nil && strings.Contains(err.Error(), "too many links"):
		return detail + ", which leads back to itself"
	case err != nil:
		return detail + ", which cannot be followed: " + plainError(err)
	}
	inside, ok := t.relative(real)
	switch {
	case !ok:
		return detail + ", outside the root"
	case inside == "":
		return detail + ", the root itself"
	}
	return detail + ", inside the root as " + inside
}

// relative is the path of a real path below the root.
func (t *Tree) relative(real string) (string, bool) {
	rel, err := filepath.Rel(t.root, real)
	if err != nil {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	if rel == "." {
		return "", true
	}
	return rel, rel != ".." && !strings.HasPrefix(rel, "../")
}

func describe(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}
