package jsonrpc_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
	"github.com/structural-memory/smp/internal/servetest"
	"github.com/structural-memory/smp/jsonrpc"
)

// TestCompletionIsTold: who has merged files in scope hears of it, and what does
// not merge is an error with both versions.
func TestCompletionIsTold(t *testing.T) {
	s := servetest.Indexed(t, servetest.Pair, jsonrpc.Options{})
	one, two := newAgent(t, s), newAgent(t, s)
	const file = "a.py"
	first, second := one.open("mvcc", 0, file), two.open("mvcc", 0, file)
	before, err := os.ReadFile(filepath.Join(s.Memory().Root(), file))
	if err != nil {
		t.Fatal(err)
	}
	line := strings.SplitN(string(before), "\n", 2)[0]
	for who, o := range map[*agent]smp.OpenedSession{one: first, two: second} {
		text := strings.Replace(string(before), line, line+" # "+o.SessionID, 1)
		who.must("smp/update", map[string]any{"session_id": o.SessionID, "file_path": file, "content": text}, nil)
	}
	var closed smp.ClosedSession
	one.must("smp/session/close", map[string]any{"session_id": first.SessionID, "status": "completed"}, &closed)
	if len(closed.FilesMerged) != 1 || closed.FilesMerged[0] != file {
		t.Errorf("%+v", closed)
	}
	if n := hear[jsonrpc.ConflictDetected](two); n.File != file {
		t.Errorf("%+v", n)
	}
	fault := two.call("smp/session/close", map[string]any{"session_id": second.SessionID, "status": "completed"}, nil)
	if fault == nil || fault.Code != jsonrpc.MergeConflict {
		t.Fatalf("%v", fault)
	}
	data, ok := fault.Data.(jsonrpc.MergeConflictData)
	if !ok || data.SessionID != second.SessionID || len(data.Conflicts) != 1 || !strings.Contains(data.Conflicts[0].Mine, second.SessionID) || !strings.Contains(data.Conflicts[0].Theirs, first.SessionID) {
		t.Errorf("%+v", fault.Data)
	}
	two.must("smp/session/close", map[string]any{"session_id": second.SessionID, "status": "aborted"}, &closed)
	if len(closed.FilesMerged) != 0 {
		t.Errorf("%+v", closed)
	}
}
