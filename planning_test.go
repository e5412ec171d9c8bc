package smp_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/structural-memory/smp"
)

func planned(t *testing.T, files map[string]string) *smp.Memory {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		write(t, filepath.Join(root, path), text)
	}
	m, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return m
}

var planFiles = map[string]string{
	"types.ts":   "export interface Token { id: string }\n",
	"login.ts":   "import { Token } from './types'\nexport function login(): Token { return { id: '' } }\n",
	"auth.ts":    "import { login } from './login'\nimport { Token } from './types'\nexport function auth(): Token { return login() }\n",
	"routes.ts":  "import { auth } from './auth'\nexport function route() { return auth() }\n",
	"a.ts":       "import { b } from './b'\nexport function a() { return b() }\n",
	"b.ts":       "import { a } from './a'\nexport function b() { return a() }\n",
	"go.mod":     "module example.com/x\n\ngo 1.26\n",
	"os_unix.go": "//go:build unix\n\npackage x\n\nfunc Open() int { return 1 }\n",
	"os_win.go":  "//go:build windows\n\npackage x\n\nfunc Open() int { return 2 }\n",
}

func TestPlan(t *testing.T) {
	m := planned(t, planFiles)
	res := must[*smp.PlanResult](t)(m.Plan(t.Context(), smp.PlanQuery{IntendedWrites: []string{"auth.ts", "new.ts", "login.ts", "types.ts", "./auth.ts"}}))
	var order []string
	for i, s := range res.ExecutionOrder {
		order = append(order, s.File)
		if s.Step != i+1 || s.IsNewFile != (s.File == "new.ts") {
			t.Errorf("%+v", s)
		}
	}
	if !slices.Equal(order, []string{"types.ts", "new.ts", "login.ts", "auth.ts"}) {
		t.Errorf("order %v", order)
	}
	last := res.ExecutionOrder[3]
	if last.DependenciesInPlan != 2 || !slices.Equal(last.DependsOnSteps, []int{1, 3}) || last.BlastRadius != 1 || res.ExecutionOrder[0].DependantsInPlan != 2 {
		t.Errorf("%+v", res.ExecutionOrder)
	}
	if !slices.Equal(res.ExternalFilesAtRisk, []string{"routes.ts"}) || res.ExternalFilesTotal != 1 || len(res.Cycles) != 0 {
		t.Errorf("%+v", res)
	}
	if len(res.InterFileConflicts) != 1 || res.InterFileConflicts[0].Type != "duplicate" {
		t.Errorf("%+v", res.InterFileConflicts)
	}
}

func TestPlanTellsOfCyclesAndTwins(t *testing.T) {
	m := planned(t, planFiles)
	res := must[*smp.PlanResult](t)(m.Plan(t.Context(), smp.PlanQuery{IntendedWrites: []string{"b.ts", "a.ts", "os_win.go", "os_unix.go"}}))
	if len(res.Cycles) != 1 || !slices.Equal(res.Cycles[0], []string{"a.ts", "b.ts"}) {
		t.Errorf("cycles %v", res.Cycles)
	}
	kinds := map[string][]string{}
	for _, c := range res.InterFileConflicts {
		kinds[c.Type] = c.Files
	}
	if !slices.Equal(kinds["cycle"], []string{"a.ts", "b.ts"}) || len(kinds["same_definition"]) != 2 || len(kinds) != 2 {
		t.Errorf("%+v", res.InterFileConflicts)
	}
	for _, s := range res.ExecutionOrder {
		for _, d := range s.DependsOnSteps {
			if d >= s.Step {
				t.Errorf("%+v", s)
			}
		}
	}
}

func TestPlanSeesTheSession(t *testing.T) {
	m := planned(t, planFiles)
	open := func(scope ...string) string {
		return must[*smp.OpenedSession](t)(m.OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Task: "x", Scope: scope, Concurrency: "exclusive"})).SessionID
	}
	mine, other := open("login.ts", "auth.ts"), open("auth.ts")
	if _, err := m.Lock(t.Context(), other, "auth.ts"); err != nil {
		t.Fatal(err)
	}
	res := must[*smp.PlanResult](t)(m.Plan(t.Context(), smp.PlanQuery{SessionID: mine, IntendedWrites: []string{"login.ts", "auth.ts", "types.ts", ".git/config"}}))
	var kinds []string
	for _, c := range res.InterFileConflicts {
		kinds = append(kinds, c.Type+" "+c.Files[0])
	}
	if !slices.Equal(kinds, []string{"out_of_scope types.ts", "out_of_scope .git/config", "locked auth.ts"}) {
		t.Errorf("%v", kinds)
	}
	var param *smp.ParamError
	for _, writes := range [][]string{nil, {"../x.ts"}} {
		if _, err := m.Plan(t.Context(), smp.PlanQuery{IntendedWrites: writes}); !errors.As(err, &param) {
			t.Errorf("%v: %v", writes, err)
		}
	}
}

func TestConflict(t *testing.T) {
	m := planned(t, planFiles)
	open := func(mode string, scope ...string) string {
		return must[*smp.OpenedSession](t)(m.OpenSession(t.Context(), smp.SessionRequest{AgentID: "a", Task: "x", Scope: scope, Mode: mode})).SessionID
	}
	writer, reader, reader2, far := open("write", "login.ts", "new.ts", "*.md"), open("read", "*.ts"), open("read", "login.ts"), open("write", "os_*.go")
	res := must[*smp.ConflictResult](t)(m.Conflict(t.Context(), writer, reader))
	if !res.Conflict || !slices.Equal(res.OverlappingFiles, []string{"login.ts", "new.ts"}) || !slices.Equal(res.OverlappingNodes, []string{"func:login.ts#login"}) || *res.WriteSession != writer || res.SessionModes[reader] != "read" {
		t.Errorf("%+v", res)
	}
	res = must[*smp.ConflictResult](t)(m.Conflict(t.Context(), reader, reader2))
	if res.Conflict || len(res.OverlappingFiles) != 1 || res.WriteSession != nil {
		t.Errorf("two that read: %+v", res)
	}
	res = must[*smp.ConflictResult](t)(m.Conflict(t.Context(), writer, far))
	if res.Conflict || len(res.OverlappingFiles) != 0 || res.WriteSession != nil || len(res.WriteSessions) != 2 {
		t.Errorf("apart: %+v", res)
	}
	if _, err := m.Conflict(t.Context(), writer, writer); err == nil {
		t.Error("a session conflicts with itself")
	}
	if _, err := m.CloseSession(t.Context(), far, "aborted"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Conflict(t.Context(), writer, far); !errors.Is(err, smp.ErrSessionClosed) {
		t.Errorf("one has ended: %v", err)
	}
}
