//go:build unix

package walk

import "syscall"

// What was a directory or a file when it was listed may have become a link or
// a pipe: neither is followed, and none is waited for.
const (
	openDirFlags  = syscall.O_DIRECTORY | syscall.O_NOFOLLOW
	openFileFlags = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
)
