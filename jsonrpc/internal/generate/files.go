package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"

	"github.com/structural-memory/smp/jsonrpc"
)

// Files are the generated files by path from the root.
func Files(doc *jsonrpc.Document) (map[string][]byte, error) {
	var open bytes.Buffer
	e := json.NewEncoder(&open)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return nil, err
	}
	m := newModel(doc)
	files, err := goClient(m)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, map[string][]byte{
		"docs/openrpc.json":                      open.Bytes(),
		"docs/PROTOCOL.md":                       []byte(protocol(doc)),
		"clients/ts/src/generated.ts":            []byte(typescript(m)),
		"clients/python/smp_client/generated.py": []byte(python(m)),
	})
	return files, nil
}

// Stray are the generated files of the Go client, by path from the root, that
// are among those of an earlier table and not of this one.
func Stray(root string, files map[string][]byte) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(root, "client", "*_gen.go"))
	if err != nil {
		return nil, err
	}
	var stray []string
	for _, f := range found {
		if path := "client/" + filepath.Base(f); files[path] == nil {
			stray = append(stray, path)
		}
	}
	return stray, nil
}
