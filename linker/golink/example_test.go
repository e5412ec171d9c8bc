package golink_test

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang/golang"
	"github.com/structural-memory/smp/linker/golink"
)

type texts map[string]string

func (t texts) Content(p string) ([]byte, error) {
	if s, ok := t[p]; ok {
		return []byte(s), nil
	}
	return nil, fs.ErrNotExist
}

// Two files of a module are linked without a build.
func Example() {
	src := texts{
		"go.mod":  "module x\n",
		"a.go":    "package x\n\nimport \"x/db\"\n\nfunc run(c *db.Conn) { c.Query() }\n",
		"db/c.go": "package db\n\ntype Conn struct{}\n\nfunc (*Conn) Query() {}\n",
	}
	files := []golink.File{{Path: "go.mod"}}
	for _, p := range []string{"a.go", "db/c.go"} {
		files = append(files, golink.File{Path: p, Facts: golang.Extract(p, []byte(src[p]))})
	}
	links, err := golink.New(src, golink.Options{}).Update(context.Background(), files, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range links["a.go"].Edges {
		if e.Type == graph.CallsStatic {
			fmt.Println(e.Type, "line", e.Line, "to", e.To.Path, e.Class, "via", e.Via)
		}
	}
	// Output:
	// CALLS_STATIC line 5 to db/c.go exact via types
}
