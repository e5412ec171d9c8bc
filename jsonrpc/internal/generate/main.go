// Command generate writes what is made from the table of methods: the OpenRPC
// document, docs/PROTOCOL.md, and the clients for Go, TypeScript and Python. A
// test fails when a file is not what it would write.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/structural-memory/smp/jsonrpc"
)

func main() {
	log.SetFlags(0)
	root := ".."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	files, err := Files(jsonrpc.OpenRPC())
	if err != nil {
		log.Fatal(err)
	}
	stray, err := Stray(root, files)
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range stray {
		if err := os.Remove(filepath.Join(root, filepath.FromSlash(path))); err != nil {
			log.Fatal(err)
		}
	}
	for path, text := range files {
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
