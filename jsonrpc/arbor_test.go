package jsonrpc_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
)

// ask calls a method in process.
func ask[T any](t *testing.T, s *jsonrpc.Server, method, params string) (out T) {
	t.Helper()
	p := s.NewPeer(jsonrpc.PeerOptions{Access: jsonrpc.Admin})
	request := `{"jsonrpc": "2.0", "id": 1, "method": "` + method + `", "params": ` + params + `}`
	var answer struct {
		Result json.RawMessage
		Error  any
	}
	if err := json.Unmarshal(s.Handle(context.Background(), p, []byte(request)), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Error != nil {
		t.Fatalf("%s %s: %v", method, params, answer.Error)
	}
	if err := json.Unmarshal(answer.Result, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestArborTellsOfOpenCalls(t *testing.T) {
	s := servetest.Indexed(t, &txtar.Archive{Files: []txtar.File{
		{Name: "a.py", Data: []byte("class Box:\n    def shut(self):\n        pass\n\n\ndef quiet():\n    pass\n")},
		{Name: "b.py", Data: []byte("def run(thing):\n    thing.shut()\n    thing.shut()\n")},
	}}, jsonrpc.Options{})
	if x := ask[jsonrpc.ArborImpact](t, s, "impact", `{"node": "Box.shut"}`); x.TotalAffected != 0 || x.Unresolved != 2 || x.Certain || x.Severity != "unknown" {
		t.Errorf("%+v", x)
	}
	if x := ask[jsonrpc.ArborImpact](t, s, "impact", `{"node": "quiet"}`); x.TotalAffected != 0 || x.Unresolved != 0 || !x.Certain || x.Severity != "none" {
		t.Errorf("%+v", x)
	}
}

// What changed the graph last moves the time, an update as much as a run.
func TestArborLastIndexedMoves(t *testing.T) {
	s := servetest.Indexed(t, servetest.Pair, jsonrpc.Options{})
	last := func() time.Time { return *ask[jsonrpc.ArborInfo](t, s, "graph.info", `{}`).LastIndexed }
	before := last()
	ask[any](t, s, "smp/update", `{"file_path": "a.py", "content": "def one():\n    pass\n", "change_type": "modified"}`)
	after := last()
	if !after.After(before) {
		t.Errorf("after an update: %v, before: %v", after, before)
	}
	ask[any](t, s, "smp/navigate", `{"query": "one"}`)
	if again := last(); !again.Equal(after) {
		t.Errorf("after a question: %v, before: %v", again, after)
	}
}

// Events describe nodes and edges as all of Arbor does.
func TestArborEvents(t *testing.T) {
	s := servetest.Indexed(t, servetest.Pair, jsonrpc.Options{})
	l := s.Bus.Listen(100, func(e jsonrpc.Event) bool { return e.Graph != nil })
	defer l.Close()
	path := filepath.Join(s.Memory().Root(), "a.py")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, "\n\nclass Three:\n    def go(self):\n        one()\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Indexer.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]string{}
	for len(l.C) > 0 {
		switch e := (<-l.C).Graph; {
		case e.Node != nil:
			kinds[e.Node.Name] = e.Node.Kind
		case e.Edge.Type == "CALLS_STATIC":
			kinds[e.Edge.From] = e.Edge.Kind
		}
	}
	if kinds["Three"] != "class" || kinds["Three.go"] != "function" || kinds["func:a.py#Three.go"] != "calls" {
		t.Errorf("%v", kinds)
	}
}
