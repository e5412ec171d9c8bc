package worktree

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/structural-memory/smp/internal/workspace"
	"github.com/structural-memory/smp/safety"
)

// Standing is what stands at a path, with its content.
type Standing struct {
	safety.FileState
	Data   []byte // of a file, or the target of a link
	Folder bool   // there is no file because there is a folder

	folderMode fs.FileMode
}

// ReadStanding reads what stands at a path below the root. A link is not
// followed.
func ReadStanding(root *os.Root, path string) (Standing, error) {
	d := Standing{FileState: safety.FileState{Path: path}}
	info, err := root.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return d, nil
	case err != nil:
		return d, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		d.Folder, d.folderMode = true, modeOf(info)
		return d, nil
	case mode.IsRegular():
		d.Kind, d.Mode, d.Inode = safety.Regular, modeOf(info), inodeOf(info)
		d.Data, err = readRegular(root, path, info)
	case mode&fs.ModeSymlink != 0:
		var target string
		d.Kind = safety.Symlink
		target, err = root.Readlink(path)
		d.Data = []byte(target)
	default:
		return d, &workspace.ParamError{Param: "files", Value: path, Hint: "it is neither a file nor a symbolic link"}
	}
	if err != nil {
		return d, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	d.Hash = safety.HashOf(d.Data)
	return d, nil
}

// modeOf are the bits of a mode that are kept.
func modeOf(info fs.FileInfo) fs.FileMode {
	return info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
}

// AsFolder is the state with a folder as what it is, not as no file.
func (d Standing) AsFolder() Standing {
	if d.Folder {
		return Folder(d.Path, d.folderMode)
	}
	return d
}

// ReadAs is readStanding, a folder being one, for a path of which something is
// expected. What is neither file, link nor folder is none of these.
func ReadAs(root *os.Root, path string, expected safety.FileKind) (Standing, error) {
	if expected == safety.Folder {
		info, err := root.Lstat(path)
		switch {
		case err != nil && isGone(err):
			return Absent(path), nil
		case err != nil:
			return Absent(path), err
		case info.IsDir():
			return Folder(path, modeOf(info)), nil
		}
	}
	d, err := ReadStanding(root, path)
	return d.AsFolder(), err
}

// readRegular reads the file that info is of, or fails where something else
// has taken its place.
func readRegular(root *os.Root, path string, info fs.FileInfo) ([]byte, error) {
	if info.Size() > safety.MaxContent {
		return nil, fmt.Errorf("it has %d bytes and %d are kept at most", info.Size(), safety.MaxContent)
	}
	f, err := root.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	now, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !os.SameFile(info, now) {
		return nil, errors.New("it is being replaced; try again")
	}
	return io.ReadAll(io.LimitReader(f, safety.MaxContent+1))
}

// Same tells whether two states are the same on disk.
func Same(a, b safety.FileState) bool {
	return a.Kind == b.Kind && a.Mode == b.Mode && a.Hash == b.Hash
}
