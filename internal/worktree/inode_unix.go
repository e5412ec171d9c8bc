//go:build unix

package worktree

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// inodeOf names a file that has several names; "" for one with a single name.
func inodeOf(info fs.FileInfo) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || info.IsDir() || st.Nlink < 2 {
		return ""
	}
	return fmt.Sprintf("%d:%d", st.Dev, st.Ino)
}

// keepOwner gives a new file the owner of the one whose place it takes, as far
// as that is allowed.
func keepOwner(f *os.File, was fs.FileInfo) {
	if st, ok := was.Sys().(*syscall.Stat_t); ok && (int(st.Uid) != os.Geteuid() || int(st.Gid) != os.Getegid()) {
		_ = f.Chown(int(st.Uid), int(st.Gid)) // only root may; nobody else can have expected it
	}
}
