//go:build !unix

package smp

import (
	"io/fs"
	"os"
)

func inodeOf(fs.FileInfo) string { return "" }

func keepOwner(*os.File, fs.FileInfo) {}
