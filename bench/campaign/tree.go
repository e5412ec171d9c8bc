package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// copyTree copies the files below from, links and the version control's own
// folder left out, and counts them.
func copyTree(from, to string, most int) (n int, err error) {
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && (d.Name() == ".git" || d.Name() == ".smp"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		if n++; n > most {
			return fmt.Errorf("more than %d files", most)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o644)
	})
	return n, err
}

// source reports whether edits to a file of this name are of interest.
func source(name string) bool {
	switch filepath.Ext(name) {
	case ".go", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".py", ".java", ".rs", ".c", ".h", ".cc", ".cpp", ".hpp",
		".cs", ".kt", ".scala", ".php", ".rb", ".swift", ".lua", ".sh", ".bash":
		return true
	}
	return false
}

// configuration reports whether a file decides what names in others mean.
func configuration(name string) bool {
	switch name {
	case "package.json", "tsconfig.json", "jsconfig.json", "composer.json", "Cargo.toml", "go.mod", "pyproject.toml",
		"setup.py", "setup.cfg", "Package.swift", "build.gradle", "pom.xml", "CMakeLists.txt":
		return true
	}
	switch filepath.Ext(name) {
	case ".csproj", ".rockspec", ".gemspec", ".sbt":
		return true
	}
	return false
}

// filesBelow lists the regular files below root that wanted takes, by their
// paths relative to it, in a fixed order.
func filesBelow(root string, wanted func(name string) bool) []string {
	var files []string
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && wanted(d.Name()) {
			if rel, err := filepath.Rel(root, path); err == nil {
				files = append(files, rel)
			}
		}
		return nil
	})
	return files
}
