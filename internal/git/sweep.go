package git

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const standPrefix = "smp-git-"

// leftAfter is how old a folder is that no call of git stands on any more: the
// process that made it was ended without a chance to take it away.
const leftAfter = 24 * time.Hour

var sweepOnce sync.Once

// sweep takes away what such processes have left in a folder of temporary
// files. What is a link, or belongs to others, stays.
func sweep(in string, now time.Time) {
	entries, err := os.ReadDir(in)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), standPrefix) {
			continue
		}
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > leftAfter {
			_ = os.RemoveAll(filepath.Join(in, e.Name())) // of others: it stays
		}
	}
}
