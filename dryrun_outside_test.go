package smp_test

import (
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/structural-memory/smp"
)

// What compiles is never said to be broken, whatever of it lies outside of the
// repository. Each folder of an archive is a proposal of its own.
func TestDryRunOfWhatCompiles(t *testing.T) {
	for _, archive := range []string{"testdata/dryrun/go_outside.txtar"} {
		a, err := txtar.ParseFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		base := map[string]string{}
		cases := map[string][]smp.FileChange{}
		for _, f := range a.Files {
			if strings.HasPrefix(path.Base(f.Name), "new") {
				cases[path.Dir(f.Name)] = append(cases[path.Dir(f.Name)], smp.FileChange{Path: f.Name, Content: f.Data})
			} else {
				base[f.Name] = string(f.Data)
			}
		}
		m, _ := supposing(t, base)
		for dir, changes := range cases {
			t.Run(dir, func(t *testing.T) {
				res, err := m.DryRun(t.Context(), smp.Proposal{Changes: changes})
				if err != nil {
					t.Fatal(err)
				}
				if res.Verdict == smp.VerdictBreaking {
					t.Errorf("%s: %+v", res.Verdict, res.Reasons)
				}
				if (res.Verdict == smp.VerdictSafe) != (len(res.Reasons) == 0) {
					t.Errorf("%s without reasons, or with: %+v", res.Verdict, res.Reasons)
				}
			})
		}
	}
}

var goOutside = map[string]string{
	"go.mod":   "module mail\n\ngo 1.24\n",
	"box.go":   "package mail\n\nimport (\n\t\"context\"\n\t\"net/http\"\n\t\"time\"\n)\n\ntype Box struct {\n\tAt     time.Time\n\tClient *http.Client\n}\n\ntype Wait time.Duration\n\nfunc (b *Box) Send(ctx context.Context, to string, at time.Time) error { return nil }\n\nfunc (b *Box) Size() int { return 1 }\n\nfunc Delay(ctx context.Context, w Wait) Wait { return w }\n\ntype Sizer interface{ Size() int }\n\ntype Page struct{ http.Handler }\n\nfunc (Page) Title(n int) string { return \"\" }\n",
	"all.go":   "package mail\n\nimport (\n\t\"context\"\n\t\"time\"\n)\n\nfunc All(ctx context.Context, b *Box) error { return b.Send(ctx, \"x\", time.Now()) }\n\nfunc Sizes() Sizer { return &Box{At: time.Now()} }\n\nfunc Twice(ctx context.Context) Wait { return Delay(ctx, 2) * 2 }\n\nfunc Titled(p Page) string { return p.Title(1) }\n",
	"index.go": "package mail\n\ntype Titler interface{ Title(n int) string }\n\nvar _ Titler = Page{}\n",
}

// What is wrong with the known part of code is said, also where the rest of it
// lies outside.
func TestDryRunBesideWhatIsNotKnown(t *testing.T) {
	for _, c := range []struct {
		what, edit, verdict, broken string
	}{
		{"a parameter more beside unknown ones", "box.go: to string, at => to string, n int, at", "breaking", "All"},
		{"another type of a known parameter", "box.go: to string, at => to int, at", "breaking", "All"},
		{"a method of a struct with unknown fields", "box.go: ) Size() int { => ) Length() int {", "breaking", "Sizes"},
		{"a parameter more beside a type over an unknown one", "box.go: w Wait) Wait { => w Wait, n int) Wait {", "breaking", "Twice"},
		{"a known method of a struct with an unknown part", "box.go: (Page) Title(n int) => (Page) Title(n, m int)", "breaking", "Titled"},
		{"a method that the unknown part may have", "box.go: (Page) Title(n int) => (Page) Name(n int)", "unknown", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			m, _ := supposing(t, goOutside)
			res, err := m.DryRun(t.Context(), smp.Proposal{Changes: changesOf(t, goOutside, c.edit)})
			if err != nil {
				t.Fatal(err)
			}
			var found bool
			for _, b := range res.Impact.BrokenCallers {
				found = found || b.Function == c.broken
			}
			if res.Verdict != c.verdict || found != (c.broken != "") {
				t.Errorf("%s, want %s of %s: %+v", res.Verdict, c.verdict, c.broken, res.Reasons)
			}
		})
	}
}
