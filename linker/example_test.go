package linker_test

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/structural-memory/smp/graph"
	"github.com/structural-memory/smp/index/lang"
	_ "github.com/structural-memory/smp/index/lang/typescript"
	"github.com/structural-memory/smp/linker"
)

type noFiles struct{}

func (noFiles) Content(string) ([]byte, error) { return nil, fs.ErrNotExist }

// Facts of two files become edges: the import says which save is meant.
func Example() {
	sources := []struct{ path, text string }{
		{"db.ts", "export function save() {}\n"},
		{"app.ts", "import { save } from './db'\nexport function run() { save() }\n"},
	}
	ts, _ := lang.Get("typescript")
	x, err := ts.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	var files []linker.File
	for _, s := range sources {
		f, err := x.Extract(s.path, []byte(s.text))
		if err != nil {
			fmt.Println(err)
			return
		}
		files = append(files, linker.File{Path: s.path, Facts: f})
	}
	l := linker.New(noFiles{}, linker.Options{Families: map[string]string{"typescript": "js"}})
	links, err := l.Update(context.Background(), files, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range links["app.ts"].Edges {
		if e.Type == graph.CallsStatic {
			fmt.Println(e.Type, "line", e.Line, "to", e.To.Path, "definition", e.To.Def, e.Class, "via", e.Via)
		}
	}
	// Output:
	// CALLS_STATIC line 2 to db.ts definition 1 exact via import
}
