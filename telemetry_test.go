package smp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/structural-memory/smp"
)

// gitShop is a Go repository with a history: work is called by six functions
// and changed by every commit.
type gitShop struct {
	*smp.Memory
	t    *testing.T
	root string
	at   time.Time // of the next commit
	now  time.Time
}

const workHead = "package shop\n\nfunc A() int { return Work(1) }\nfunc B() int { return Work(2) }\nfunc C() int { return Work(3) }\nfunc D() int { return Work(4) }\nfunc E() int { return Work(5) }\nfunc F() int { return Work(6) }\n\n"

func workFile(version string) string {
	return workHead + "func Work(a int) int {\n\tb := a\n\tb += " + version + "\n\treturn b\n}\n\nfunc quiet() {}\n"
}

func newGitShop(t *testing.T) *gitShop {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	s := &gitShop{t: t, root: t.TempDir(), at: now.Add(-20 * 24 * time.Hour), now: now}
	s.git("init", "-q", "-b", "main")
	write(t, filepath.Join(s.root, "go.mod"), "module example.com/shop\n\ngo 1.26\n")
	return s
}

func (s *gitShop) git(args ...string) string {
	s.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.root
	when := s.at.Format(time.RFC3339)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_AUTHOR_NAME=ann", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=ann", "GIT_COMMITTER_EMAIL=a@b",
		"GIT_AUTHOR_DATE="+when, "GIT_COMMITTER_DATE="+when)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (s *gitShop) commit(version string) {
	s.t.Helper()
	write(s.t, filepath.Join(s.root, "shop.go"), workFile(version))
	s.git("add", "-A", "--", "shop.go", "go.mod")
	s.git("commit", "-q", "-m", version)
	s.at = s.at.Add(24 * time.Hour)
}

func (s *gitShop) open() {
	s.t.Helper()
	m, err := smp.Open(s.t.Context(), ":memory:", smp.WithRoot(s.root), smp.WithClock(func() time.Time { return s.now }))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { m.Close() })
	s.Memory = m
	s.index()
}

func (s *gitShop) index() {
	s.t.Helper()
	res, err := s.Index(s.t.Context(), nil)
	if err != nil || len(res.Notes) > 0 {
		s.t.Fatal(err, res.Notes)
	}
}

func (s *gitShop) telemetry(node string) *smp.NodeTelemetry {
	s.t.Helper()
	return must[*smp.NodeTelemetry](s.t)(s.NodeTelemetry(s.t.Context(), smp.NodeTelemetryQuery{NodeID: node}))
}

func TestHistoryMakesHeatOnTheFirstDay(t *testing.T) {
	s := newGitShop(t)
	for _, v := range []string{"1", "2", "3", "4", "5"} {
		s.commit(v)
	}
	s.open()
	hot := must[*smp.HotResult](t)(s.HotNodes(t.Context(), smp.HotQuery{}))
	if len(hot.HotNodes) != 1 || hot.KnownSince == nil {
		t.Fatalf("%+v", hot)
	}
	n := hot.HotNodes[0]
	if n.NodeID != "func:shop.go#Work" || n.ChangesInWindow != 5 || n.CallerCount != 6 || n.HeatScore != 30 || n.LastChangedBy != "ann" || !n.LastChangedAt.Equal(s.at.Add(-24*time.Hour)) {
		t.Errorf("%+v", n)
	}
	quiet := s.telemetry("quiet")
	if *quiet.HeatScore != 0 || quiet.TotalChanges != 1 || *quiet.Stability != "moderate" || quiet.History[0].Event != "added" || len(quiet.History[0].Commit) != 40 {
		t.Errorf("%+v", quiet)
	}
	if work := s.telemetry("Work"); *work.Stability != "unstable" || !slices.Equal(work.UniqueAgents, []string{"ann"}) {
		t.Errorf("%+v", work)
	}
	if file := s.telemetry("shop.go"); *file.HeatScore != 30 || file.TotalChanges != 5 {
		t.Errorf("%+v", file)
	}
	ctx := must[*smp.ContextResult](t)(s.Context(t.Context(), smp.ContextQuery{FilePath: "shop.go"}))
	if !*ctx.Summary.IsHotNode || *ctx.Summary.HeatScore != 30 {
		t.Errorf("%+v", ctx.Summary)
	}
	opened := must[*smp.OpenedSession](t)(s.OpenSession(t.Context(), smp.SessionRequest{AgentID: "bob", Task: "x", Scope: []string{"shop.go"}}))
	if opened.SafetyLevel != "elevated" || len(opened.HotNodesInScope) != 1 || opened.HotNodesInScope[0].ChangesInWindow != 5 {
		t.Errorf("%+v", opened)
	}
}

func TestHistoryIsReadOnceAndFollowed(t *testing.T) {
	s := newGitShop(t)
	s.commit("1")
	s.commit("2")
	s.open()
	for range 2 {
		s.index()
		if n := s.telemetry("Work").TotalChanges; n != 2 {
			t.Errorf("%d changes", n)
		}
	}
	s.commit("3")
	s.index()
	if n := s.telemetry("Work").TotalChanges; n != 3 {
		t.Errorf("after another commit: %d changes", n)
	}
	again := must[*smp.HistoryResult](t)(s.ReadHistory(t.Context(), smp.HistoryQuery{Again: true}))
	if n := s.telemetry("Work").TotalChanges; n != 3 || !again.Available || again.Commits != 3 {
		t.Errorf("read again: %d changes, %+v", n, again)
	}
	s.git("reset", "-q", "--hard", "HEAD~2") // history is rewritten
	s.commit("9")
	s.index()
	if n := s.telemetry("Work").TotalChanges; n != 2 {
		t.Errorf("after a rewrite: %d changes", n)
	}
}

// What is edited and not committed moves lines, and is no change of a commit.
func TestHistoryIsMappedFromEditedFiles(t *testing.T) {
	s := newGitShop(t)
	s.commit("1")
	s.commit("2")
	text := strings.Replace(workFile("2"), "package shop\n", "package shop\n\n// one\n// two\n// three\n// four\n", 1)
	write(t, filepath.Join(s.root, "shop.go"), text)
	s.open()
	if n := s.telemetry("Work").TotalChanges; n != 2 {
		t.Errorf("Work: %d changes", n)
	}
	if n := s.telemetry("quiet").TotalChanges; n != 1 {
		t.Errorf("quiet: %d changes", n)
	}
}

func TestNothingIsKnownWithoutHistory(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a.py"), "def f():\n    pass\n")
	m, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	n := must[*smp.NodeTelemetry](t)(m.NodeTelemetry(t.Context(), smp.NodeTelemetryQuery{NodeID: "f"}))
	hot := must[*smp.HotResult](t)(m.HotNodes(t.Context(), smp.HotQuery{}))
	if n.HeatScore != nil || n.Stability != nil || hot.KnownSince != nil || hot.Note == "" {
		t.Errorf("%+v\n%+v", n, hot)
	}
	h := must[*smp.HistoryResult](t)(m.ReadHistory(t.Context(), smp.HistoryQuery{}))
	if h.Available || h.Reason == "" {
		t.Errorf("%+v", h)
	}
	if _, err := m.RecordChange(t.Context(), smp.ChangeRecord{NodeID: "f", AgentID: "ann"}); err != nil {
		t.Fatal(err)
	}
	n = must[*smp.NodeTelemetry](t)(m.NodeTelemetry(t.Context(), smp.NodeTelemetryQuery{NodeID: "f"}))
	if n.HeatScore == nil || *n.HeatScore != 0 || n.TotalChanges != 1 { // nobody calls it
		t.Errorf("%+v", n)
	}
	for _, bad := range []smp.ChangeRecord{{NodeID: "f", Event: "painted"}, {NodeID: "g"}} {
		if _, err := m.RecordChange(t.Context(), bad); err == nil {
			t.Errorf("%+v is recorded", bad)
		}
	}
	gone := "func:a.py#gone"
	if _, err := m.RecordChange(t.Context(), smp.ChangeRecord{NodeID: gone, Event: "removed"}); err != nil {
		t.Fatal(err)
	}
	if n := must[*smp.NodeTelemetry](t)(m.NodeTelemetry(t.Context(), smp.NodeTelemetryQuery{NodeID: gone})); n.TotalChanges != 1 || n.HeatScore != nil {
		t.Errorf("%+v", n)
	}
}

// Beyond what is known of changes nothing is called stable.
func TestTelemetryBeyondWhatIsKnown(t *testing.T) {
	s := newGitShop(t)
	s.at = s.now.Add(-100 * 24 * time.Hour)
	s.commit("1")
	s.at = s.now.Add(-20 * 24 * time.Hour)
	s.commit("2")
	s.open() // reads 30 days
	for node, want := range map[string]map[int]string{
		"Work":  {30: "moderate", 90: "moderate", 3650: "moderate"},
		"quiet": {7: "stable", 30: "stable", 59: "stable", 61: "unknown", 90: "unknown", 3650: "unknown"},
	} {
		for days, want := range want {
			n := must[*smp.NodeTelemetry](t)(s.NodeTelemetry(bg, smp.NodeTelemetryQuery{NodeID: node, WindowDays: days}))
			if *n.Stability != want || n.KnownSince == nil || n.WindowDays != days {
				t.Errorf("%s in %d days: %s, want %s", node, days, *n.Stability, want)
			}
		}
	}
}
