package transport

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp"
)

// snapshot serves a file of the folder of snapshots, and none that only looks
// as if it were there.
func (h *HTTP) snapshot(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	f, info := h.openSnapshot(name)
	if f == nil {
		http.Error(w, "there is no such snapshot", http.StatusNotFound)
		return
	}
	defer f.Close()
	w.Header().Set("Content-Type", "application/zstd")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// openSnapshot opens the snapshot of a name; nil where there is none.
func (h *HTTP) openSnapshot(name string) (*os.File, fs.FileInfo) {
	if !smp.SnapshotName(name) {
		return nil, nil
	}
	dir, err := h.s.Memory().SnapshotDir()
	if err != nil {
		return nil, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil
	}
	defer root.Close()
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	f, err := root.Open(filepath.Base(name))
	if err != nil {
		return nil, nil
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil
	}
	return f, info
}
