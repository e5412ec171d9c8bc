package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// goCompiler has the real compiler build all packages and tests, without
// linking and with all errors instead of ten. It does not compile what imports
// a package that fails: what is there has no verdict.
type goCompiler struct {
	root, tmp string
	base      map[string]int
	judged    map[string]bool // files that the last build compiled, or tried to
}

func newGoCompiler(root string) (*goCompiler, error) {
	tmp, err := os.MkdirTemp("", "dryrun-")
	if err != nil {
		return nil, err
	}
	c := &goCompiler{root: root, tmp: tmp}
	errs, err := c.build(nil)
	c.base = counted(errs)
	return c, err
}

// compiledPkg is a package as `go list -export` says.
type compiledPkg struct {
	Dir, Export       string
	GoFiles, CgoFiles []string
	Error             *struct{ Err string }
}

// broken builds with some other texts, and says where there are errors that
// were not there.
func (c *goCompiler) broken(texts map[string]string) (places, said []string, err error) {
	errs, err := c.build(texts)
	if err != nil {
		return nil, nil, err
	}
	left := map[string]int{}
	seen := map[string]bool{} // a package is compiled with its tests and without
	for k, n := range c.base {
		left[k] = n
	}
	for _, e := range errs {
		k := e.key + "\x00" + e.text
		if left[k] > 0 {
			left[k]--
			continue
		}
		if seen[k] {
			continue
		}
		seen[k] = true
		said = append(said, e.key+": "+e.text)
		if !slices.Contains(places, e.key) {
			places = append(places, e.key)
		}
	}
	return places, said, nil
}

func (c *goCompiler) build(texts map[string]string) ([]goError, error) {
	replace, names := map[string]string{}, map[string]string{}
	for file, text := range texts {
		tmp := filepath.Join(c.tmp, fmt.Sprint(len(replace), ".go"))
		if err := os.WriteFile(tmp, []byte(text), 0o600); err != nil {
			return nil, err
		}
		replace[filepath.Join(c.root, filepath.FromSlash(file))], names[tmp] = tmp, file
	}
	overlay := filepath.Join(c.tmp, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(overlay, data, 0o600); err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "list", "-e", "-export", "-test", "-gcflags=-e", "-overlay", overlay, "-json=Dir,Export,GoFiles,CgoFiles,Error", "./...")
	cmd.Dir = c.root
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	c.judged = map[string]bool{}
	var errs []goError
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p compiledPkg
		if err := dec.Decode(&p); err == io.EOF {
			return errs, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list in %s: %w", c.root, err)
		}
		tried := p.Error != nil && strings.HasPrefix(p.Error.Err, "# ")
		if p.Export == "" && !tried {
			continue
		}
		dir, err := filepath.Rel(c.root, p.Dir)
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
			c.judged[path.Join(filepath.ToSlash(dir), name)] = true
		}
		if tried {
			errs = append(errs, c.errors(p.Error.Err, texts, names)...)
		}
	}
}

var compilerError = regexp.MustCompile(`^(.+\.go):(\d+):(\d+): (.*)$`)

func (c *goCompiler) errors(text string, texts, names map[string]string) (out []goError) {
	for _, l := range strings.Split(text, "\n") {
		m := compilerError.FindStringSubmatch(l)
		if m == nil || strings.Contains(m[4], "imported and not used") || strings.Contains(m[4], "could not import") {
			continue
		}
		at := m[1]
		if !filepath.IsAbs(at) {
			at = filepath.Join(c.root, at)
		}
		file, ok := names[at]
		if rel, err := filepath.Rel(c.root, at); !ok && err == nil {
			file = filepath.ToSlash(rel)
		}
		content, ok := texts[file]
		if !ok {
			b, err := os.ReadFile(at)
			if err != nil {
				continue
			}
			content = string(b)
		}
		fset := token.NewFileSet()
		f, _ := parser.ParseFile(fset, file, content, parser.SkipObjectResolution)
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		if tf := fset.File(f.FileStart); tf != nil && 0 < line && line <= tf.LineCount() {
			out = append(out, goError{placeKey(file, enclosing(f, tf.LineStart(line)+token.Pos(col-1))), m[4]})
		}
	}
	return out
}
