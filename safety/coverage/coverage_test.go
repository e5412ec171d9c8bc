package coverage_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp/safety/coverage"
)

type want struct {
	name     string
	fn       coverage.Range
	pct      float64
	measured bool
}

var (
	python = []want{
		{"total", coverage.Range{Start: 5, Name: 5, End: 10}, 75, true},
		{"never_called, its head over several lines", coverage.Range{Start: 13, Name: 13, End: 18}, 0, true},
		{"Basket.__init__", coverage.Range{Start: 22, Name: 22, End: 23}, 100, true},
		{"Basket.empty, decorated", coverage.Range{Start: 25, Name: 26, End: 27}, 0, true},
		{"a lambda on one line", coverage.Range{Start: 33, Name: 33, End: 33}, 100, true},
		{"past the file", coverage.Range{Start: 40, Name: 40, End: 50}, 0, false},
	}
	c = []want{
		{"total", coverage.Range{Start: 3, Name: 3, End: 9}, 100, true},
		{"never_called", coverage.Range{Start: 11, Name: 11, End: 15}, 0, true},
	}
)

// The reports in testdata were made by coverage.py, gcovr, lcov and Node.
func TestReportsOfRealTools(t *testing.T) {
	for _, test := range []struct {
		report, path string
		format       coverage.Format
		functions    []want
	}{
		{"python-coverage.json", "shop/cart.py", coverage.CoveragePy, python},
		{"python-cobertura.xml", "shop/cart.py", coverage.Cobertura, python},
		{"python.lcov", "shop/cart.py", coverage.LCOV, python},
		{"c-cobertura.xml", "ring.c", coverage.Cobertura, c},
		{"c.lcov", "ring.c", coverage.LCOV, c},
		{"js.lcov", "src/login.js", coverage.LCOV, []want{
			{"authenticate", coverage.Range{Start: 1, Name: 1, End: 6}, 60, true},
			{"neverCalled: not entered", coverage.Range{Start: 14, Name: 14, End: 17}, 0, true},
			{"oneLine: its line ran, it did not", coverage.Range{Start: 19, Name: 19, End: 19}, 0, true},
		}},
	} {
		t.Run(test.report, func(t *testing.T) {
			r := parse(t, test.report)
			if r.Format != test.format {
				t.Errorf("format %s, want %s", r.Format, test.format)
			}
			covered := r.In(coverage.Tree{Root: "/home/ci/c", Files: []string{"other.c", test.path}})
			for _, w := range test.functions {
				pct, measured := covered.Function(test.path, w.fn)
				if pct != w.pct || measured != w.measured {
					t.Errorf("%s: %v %v, want %v %v", w.name, pct, measured, w.pct, w.measured)
				}
			}
			if _, measured := covered.Function("other.c", coverage.Range{Start: 1, Name: 1, End: 100}); measured || covered.Measures("other.c") {
				t.Error("a file that is not in the report is measured")
			}
		})
	}
}

func parse(t *testing.T, name string) *coverage.Report {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := coverage.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSeveralRecordsOfAFileAreOne(t *testing.T) {
	r := parseText(t, "TN:a\nSF:x.js\nDA:2,0\nDA:3,0\nend_of_record\nTN:b\nSF:x.js\nDA:2,7\nDA:3,-1\nend_of_record\n")
	pct, _ := r.In(coverage.Tree{Files: []string{"x.js"}}).Function("x.js", coverage.Range{Start: 1, Name: 1, End: 4})
	if pct != 50 {
		t.Errorf("%v %%, want 50", pct)
	}
}

func TestFunctionsAsLcov2WritesThem(t *testing.T) {
	r := parseText(t, "SF:x.cc\nFNL:0,2,4\nFNA:0,0,f(int, char)\nFNL:1,6,8\nFNA:1,0,g<int>\nFNA:1,3,g<char>\nDA:2,1\nDA:3,1\nDA:6,1\nDA:7,1\nend_of_record")
	in := r.In(coverage.Tree{Files: []string{"x.cc"}})
	if pct, _ := in.Function("x.cc", coverage.Range{Start: 2, Name: 2, End: 4}); pct != 0 {
		t.Errorf("f was not entered, yet has %v %%", pct)
	}
	if pct, _ := in.Function("x.cc", coverage.Range{Start: 6, Name: 6, End: 8}); pct != 100 {
		t.Errorf("an instance of g was entered, yet it has %v %%", pct)
	}
}

func parseText(t *testing.T, text string) *coverage.Report {
	t.Helper()
	r, err := coverage.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWhatIsRefused(t *testing.T) {
	deep := `<coverage>` + strings.Repeat("<a>", 100)
	bomb := `<!DOCTYPE c [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><coverage><sources><source>&b;</source></sources></coverage>`
	outside := `<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><coverage><sources><source>&x;</source></sources></coverage>`
	for name, text := range map[string]string{
		"empty":               "",
		"text":                "hello",
		"other XML":           "<html></html>",
		"broken XML":          "<coverage><packages>",
		"crossed XML":         "<coverage><a></b></coverage>",
		"deep XML":            deep,
		"an entity":           bomb,
		"an entity outside":   outside,
		"another encoding":    `<?xml version="1.0" encoding="UTF-16"?><coverage/>`,
		"a class of no file":  `<coverage><class/></coverage>`,
		"Istanbul's JSON":     `{"/a.js": {"path": "/a.js", "statementMap": {}}}`,
		"broken JSON":         `{"files": {"a.py": {"executed_lines": [1,`,
		"JSON of other types": `{"files": {"a.py": {"executed_lines": ["1"]}}}`,
		"a bad Go block":      "mode: set\na.go:1.1,x 1 1\n",
		"a bad lcov line":     "TN:\nSF:a.c\nDA:x,1\n",
		"a very long line":    "TN:" + strings.Repeat("x", 1<<20),
		"lcov of no name":     "SF:\nDA:1,1\n",
	} {
		if _, err := coverage.Parse(strings.NewReader(text)); !errors.Is(err, coverage.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLinesThatNoFileHasAreLeftOut(t *testing.T) {
	r := parseText(t, "SF:a.c\nDA:0,1\nDA:-5,1\nDA:2000000000,1\nDA:5,1\nend_of_record\n")
	in := r.In(coverage.Tree{Files: []string{"a.c"}})
	if pct, measured := in.Function("a.c", coverage.Range{Start: 1, Name: 1, End: 1 << 30}); pct != 100 || !measured {
		t.Errorf("%v %v", pct, measured)
	}
}

func TestUnmatchedPathsAreNamed(t *testing.T) {
	r := parseText(t, "SF:b.c\nDA:1,1\nend_of_record\nSF:a.c\nDA:1,1\nend_of_record\nSF:gone/x.c\nDA:1,1\nend_of_record\n")
	in := r.In(coverage.Tree{Files: []string{"a.c"}})
	if !slices.Equal(in.Unmatched, []string{"b.c", "gone/x.c"}) || in.Files() != 1 || r.Files() != 3 {
		t.Errorf("unmatched %v of %d files", in.Unmatched, r.Files())
	}
}
