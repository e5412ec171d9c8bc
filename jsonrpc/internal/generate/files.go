package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"

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
	source, err := format.Source([]byte(goClient(m)))
	if err != nil {
		return nil, fmt.Errorf("the Go client: %w", err)
	}
	return map[string][]byte{
		"docs/openrpc.json":                      open.Bytes(),
		"docs/PROTOCOL.md":                       []byte(protocol(doc)),
		"client/methods_gen.go":                  source,
		"clients/ts/src/generated.ts":            []byte(typescript(m)),
		"clients/python/smp_client/generated.py": []byte(python(m)),
	}, nil
}
