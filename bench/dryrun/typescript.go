package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// script makes the mutations and has them checked by the language service.
//
//go:embed tsc.mjs
var script string

// tsOracle reads mutations from the script.
type tsOracle struct {
	lines   *bufio.Scanner
	classes map[string]bool // "file#Class"
	tops    map[string]bool // the top-level declarations, in the same form
	files   map[string]bool
}

// newTypeScript runs the script, or reads what it has written before if
// typescript is a file.
func newTypeScript(root, typescript string, n int, seed int64) (*tsOracle, error) {
	if info, err := os.Stat(typescript); err == nil && info.Mode().IsRegular() {
		f, err := os.Open(typescript)
		if err != nil {
			return nil, err
		}
		return readTypeScript(f)
	}
	tmp, err := os.CreateTemp("", "dryrun-*.mjs")
	if err != nil {
		return nil, err
	}
	if _, err := tmp.WriteString(script); err != nil {
		return nil, err
	}
	tmp.Close()
	lib, err := filepath.Abs(typescript)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("node", "--max-old-space-size=3000", tmp.Name(), root, lib, fmt.Sprint(n), fmt.Sprint(seed))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return readTypeScript(out)
}

func readTypeScript(out io.Reader) (*tsOracle, error) {
	o := &tsOracle{lines: bufio.NewScanner(out), classes: map[string]bool{}, tops: map[string]bool{}, files: map[string]bool{}}
	o.lines.Buffer(nil, 64<<20)
	if !o.lines.Scan() {
		return nil, fmt.Errorf("the TypeScript script says nothing: %v", o.lines.Err())
	}
	var head struct{ Classes, Tops, Files []string }
	if err := json.Unmarshal(o.lines.Bytes(), &head); err != nil {
		return nil, err
	}
	for _, c := range head.Classes {
		o.classes[c] = true
	}
	for _, t := range head.Tops {
		o.tops[t] = true
	}
	for _, f := range head.Files {
		o.files[f] = true
	}
	return o, nil
}

func (o *tsOracle) next() (*mutation, error) {
	if !o.lines.Scan() {
		return nil, o.lines.Err()
	}
	mu := &mutation{}
	return mu, json.Unmarshal(o.lines.Bytes(), mu)
}

// place is the top-level declaration, or the member of a class.
func (o *tsOracle) place(file, name string) string {
	if !o.files[file] {
		return ""
	}
	parts := strings.Split(name, ".")
	if !o.tops[placeKey(file, parts[0])] { // inside an anonymous function
		return placeKey(file, "")
	}
	if o.classes[placeKey(file, parts[0])] && len(parts) > 1 {
		return placeKey(file, parts[0]+"."+parts[1])
	}
	return placeKey(file, parts[0])
}
