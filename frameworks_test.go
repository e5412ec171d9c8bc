package smp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/structural-memory/smp"
)

var frameworkProject = map[string]string{
	"go.mod":       "module x\n\ngo 1.22\n",
	"main.go":      "package main\n\nimport \"net/http\"\n\ntype api struct{}\n\nfunc (a *api) show(w http.ResponseWriter, r *http.Request) {}\n\nfunc list(w http.ResponseWriter, r *http.Request) {}\n\nfunc main() {\n\ta := &api{}\n\tmux := http.NewServeMux()\n\tmux.HandleFunc(\"GET /items/{id}\", a.show)\n\tmux.HandleFunc(\"/items\",\n\t\tlist)\n\thttp.HandleFunc(\"/inline\", func(w http.ResponseWriter, r *http.Request) {})\n\tmux.HandleFunc(name(), list)\n}\n\nfunc name() string { return \"/z\" }\n",
	"web.py":       "from flask import Flask\nfrom views import show\napp = Flask(__name__)\n\n@app.route('/', methods=['GET', 'POST'])\ndef index(): ...\n\napp.add_url_rule('/show', view_func=show)\n",
	"views.py":     "def show(): ...\ndef idle(): ...\n",
	"test_web.py":  "def test_it(db, none): ...\n",
	"conftest.py":  "import pytest\n\n@pytest.fixture\ndef db(): ...\n",
	"a/test_in.py": "def test_deep(db): ...\n",
}

func TestEntryPoints(t *testing.T) {
	root := t.TempDir()
	for p, s := range frameworkProject {
		write(t, filepath.Join(root, filepath.FromSlash(p)), s)
	}
	m := openSCIP(t, root, ":memory:")
	index(t, m)
	ctx := context.Background()
	for node, want := range map[string]string{
		"main.go#api.show": "GET /items/{id} net/http main.go:14",
		"main.go#list":     "ANY /items net/http main.go:15",
		"main.go#main":     "ANY /inline net/http main.go:17",
		"main.go#name":     "",
		"web.py#index":     "GET,POST / flask web.py:6",
		"views.py#show":    "GET /show flask web.py:8",
		"views.py#idle":    "",
	} {
		res, err := m.Navigate(ctx, smp.NavigateQuery{Query: node})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range res.Entity.EntryPoints {
			got = append(got, fmt.Sprintf("%s %s %s %s:%d", e.Method, e.Path, e.Framework, e.File, e.Line))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", node, got, want)
		}
	}
	c, err := m.Context(ctx, smp.ContextQuery{FilePath: "views.py"})
	if err != nil || !slices.Contains(c.EntryPoints, "func:views.py#show") {
		t.Errorf("entry points of views.py %q %v", c.EntryPoints, err)
	}
	rep, err := m.LinkerReport(ctx, "full", 3)
	if err != nil || len(rep.EntryPoints) != 3 || rep.MoreEntryPoints != 2 || rep.EntryPoints[0].Handler.Name != "index" {
		t.Errorf("report %+v %v", rep.EntryPoints, err)
	}
	rs, err := m.Routes(ctx, "file:main.go")
	if err != nil || len(rs) != 3 {
		t.Errorf("routes %+v %v", rs, err)
	}
}

// TestFrameworksIncremental: what fixtures and handlers files offer to others
// is followed through edits.
func TestFrameworksIncremental(t *testing.T) {
	root, db := t.TempDir(), filepath.Join(t.TempDir(), "smp.db")
	for p, s := range frameworkProject {
		write(t, filepath.Join(root, filepath.FromSlash(p)), s)
	}
	m := openSCIP(t, root, db)
	for _, step := range []struct {
		path, text string
		gone       bool
	}{
		{path: "web.py", text: frameworkProject["web.py"]},
		{path: "conftest.py", text: "import pytest\n\ndef db(): ...\n"},
		{path: "conftest.py", text: "import pytest\n\n@pytest.fixture(name='none')\ndef db(): ...\n"},
		{path: "a/conftest.py", text: frameworkProject["conftest.py"]},
		{path: "a/conftest.py", gone: true},
		{path: "conftest.py", gone: true},
		{path: "conftest.py", text: frameworkProject["conftest.py"]},
		{path: "views.py", text: "def other(): ...\n"},
		{path: "views.py", text: "\n\ndef other(): ...\ndef show(): ...\n"},
		{path: "main.go", text: strings.Replace(frameworkProject["main.go"], "func list", "func list2", 1)},
		{path: "main.go", text: frameworkProject["main.go"]},
	} {
		if p := filepath.Join(root, filepath.FromSlash(step.path)); step.gone {
			os.Remove(p)
		} else {
			write(t, p, step.text)
		}
		index(t, m)
		fresh := openSCIP(t, root, ":memory:")
		index(t, fresh)
		if got, want := dumpOf(t, m), dumpOf(t, fresh); got != want {
			t.Fatalf("after a change of %s to %q the graph differs from a fresh one:\n%s", step.path, step.text, difference(got, want))
		}
		if ps, err := m.Doctor(context.Background()); err != nil || len(ps) > 0 {
			t.Fatalf("%v %v", ps, err)
		}
	}
}
