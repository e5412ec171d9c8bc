package smp_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

func codesOf(res *smp.GuardResult) (blocking, cautions []string) {
	for _, b := range res.Blocking {
		blocking = append(blocking, b.Code)
	}
	for _, c := range res.Cautions {
		cautions = append(cautions, c.Code)
	}
	return blocking, cautions
}

// guarded is a repository with a complex function, open calls of a name, and a
// coverage report.
func guarded(t *testing.T) (*smp.Memory, string) {
	t.Helper()
	root := t.TempDir()
	write(t, filepath.Join(root, "lib.py"), `def tangled(a):
    if a: pass
    if a > 1: pass
    if a > 2: pass
    if a > 3: pass
    return a

def plain(a):
    return a

class Box:
    def put(self):
        return plain(1)

class Bag:
    def put(self):
        return plain(2)
`)
	write(t, filepath.Join(root, "use.py"), "def run(x):\n    return x.put()\n")
	write(t, filepath.Join(root, "test_lib.py"), "from lib import plain\n\ndef test_plain():\n    assert plain(1)\n")
	write(t, filepath.Join(root, "out", "lcov.info"), "SF:lib.py\nDA:1,1\nDA:2,0\nDA:3,0\nDA:4,0\nDA:5,0\nDA:6,0\nDA:8,1\nDA:9,4\nend_of_record\n")
	m, err := smp.Open(t.Context(), ":memory:", smp.WithRoot(root))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	if _, err := m.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return m, root
}

func TestGuardVerdicts(t *testing.T) {
	m, _ := guarded(t)
	for name, test := range map[string]struct {
		q        smp.GuardQuery
		verdict  string
		blocking []string
		caution  string // one of them
		passed   bool
	}{
		"tested":                       {smp.GuardQuery{Target: "lib.py", IntendedChange: "modify_function:plain", CoverageReport: "out/lcov.info"}, "clear", nil, "", true},
		"complex and not tested":       {smp.GuardQuery{Target: "lib.py", IntendedChange: "modify_function:tangled", CoverageReport: "out/lcov.info"}, "red_alert", []string{"ZERO_COVERAGE"}, "", false},
		"the whole file":               {smp.GuardQuery{Target: "lib.py", CoverageReport: "out/lcov.info"}, "red_alert", []string{"ZERO_COVERAGE"}, "UNRESOLVED_CALLERS", false},
		"less strict":                  {smp.GuardQuery{Target: "lib.py", IntendedChange: "modify_function:tangled", CoverageReport: "out/lcov.info", Limits: smp.GuardLimits{Complexity: 9}}, "clear", nil, "", true},
		"without a report":             {smp.GuardQuery{Target: "lib.py", IntendedChange: "modify_function:tangled"}, "clear", nil, "COVERAGE_UNKNOWN", true},
		"not in the report":            {smp.GuardQuery{Target: "use.py", CoverageReport: "out/lcov.info"}, "clear", nil, "COVERAGE_UNKNOWN", true},
		"open calls, modified":         {smp.GuardQuery{Target: "lib.py", IntendedChange: "modify_method:Box.put"}, "clear", nil, "UNRESOLVED_CALLERS", true},
		"open calls, deleted":          {smp.GuardQuery{Target: "lib.py", IntendedChange: "delete_method:Box.put"}, "red_alert", []string{"UNRESOLVED_CALLERS"}, "", false},
		"callers, deleted":             {smp.GuardQuery{Target: "lib.py", IntendedChange: "delete_function:plain"}, "clear", nil, "CALLERS_BREAK", true},
		"a definition as the target":   {smp.GuardQuery{Target: "lib.py#tangled", CoverageReport: "out/lcov.info"}, "red_alert", []string{"ZERO_COVERAGE"}, "", false},
		"a text that names a function": {smp.GuardQuery{Target: "lib.py", IntendedChange: "make tangled(a) simpler", CoverageReport: "out/lcov.info"}, "red_alert", []string{"ZERO_COVERAGE"}, "", false},
		"a function to be added":       {smp.GuardQuery{Target: "lib.py", IntendedChange: "add_function:fresh", CoverageReport: "out/lcov.info"}, "clear", nil, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := m.Guard(t.Context(), test.q)
			if err != nil {
				t.Fatal(err)
			}
			blocking, cautions := codesOf(res)
			if string(res.Verdict) != test.verdict || !slices.Equal(blocking, test.blocking) || res.Passed != test.passed || test.caution != "" && !slices.Contains(cautions, test.caution) {
				t.Errorf("%s, blocking %v, cautions %v, passed %v", res.Verdict, blocking, cautions, res.Passed)
			}
			if res.Certainty == "certain" && res.UnresolvedSameName.Count > 0 || len(res.Blocking) != len(res.UnblockConditions) {
				t.Errorf("%+v", res)
			}
		})
	}
}

func TestGuardSaysWhatIsNotKnown(t *testing.T) {
	m, root := guarded(t)
	res := must[*smp.GuardResult](t)(m.Guard(t.Context(), smp.GuardQuery{Target: "lib.py", IntendedChange: "modify:Box.put,tangled"}))
	c := res.Checks
	if res.Certainty != "partial" || res.UnresolvedSameName.Count != 1 || res.UnresolvedSameName.Sample[0] != (smp.OpenCallPlace{Name: "put", Caller: "run", File: "use.py", Line: 2}) {
		t.Errorf("%s %+v", res.Certainty, res.UnresolvedSameName)
	}
	if c.IsHotNode != nil || c.HeatScore != nil || c.InDeclaredScope != nil || c.FunctionCoverage["tangled"].CoveragePct != nil || !c.HasTests || !slices.Equal(c.TestFiles, []string{"test_lib.py"}) {
		t.Errorf("%+v", c)
	}
	later := filepath.Join(root, "lib.py")
	write(t, later, string(must[[]byte](t)(os.ReadFile(later)))+"\n")
	_, cautions := codesOf(must[*smp.GuardResult](t)(m.Guard(t.Context(), smp.GuardQuery{Target: "lib.py", CoverageReport: filepath.Join(root, "out", "lcov.info")})))
	if !slices.Contains(cautions, "INDEX_STALE") {
		t.Errorf("cautions %v", cautions)
	}
}

func TestGuardErrorsSayWhatFits(t *testing.T) {
	m, root := guarded(t)
	outside := filepath.Join(t.TempDir(), "lcov.info")
	write(t, outside, "SF:lib.py\nDA:2,1\nend_of_record\n")
	write(t, filepath.Join(root, "bad.info"), "hello")
	var many *smp.AmbiguousError
	var missing *smp.NotFoundError
	var param *smp.ParamError
	if _, err := m.Guard(t.Context(), smp.GuardQuery{Target: "lib.py", IntendedChange: "modify_method:put"}); !errors.As(err, &many) || len(many.Candidates) != 2 {
		t.Errorf("two of a name: %v", err)
	}
	if _, err := m.Guard(t.Context(), smp.GuardQuery{Target: "lib.py", IntendedChange: "modify_function:tangle"}); !errors.As(err, &missing) || !slices.Contains(missing.Suggestions, "tangled") {
		t.Errorf("none of a name: %v", err)
	}
	if _, err := m.Guard(t.Context(), smp.GuardQuery{Target: "src/lob.py"}); !errors.As(err, &missing) {
		t.Errorf("no such file: %v", err)
	}
	for _, report := range []string{outside, "bad.info", "none.info", "out", "../lcov.info"} {
		if _, err := m.Guard(t.Context(), smp.GuardQuery{Target: "lib.py", CoverageReport: report}); !errors.As(err, &param) || param.Param != "coverage_report" {
			t.Errorf("%s: %v", report, err)
		}
	}
	if _, err := m.Guard(t.Context(), smp.GuardQuery{Target: "lib.py", CoverageReport: outside, AnyReport: true}); err != nil {
		t.Error(err)
	}
	if res := must[*smp.GuardResult](t)(m.Guard(t.Context(), smp.GuardQuery{Target: "fresh.py"})); !res.IsNewFile || res.Verdict != "clear" {
		t.Errorf("a new file: %+v", res)
	}
}

// Steps are taken in order, and a guard that does not pass takes them back.
func TestGuardIsTheFirstStepOfASession(t *testing.T) {
	s := newGitShop(t)
	for _, v := range []string{"1", "2", "3", "4", "5"} {
		s.commit(v)
	}
	s.open()
	opened := must[*smp.OpenedSession](t)(s.OpenSession(t.Context(), smp.SessionRequest{AgentID: "bob", Task: "x", Scope: []string{"shop.go"}}))
	res := must[*smp.GuardResult](t)(s.Guard(t.Context(), smp.GuardQuery{SessionID: opened.SessionID, Target: "shop.go", IntendedChange: "modify_function:Work"}))
	blocking, _ := codesOf(res)
	if res.Verdict != "red_alert" || !slices.Equal(blocking, []string{"HOT_NODE"}) || res.Passed || !res.MayGoOn || res.SafetyLevel != "elevated" || len(res.UnblockConditions) != 0 {
		t.Fatalf("%+v", res)
	}
	if !slices.Equal(res.Next, []string{"smp/dryrun", "smp/checkpoint"}) || *res.Blocking[0].HeatScore != 30 || *res.Blocking[0].CallerCount != 6 {
		t.Errorf("next %v, %+v", res.Next, res.Blocking[0])
	}
	write(t, filepath.Join(s.root, "cover.out"), "mode: set\nexample.com/shop/shop.go:10.22,14.2 3 0\n")
	q := smp.GuardQuery{SessionID: opened.SessionID, Target: "shop.go", IntendedChange: "modify_function:Work", CoverageReport: "cover.out", Limits: smp.GuardLimits{Complexity: 1}}
	if res := must[*smp.GuardResult](t)(s.Guard(t.Context(), q)); res.Passed || !slices.Equal(res.Next, nil) {
		t.Errorf("%+v", res)
	}
	_, err := s.UpdateIn(t.Context(), opened.SessionID, smp.FileChange{Path: "shop.go", Content: []byte(workFile("6"))})
	var sequence *smp.SequenceError
	if !errors.As(err, &sequence) || !strings.Contains(err.Error(), "smp/guard/check") {
		t.Errorf("%v", err)
	}
	blocked := must[*smp.GuardResult](t)(s.Guard(t.Context(), smp.GuardQuery{SessionID: opened.SessionID, Target: "go.mod"}))
	if blocked.Verdict != "blocked" || blocked.Checks != nil || len(blocked.Reasons) != 1 {
		t.Errorf("%+v", blocked)
	}
	if _, err := s.Guard(t.Context(), smp.GuardQuery{SessionID: "ses_none", Target: "shop.go"}); !errors.Is(err, smp.ErrNoSession) {
		t.Errorf("%v", err)
	}
}
