//go:build !unix

package worktree

import (
	"io/fs"
	"os"
)

func inodeOf(fs.FileInfo) string { return "" }

func keepOwner(*os.File, fs.FileInfo) {}
