package workspace

import (
	"fmt"
	"os"
	"path/filepath"
)

// RootOf is the repository's folder, absolute, links resolved.
func RootOf(path, root string) (string, error) {
	if root == "" {
		root = "."
		if dir := filepath.Dir(path); path != ":memory:" && filepath.Base(dir) == ".smp" {
			root = filepath.Dir(dir)
		}
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", fmt.Errorf("the repository %s cannot be opened: %w", root, err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("the repository %s is not a folder", root)
	}
	return abs, nil
}

// MakeFolder creates the file's folder. A folder named .smp gets a .gitignore
// of its own, so that the memory is never committed by accident.
func MakeFolder(path string) error {
	dir := filepath.Dir(path)
	if info, err := os.Lstat(dir); err == nil && filepath.Base(dir) == ".smp" && info.Mode()&os.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link, and nothing is written where a repository says: remove it, or name the index file with --db", dir)
	}
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the folder of the memory cannot be made: %w", err)
	}
	if filepath.Base(dir) == ".smp" {
		return os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o644)
	}
	return nil
}
