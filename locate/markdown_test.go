package locate

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestMarkdown: an answer as JSON, and the text that it is shown as.
func TestMarkdown(t *testing.T) {
	files, err := filepath.Glob("testdata/markdown/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var r Response
			if err := json.Unmarshal(a.Files[0].Data, &r); err != nil {
				t.Fatal(err)
			}
			got := r.Markdown()
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "text.md", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(a.Files) != 2 || got != string(a.Files[1].Data) {
				t.Errorf("got\n%s", got)
			}
		})
	}
}
