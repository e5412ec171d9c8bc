package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

// TestKillKeepsSessions kills servers in the middle of sessions, locks and
// checkpoints: the next one has all that they had answered.
func TestKillKeepsSessions(t *testing.T) {
	repo := t.TempDir()
	if err := os.WriteFile(filepath.Join(repo, "a.py"), []byte("def f():\n    return 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var session, log string
	locks, checkpoints := []string{}, []string{}
	for round := range 3 {
		s := serve(t, repo)
		if round == 0 {
			s.ask(0, "smp/index", `{}`)
			s.answer(nil)
			var o smp.OpenedSession
			s.ask(1, "smp/session/open", `{"agent_id": "coder", "task": "t", "scope": ["**"], "concurrency": "exclusive"}`)
			s.answer(&o)
			session, log = o.SessionID, o.AuditLogID
		}
		for i := range 30 {
			s.ask(2*i, "smp/lock", fmt.Sprintf(`{"session_id": %q, "files": ["f%d_%d"]}`, session, round, i))
			s.ask(2*i+1, "smp/checkpoint", fmt.Sprintf(`{"session_id": %q, "files": ["a.py", "f%d"]}`, session, i))
		}
		for n := 0; ; n++ {
			if n == 10+7*round {
				if err := s.cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			var got struct {
				Granted      []string
				CheckpointID string `json:"checkpoint_id"`
			}
			if !s.answer(&got) {
				break
			}
			locks = append(locks, got.Granted...)
			if got.CheckpointID != "" {
				checkpoints = append(checkpoints, got.CheckpointID)
			}
		}
		_ = s.cmd.Wait() // killed
	}
	m, err := smp.Open(t.Context(), filepath.Join(repo, ".smp", "smp.db"), smp.WithRoot(repo))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	r, err := m.RecoverSession(t.Context(), session, "coder")
	if err != nil || r.Status != "recovered" {
		t.Fatalf("%+v %v", r, err)
	}
	a, err := m.AuditLog(t.Context(), smp.AuditQuery{AuditLogID: log})
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string]bool{}
	for _, e := range a.Events {
		entries[e.CheckpointID+strings.Join(e.Files, "")] = true
	}
	for _, l := range locks {
		if !slices.Contains(r.LocksHeld, l) || !entries[l] {
			t.Errorf("the lock of %s, or its entry, is lost", l)
		}
	}
	for _, c := range checkpoints {
		if !slices.Contains(r.Checkpoints, c) {
			t.Errorf("the checkpoint %s is lost", c)
		}
		if _, err := m.Rollback(t.Context(), session, c, false); err != nil {
			t.Errorf("back to %s: %v", c, err)
		}
	}
	if c, err := m.VerifyAudit(t.Context(), ""); err != nil || !c.OK {
		t.Errorf("%+v %v", c, err)
	}
	t.Logf("%d locks and %d checkpoints were acknowledged", len(locks), len(checkpoints))
}

// serving is a server in a process of its own.
type serving struct {
	t       *testing.T
	cmd     *exec.Cmd
	in      *bufio.Writer
	answers *bufio.Scanner
}

func serve(t *testing.T, repo string) *serving {
	t.Helper()
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
	s := &serving{t, cmd, bufio.NewWriter(in), bufio.NewScanner(out)}
	s.answers.Buffer(nil, 1<<20)
	return s
}

func (s *serving) ask(id int, method, params string) {
	fmt.Fprintf(s.in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
	if err := s.in.Flush(); err != nil {
		s.t.Fatal(err)
	}
}

// answer reads the next answer; false at the end.
func (s *serving) answer(into any) bool {
	s.t.Helper()
	for s.answers.Scan() {
		var a struct {
			ID     *int
			Result json.RawMessage
		}
		if err := json.Unmarshal(s.answers.Bytes(), &a); err != nil {
			return false // cut off
		}
		if a.ID == nil {
			continue
		}
		if a.Result == nil {
			s.t.Fatalf("%s", s.answers.Bytes())
		}
		if into != nil {
			if err := json.Unmarshal(a.Result, into); err != nil {
				s.t.Fatal(err)
			}
		}
		return true
	}
	return false
}
