package watch

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// elsewhere are the file systems on which other machines make changes that this
// one's kernel does not tell of.
var elsewhere = map[int64]string{
	unix.NFS_SUPER_MAGIC:   "NFS",
	unix.SMB_SUPER_MAGIC:   "SMB",
	unix.SMB2_SUPER_MAGIC:  "SMB",
	unix.CIFS_SUPER_MAGIC:  "CIFS",
	unix.V9FS_MAGIC:        "9P",
	unix.FUSE_SUPER_MAGIC:  "FUSE",
	unix.CEPH_SUPER_MAGIC:  "Ceph",
	unix.AFS_SUPER_MAGIC:   "AFS",
	unix.CODA_SUPER_MAGIC:  "Coda",
	unix.OCFS2_SUPER_MAGIC: "OCFS2",
}

// remote says why the system may not see all changes at path; "" where it does.
func remote(path string) string {
	var s unix.Statfs_t
	if unix.Statfs(path, &s) != nil {
		return ""
	}
	name, ok := elsewhere[int64(uint32(s.Type))]
	if !ok {
		return ""
	}
	return "the file system is " + name + ", where changes made elsewhere are not told"
}

// limitReason says which limit is reached and what raises it.
func limitReason(err error) string {
	name := "fs.inotify.max_user_watches"
	if errors.Is(err, syscall.EMFILE) {
		name = "fs.inotify.max_user_instances"
	}
	value := ""
	if text, err := os.ReadFile("/proc/sys/" + strings.ReplaceAll(name, ".", "/")); err == nil {
		value = " of " + strings.TrimSpace(string(text))
	}
	if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENOSPC) {
		return fmt.Sprintf("the system offers no notifications (%v)", err)
	}
	return fmt.Sprintf("inotify's limit%s is reached; raise %s with sysctl", value, name)
}
