package smp_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const module = "github.com/structural-memory/smp"

// layers names the packages of this module from the bottom up. A package may
// import packages of lower layers and of its own group, never of a higher one.
var layers = [][]string{
	{"facts", "graph/cluster", "internal/store", "internal/vec", "internal/sitter", "internal/sitter/grammars/...", "embed/text", "merkle", "merkle/keys"},
	{"merkle/archive"},
	{"embed"},
	{"embed/http", "embed/symbols"},
	{"index/extract", "index/lang", "index/ignore", "index/walk", "index/walk/..."},
	{"index/watch", "internal/git"},
	{"index/lang/..."},
	{"embed/train", "embed/train/cmd"},
	{"search"},
	{"graph"},
	{"safety", "safety/..."},
	{"locate/tokens"},
	{"locate"},
	{"enrich"},
	{"linker/framework"},
	{"linker"},
	{"linker/golink", "linker/scip"},
	{"internal/workspace"}, // the rooms, each above those that it asks
	{"internal/worktree", "internal/scan"},
	{"internal/relink"},
	{"internal/copies", "internal/heat"},
	{"internal/community"},
	{"internal/query"},
	{"internal/ingest"},
	{"internal/views"},
	{"internal/enrichment", "internal/proposal", "internal/guard", "internal/session", "internal/snapshot"},
	{"internal/gate"},
	{""}, // the door
	{"jsonrpc"},
	{"jsonrpc/..."},
	{"merkle/remote"},     // stores elsewhere: the command line hands them in
	{"client", "clients"}, // import nothing of the above: see TestClientStandsAlone
	{"cmd/smp"},
	{"bench/campaign", "bench/dryrun", "bench/histories"}, // evaluations, no part of the program
}

type listed struct {
	ImportPath string
	Imports    []string
}

// TestImportDirections holds the imports to the map in ARCHITECTURE.md.
func TestImportDirections(t *testing.T) {
	for _, p := range list(t, "./...") {
		from := layer(p.ImportPath)
		if strings.Contains(p.ImportPath, "/examples/") || strings.Contains(p.ImportPath, "/internal/") && from < 0 {
			continue
		}
		if from < 0 {
			t.Errorf("%s has no place in the layers: name it there and in ARCHITECTURE.md", p.ImportPath)
			continue
		}
		for _, im := range p.Imports {
			if to := layer(im); strings.HasPrefix(im, module) && to > from {
				t.Errorf("%s must not import %s", p.ImportPath, im)
			}
		}
	}
}

// TestCgoStaysInSitter: whoever links no grammar needs no C compiler.
func TestCgoStaysInSitter(t *testing.T) {
	for _, p := range list(t, "./...") {
		if strings.Contains(p.ImportPath, "/examples/") {
			continue // they show what a program outside does
		}
		for _, im := range p.Imports {
			if im == "C" && p.ImportPath != module+"/internal/sitter" {
				t.Errorf("%s uses cgo", p.ImportPath)
			}
			if strings.Contains(im, "tree-sitter") && !strings.HasPrefix(p.ImportPath, module+"/internal/sitter") {
				t.Errorf("%s imports %s past internal/sitter", p.ImportPath, im)
			}
			if strings.Contains(im, "sqlite") && p.ImportPath != module+"/internal/store" && p.ImportPath != module+"/graph" && p.ImportPath != module+"/safety" {
				t.Errorf("%s imports %s past the store", p.ImportPath, im)
			}
		}
	}
}

// TestOnlyGitIsRun: programs are started in one place, which is careful; the
// command line looks for its own on the PATH.
func TestOnlyGitIsRun(t *testing.T) {
	running := regexp.MustCompile(`"os/exec"|\bos\.StartProcess\(|\bsyscall\.(Exec|ForkExec|StartProcess)\(|"plugin"`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !running.Match(text) {
			return err
		}
		switch dir := filepath.ToSlash(filepath.Dir(path)); {
		case dir == "internal/git", strings.HasPrefix(dir, "bench/"), strings.HasSuffix(path, "_gen.go"):
		case !strings.Contains(string(text), "exec.Command") && !strings.Contains(string(text), "StartProcess"): // exec.LookPath
		default:
			t.Errorf("%s starts programs: only internal/git does", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestStoresStayOutside: whoever uses the library links no client of a store.
func TestStoresStayOutside(t *testing.T) {
	for _, p := range list(t, "./...") {
		for _, im := range p.Imports {
			if strings.Contains(im, "minio") && p.ImportPath != module+"/merkle/remote" {
				t.Errorf("%s imports %s past merkle/remote", p.ImportPath, im)
			}
		}
	}
}

// TestClientStandsAlone: a program that talks to a server does not link one.
func TestClientStandsAlone(t *testing.T) {
	for _, p := range list(t, "./client/...") {
		for _, im := range p.Imports {
			if strings.HasPrefix(im, module) && !strings.HasPrefix(im, module+"/client") {
				t.Errorf("%s must not import %s", p.ImportPath, im)
			}
		}
	}
}

func layer(path string) int {
	rel := strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
	best, at := -1, -1
	for i, l := range layers {
		for _, pattern := range l {
			prefix, deep := strings.CutSuffix(pattern, "/...")
			if rel == pattern || deep && strings.HasPrefix(rel, prefix+"/") {
				if len(pattern) > best {
					best, at = len(pattern), i
				}
			}
		}
	}
	return at
}

func list(t *testing.T, pattern string) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", pattern).Output()
	if err != nil {
		t.Skipf("go list is not available: %v", err)
	}
	var ps []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	return ps
}
