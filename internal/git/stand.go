package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// stand is a folder that git takes for the repository's own. It leads to the
// objects and the references of the real one and has a configuration that is
// written here, so that nothing that stands in the real one can be switched
// on: no filter, no hook, no monitor, no helper, no alias, no include, no
// other working tree. It lives as long as one call of git.
type stand struct{ dir string }

// wants says what a call needs beside objects and references.
type wants struct {
	index string // the file that is the index; "" for none
}

func (r *Repo) stand(w wants) (*stand, error) {
	dir, err := makeFolder()
	if err != nil {
		return nil, err
	}
	s := &stand{dir}
	if err := s.fill(r, w); err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

// makeFolder makes a folder that only this user can look into, where the
// machine lets it.
func makeFolder() (string, error) {
	sweepOnce.Do(func() { sweep(os.TempDir(), time.Now()) })
	dir, err := os.MkdirTemp("", standPrefix)
	if err == nil {
		return dir, nil
	}
	if cache, cerr := os.UserCacheDir(); cerr == nil && os.MkdirAll(cache, 0o700) == nil {
		if dir, cerr := os.MkdirTemp(cache, standPrefix); cerr == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("git is run from a folder of its own, which cannot be made; set TMPDIR to one that can be written: %w", err)
}

func (s *stand) remove() { os.RemoveAll(s.dir) }

func (s *stand) fill(r *Repo, w wants) error {
	if err := os.WriteFile(s.at("config"), r.config(), 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(s.at("HEAD"), head(filepath.Join(r.dir, "HEAD")), 0o600); err != nil {
		return err
	}
	for _, name := range []string{"objects", "refs", "reftable"} {
		if err := lead(filepath.Join(r.common, name), s.at(name), fs.ModeDir); err != nil {
			return err
		}
	}
	for _, name := range []string{"packed-refs", "shallow", "info/exclude", "logs/HEAD"} {
		from := r.common
		if name == "logs/HEAD" {
			from = r.dir
		}
		if err := lead(filepath.Join(from, name), s.at(name), 0); err != nil {
			return err
		}
	}
	if err := lead(filepath.Join(r.common, "logs", "refs"), s.at("logs/refs"), fs.ModeDir); err != nil {
		return err
	}
	for _, name := range []string{"ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD"} {
		if text := small(filepath.Join(r.dir, name)); text != nil {
			if err := os.WriteFile(s.at(name), text, 0o600); err != nil {
				return err
			}
		}
	}
	if w.index == "" {
		return nil
	}
	return s.takeIndex(w.index, r.dir)
}

func (s *stand) at(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// takeIndex copies an index with its time, by which git knows which of its
// entries may have changed in the same moment, and leads to the parts that it
// is split into. A copy, since some commands write it back.
func (s *stand) takeIndex(index, dir string) error {
	info, err := os.Stat(index)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing is tracked yet
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file, so it is no index", index)
	}
	if err := copyFile(index, s.at("index")); err != nil {
		return err
	}
	if err := os.Chtimes(s.at("index"), info.ModTime(), info.ModTime()); err != nil {
		return err
	}
	parts, err := filepath.Glob(filepath.Join(escapeGlob(dir), "sharedindex.*"))
	for _, p := range parts {
		err = errors.Join(err, lead(p, s.at(filepath.Base(p)), 0))
	}
	return errors.Join(err, lead(filepath.Join(dir, "info", "sparse-checkout"), s.at("info/sparse-checkout"), 0))
}

// lead makes a link to what is there and is of that kind: what is a device or
// a pipe would hold git up for ever. Where links cannot be made it copies.
func lead(from, to string, kind fs.FileMode) error {
	info, err := os.Stat(from)
	if err != nil || info.Mode().Type() != kind {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	if err := os.Symlink(from, to); err == nil {
		return nil
	}
	if kind == 0 {
		return copyFile(from, to)
	}
	return os.CopyFS(to, os.DirFS(from))
}

// head is the text of a HEAD, which may be a link in repositories from long
// ago. One that is not understood stands for no commit.
func head(file string) []byte {
	if to, err := os.Readlink(file); err == nil && strings.HasPrefix(to, "refs/") {
		return []byte("ref: " + to + "\n")
	}
	if text := small(file); text != nil {
		return text
	}
	return []byte("ref: refs/heads/main\n")
}

// small reads a file that holds no more than a reference; nil if it is none.
func small(file string) []byte {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 64<<10 {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return text
}
