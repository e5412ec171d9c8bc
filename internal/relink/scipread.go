package relink

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp/linker/scip"
)

// scipState is the indexes as a process has read them.
type scipState struct {
	files   []scipFile
	overlay *scip.Overlay // nil without any
}

type scipFile struct {
	full   string
	stamp  scipStamp
	source SCIPSource
}

// scipStamp tells whether an index must be read again.
type scipStamp struct {
	path        string
	size, mtime int64
	missing     bool
}

// readSCIPs reads indexes, unless they are those read before.
func (m *Linkers) readSCIPs(names []string) error {
	files := make([]scipFile, len(names))
	same := len(names) == len(m.scip.files)
	for i, name := range names {
		var err error
		if files[i], err = m.statSCIP(name); err != nil {
			return err
		}
		same = same && files[i].stamp == m.scip.files[i].stamp
	}
	if same {
		return nil
	}
	var sources []scip.Source
	for i := range files {
		f := &files[i]
		if f.stamp.missing {
			continue
		}
		data, err := os.ReadFile(f.full)
		if err != nil {
			return fmt.Errorf("the SCIP index %s cannot be read: %w", f.source.File, err)
		}
		index, err := scip.Decode(data)
		if err != nil {
			return fmt.Errorf("%s: %w; make it again with its indexer", f.source.File, err)
		}
		sum := sha256.Sum256(data)
		f.source.SHA256, f.source.Tool, f.source.Version = hex.EncodeToString(sum[:]), index.Tool, index.Version
		f.source.Documents = len(index.Docs)
		sources = append(sources, scip.Source{Index: index, Prefix: m.scipPrefix(f.source.File, index.Root)})
	}
	m.scip = scipState{files: files}
	if len(files) > 0 {
		m.scip.overlay = scip.NewOverlay(sources)
	}
	return nil
}

// statSCIP finds an index.
func (m *Linkers) statSCIP(name string) (scipFile, error) {
	full := name
	if !filepath.IsAbs(full) {
		full = filepath.Join(m.Space.Opts.Root, filepath.FromSlash(name))
	} else if rel, err := filepath.Rel(m.Space.Opts.Root, full); err == nil && filepath.IsLocal(rel) {
		name = filepath.ToSlash(rel)
	}
	f := scipFile{full: full, stamp: scipStamp{path: full}, source: SCIPSource{File: name}}
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.stamp.missing, f.source.Missing = true, true
	case err != nil:
		return f, fmt.Errorf("the SCIP index %s cannot be read: %w", name, err)
	default:
		f.stamp.size, f.stamp.mtime = info.Size(), info.ModTime().UnixNano()
	}
	return f, nil
}

// scipPrefix is the folder that an index's paths start from: the one that it
// names if that is in the repository, else the one that it lies in (it was
// made on another machine), else the root.
func (m *Linkers) scipPrefix(file, root string) string {
	if u, err := url.Parse(root); err == nil && u.Scheme == "file" {
		dir := filepath.FromSlash(u.Path)
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		if rel, err := filepath.Rel(m.Space.Opts.Root, dir); err == nil && filepath.IsLocal(rel) {
			return folderName(rel)
		}
	}
	if filepath.IsAbs(file) {
		return ""
	}
	return folderName(filepath.Dir(filepath.FromSlash(file)))
}

// folderName is a folder's path with slashes, "" for the root.
func folderName(rel string) string {
	if rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}
