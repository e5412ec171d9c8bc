package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// TestKillLosesNothing kills a server in the middle of writes: what it had
// answered is there afterwards, and the file is sound.
func TestKillLosesNothing(t *testing.T) {
	repo := t.TempDir()
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "def f%d():\n    return %d\n\n\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(repo, "a.py"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "serve", "--repo", repo, "--stdio", "-q")
	cmd.Args[0] = "smp" // see TestMain
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(out)
	answers.Buffer(nil, 1<<20)
	// answer is the id of the next answer that is no error; -1 at the end.
	answer := func() int {
		for answers.Scan() {
			var a struct {
				ID     *int
				Result json.RawMessage
			}
			if err := json.Unmarshal(answers.Bytes(), &a); err != nil {
				return -1 // cut off
			}
			if a.ID != nil {
				if a.Result == nil {
					t.Fatalf("%s", answers.Bytes())
				}
				return *a.ID
			}
		}
		return -1
	}
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1000,"method":"smp/index"}`)
	if answer() != 1000 {
		t.Fatal("no index")
	}
	for i := range 200 {
		fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":"smp/annotate","params":{"node_id":"f%d","description":"d%d"}}`+"\n", i, i, i)
	}
	acknowledged := map[int]bool{}
	for range 40 {
		acknowledged[answer()] = true
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for id := answer(); id >= 0; id = answer() {
		acknowledged[id] = true
	}
	_ = cmd.Wait() // killed
	m, err := smp.Open(t.Context(), filepath.Join(repo, ".smp", "smp.db"), smp.WithRoot(repo))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for id := range acknowledged {
		s, err := m.Semantic(t.Context(), fmt.Sprintf("f%d", id))
		if err != nil || string(s.Description) != fmt.Sprintf("d%d", id) {
			t.Fatalf("what was acknowledged of f%d is lost: %+v %v", id, s, err)
		}
	}
	if problems, err := m.Doctor(t.Context()); err != nil || len(problems) > 0 {
		t.Errorf("%v %v", problems, err)
	}
	t.Logf("%d writes were acknowledged", len(acknowledged))
}
